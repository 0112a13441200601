//! How much a scenario asks of its reader. Every step of shrinking makes it less.
//!
//! It is no plain length: a short text is less than null or an empty map, since those
//! make a reader wonder whether they matter, and a success is less than a failure.

use std::collections::BTreeSet;

use serde_json::{Number, Value};

use crate::case::needs;
use crate::scenario::{CallId, Scenario, Scripted, well_formed};

/// A malformed artifact is no smaller form of a well-formed one.
const MALFORMED: u64 = 1_000_000;

pub(super) fn weight(scenario: &Scenario) -> u64 {
    let ports = scenario.node.ports.inputs.iter();
    let ports = ports.chain(&scenario.node.ports.outputs);
    let results: u64 = scenario.script.values().map(result).sum();
    40 * scenario.passes.len() as u64
        + calls(scenario)
        + 15 * scenario.tools.len() as u64
        + 30 * needs(scenario).len() as u64
        + results
        + equals(scenario)
        + ports
            .map(|port| 10 + text(&port.id) + u64::from(port.exposed))
            .sum::<u64>()
}

fn calls(scenario: &Scenario) -> u64 {
    let first = scenario.tools.first().map(|tool| tool.name.as_str());
    let mut ids = BTreeSet::new();
    let mut scripts = BTreeSet::new();
    let mut sum = 0;
    for (_, call) in scenario.calls() {
        sum += 30 + id(&call.tool_call_id) + text(&call.args.script);
        sum += 5 * u64::from(Some(call.name.as_str()) != first);
        sum += 15 * u64::from(!scripts.insert(&call.args.script));
        sum += 25 * u64::from(!ids.insert(&call.tool_call_id));
    }
    sum
}

fn id(id: &CallId) -> u64 {
    match id {
        CallId::Missing => 20,
        CallId::Null => 21,
        CallId::Text(id) if id.is_empty() => 22,
        CallId::Text(id) => match id.strip_prefix('c').map(str::parse::<u64>) {
            Some(Ok(number)) if number < 100 => number.min(12),
            _ => 13 + text(id),
        },
    }
}

fn result(result: &Scripted) -> u64 {
    let failure = match (&result.raises, result.success) {
        (Some(message), _) => 45 + text(message),
        (None, false) => 30,
        (None, true) => 0,
    };
    let error = result.error.as_ref().map_or(0, |error| 4 + text(error));
    let artifacts: u64 = result.artifacts.iter().map(artifact).sum();
    10 + failure
        + error
        + 10 * u64::from(result.finishes.is_some())
        + value(&result.data)
        + artifacts
}

fn artifact(artifact: &Value) -> u64 {
    let malformed = match well_formed(artifact) {
        Some(_) => 0,
        None => MALFORMED,
    };
    20 + malformed + value(artifact)
}

/// Equal artifacts make a reader wonder too; how many of them there are does not matter,
/// or each of fifty would be made different from all others.
fn equals(scenario: &Scenario) -> u64 {
    let all: Vec<&Value> = scenario
        .script
        .values()
        .flat_map(|result| &result.artifacts)
        .collect();
    8 * u64::from((0..all.len()).any(|at| all[..at].contains(&all[at])))
}

fn value(value: &Value) -> u64 {
    match value {
        Value::Null => 6,
        Value::Bool(true) => 4,
        Value::Bool(false) => 5,
        Value::Number(number) => numeric(number),
        Value::String(text) if text.is_empty() => 6,
        Value::String(text) if text == "link" => 2,
        Value::String(string) => 1 + text(string),
        Value::Array(items) if items.is_empty() => 8,
        Value::Array(items) => 2 + items.iter().map(self::value).sum::<u64>(),
        Value::Object(members) if members.is_empty() => 8,
        Value::Object(members) => {
            let members = members.iter();
            2 + members
                .map(|(name, value)| key(name) + self::value(value))
                .sum::<u64>()
        }
    }
}

/// The usual keys ask nothing of a reader.
fn key(key: &str) -> u64 {
    match key {
        "" => 6,
        "result" | "type" | "payload" | "tool_call_id" => 1,
        other => 1 + text(other),
    }
}

fn numeric(number: &Number) -> u64 {
    let written = number.to_string().len() as u64;
    3 + written + u64::from(!number.is_u64()) * 2
}

fn text(text: &str) -> u64 {
    let one = |c: char| match c {
        'a' => 1,
        'b'..='z' => 2,
        c if c.is_ascii() => 3,
        _ => 6,
    };
    text.chars().map(one).sum()
}
