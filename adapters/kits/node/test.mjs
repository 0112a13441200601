// node --test test.mjs
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { after, test } from "node:test";
import { encode, entries, Script } from "./flowdrop-conformance.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const children = [];
after(() => children.forEach((child) => child.kill()));

/** Starts a program; `realPipes` gives it a shell's pipes, where node's spawn makes sockets. */
function start(args, { realPipes = false } = {}) {
  const child = realPipes
    ? spawn("sh", ["-c", '{ { "$@" 2>&1 >&3 3>&-; } | cat >&2; } 3>&1 | cat', "sh", process.execPath, ...args])
    : spawn(process.execPath, args);
  children.push(child);
  const answers = [];
  const waiting = [];
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  child.stdout.setEncoding("utf8").on("data", (text) => {
    const parts = (stdout + text).split("\n");
    stdout = parts.pop();
    for (const part of parts) (waiting.shift() ?? ((line) => answers.push(line)))(part);
  });
  const next = () => (answers.length ? Promise.resolve(answers.shift()) : new Promise((resolve) => waiting.push(resolve)));
  return {
    send: (request) => child.stdin.write(`${typeof request === "string" ? request : JSON.stringify(request)}\n`),
    next: async () => JSON.parse(await next()),
    async bye() {
      const ended = once(child, "close");
      child.stdin.write('{"cmd":"bye"}\n');
      const [code] = await ended;
      assert.deepEqual([answers, stdout], [[], ""], "nothing but answers on stdout");
      return { code, stderr };
    },
  };
}

const hello = { cmd: "hello", protocols: [1, 2], harness: { name: "test", version: "0" }, unknown: true };

/** `calls` is a list of [id, script key]. */
function scenario(calls, script, more = {}) {
  return {
    prompt: "Do it.",
    tools: [{ name: "lookup", description: "", input_schema: {} }],
    passes: [{ tool_calls: calls.map(([tool_call_id, key]) => ({ tool_call_id, name: "lookup", args: { script: key } })) }],
    closing: "Done.",
    script,
    ...more,
  };
}

const ok = (text, more) => ({ success: true, data: { result: text }, error: null, ...more });
const link = (payload) => ({ type: "link", payload });

/** A program on the kit whose `run` is the given source text. */
function program(run, more = "") {
  const kit = JSON.stringify(new URL("flowdrop-conformance.mjs", import.meta.url).href);
  const source = `
    import { serve, Script, Unsupported } from ${kit};
    import { execFileSync } from "node:child_process";
    import fs from "node:fs";
    serve({
      describe: () => ({ implementation: { name: "t", version: "1", configuration: undefined }, adapter: { name: "t", version: "1" },
                         facets: { prose: "native", pairing: "native", entries: "native", exposure: "none" } ${more} }),
      run: async (scenario) => { ${run} },
    });`;
  return ["--input-type=module", "--eval", source];
}

test("the example shakes hands, runs, and bye exits 0", async () => {
  const example = start([here("example.mjs")]);
  example.send(hello);
  const description = await example.next();
  assert.equal(description.protocol, 1);
  assert.equal(description.max_in_flight, 4);
  assert.ok(!("configuration" in description.implementation));

  example.send({ cmd: "run", seq: 7, later: 1, scenario: scenario([["c1", "s1"], [null, "s2"]], {
    s1: ok("Grüße 🦀\u2028.", { artifacts: [{ ...link({ url: "é" }), tool_call_id: "c2", extra: 1 }], finishes: 2 }),
    s2: ok("two", { artifacts: [link({})], finishes: 1 }),
  }) });
  const { seq, observation } = await example.next();
  assert.equal(seq, 7);
  assert.deepEqual(observation.passes[0].invoked, [{ script: "s2", artifacts: 1 }, { script: "s1", artifacts: 1 }]);
  assert.deepEqual(observation.passes[0].tool_messages, [
    { tool_call_id: "c1", content: "Grüße 🦀\u2028." }, { tool_call_id: null, content: "two" }]);
  assert.deepEqual(observation.tool_artifacts, [
    { type: "link", payload: { url: "é" }, tool_call_id: "c1" }, { type: "link", payload: {}, tool_call_id: null }]);
  assert.equal((await example.bye()).code, 0);
});

test("maps stay maps, and __proto__ and constructor are keys like any other", async () => {
  const example = start([here("example.mjs")]);
  const payloads = ['{}', '{"0":"a"}', '{"__proto__":{"x":1},"constructor":{"prototype":2},"toJSON":"no"}', '{"l":[],"n":null}'];
  const artifacts = payloads.map((payload) => `{"type":"link","payload":${payload}}`).join(",");
  example.send(`{"cmd":"run","seq":1,"scenario":{"prompt":"","tools":[{"name":"export"}],"closing":"",
    "passes":[{"tool_calls":[{"tool_call_id":"c1","name":"export","args":{"script":"constructor"}}]}],
    "script":{"constructor":{"success":true,"data":{"__proto__":[]},"error":null,"artifacts":[${artifacts}]}}}}`.replaceAll("\n", ""));
  const { observation } = await example.next();
  assert.deepEqual(observation.tool_artifacts.map((entry) => JSON.stringify(entry.payload)), payloads);
  assert.equal(observation.passes[0].tool_messages[0].content, '{"__proto__":[]}');
  await example.bye();
});

