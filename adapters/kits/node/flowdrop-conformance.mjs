/**
 * flowdrop-conformance, the adapter kit for Node.js (18 or later, no dependencies).
 *
 * An adapter drives one runtime for the harness: it builds the runtime for a
 * scenario, runs it and reports what came out. It never judges.
 *
 *     import { serve, Script, Unsupported } from "./flowdrop-conformance.mjs";
 *
 *     serve({
 *       describe() { return { implementation: …, adapter: …, facets: …, … }; },
 *       async run(scenario) { return { ports: …, passes: […], tool_artifacts: […] }; },
 *     });
 *
 * The kit speaks protocol 1 (JSON Lines on stdin and stdout), keeps everything
 * else off stdout, turns exceptions into answers, and refuses to write a value
 * that JSON would silently change.
 */

import fs from "node:fs";
import process from "node:process";

/** The protocol that this kit speaks. */
export const PROTOCOL = 1;

/** A fake tool waits this long for its turn, then goes on (milliseconds). */
export const TURN_MS = 50;

/** Throw it from `run` when the runtime has no way to do what a scenario needs. */
export class Unsupported extends Error {
  constructor(feature, reason) {
    super(`${feature}: ${reason}`);
    this.name = "Unsupported";
    this.feature = feature;
    this.reason = reason;
  }
}

// ---------------------------------------------------------------- fake tools

/**
 * What the fake tools of one scenario return, and the record of what they did.
 *
 * Make one for each run, call `startPass(n)` when the fake model hands out the
 * calls of pass n, let every tool return (or be built from) `await result(key)`,
 * and report `invoked(n)`.
 *
 * `failedArtifacts: false` is for a runtime whose idiom for a failure has no room for
 * artifacts: a failed call's result then comes without them, and is recorded so.
 */
export class Script {
  #entries;
  #failedArtifacts;
  #passes;
  #current; // undefined until `startPass`
  #fault;

  constructor(scenario, { failedArtifacts = true } = {}) {
    this.#entries = scenario.script ?? {};
    this.#failedArtifacts = failedArtifacts;
    this.#passes = scenario.passes.map((pass) => {
      const keys = pass.tool_calls.map((call) => call.args?.script);
      return {
        unasked: [...keys],
        // One element for each call that has a place in the order of completion.
        pending: keys.map((key) => this.#entry(key)?.finishes).filter(isGiven),
        waiters: new Set(),
        invoked: [],
      };
    });
  }

  /**
   * The calls that follow belong to pass `number` (from 0). An adapter that does not
   * play the model (the witness does) never says so: the n-th call of a key then
   * belongs to the n-th place in the scenario that makes it.
   */
  startPass(number) {
    this.#current = number;
  }

  /**
   * The scripted result for `key` (the tool's argument `script`): a copy, so that
   * nothing that a runtime does to it is seen by another call. Waits for its turn,
   * throws what is scripted as `raises`, and records the invocation.
   */
  async result(key) {
    const entry = this.#entry(key);
    const pass = this.#passOf(key);
    if (entry === undefined || pass === undefined) {
      this.#fault ??= new Error(`a fake tool was called with script ${JSON.stringify(key)}, which the scenario does not have there`);
      throw this.#fault;
    }
    await this.#turn(pass, entry.finishes);
    const { raises, finishes: _order, ...result } = JSON.parse(JSON.stringify(entry));
    if (isGiven(raises) || (!result.success && !this.#failedArtifacts)) delete result.artifacts;
    pass.invoked.push({ script: key, artifacts: Array.isArray(result.artifacts) ? result.artifacts.length : 0 });
    this.#finished(pass, entry.finishes);
    if (isGiven(raises)) throw new Error(typeof raises === "string" ? raises : JSON.stringify(raises));
    return result;
  }

  /** What was invoked in pass `number`, in the order of completion. */
  invoked(number) {
    if (this.#fault) throw this.#fault;
    return this.#passes[number]?.invoked ?? [];
  }

  #passOf(key) {
    if (this.#current !== undefined) return this.#passes[this.#current];
    const places = this.#passes.filter((pass) => pass.unasked.includes(key));
    const pass = places[0] ?? this.#passes.at(-1); // called more often than the model asked for
    const place = pass?.unasked.indexOf(key) ?? -1;
    if (place >= 0) pass.unasked.splice(place, 1);
    return pass;
  }

  /** Only own keys count: "constructor" is a fine name for a script. */
  #entry(key) {
    return Object.prototype.hasOwnProperty.call(this.#entries, key) ? this.#entries[key] : undefined;
  }

  /** Waits until every call that finishes earlier has returned, or `TURN_MS`. */
  #turn(pass, finishes) {
    const isNext = () => !isGiven(finishes) || pass.pending.every((other) => other >= finishes);
    if (isNext()) return undefined;
    return new Promise((resolve) => {
      const waiter = () => {
        if (!isNext()) return;
        pass.waiters.delete(waiter);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        pass.waiters.delete(waiter);
        resolve();
      }, TURN_MS);
      pass.waiters.add(waiter);
    });
  }

  #finished(pass, finishes) {
    const place = pass.pending.indexOf(finishes);
    if (place >= 0) pass.pending.splice(place, 1);
    // Later, so that the runtime sees this call's result before the next one's.
    setImmediate(() => pass.waiters.forEach((waiter) => waiter()));
  }
}

