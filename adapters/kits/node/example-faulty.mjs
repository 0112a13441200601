#!/usr/bin/env node
/**
 * The example with one fault, for seeing the harness find it:
 *
 *     node example-faulty.mjs --fault leaks
 *
 * Each fault changes one step of `example.mjs` and should fail one clause alone.
 */

import { parseArgs } from "node:util";
import { serve } from "./flowdrop-conformance.mjs";
import { adapter, ToolNode, Turn } from "./example.mjs";

/** RT-TOOL-3 ¶1: the entry starts as a copy of what the tool wrote, whose keys win. */
class Spreads extends ToolNode {
  entry(call, artifact) {
    return { ...super.entry(call, artifact), ...artifact };
  }
}

/** RT-TOOL-3 ¶2: shown until an author hides it. */
class Exposed extends ToolNode {
  exposed(port) {
    return super.exposed({ ...port, exposedByDefault: true });
  }
}

/** RT-TOOL-3 ¶3: the model reads the artifacts too. */
class Leaks extends ToolNode {
  prose(result) {
    const prose = super.prose(result);
    return result.artifacts?.length ? `${prose}\n${JSON.stringify(result.artifacts)}` : prose;
  }
}

/** RT-TOOL-3 ¶4: delivered from what the editor shows. */
class HiddenDrops extends Turn {
  deliver(outputs) {
    super.deliver({ tool_artifacts: [], ...this.node.strip(outputs) });
  }
}

const faults = {
  spreads: { Node: Spreads },
  exposed: { Node: Exposed },
  leaks: { Node: Leaks },
  "hidden-drops": { Run: HiddenDrops },
};

const { values } = parseArgs({ options: { fault: { type: "string", default: "" } } });
if (!Object.hasOwn(faults, values.fault)) {
  process.stderr.write(`--fault must be one of: ${Object.keys(faults).join(", ")}\n`);
  process.exit(2);
}
serve(adapter({ ...faults[values.fault], name: "example-node-faulty", configuration: values.fault }));