test("an override decides, and an input of the same name is not mistaken for it", async () => {
  const example = start([here("example.mjs")]);
  const exposed = async (node) => {
    example.send({ cmd: "run", seq: 1, scenario: scenario([["c1", "s1"]], { s1: ok("a", { artifacts: [link({})] }) }, { node }) });
    const { observation } = await example.next();
    assert.equal(observation.tool_artifacts.length, 1);
    return observation.ports.outputs.find(({ id }) => id === "tool_artifacts").exposed;
  };
  const override = (direction, value) => ({ ports: { [direction]: [{ id: "tool_artifacts", exposed: value }] } });
  assert.equal(await exposed(undefined), false);
  assert.equal(await exposed(override("outputs", true)), true);
  assert.equal(await exposed(override("outputs", false)), false);
  assert.equal(await exposed(override("inputs", true)), false);
  await example.bye();
});

test("every faulty twin differs from the example", async () => {
  const observe = async (args) => {
    const program = start(args);
    program.send({ cmd: "run", seq: 1, scenario: scenario([["c1", "s1"]], { s1: ok("a", { artifacts: [{ ...link({}), extra: 1 }] }) }) });
    const { observation } = await program.next();
    await program.bye();
    return observation;
  };
  const right = await observe([here("example.mjs")]);
  for (const fault of ["spreads", "exposed", "leaks", "hidden-drops"]) {
    assert.notDeepEqual(await observe([here("example-faulty.mjs"), "--fault", fault]), right, fault);
  }
});

test("more than one run is in flight, and answers come in any order", async () => {
  const many = start(program("await new Promise((go) => setTimeout(go, scenario.wait)); return { passes: [] };", ", max_in_flight: 3"));
  [90, 60, 5].forEach((wait, seq) => many.send({ cmd: "run", seq, scenario: { wait } }));
  const order = [await many.next(), await many.next(), await many.next()].map(({ seq }) => seq);
  assert.deepEqual(order, [2, 1, 0]);
  assert.equal((await many.bye()).code, 0);
});

test("one at a time where nothing else was announced, and bye waits for what runs", async () => {
  const one = start(program("await new Promise((go) => setTimeout(go, scenario.wait)); return { passes: [] };"));
  [40, 1].forEach((wait, seq) => one.send({ cmd: "run", seq, scenario: { wait } }));
  assert.deepEqual([(await one.next()).seq, (await one.next()).seq], [0, 1]);
  await one.bye();
});

test("an exception is an error, Unsupported is unsupported, and both are survived", async () => {
  const bad = start(program(`
    if (scenario.how === "throw") throw new Error("ünlucky");
    if (scenario.how === "unsupported") throw new Unsupported("exposure", "it has no ports");
    return "no observation";`));
  for (const [seq, how] of ["throw", "unsupported", "else"].entries()) bad.send({ cmd: "run", seq, scenario: { how } });
  const thrown = await bad.next();
  assert.equal(thrown.error.message, "ünlucky");
  assert.match(thrown.error.detail, /Error: ünlucky\n +at /);
  assert.deepEqual(await bad.next(), { seq: 1, unsupported: { feature: "exposure", reason: "it has no ports" } });
  assert.match((await bad.next()).error.message, /must return an observation/);
  bad.send("{");
  assert.match((await bad.next()).error.message, /not JSON/);
  bad.send({ cmd: "run", seq: 3 });
  assert.deepEqual(Object.values(await bad.next())[0], 3);
  bad.send({ cmd: "run", scenario: {} });
  assert.match((await bad.next()).error.message, /`seq`/);
  assert.equal((await bad.bye()).code, 0);
});

for (const realPipes of [false, true]) {
  test(`stray output cannot break the protocol (${realPipes ? "pipes: not even a child's" : "sockets"})`, async () => {
    const noisy = start(program(`
      console.log("stray 1"); process.stdout.write("stray 2\\n"); console.table([1]);
      if (${realPipes}) { fs.writeSync(1, "stray 3\\n"); execFileSync("echo", ["stray 4"], { stdio: "inherit" }); }
      return { passes: [] };`), { realPipes });
    noisy.send(hello);
    assert.equal((await noisy.next()).protocol, 1);
    noisy.send({ cmd: "run", seq: 1, scenario: {} });
    assert.deepEqual(await noisy.next(), { seq: 1, observation: { passes: [] } });
    const { stderr } = await noisy.bye();
    for (const stray of realPipes ? [1, 2, 3, 4] : [1, 2]) assert.match(stderr, new RegExp(`stray ${stray}`));
  });
}

