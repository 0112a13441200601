//! Scenarios that bring out what the tables' rows do.

use flowdrop_conformance::case::Suite;
use flowdrop_conformance::scenario::Scenario;
use serde_json::{Map, Value, json};

/// A batch's calls, each `(id, tool, script)`.
type Calls<'a> = &'a [(Value, &'a str, &'a str)];

/// How many of the probes come in threes, one for each exposure.
pub(crate) const THREEFOLD: usize = 3 * (100 + HUNTED.len());

/// Every probe, each under no override, a hidden one and an exposed one.
pub(crate) fn probes() -> Vec<Scenario> {
    let all = [
        payloads(),
        types(),
        ids(),
        keys(),
        runs(),
        prose(),
        many(),
        hunted(),
    ]
    .concat();
    let mut probes: Vec<Value> = all.iter().flat_map(under_each_exposure).collect();
    assert_eq!(probes.len(), THREEFOLD);
    probes.extend(ports());
    parsed(probes)
}

/// Mutants that a hunt for wrong verdicts or exploring found, each with a trigger of its own: the
/// scenario of the case that was written for it.
const HUNTED: [&str; 8] = [
    "repeat-of-one-tool-clears",
    "constant-id-nulled",
    "null-neighbour-drops-call",
    "missing-payload-stops-call",
    "leaks-when-result-blank",
    "leaks-when-list-empty",
    "leaks-when-rendered-as-code",
    "leaks-when-data-non-ascii",
];

fn hunted() -> Vec<Value> {
    let suite = Suite::embedded().expect("the suite is sound");
    let scenario = |name: &&str| {
        let case = suite.cases.iter().find(|case| case.mutant == **name);
        json!(case.expect("a case is written for it").scenario)
    };
    HUNTED.iter().map(scenario).collect()
}

/// Large ones, for those that do nothing to small ones.
pub(crate) fn large_probes() -> Vec<Scenario> {
    parsed(large())
}

fn parsed(probes: Vec<Value>) -> Vec<Scenario> {
    let parsed = probes.into_iter().map(serde_json::from_value);
    parsed
        .map(|scenario| scenario.expect("a probe is a scenario"))
        .collect()
}

fn under_each_exposure(scenario: &Value) -> Vec<Value> {
    let exposures = [None, Some(false), Some(true)];
    let with = exposures.map(|exposed| {
        let mut scenario = scenario.clone();
        let outputs: Vec<Value> = exposed
            .into_iter()
            .map(|exposed| json!({ "id": "tool_artifacts", "exposed": exposed }))
            .collect();
        scenario["node"] = json!({ "ports": { "outputs": outputs } });
        scenario
    });
    with.to_vec()
}

fn link(url: &str) -> Value {
    json!({ "type": "link", "payload": { "url": url } })
}

fn ok(data: Value, artifacts: Value) -> Value {
    json!({ "success": true, "data": data, "artifacts": artifacts })
}

