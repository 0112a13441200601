#!/usr/bin/env node
/**
 * A small tool-calling runtime of its own, and its adapter: what conforming looks
 * like, and a starting point. `example-faulty.mjs` breaks one step at a time.
 *
 * The runtime keeps the two paths of a tool result apart: `data` becomes the prose
 * of a tool message, artifacts become entries on the port `tool_artifacts`.
 */

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Script, serve } from "./flowdrop-conformance.mjs";

// ---------------------------------------------------------------- the runtime

/** The node that calls tools: ports with a default exposure, and what it does with one batch. */
export class ToolNode {
  static outputs = [
    { id: "tool_messages", exposedByDefault: true },
    { id: "tool_artifacts", exposedByDefault: false },
  ];

  /** `tools` maps a name to an async function that returns {success, data, error[, artifacts]}. */
  constructor({ config = {}, tools }) {
    this.overrides = config.ports?.outputs ?? []; // an input of the same name is another port
    this.tools = tools;
  }

  /** The author's override decides; without one, the port's default. */
  exposed(port) {
    const override = this.overrides.find((entry) => entry.id === port.id && entry.exposed !== undefined);
    return override === undefined ? port.exposedByDefault : override.exposed === true;
  }

  /** All calls of a batch run at once. Each keeps its own call at hand: nothing is paired by position or id. */
  async execute(calls) {
    const done = await Promise.all(calls.map(async (call) => ({ call, result: await this.invoke(call) })));
    return {
      tool_messages: done.map(({ call, result }) => this.message(call, result)),
      tool_artifacts: done.flatMap(({ call, result }) => this.entries(call, result)),
    };
  }

  /** A tool that throws, or is not there, is a failure that the model can recover from. */
  async invoke({ name, args }) {
    const tool = this.tools.get(name);
    if (tool === undefined) return { success: false, data: null, error: `${name} is not an available tool` };
    try {
      return await tool(args);
    } catch (error) {
      return { success: false, data: null, error: error.message };
    }
  }

  message(call, result) {
    return { role: "tool", tool_call_id: call.tool_call_id ?? null, content: this.prose(result) };
  }

  /** From `data` alone (of a failure: from its error). A lone `result` speaks for itself. */
  prose({ success, data, error }) {
    if (!success) return `The tool failed: ${error}`;
    const isLone = typeof data?.result === "string" && Object.keys(data).length === 1;
    return isLone ? data.result : JSON.stringify(data);
  }

  /** A failed call carries none; a malformed one is dropped without failing the call. */
  entries(call, { success, artifacts = [] }) {
    if (!success) return [];
    return artifacts.filter(wellFormed).map((artifact) => this.entry(call, artifact));
  }

  /** Built key by key: a tool can neither bring its own id nor other keys. */
  entry(call, artifact) {
    return { type: artifact.type, payload: artifact.payload, tool_call_id: call.tool_call_id ?? null };
  }

  /** What an editor shows: hidden ports are taken off a node's outputs. */
  strip(outputs) {
    const hidden = this.ports().filter((port) => !port.exposed).map((port) => port.id);
    return Object.fromEntries(Object.entries(outputs).filter(([id]) => !hidden.includes(id)));
  }

  ports() {
    return ToolNode.outputs.map((port) => ({ id: port.id, exposed: this.exposed(port) }));
  }
}

function wellFormed(artifact) {
  const isMap = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  return isMap(artifact) && typeof artifact.type === "string" && artifact.type !== "" && isMap(artifact.payload);
}

/** One turn: model and tools take turns until the model has no more calls. */
export class Turn {
  constructor(node) {
    this.node = node;
    this.artifacts = []; // delivered with the turn, whatever the editor shows
    this.shown = []; // what the editor shows, batch by batch
  }

  async run(prompt, model) {
    const messages = [{ role: "user", content: prompt }];
    for (;;) {
      const { text, tool_calls } = await model(messages);
      messages.push({ role: "assistant", content: text ?? null, ...(tool_calls && { tool_calls }) });
      if (!tool_calls) return text;
      const outputs = await this.node.execute(tool_calls);
      messages.push(...outputs.tool_messages);
      this.shown.push(this.node.strip(outputs));
      this.deliver(outputs);
    }
  }

  /** From the node's outputs as they were before stripping. */
  deliver(outputs) {
    this.artifacts.push(...outputs.tool_artifacts);
  }
}

// ---------------------------------------------------------------- the adapter

/** The faulty twin hands in classes of its own. */
export function adapter({ Node = ToolNode, Run = Turn, name = "example-node", configuration } = {}) {
  return {
    describe: () => ({
      implementation: { name, version: "0.1.0", configuration, language: "javascript" },
      adapter: { name: `${name}-adapter`, version: "0.1.0" },
      facets: { prose: "native", pairing: "native", entries: "native", exposure: "native" },
      read_from: { tool_artifacts: "turn.artifacts", prose: "the fake model's input" },
      supports: ["concurrent-calls", "passes", "null-id", "repeated-id", "raises", "data:any"],
      max_in_flight: 4,
    }),

    async run(scenario) {
      const script = new Script(scenario);
      const tools = new Map(scenario.tools.map(({ name }) => [name, (args) => script.result(args.script)]));
      const node = new Node({ config: scenario.node, tools });
      const turn = new Run(node);
      const inputs = []; // what the model was sent, as text: later changes cannot reach it

      await turn.run(scenario.prompt, async (messages) => {
        inputs.push(JSON.stringify(messages));
        const pass = scenario.passes[inputs.length - 1];
        if (pass === undefined) return { text: scenario.closing };
        script.startPass(inputs.length - 1);
        return { tool_calls: pass.tool_calls };
      });

      return {
        ports: { outputs: node.ports() },
        passes: scenario.passes.map((_, number) => {
          const before = JSON.parse(inputs[number]);
          const after = JSON.parse(inputs[number + 1]);
          const fresh = after.slice(before.length).filter((message) => message.role === "tool");
          return {
            invoked: script.invoked(number),
            tool_messages: fresh.map(({ tool_call_id, content }) => ({ tool_call_id, content })),
            model_input: after,
          };
        }),
        tool_artifacts: turn.artifacts,
      };
    },
  };
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) serve(adapter());