test("a long line goes through whole", async () => {
  const long = start(program("return { passes: [], text: scenario.text };"));
  const text = "ä".repeat(3_000_000);
  long.send({ cmd: "run", seq: 1, scenario: { text } });
  assert.equal((await long.next()).observation.text, text);
  await long.bye();
});

test("what JSON would drop or change is refused, with its place", () => {
  const circle = {};
  circle.self = circle;
  const refused = { nan: NaN, infinity: -Infinity, undefined, hole: [, 1], bigint: 1n, map: new Map(), error: new Error("x"), date: new Date(), f() {}, circle };
  for (const [name, value] of Object.entries(refused)) {
    assert.throws(() => encode({ passes: [{ [name]: value }] }), (error) => error.message.startsWith(`observation.passes[0].${name}`), name);
  }
  const twice = { a: 1 };
  assert.equal(encode([twice, twice, Object.create(null), JSON.parse('{"__proto__":1}')]), '[{"a":1},{"a":1},{},{"__proto__":1}]');
});

test("members that may be absent may be undefined, an entry's may not", async () => {
  const absent = start(program(`return { aborted: undefined, passes: [{ model_input: undefined }], tool_artifacts: scenario.list };`));
  absent.send({ cmd: "run", seq: 1, scenario: {} });
  assert.deepEqual((await absent.next()).observation, { passes: [{}] });
  const undefinedId = start(program(`return { passes: [], tool_artifacts: [{ type: "link", payload: {}, tool_call_id: undefined }] };`));
  undefinedId.send({ cmd: "run", seq: 1, scenario: {} });
  assert.match((await undefinedId.next()).error.message, /^observation\.tool_artifacts\[0\]\.tool_call_id is undefined/);
  await absent.bye();
  await undefinedId.bye();
});

test("a fake tool waits for its turn within a pass, at most 50 ms, and is recorded as it returns", async () => {
  const script = new Script(scenario([["c1", "a"], ["c2", "b"], ["c3", "c"]], {
    a: ok("a", { finishes: 3, artifacts: [link({})] }), b: ok("b", { finishes: 2 }), c: { raises: "boom", finishes: 1, artifacts: [1] } }));
  const results = await Promise.allSettled(["a", "b", "c"].map((key) => script.result(key)));
  assert.equal(results[2].reason.message, "boom");
  assert.deepEqual(script.invoked(0), [{ script: "c", artifacts: 0 }, { script: "b", artifacts: 0 }, { script: "a", artifacts: 1 }]);

  const alone = new Script(scenario([["c1", "a"], ["c2", "b"]], { a: ok("a", { finishes: 2 }), b: ok("b", { finishes: 1 }) }));
  const began = Date.now();
  await alone.result("a"); // the runtime runs them one by one
  assert.ok(Date.now() - began >= 45 && Date.now() - began < 1000);
  await alone.result("b");
  assert.deepEqual(alone.invoked(0).map(({ script: key }) => key), ["a", "b"]);
});

test("a scripted result is a copy, and a key that is not scripted is the adapter's trouble", async () => {
  const script = new Script(scenario([["c1", "a"]], { a: ok("a") }));
  (await script.result("a")).data.result = "changed";
  assert.equal((await script.result("a")).data.result, "a");
  await assert.rejects(script.result("constructor"), /does not have/);
  assert.throws(() => script.invoked(0), /called with script "constructor"/);
});

test("a failure without room for artifacts hands over none", async () => {
  const failed = { success: false, data: null, error: "no", artifacts: [link({})] };
  const asked = scenario([["c1", "a"]], { a: failed });
  for (const [options, count] of [[undefined, 1], [{ failedArtifacts: false }, 0]]) {
    const script = new Script(asked, options);
    assert.equal((await script.result("a")).artifacts?.length ?? 0, count);
    assert.equal(script.invoked(0)[0].artifacts, count);
  }
});

test("without startPass, the n-th call of a key belongs to the n-th place that makes it", async () => {
  const calls = (...keys) => ({ tool_calls: keys.map((key) => ({ name: "lookup", args: { script: key } })) });
  const script = new Script({ passes: [calls("a", "b"), calls("a")], script: { a: ok("a"), b: ok("b") } });
  for (const key of ["b", "a", "a"]) await script.result(key);
  assert.deepEqual([0, 1].map((number) => script.invoked(number).map(({ script: key }) => key)), [["b", "a"], ["a"]]);
});

test("entries are built key by key, and what is malformed is left out", () => {
  const artifacts = [{ ...link({ a: 1 }), tool_call_id: "c2", extra: 1 }, link([]), link("x"), { type: "", payload: {} }, null, "x"];
  assert.deepEqual(entries(artifacts, "c1"), [{ type: "link", payload: { a: 1 }, tool_call_id: "c1" }]);
  assert.deepEqual(entries(undefined, "c1"), []);
  assert.equal(entries([link({})], undefined)[0].tool_call_id, null);
});
