#!/usr/bin/env node
/**
 * The Vercel AI SDK under flowdrop-conformance: `generateText` or `streamText` with its
 * own tool loop, unmodified. See the README beside this file.
 *
 * Artifacts travel the way the SDK documents: the tool returns them in its output, and
 * `toModelOutput` says what of it the model reads.
 */

import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, isStepCount, jsonSchema, simulateReadableStream, streamText, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { entries, Script, serve } from "../../kits/node/flowdrop-conformance.mjs";

globalThis.AI_SDK_LOG_WARNINGS = false;

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };

/** The fake model: makes the scripted calls pass by pass, then says `closing`; keeps what it was sent, as text. */
function scriptedModel(scenario, script, sent) {
  const next = (prompt) => {
    sent.push(JSON.stringify(prompt));
    const number = sent.length - 1;
    const pass = scenario.passes[number];
    if (pass === undefined) return undefined;
    script.startPass(number);
    return pass.tool_calls.map((call) => ({
      type: "tool-call",
      toolCallId: call.tool_call_id, // null or missing as it is
      toolName: call.name,
      input: JSON.stringify(call.args),
    }));
  };
  const finish = (calls) => ({ finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined }, usage });
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const calls = next(prompt);
      return { content: calls ?? [{ type: "text", text: scenario.closing }], ...finish(calls), warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const calls = next(prompt);
      const text = [
        { type: "text-start", id: "text" },
        { type: "text-delta", id: "text", delta: scenario.closing },
        { type: "text-end", id: "text" },
      ];
      const chunks = [{ type: "stream-start", warnings: [] }, ...(calls ?? text), { type: "finish", ...finish(calls) }];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

/** A tool in the SDK's idiom: its output is the whole result, what the model reads of it is `data` (or the error). */
function fakeTool(declared, script, naive) {
  return tool({
    description: declared.description,
    inputSchema: jsonSchema(declared.input_schema),
    execute: (args) => script.result(args.script),
    ...(!naive && {
      toModelOutput: ({ output: { success, data, error } }) => {
        if (!success) return { type: "error-text", value: String(error) };
        return typeof data === "string" ? { type: "text", value: data } : { type: "json", value: data };
      },
    }),
  });
}

/** What pass `number` fed back: the model's input on the call that follows it. */
function fedBack(sent, number) {
  if (sent.length <= number + 1) return { tool_messages: [] };
  const input = JSON.parse(sent[number + 1]);
  const lastCall = input.map(({ role }) => role).lastIndexOf("assistant");
  const results = input.slice(lastCall + 1).flatMap(({ role, content }) => (role === "tool" ? content : []));
  return {
    tool_messages: results.map(({ toolCallId, output }) => ({ tool_call_id: toolCallId ?? null, content: output })),
    model_input: input,
  };
}

function bridge({ configuration, naive, witness }) {
  const streaming = configuration.includes("streaming");
  const names = [...(naive ? ["naive"] : []), ...configuration];

  /** Runs to the end, or returns the error that the SDK gave up with. */
  async function settle(options) {
    try {
      if (!streaming) {
        await generateText(options);
        return undefined;
      }
      let failure;
      const result = streamText({ ...options, onError: ({ error }) => { failure ??= error; } });
      await result.consumeStream({ onError: (error) => { failure ??= error; } });
      return failure;
    } catch (error) {
      return error;
    }
  }

  return {
    describe: () => ({
      implementation: {
        name: "vercel-ai",
        version: createRequire(import.meta.url)("ai/package.json").version,
        configuration: names.join("+") || "default",
        language: "javascript",
        homepage: "https://github.com/vercel/ai",
      },
      adapter: { name: "vercel-ai-bridge", version: "0.1.0" },
      facets: { prose: "native", pairing: "native", entries: "bridged", exposure: "none" },
      read_from: {
        tool_artifacts: "output and toolCallId of each step's tool-result parts",
        prose: witness
          ? "what @ai-sdk/openai-compatible sends to the harness"
          : `the prompt that the language model's ${streaming ? "doStream" : "doGenerate"} is called with`,
      },
      supports: [
        "concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any",
        ...(witness ? ["witness:openai-chat"] : []),
      ],
      max_in_flight: 4,
    }),

    async run(scenario) {
      const script = new Script(scenario);
      const sent = [];
      const steps = [];
      const witnessed = witness && scenario.model !== undefined;
      const model = witnessed
        ? createOpenAICompatible({ name: "harness", baseURL: scenario.model.base_url, apiKey: scenario.model.api_key })(scenario.model.model)
        : scriptedModel(scenario, script, sent);

      const failure = await settle({
        model,
        prompt: scenario.prompt,
        tools: Object.fromEntries(scenario.tools.map((declared) => [declared.name, fakeTool(declared, script, naive)])),
        stopWhen: isStepCount(scenario.passes.length + 2),
        maxRetries: 0,
        onStepEnd: (step) => { steps.push(step); },
      });
      if (failure !== undefined) console.error(failure);

      const results = steps.flatMap((step) => step.content).filter((part) => part.type === "tool-result");
      return {
        passes: scenario.passes.map((_, number) => ({
          invoked: script.invoked(number),
          ...(witnessed ? {} : fedBack(sent, number)), // where the harness plays the model, it sees for itself
        })),
        tool_artifacts: results.flatMap(({ output, toolCallId }) => entries(output?.artifacts, toolCallId)),
        aborted: failure && { message: `${failure.name ?? "Error"}: ${failure.message ?? failure}` },
      };
    },
  };
}

const { values } = parseArgs({
  options: {
    configuration: { type: "string", multiple: true, default: [] },
    naive: { type: "boolean", default: false },
    witness: { type: "boolean", default: false },
  },
});
const unknown = values.configuration.find((name) => name !== "streaming");
if (unknown !== undefined) {
  console.error(`--configuration ${unknown}: there is only \`streaming\` (streamText; without it, generateText)`);
  process.exit(2);
}
serve(bridge(values));