function isGiven(value) {
  return value !== undefined && value !== null;
}

/**
 * RT-TOOL-3's entries for one call, for a runtime that has no such list of its own:
 * from what the runtime kept (`artifacts`) and the id that it paired it with. Built key
 * by key; what is no `{type, payload}` map is left out, as RT-TOOL-2 has it. An adapter
 * that uses this says so: the facet `entries` is then `bridged`.
 */
export function entries(artifacts, toolCallId) {
  return (Array.isArray(artifacts) ? artifacts : [])
    .filter((artifact) => isMap(artifact) && typeof artifact.type === "string" && artifact.type !== "" && isMap(artifact.payload))
    .map(({ type, payload }) => ({ type, payload, tool_call_id: toolCallId ?? null }));
}

// ------------------------------------------------------------------- stdout

let protocolFd;

/**
 * Keeps stdout for the protocol and sends everything else to stderr. `serve` does
 * it; call it earlier if something prints before that (then import it dynamically).
 */
export function takeStdout() {
  if (protocolFd !== undefined) return;
  protocolFd = 1;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // Where descriptors can be reopened, 1 itself becomes stderr: then native code,
  // child processes and fs.writeSync(1) are harmless too. (Not files, whose position
  // a second descriptor would not share, nor sockets; Windows has no /dev/fd.)
  if (![1, 2].every(canBeReopened)) return;
  try {
    const mine = fs.openSync("/dev/fd/1", "a");
    fs.closeSync(fs.openSync("/dev/fd/2", "a"));
    protocolFd = mine;
    fs.closeSync(1);
    fs.openSync("/dev/fd/2", "a"); // takes the lowest free number: 1
  } catch {
    // The line above the comment must do.
  }
}

function canBeReopened(fd) {
  const stat = fs.fstatSync(fd);
  return stat.isFIFO() || stat.isCharacterDevice();
}

function writeLine(text) {
  let rest = Buffer.from(`${text}\n`, "utf8");
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(protocolFd, rest));
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0); // nobody listens any more
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Lines end at byte 0x0A alone. (node:readline also splits at U+2028, which JSON allows in a string.) */
async function* lines(stream) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let parts = [];
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end));
      yield decoder.decode(Buffer.concat(parts));
      parts = [];
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
  }
}

// --------------------------------------------------------------------- JSON

/**
 * `JSON.stringify`, but a value that it would drop or change is an error that names
 * the place: NaN, undefined, a bigint, a Map, an Error, an instance of a class …
 */
export function encode(value, path = "observation") {
  refuse(value, path, new Set());
  return JSON.stringify(value);
}

