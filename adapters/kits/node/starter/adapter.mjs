/**
 * Drives a runtime for flowdrop-conformance and reports what came out. It judges nothing.
 *
 * The four numbered places are where your runtime is plugged in; everything else can stay.
 */

import { Script, serve } from "./flowdrop-conformance.mjs";

// 1. Your runtime. If it prints while it is loaded, call `takeStdout()` and then `await import(…)`.
import { ToolNode, Turn } from "./runtime.mjs";

/** Who is tested, and what of it can be seen. See "facets" in the README. */
function describe() {
  return {
    implementation: { name: "my-runtime", version: "0.1.0", language: "javascript" },
    adapter: { name: "my-adapter", version: "0.1.0" },
    // native: the runtime made it; bridged: this file assembled it; none: it cannot be seen
    facets: { prose: "native", pairing: "native", entries: "native", exposure: "native" },
    read_from: { tool_artifacts: "turn.artifacts", prose: "the fake model's input" },
    supports: ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"],
    max_in_flight: 1,
  };
}

/** One scenario, one freshly built runtime. */
async function run(scenario) {
  const script = new Script(scenario); // what the tools return, when, and the record of it
  const model = fakeModel(scenario, script);

  // 2. Build the runtime: its tools are fakes in your runtime's own idiom, and the node's
  //    stored exposure is handed on. No port of that kind? Leave it out; `exposure` is none.
  const fakeTool = (args) => script.result(args.script); // {success, data, error[, artifacts]}, or it throws
  const tools = new Map(scenario.tools.map(({ name }) => [name, fakeTool]));
  const node = new ToolNode(tools, new Map(scenario.node.ports.outputs.map(({ id, exposed }) => [id, exposed])));
  const turn = new Turn(node);

  // 3. Run it. A run that your runtime gives up is its behaviour: it is reported, not thrown.
  let aborted;
  try {
    await turn.run(model.answer, scenario.prompt);
  } catch (error) {
    aborted = { message: `${error.name}: ${error.message}` };
  }

  // 4. Report what came out, as it is: what the runtime lost, reordered or renamed stays so.
  return {
    ports: { outputs: [{ id: "tool_artifacts", exposed: node.exposed("tool_artifacts") }] },
    passes: scenario.passes.map((_, n) => ({ invoked: script.invoked(n), ...model.fedBack(n) })),
    tool_artifacts: turn.artifacts,
    aborted,
  };
}

/**
 * Makes the scenario's calls pass by pass, then closes; keeps what it was sent.
 *
 * The prose is read here, where the model would read it, and never from the runtime's own
 * message objects, which may rightly carry the artifact.
 */
function fakeModel(scenario, script) {
  const seen = []; // as text: later changes cannot reach it
  return {
    async answer(messages) {
      seen.push(JSON.stringify(messages));
      const number = seen.length - 1;
      const pass = scenario.passes[number];
      if (pass === undefined) return { content: scenario.closing };
      script.startPass(number);
      return { calls: pass.tool_calls.map(({ tool_call_id, name, args }) => ({ id: tool_call_id ?? null, name, args })) };
    },

    /** What pass `number` added to the model's input: all that follows the model's own message. */
    fedBack(number) {
      if (number + 1 >= seen.length) return { tool_messages: [] };
      const [before, after] = [seen[number], seen[number + 1]].map((text) => JSON.parse(text));
      const answers = after.slice(before.length + 1).filter(({ role }) => role === "tool");
      return { tool_messages: answers.map(({ tool_call_id, content }) => ({ tool_call_id, content })), model_input: after };
    },
  };
}

serve({ describe, run });