fn run(passes: &[Calls<'_>], script: Value) -> Value {
    let passes: Vec<Value> = passes
        .iter()
        .map(|calls| {
            let calls = calls.iter().map(|(id, name, script)| {
                let mut call = json!({ "name": name, "args": { "script": script } });
                if *id != "(missing)" {
                    call["tool_call_id"] = id.clone();
                }
                call
            });
            json!({ "tool_calls": calls.collect::<Vec<_>>() })
        })
        .collect();
    json!({ "passes": passes, "script": script })
}

/// One call with these artifacts.
fn one(data: Value, artifacts: Value) -> Value {
    run(
        &[&[(json!("c1"), "create_node", "s1")]],
        json!({ "s1": ok(data, artifacts) }),
    )
}

fn payload(payload: Value) -> Value {
    one(
        json!({ "result": "Saved it." }),
        json!([{ "type": "json", "payload": payload }]),
    )
}

fn payloads() -> Vec<Value> {
    let long = |n: usize| "long text ".repeat(n / 10 + 1);
    let mut deep = json!({ "end": { "inner": 1 } });
    for _ in 0..24 {
        deep = json!({ "deeper": deep });
    }
    let many_keys: Map<String, Value> = (0..30).map(|n| (format!("key{n:02}"), json!(n))).collect();
    vec![
        payload(json!({
            "a": " padded  text ", "b": "line\r\nline\nline", "c": "e\u{301} é ﬁ", "d": "zero\u{200b}width",
            "e": "\u{feff}mark", "f": "emoji 🎉 here", "g": "bell\u{7} nul\u{0}end", "h": "<b>bold</b> & \"q\" 'x' &amp; &lt;",
            "i": "back\\slash", "j": "“quoted” – ‘x’", "k": "100%20percent+plus", "l": "*star* _under_ `tick`",
            "m": "tab\there", "n": "token=abc sk-12345", "o": "Jane.Doe@Example.com", "p": "{{name}} ${HOME}",
            "q": "[1,2]", "r": "true", "s": "42", "t": "", "u": "null", "v": "2026-01-02T03:04:05Z", "w": "2026-01-02",
            "x": ["b", "a", "b", null, "A"], "y": [["nested"]], "z": ["only"],
        })),
        payload(json!({
            "bool": true, "no": false, "zero": 0, "big": 1_234_567_890_i64, "bigger": 5_000_000_000_i64,
            "fraction": 1.123_456_789, "negative": -7, "null": null, "text": "", "list": [], "map": {}, "id": 7,
        })),
        payload(json!({ "url": "HTTPS://Example.COM:443/a b/../c/?b=2&a=1&utm_source=x#frag" })),
        payload(json!({ "url": "https://user:pw@example.com/%c3%a9?b=2&a=1" })),
        payload(json!({ "url": "https://example.com:443/x/" })),
        payload(json!({ "url": "http://example.com" })),
        payload(
            json!({ "url": "/relative/{id}", "id": 5, "title": "Rel", "path": "/tmp/dir/file.txt", "data": { "x": 1 } }),
        ),
        payload(json!({ "url": "data:text/plain,hi" })),
        payload(json!({ "text": long(300), "content": long(300) })),
        payload(json!({ "text": long(1_100) })),
        payload(many_keys.into()),
        payload(deep),
        payload(json!({ "map": { "0": "a", "1": "b" }, "5": "x", "7": "y" })),
        payload(json!({ "payload": { "inner": 1 } })),
        payload(json!({ "data": { "inner": 1 } })),
        payload(json!({ "error": "none", "cells": [{ "type": "text", "text": "x" }] })),
        payload(json!({
            "UPPER": 1, "snake_case": 1, "camelCase": 1, " spaced ": 1, "dotted.key": 1, "$dollar": 1, "@at": 1,
            "_under": 1, "__proto__": 1, "constructor": 1, "": 1, "k": 1, "K": 2, "type": "inner", "tool_call_id": "px",
            "artifacts": [1], "payload": 3, "password": "p", "unknown": 1, "сyr": 1, "k".repeat(80): 1,
        })),
    ]
}

fn types() -> Vec<Value> {
    let kinds = [
        "LINK",
        " link ",
        "text",
        "image",
        "a/b",
        "My Type",
        "0",
        "7",
        "odd",
        "__proto__",
        "error",
        "resource",
    ];
    let long = "t".repeat(40);
    let artifacts = kinds.into_iter().chain([long.as_str()]);
    let artifacts: Vec<Value> = artifacts
        .map(|kind| json!({ "type": kind, "payload": { "n": kind } }))
        .collect();
    vec![
        one(json!({ "result": "Typed." }), artifacts.clone().into()),
        one(
            json!({ "result": "Typed." }),
            json!([{ "type": "image", "payload": {} }]),
        ),
        one(
            json!({ "result": "Typed." }),
            json!([{ "type": "file", "payload": { "name": "f", "list": [1], "map": {"a": 1} } }]),
        ),
        one(
            json!({ "result": "Typed." }),
            json!([{ "type": "error", "payload": { "x": 1 } }]),
        ),
    ]
}

fn pair(first: &Value, second: &Value) -> Value {
    let script = json!({
        "s1": ok(json!({ "result": "One." }), json!([link("https://example.com/1")])),
        "s2": ok(json!({ "result": "Two." }), json!([link("https://example.com/2")])),
    });
    run(
        &[&[
            (first.clone(), "create_node", "s1"),
            (second.clone(), "search", "s2"),
        ]],
        script,
    )
}

fn ids() -> Vec<Value> {
    let id = |id: &str| pair(&json!(id), &json!("other"));
    let mut all: Vec<Value> = [
        " c1 ",
        "C1",
        "e\u{301}",
        "a b/c",
        "7",
        "007",
        "a&b",
        "a&amp;b",
        "a%20b",
        "x|y",
        "call_1",
        "é",
        "0",
        "__proto__",
        "constructor",
        "",
        "type",
    ]
    .into_iter()
    .map(id)
    .collect();
    all.push(id(&"i".repeat(80)));
    all.push(pair(&json!("c1"), &Value::Null));
    all.push(pair(&Value::Null, &json!("c2")));
    all.push(pair(&json!("(missing)"), &json!(null)));
    all.push(pair(&json!("Abc"), &json!("aBC")));
    all.push(pair(&json!("prefixed-1"), &json!("prefixed-2")));
    all.push(pair(&json!("01"), &json!("1")));
    all.push(pair(&json!("c1"), &json!("c11")));
    all.push(pair(&json!("c11"), &json!("c1")));
    all
}

fn keys() -> Vec<Value> {
    let hostile = |extra: Value| {
        let mut artifact = link("https://example.com/1");
        let extra = extra.as_object().expect("a map").clone();
        artifact.as_object_mut().expect("a map").extend(extra);
        let script = json!({
            "s1": ok(json!({ "result": "One." }), json!([artifact, artifact])),
            "s2": ok(json!({ "result": "Two." }), json!([link("https://example.com/2")])),
        });
        let calls = |id: Value| {
            let calls: Calls<'_> = &[
                (id, "create_node", "s1"),
                (json!("c2"), "create_node", "s2"),
            ];
            run(&[calls], script.clone())
        };
        vec![calls(json!("c1")), calls(json!("")), calls(Value::Null)]
    };
    [
        json!({ "tool_call_id": "c2" }),
        json!({ "tool_call_id": "evil" }),
        json!({ "tool_call_id": "C1" }),
        json!({ "tool_call_id": { "a": 1 } }),
        json!({ "toolCallId": "evil", "_internal": 1, "x-ext": 2, "title": "T", "weird": [1] }),
        json!({ "Type": "evil", "PAYLOAD": {}, " payload ": {}, "0": "evil", "__proto__": 1, "strange": 1 }),
    ]
    .into_iter()
    .flat_map(hostile)
    .collect()
}