function refuse(value, path, above) {
  const no = (what) => {
    throw new TypeError(`${path} is ${what}, which JSON cannot carry; report what the runtime had as plain JSON values`);
  };
  switch (typeof value) {
    case "string":
    case "boolean":
      return;
    case "number":
      if (!Number.isFinite(value)) no(String(value));
      return;
    case "object":
      break;
    default: // undefined, bigint, function, symbol
      no(value === undefined ? "undefined" : `a ${typeof value}`);
  }
  if (value === null) return;
  if (above.has(value)) no("a circle");
  above.add(value);
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) refuse(value[index], `${path}[${index}]`, above);
  } else {
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) no(`an instance of ${value.constructor?.name}`);
    if (Object.prototype.toString.call(value) !== "[object Object]") no(Object.prototype.toString.call(value));
    if (typeof value.toJSON === "function") no("an object with toJSON");
    for (const key of Object.keys(value)) refuse(value[key], `${path}.${key}`, above);
  }
  above.delete(value);
}

/** Members that an observation may lack may be undefined in JavaScript: they are left out. */
function withoutAbsent(observation) {
  const whole = present(observation);
  if (Array.isArray(whole.passes)) whole.passes = whole.passes.map((pass) => (isMap(pass) ? present(pass) : pass));
  return whole;
}

function present(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

function isMap(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// ----------------------------------------------------------------- protocol

/** Speaks protocol 1 over stdio until `bye` (or the end of stdin), then exits 0. */
export async function serve(adapter) {
  takeStdout();
  const description = await describe(adapter);
  const running = new Set();
  for await (const line of lines(process.stdin)) {
    if (line.trim() === "") continue;
    const request = read(line);
    if (request === undefined) continue;
    if (request.cmd === "bye") break;
    if (request.cmd === "hello") {
      hello(request, description);
      continue;
    }
    // Never more at once than was announced, whatever is sent.
    while (running.size >= description.max_in_flight) await Promise.race(running);
    const answered = answer(adapter, request).then((text) => {
      running.delete(answered);
      writeLine(text);
    });
    running.add(answered);
  }
  await Promise.all(running);
  process.exit(0);
}

async function describe(adapter) {
  const description = { protocol: PROTOCOL, max_in_flight: 1, supports: [], ...(await adapter.describe()) };
  for (const [member, names] of [["implementation", ["name", "version"]], ["adapter", ["name", "version"]], ["facets", []]]) {
    if (!isMap(description[member])) throw new TypeError(`describe() must return \`${member}\``);
    for (const name of names) {
      if (typeof description[member][name] !== "string") throw new TypeError(`describe() must return \`${member}.${name}\``);
    }
  }
  description.implementation = present(description.implementation);
  encode(description, "description");
  return description;
}

/** A request that can be worked on, or undefined after an answer that says why not. */
function read(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    writeLine(failure(null, `a line that is not JSON: ${error.message}`));
    return undefined;
  }
  if (!isMap(request) || typeof request.cmd !== "string") {
    writeLine(failure(request?.seq ?? null, "a request without the required field `cmd`"));
  } else if (request.cmd === "hello" || request.cmd === "bye") {
    return request;
  } else if (request.cmd !== "run") {
    writeLine(failure(request.seq ?? null, `an unknown cmd ${JSON.stringify(request.cmd)}`));
  } else if (!Number.isInteger(request.seq)) {
    writeLine(failure(null, "a run without the required field `seq`"));
  } else if (!isMap(request.scenario)) {
    writeLine(failure(request.seq, "a run without the required field `scenario`"));
  } else {
    return request;
  }
  return undefined;
}

function hello(request, description) {
  if (!Array.isArray(request.protocols) || !request.protocols.includes(PROTOCOL)) {
    process.stderr.write(`this adapter speaks protocol ${PROTOCOL}, the harness offers ${JSON.stringify(request.protocols)}\n`);
    process.exit(2);
  }
  writeLine(JSON.stringify(description));
}

async function answer(adapter, { seq, scenario }) {
  try {
    const observation = await adapter.run(scenario);
    if (!isMap(observation)) throw new TypeError("run() must return an observation, an object");
    return `{"seq":${seq},"observation":${encode(withoutAbsent(observation))}}`;
  } catch (error) {
    if (error instanceof Unsupported) {
      return JSON.stringify({ seq, unsupported: { feature: error.feature, reason: error.reason } });
    }
    return failure(seq, error?.message ?? String(error), error?.stack);
  }
}

function failure(seq, message, detail = "") {
  return JSON.stringify({ seq, error: { message: String(message), detail: String(detail) } });
}
