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
import {
  convertToModelMessages, generateText, isStepCount, jsonSchema, lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream, simulateReadableStream, streamText, tool, toUIMessageStream,
} from "ai";
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

// -------------------------------------------------------------- the ways to run it
//
// Each is the SDK's own loop. `deliver(output, toolCallId)` is called with what the host
// gets of a tool; what the SDK gives up with is thrown.

async function generate({ limit, ...options }, deliver) {
  await generateText({ ...options, stopWhen: isStepCount(limit), onStepEnd: (step) => deliverStep(step, deliver) });
}

async function stream({ limit, ...options }, deliver) {
  const { onError, rethrow } = firstError();
  const result = streamText({ ...options, stopWhen: isStepCount(limit), onStepEnd: (step) => deliverStep(step, deliver), onError });
  await result.consumeStream();
  rethrow();
}

/** A chat: every batch of calls is a request of its own, whose history is rebuilt from the messages that the page holds. */
async function chat({ prompt, limit, ...options }, deliver, history) {
  const messages = [{ id: "user", role: "user", parts: [{ type: "text", text: prompt }] }];
  for (let request = 0; request < limit; request += 1) {
    const { onError, rethrow } = firstError();
    const result = streamText({ ...options, messages: await convertToModelMessages(messages, history), onError });
    const answers = toUIMessageStream({ stream: result.stream, originalMessages: messages, generateMessageId: () => `answer-${request}` });
    const last = messages.at(-1);
    let answer = last.role === "assistant" ? messages.pop() : undefined;
    for await (const state of readUIMessageStream({ message: answer, stream: answers })) answer = state;
    if (answer !== undefined) messages.push(answer);
    rethrow();
    if (!lastAssistantMessageIsCompleteWithToolCalls({ messages })) break;
  }
  for (const part of messages.flatMap((message) => message.parts)) {
    if (part.state === "output-available") deliver(part.output, part.toolCallId);
  }
}

function deliverStep(step, deliver) {
  for (const part of step.content) {
    if (part.type === "tool-result") deliver(part.output, part.toolCallId);
  }
}

/** A stream tells its errors on the side. */
function firstError() {
  const errors = [];
  return {
    onError: ({ error }) => { errors.push(error); },
    rethrow: () => { if (errors.length > 0) throw errors[0]; },
  };
}

const parts = "output and toolCallId of each step's tool-result parts";
const uiParts = "output and toolCallId of the UI messages' tool parts";
const configurations = {
  default: { loop: generate, calls: "doGenerate", parts },
  streaming: { loop: stream, calls: "doStream", parts },
  chat: { loop: (options, deliver) => chat(options, deliver, { tools: options.tools }), calls: "doStream", parts: uiParts },
  "chat-history-without-tools": { loop: (options, deliver) => chat(options, deliver, {}), calls: "doStream", parts: uiParts },
};

// ------------------------------------------------------------------- the adapter

function bridge({ configuration, naive, witness }) {
  const { loop, calls, parts: place } = configurations[configuration];
  const names = [...(naive ? ["naive"] : []), ...(naive && configuration === "default" ? [] : [configuration])];

  return {
    describe: () => ({
      implementation: {
        name: "vercel-ai",
        version: createRequire(import.meta.url)("ai/package.json").version,
        configuration: names.join("+"),
        language: "javascript",
        homepage: "https://github.com/vercel/ai",
      },
      adapter: { name: "vercel-ai-bridge", version: "0.1.0" },
      facets: { prose: "native", pairing: "native", entries: "bridged", exposure: "none" },
      read_from: {
        tool_artifacts: place,
        prose: witness ? "what @ai-sdk/openai-compatible sends to the harness" : `the prompt that the language model's ${calls} is called with`,
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
      const delivered = [];
      const witnessed = witness && scenario.model !== undefined;
      const model = witnessed
        ? createOpenAICompatible({ name: "harness", baseURL: scenario.model.base_url, apiKey: scenario.model.api_key })(scenario.model.model)
        : scriptedModel(scenario, script, sent);
      const tools = Object.fromEntries(scenario.tools.map((declared) => [declared.name, fakeTool(declared, script, naive)]));

      let aborted;
      try {
        const options = { model, tools, prompt: scenario.prompt, limit: scenario.passes.length + 2, maxRetries: 0 };
        await loop(options, (output, toolCallId) => delivered.push(...entries(output?.artifacts, toolCallId)));
      } catch (error) {
        console.error(error);
        aborted = { message: `${error?.name ?? "Error"}: ${error?.message ?? error}` };
      }
      return {
        passes: scenario.passes.map((_, number) => ({
          invoked: script.invoked(number),
          ...(witnessed ? {} : fedBack(sent, number)), // where the harness plays the model, it sees for itself
        })),
        tool_artifacts: delivered,
        aborted,
      };
    },
  };
}

const { values } = parseArgs({
  options: {
    configuration: { type: "string", default: "default" },
    naive: { type: "boolean", default: false },
    witness: { type: "boolean", default: false },
  },
});
if (!Object.hasOwn(configurations, values.configuration)) {
  console.error(`--configuration must be one of: ${Object.keys(configurations).join(", ")}`);
  process.exit(2);
}
serve(bridge(values));