fn runs() -> Vec<Value> {
    let c = |n: usize| json!(format!("c{n}"));
    let url = |n: usize| json!([link(&format!("https://example.com/{n}"))]);
    let timed = |n: usize, finishes: usize| {
        let mut result = ok(json!({ "result": format!("Text {n}.") }), url(n));
        result["finishes"] = finishes.into();
        result
    };
    let plain = |n: usize| ok(json!({ "result": format!("Text {n}.") }), url(n));
    let failed = json!({ "success": false, "data": null, "error": "broken", "artifacts": url(9) });
    let mut failed_second = failed.clone();
    failed_second["finishes"] = json!(2);
    let raised = json!({ "success": false, "data": null, "raises": "thrown" });
    let none = ok(json!({ "result": "Nothing." }), json!([]));
    let malformed = ok(
        json!({ "result": "Bad." }),
        json!([
        link("https://example.com/a"), { "type": 5, "payload": {} }, link("https://example.com/b")]),
    );
    let three: Calls<'_> = &[
        (c(1), "create_node", "s1"),
        (c(2), "create_node", "s2"),
        (c(3), "search", "s3"),
    ];
    let same: Calls<'_> = &[(c(1), "create_node", "s1"), (c(2), "create_node", "s1")];
    let twelve: Vec<(Value, &str, &str)> = (0..12)
        .map(|n| (c(n), "search", if n == 11 { "s2" } else { "s1" }))
        .collect();
    let later: Calls<'_> = &[(c(4), "create_node", "s2")];
    let last: Calls<'_> = &[(c(5), "create_node", "s3")];
    let repeat: Calls<'_> = &[(c(1), "create_node", "s2")];
    let spoof: Calls<'_> = &[(c(8), "create_node", "spoof")];
    let spoofed = ok(
        json!({}),
        json!([{ "type": "link", "payload": {}, "tool_call_id": "c1" }]),
    );
    let script = |s1: &Value, s2: &Value, s3: &Value| json!({ "s1": s1, "s2": s2, "s3": s3, "spoof": spoofed });
    vec![
        run(&[three], script(&timed(1, 3), &timed(2, 1), &timed(3, 2))),
        run(&[three], script(&timed(1, 2), &timed(2, 1), &timed(3, 3))),
        run(&[three], script(&plain(1), &failed, &plain(3))),
        run(&[three], script(&plain(1), &raised, &plain(3))),
        run(&[three], script(&timed(1, 3), &failed_second, &timed(3, 1))),
        run(&[three], script(&none, &plain(2), &none)),
        run(&[three], script(&plain(1), &plain(2), &plain(3))),
        run(&[three], script(&malformed, &plain(2), &plain(3))),
        run(&[same], script(&plain(1), &none, &none)),
        run(&[&twelve], script(&none, &plain(2), &none)),
        run(
            &[three, later, last],
            script(&plain(1), &plain(2), &plain(3)),
        ),
        run(&[three, repeat], script(&plain(1), &plain(2), &plain(3))),
        run(&[&[], later], script(&plain(1), &plain(2), &plain(3))),
        run(&[three, spoof], script(&plain(1), &plain(2), &plain(3))),
    ]
}

