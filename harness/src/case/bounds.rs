//! What a scenario may hold so that the rule decides it.
//!
//! RT-TOOL-6 ¶2 promises 50 artifacts, 512 KB a payload and 2 MB a run, and no more;
//! numbers past 2^53 test a JSON parser, not a runtime; `artifacts` at the top of `data`
//! is reserved (RT-TOOL-2 ¶1).

use serde_json::{Number, Value};

use super::DiagCode;
use super::examine::Fault;
use crate::json::Pointer;
use crate::scenario::Scenario;

const MAX_ARTIFACTS: usize = 50;
const MAX_PAYLOAD: usize = 512_000;
const MAX_RUN: usize = 2_000_000;
/// Conforming runtimes may cut prose; the words that are looked for must survive that.
const MAX_DATA: usize = 10_000;
/// Below what common JSON readers take (PHP 512, serde_json 128, System.Text.Json 64).
const MAX_NESTING: usize = 40;
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

pub(super) fn examine(scenario: &Scenario) -> Vec<Fault> {
    let mut faults = Vec::new();
    let script = Pointer::root().key("scenario").key("script");
    for (name, result) in &scenario.script {
        let here = script.key(name);
        data(&result.data, &here.key("data"), &mut faults);
        for (index, artifact) in result.artifacts.iter().enumerate() {
            let there = here.key("artifacts").index(index);
            payload(artifact, &there, &mut faults);
            numbers(artifact, &there, 0, &mut faults);
        }
        if result.raises.is_some() && !result.artifacts.is_empty() {
            let message = "a tool that throws hands nothing over";
            faults.push(out(
                here.key("artifacts"),
                message,
                "take the artifacts out, or let the tool report its error",
            ));
        }
        if result.success && result.raises.is_some() {
            faults.push(out(
                here.key("success"),
                "a tool that throws does not succeed",
                "write false",
            ));
        }
    }
    whole_run(scenario, &script, &mut faults);
    faults
}

fn out(at: Pointer, message: impl Into<String>, to_do: &str) -> Fault {
    Fault::new(DiagCode::OutOfBounds, at, message, to_do)
}

fn data(data: &Value, at: &Pointer, faults: &mut Vec<Fault>) {
    if data.get("artifacts").is_some() {
        let message = "`artifacts` at the top of data is reserved (RT-TOOL-2 ¶1)";
        faults.push(out(
            at.key("artifacts"),
            message,
            "use another key, or nest it",
        ));
    }
    if encoded_len(data) > MAX_DATA {
        let message =
            format!("data of more than {MAX_DATA} bytes may be cut by a conforming runtime");
        faults.push(out(at.clone(), message, "make it shorter"));
    }
    numbers(data, at, 0, faults);
}

fn payload(artifact: &Value, at: &Pointer, faults: &mut Vec<Fault>) {
    let payload = artifact.get("payload").unwrap_or(&Value::Null);
    if encoded_len(payload) > MAX_PAYLOAD {
        let message = "a payload of more than 512 KB may be dropped (RT-TOOL-6 ¶2)";
        faults.push(out(at.key("payload"), message, "make it smaller"));
    }
}

fn whole_run(scenario: &Scenario, at: &Pointer, faults: &mut Vec<Fault>) {
    let results = || {
        scenario
            .calls()
            .filter_map(|(_, call)| scenario.result_of(call))
    };
    let count: usize = results().map(|result| result.artifacts.len()).sum();
    if count > MAX_ARTIFACTS {
        let message =
            format!("{count} artifacts in a run: past 50 they may be dropped (RT-TOOL-6 ¶2)");
        faults.push(out(at.clone(), message, "use 50 at most"));
    }
    let bytes: usize = results()
        .flat_map(|result| &result.artifacts)
        .map(encoded_len)
        .sum();
    if bytes > MAX_RUN {
        let message = "more than 2 MB of artifacts in a run may be dropped (RT-TOOL-6 ¶2)";
        faults.push(out(at.clone(), message, "make them smaller"));
    }
}

fn numbers(value: &Value, at: &Pointer, depth: usize, faults: &mut Vec<Fault>) {
    if depth > MAX_NESTING {
        faults.push(out(
            at.clone(),
            format!("nested deeper than {MAX_NESTING}"),
            "make it flatter: JSON readers differ beyond",
        ));
        return;
    }
    match value {
        Value::Number(number) if !is_safe(number) => {
            let message = "a number past 2^53, which JSON readers do not keep";
            faults.push(out(at.clone(), message, "use a smaller one, or a string"));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                numbers(item, &at.index(index), depth + 1, faults);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                numbers(value, &at.key(key), depth + 1, faults);
            }
        }
        _ => {}
    }
}

fn is_safe(number: &Number) -> bool {
    number
        .to_string()
        .parse::<f64>()
        .is_ok_and(|value| value.abs() <= MAX_SAFE)
}

/// The length of a value as the most verbose of common encoders writes it: `\/` and
/// `\uXXXX`.
fn encoded_len(value: &Value) -> usize {
    match value {
        Value::String(text) => text_len(text),
        Value::Array(items) => {
            2 + items
                .iter()
                .map(|item| encoded_len(item) + 1)
                .sum::<usize>()
        }
        Value::Object(members) => {
            2 + members
                .iter()
                .map(|(key, value)| text_len(key) + encoded_len(value) + 2)
                .sum::<usize>()
        }
        other => other.to_string().len(),
    }
}

fn text_len(text: &str) -> usize {
    2 + text
        .chars()
        .map(|c| match c {
            '"' | '\\' | '/' => 2,
            ' '..='~' => 1,
            c => 6 * c.len_utf16(),
        })
        .sum::<usize>()
}
