#!/usr/bin/env node
/**
 * LangGraph.js under flowdrop-conformance: a real graph, ToolNode and all, unmodified.
 * See the README beside this file.
 *
 * Artifacts travel the way LangChain documents: a tool with
 * `responseFormat: "content_and_artifact"`, whose second value becomes `ToolMessage.artifact`.
 */

import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { entries, Script, serve } from "../../kits/node/flowdrop-conformance.mjs";

process.env.LANGSMITH_TRACING = process.env.LANGCHAIN_TRACING_V2 = "false";

/** Makes the scripted calls pass by pass, then says `closing`; keeps what it was sent, as text. */
class ScriptedModel extends BaseChatModel {
  sent = [];

  constructor(scenario, script) {
    super({ maxRetries: 0 });
    this.scenario = scenario;
    this.script = script;
  }

  _llmType() {
    return "scripted";
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const number = this.sent.length;
    this.sent.push(JSON.stringify(messages.map(onTheWire)));
    return { generations: [{ text: "", message: this.answer(number) }] };
  }

  answer(number) {
    const pass = this.scenario.passes[number];
    if (pass === undefined) return new AIMessage(this.scenario.closing);
    this.script.startPass(number);
    const tool_calls = pass.tool_calls.map(({ tool_call_id, name, args }) => ({ name, args, id: tool_call_id, type: "tool_call" }));
    return new AIMessage({ content: "", tool_calls });
  }
}

/** What of a message a provider's client sends; `artifact`, message ids and metadata are host-only. */
function onTheWire(message) {
  const { content, name, tool_call_id, status } = message;
  const tool_calls = message.tool_calls?.map((call) => ({ id: call.id, name: call.name, args: call.args }));
  return { role: message.getType(), content, name, tool_calls: tool_calls?.length ? tool_calls : undefined, tool_call_id, status };
}

/** What pass `number` fed back: the model's input on the call that follows it. */
function fedBack(sent, number) {
  if (sent.length <= number + 1) return { tool_messages: [] };
  const input = JSON.parse(sent[number + 1]);
  const lastCall = input.map(({ role }) => role).lastIndexOf("ai");
  return {
    tool_messages: input
      .slice(lastCall + 1)
      .filter(({ role }) => role === "tool")
      .map(({ tool_call_id, content }) => ({ tool_call_id: tool_call_id ?? null, content })),
    model_input: input,
  };
}

function fakeTool(declared, script, naive) {
  const run = async (args) => {
    const result = await script.result(args.script);
    if (!result.success) throw new Error(String(result.error));
    return naive ? result : [result.data, result.artifacts];
  };
  return tool(run, {
    name: declared.name,
    description: declared.description,
    schema: declared.input_schema,
    responseFormat: naive ? "content" : "content_and_artifact",
  });
}

/** The documented agent loop: model, tools, model. */
function agent(model, tools, options) {
  const bound = model.bindTools(tools);
  return new StateGraph(MessagesAnnotation)
    .addNode("model", async ({ messages }) => ({ messages: [await bound.invoke(messages)] }))
    .addNode("tools", new ToolNode(tools, options))
    .addEdge(START, "model")
    .addConditionalEdges("model", toolsCondition)
    .addEdge("tools", "model")
    .compile();
}

/** The naive tool's whole result is the message's text, and nothing else. */
function artifactsOf(message, naive) {
  if (!naive) return message.artifact;
  try {
    return JSON.parse(message.content).artifacts;
  } catch {
    return undefined; // the text of an error
  }
}

async function bridge({ configuration, naive, witness }) {
  const names = [...(naive ? ["naive"] : []), ...configuration];
  const toolNode = configuration.includes("no-handle-tool-errors") ? { handleToolErrors: false } : {};
  const streaming = configuration.includes("streaming");
  const { ChatOpenAI } = witness ? await import("@langchain/openai") : {};
  const chatOpenAI = ({ base_url, api_key, model }) =>
    new ChatOpenAI({ model, apiKey: api_key, configuration: { baseURL: base_url }, maxRetries: 0 });

  return {
    describe: () => ({
      implementation: {
        name: "langgraph-js",
        version: createRequire(import.meta.url)("@langchain/langgraph/package.json").version,
        configuration: names.join("+") || "default",
        language: "javascript",
        homepage: "https://github.com/langchain-ai/langgraphjs",
      },
      adapter: { name: "langgraph-js-bridge", version: "0.1.0" },
      facets: { prose: "native", pairing: "native", entries: "bridged", exposure: "none" },
      read_from: {
        tool_artifacts: `${naive ? "the text of" : "ToolMessage.artifact in"} the graph's last state, with tool_call_id`,
        prose: witness ? "what @langchain/openai sends to the harness" : "the chat model's input",
      },
      supports: [
        "concurrent-calls", "passes", "repeated-id", "raises", "data:any",
        ...(witness && streaming ? [] : ["null-id"]), // a streamed call without an id never becomes a call
        ...(witness ? ["witness:openai-chat"] : []),
      ],
      max_in_flight: 4,
    }),

    async run(scenario) {
      const script = new Script(scenario, { failedArtifacts: false });
      const witnessed = witness && scenario.model !== undefined;
      const scripted = new ScriptedModel(scenario, script);
      const tools = scenario.tools.map((declared) => fakeTool(declared, script, naive));
      const graph = agent(witnessed ? chatOpenAI(scenario.model) : scripted, tools, toolNode);

      let messages = [];
      let aborted;
      try {
        const input = { messages: [{ role: "user", content: scenario.prompt }] };
        const options = { streamMode: streaming ? ["values", "messages"] : ["values"], recursionLimit: 2 * scenario.passes.length + 25 };
        for await (const [mode, chunk] of await graph.stream(input, options)) {
          if (mode === "values") messages = chunk.messages; // "messages" is the model's answer, token by token
        }
      } catch (error) {
        console.error(error);
        aborted = { message: `${error?.name ?? "Error"}: ${error?.message ?? error}` };
      }

      const answers = messages.filter((message) => message.getType() === "tool");
      return {
        passes: scenario.passes.map((_, number) => ({
          invoked: script.invoked(number),
          ...(witnessed ? {} : fedBack(scripted.sent, number)), // where the harness plays the model, it sees for itself
        })),
        tool_artifacts: answers.flatMap((message) => entries(artifactsOf(message, naive), message.tool_call_id)),
        aborted,
      };
    },
  };
}

const configurations = ["no-handle-tool-errors", "streaming"];
const { values } = parseArgs({
  options: {
    configuration: { type: "string", multiple: true, default: [] },
    naive: { type: "boolean", default: false },
    witness: { type: "boolean", default: false },
  },
});
const unknown = values.configuration.find((name) => !configurations.includes(name));
if (unknown !== undefined) {
  console.error(`--configuration ${unknown}: there are ${configurations.join(", ")} (may be given twice)`);
  process.exit(2);
}
serve(await bridge(values));