fn prose() -> Vec<Value> {
    let data = |data: Value| {
        one(
            data,
            json!([{ "type": "link", "payload": {
        "url": "https://example.com/node/5", "title": "Fancy title", "text": "Created node 5 (draft) and more", "n": 5,
        "result": "other", "list": [1], "map": { "k": 1 } } }]),
        )
    };
    vec![
        data(json!({ "result": "Created node 5 (draft)." })),
        data(json!({ "result": "Fancy title at https://example.com/node/5 is {{n}}." })),
        data(json!({ "status": "ok", "content": "Text", "result": "R" })),
        data(json!({ "error": "not one", "result": "R" })),
        data(json!({ "url": "https://example.com/node/5", "title": "mine" })),
        data(json!({ "message": "no result key" })),
        data(json!({})),
        data(Value::Null),
        data(json!("")),
        data(json!(0)),
        data(json!("just text")),
        data(json!(["a", "b"])),
        data(json!({ "result": "long ".repeat(300) })),
        data(json!({ "inner": { "artifacts": [link("https://example.com/in")] } })),
        data(json!({ "type": "link", "payload": { "url": "u" } })),
        one(
            json!({ "url": "https://example.com/same" }),
            json!([link("https://example.com/same")]),
        ),
        run(
            &[&[(json!("c1"), "export", "s1")]],
            json!({ "s1": ok(json!({ "result": "R" }), json!([link("https://e.org/é<x>")])) }),
        ),
        run(
            &[&[(json!("c1"), "search", "s1")]],
            json!({ "s1": {
            "success": true, "data": { "result": "R" }, "error": "warned", "artifacts": [link("https://e.org/x")] } }),
        ),
    ]
}

fn many() -> Vec<Value> {
    let links: Vec<Value> = (0..50)
        .map(|n| link(&format!("https://example.com/{n}")))
        .collect();
    let equal = json!([link("https://example.com/E"), link("https://example.com/E"), link("https://example.com/e"),
        { "type": "text", "payload": { "url": "https://example.com/E", "title": "t", "id": 1 } },
        { "type": "text", "payload": { "title": "t", "id": 1, "x": 2 } }]);
    vec![
        one(json!({ "result": "None." }), json!([])),
        one(json!({ "result": "Fifty." }), links.into()),
        one(json!({ "result": "Equal." }), equal),
    ]
}

fn large() -> Vec<Value> {
    let text = |length: usize| payload(json!({ "text": "x".repeat(length) }));
    let file =
        |n: usize| json!({ "type": "file", "payload": { "content": "x".repeat(300_000), "n": n } });
    vec![
        text(5_000),
        text(10_100),
        text(70_000),
        payload(json!({ "list": (0..150).collect::<Vec<_>>() })),
        one(json!({ "result": "Big." }), json!([file(1), file(2)])),
    ]
}

fn ports() -> Vec<Value> {
    let base = one(
        json!({ "result": "Ports." }),
        json!([link("https://example.com/p")]),
    );
    let port = |id: &str, exposed: bool| json!({ "id": id, "exposed": exposed });
    [
        json!({ "inputs": [port("tool_artifacts", true)], "outputs": [] }),
        json!({ "inputs": [port("tool_artifacts", false)], "outputs": [] }),
        json!({ "inputs": [port("tool_artifacts", false)], "outputs": [port("tool_artifacts", true)] }),
        json!({ "inputs": [port("prompt", true)], "outputs": [] }),
        json!({ "outputs": [port("skipped", true)] }),
        json!({ "outputs": [port("skipped", false)] }),
        json!({ "outputs": [port("tool", true)] }),
        json!({ "outputs": [port("Tool_Artifacts", true)] }),
    ]
    .into_iter()
    .map(|ports| {
        let mut scenario = base.clone();
        scenario["node"] = json!({ "ports": ports });
        scenario
    })
    .collect()
}
