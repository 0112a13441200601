/**
 * A tiny runtime, to be replaced by yours. It knows nothing of the harness.
 *
 * A model is called with the messages so far and answers with calls or with a text; a turn
 * invokes the calls' tools, feeds the model what they say, and carries what they attach.
 */

/** Invokes a batch of calls. The port `tool_artifacts` is hidden until an author shows it. */
export class ToolNode {
  /** `tools` and `overrides` are Maps by name and by port id. */
  constructor(tools, overrides) {
    this.tools = tools;
    this.overrides = overrides;
  }

  exposed(port) {
    return this.overrides.get(port) ?? false;
  }

  invoke(calls) {
    return Promise.all(calls.map((call) => this.resultOf(call)));
  }

  async resultOf({ name, args }) {
    try {
      return await this.tools.get(name)(args);
    } catch (error) {
      return { success: false, error: error.message };
    }
  }
}

/** One turn of a conversation. */
export class Turn {
  constructor(node) {
    this.node = node;
    this.artifacts = [];
  }

  async run(model, prompt) {
    const messages = [{ role: "user", content: prompt }];
    for (;;) {
      const reply = await model(messages);
      messages.push({ role: "assistant", ...reply });
      if (!reply.calls) return reply.content;
      const results = await this.node.invoke(reply.calls);
      reply.calls.forEach(({ id }, number) => {
        messages.push({ role: "tool", tool_call_id: id, content: prose(results[number]) });
        this.artifacts.push(...attached(results[number]).map((artifact) => entry(artifact, id)));
      });
    }
  }
}

/** What the model reads: from `data` alone. */
function prose({ success, data, error }) {
  if (!success) return `The tool failed: ${error}`;
  return JSON.stringify(isMap(data) ? withoutReservedKey(data) : data);
}

/** `artifacts` is a reserved key of `data` (RT-TOOL-2). */
function withoutReservedKey(data) {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== "artifacts"));
}

/** A successful call's well-formed artifacts (RT-TOOL-2). */
function attached({ success, artifacts = [] }) {
  const isSound = (artifact) =>
    isMap(artifact) && typeof artifact.type === "string" && artifact.type !== "" && isMap(artifact.payload);
  return success ? artifacts.filter(isSound) : [];
}

/** Key by key, so that nothing else that the tool wrote comes along. */
function entry({ type, payload }, id) {
  return { type, payload, tool_call_id: id };
}

function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
