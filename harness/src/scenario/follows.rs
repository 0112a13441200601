//! What follows from a scenario, whatever runs it: the entries that RT-TOOL-3 ¶1 asks
//! for, the words that only `data` holds, the strings that only artifacts hold.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use super::{Scenario, Scripted, ToolCall};
use crate::json::{Way, each_string, leaf_strings, sorted};

/// How long a string must be to count as a canary: too long to appear by chance.
pub const CANARY_LEN: usize = 16;
/// How long a word of the data must be to count as the data's own.
pub(crate) const WORD_LEN: usize = 4;
/// How many different characters it must have: a rule or an indent appears by chance.
const CANARY_VARIETY: usize = 6;
/// How much of a long string is looked for.
const CANARY_MAX: usize = 64;
/// Words that a runtime's own boilerplate may hold prove nothing.
const BOILERPLATE: [&str; 24] = [
    "result",
    "results",
    "error",
    "errors",
    "success",
    "successful",
    "successfully",
    "true",
    "false",
    "null",
    "none",
    "tool",
    "tools",
    "data",
    "content",
    "text",
    "status",
    "output",
    "done",
    "call",
    "message",
    "value",
    "executed",
    "completed",
];

/// An artifact that a call handed over, and what RT-TOOL-3 ¶1 asks of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Handed<'a> {
    /// The pass in which the call is made, from 0.
    pub pass: usize,
    /// The call's place among all calls of the run, from 0.
    pub call: usize,
    /// The call's script.
    pub script: &'a str,
    /// The call's own identifier, if it has one.
    pub id: Option<&'a str>,
    /// Whether an earlier call of the run has the same identifier (RT-TOOL-9).
    pub repeat: bool,
    /// Whether it must arrive, or may.
    pub duty: Duty,
    /// The artifact as the tool wrote it.
    pub artifact: &'a Value,
}

/// Whether an artifact must arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// It must arrive: well formed, of a successful call.
    Must,
    /// It may: its call failed (RT-TOOL-2 ¶5 decides).
    May,
    /// It may, in any form: it is malformed (RT-TOOL-2 ¶3 decides).
    Malformed,
}

/// Every artifact that the scenario's calls hand over, in the order of calls.
#[must_use]
pub fn handed_over(scenario: &Scenario) -> Vec<Handed<'_>> {
    let mut seen = BTreeSet::new();
    let mut handed = Vec::new();
    for (call, (pass, tool_call)) in scenario.calls().enumerate() {
        let id = tool_call.tool_call_id.given();
        let repeat = id.is_some_and(|id| !seen.insert(id));
        let Some(result) = scenario.result_of(tool_call) else {
            continue;
        };
        for artifact in &result.artifacts {
            handed.push(Handed {
                pass,
                call,
                script: &tool_call.args.script,
                id,
                repeat,
                duty: duty(result, artifact),
                artifact,
            });
        }
    }
    handed
}

fn duty(result: &Scripted, artifact: &Value) -> Duty {
    match (well_formed(artifact).is_some(), result.failure()) {
        (false, _) => Duty::Malformed,
        (true, Some(_)) => Duty::May,
        (true, None) => Duty::Must,
    }
}

/// An artifact's type and payload, if it is well formed in the sense of RT-TOOL-2 ¶3
/// and RT-TOOL-6 ¶5.
#[must_use]
pub fn well_formed(artifact: &Value) -> Option<(&str, &Value)> {
    let kind = artifact
        .get("type")?
        .as_str()
        .filter(|kind| !kind.is_empty())?;
    let payload = artifact
        .get("payload")
        .filter(|payload| payload.is_object())?;
    Some((kind, payload))
}

/// For every call, plain words that only its own result's `data` holds, lower case.
/// Empty where the data offers none (it is empty, or numbers only) or the call fails.
#[must_use]
pub fn data_words(scenario: &Scenario) -> Vec<Vec<String>> {
    let elsewhere = text_besides_data(scenario);
    let results = scenario.script.values();
    let told: Vec<(&Value, String)> = results
        .map(|result| (&result.data, fold(&result.data.to_string())))
        .collect();
    scenario
        .calls()
        .map(|(_, call)| own_words(scenario, call, &elsewhere, &told))
        .collect()
}

fn own_words(
    scenario: &Scenario,
    call: &ToolCall,
    elsewhere: &str,
    told: &[(&Value, String)],
) -> Vec<String> {
    let Some(result) = scenario.result_of(call).filter(|r| r.failure().is_none()) else {
        return Vec::new();
    };
    let words: Vec<String> = plain_words(&result.data)
        .into_iter()
        .filter(|word| !elsewhere.contains(word.as_str()))
        .collect();
    let of_another = |word: &str| {
        told.iter()
            .any(|(data, text)| text.contains(word) && **data != result.data)
    };
    let own = words.iter().filter(|word| !of_another(word));
    let own: Vec<String> = own.cloned().collect();
    if own.is_empty() { words } else { own }
}

fn plain_words(data: &Value) -> Vec<String> {
    let mut words = Vec::new();
    for text in string_values(data) {
        for word in text.split(|c: char| !c.is_alphanumeric()) {
            let plain = (WORD_LEN..=16).contains(&word.len())
                && word.bytes().all(|b| b.is_ascii_alphabetic());
            let word = word.to_ascii_lowercase();
            if plain && !BOILERPLATE.contains(&word.as_str()) && !words.contains(&word) {
                words.push(word);
            }
        }
    }
    words
}

fn string_values(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(string_values).collect(),
        Value::Object(members) => sorted(members)
            .into_iter()
            .flat_map(|(_, member)| string_values(member))
            .collect(),
        _ => Vec::new(),
    }
}

/// The strings of 16 characters and more, not fewer than six of them different, that only
/// the artifacts hold, at most 64 characters of each, with the artifact's script and the way to the string in it.
#[must_use]
pub fn canaries(scenario: &Scenario) -> Vec<Canary> {
    let long = quoted(scenario, is_telling);
    if long.is_empty() {
        return long;
    }
    let elsewhere = text_besides_artifacts(scenario);
    let only_there = |canary: &Canary| !elsewhere.contains(&fold(&canary.text));
    long.into_iter().filter(only_there).collect()
}

fn is_telling(text: &str) -> bool {
    let mut different: Vec<char> = Vec::with_capacity(CANARY_VARIETY);
    for c in text.chars() {
        if different.len() == CANARY_VARIETY {
            break;
        }
        if !different.contains(&c) {
            different.push(c);
        }
    }
    different.len() == CANARY_VARIETY && text.chars().nth(CANARY_LEN - 1).is_some()
}

/// Every string of every artifact, cut to 64 characters.
pub(crate) fn quotable(scenario: &Scenario) -> Vec<Canary> {
    quoted(scenario, |_| true)
}

/// The strings of artifacts, cut to 64 characters, that are wanted; each once.
fn quoted(scenario: &Scenario, wanted: impl Fn(&str) -> bool) -> Vec<Canary> {
    let mut found = Vec::new();
    let mut known = HashSet::new();
    for (script, result) in &scenario.script {
        for (index, artifact) in result.artifacts.iter().enumerate() {
            each_string(artifact, &Way::Root, &mut |way, text| {
                let text = beginning(text);
                if wanted(text) && known.insert(text) {
                    found.push(Canary {
                        script: script.clone(),
                        index,
                        path: way.pointer().to_string(),
                        text: text.to_owned(),
                    });
                }
            });
        }
    }
    found
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(CANARY_MAX);
    end.map_or(text, |(at, _)| &text[..at])
}

/// A string that only artifacts hold, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canary {
    /// The script whose result carries the artifact.
    pub script: String,
    /// The artifact's index in that result.
    pub index: usize,
    /// The way to the string in the artifact, such as `payload.url`.
    pub path: String,
    /// The string, at most 64 characters of it.
    pub text: String,
}

/// Every string that the tools themselves wrote in the place of a call's identifier.
#[must_use]
pub fn tool_written_ids(scenario: &Scenario) -> BTreeSet<&str> {
    scenario
        .script
        .values()
        .flat_map(|result| &result.artifacts)
        .filter_map(|artifact| artifact.get("tool_call_id")?.as_str())
        .filter(|id| !id.is_empty())
        .collect()
}

/// The identifiers that the model gave to its calls.
#[must_use]
pub fn given_ids(scenario: &Scenario) -> BTreeSet<&str> {
    scenario
        .calls()
        .filter_map(|(_, call)| call.tool_call_id.given())
        .collect()
}

/// Every text of the scenario but its data, folded.
fn text_besides_data(scenario: &Scenario) -> String {
    let mut text = told_text(scenario);
    for artifact in scenario
        .script
        .values()
        .flat_map(|result| &result.artifacts)
    {
        add(artifact, &mut text);
    }
    fold(&text)
}

/// Every text of the scenario but its artifacts, folded.
fn text_besides_artifacts(scenario: &Scenario) -> String {
    let mut text = told_text(scenario);
    for result in scenario.script.values() {
        add(&result.data, &mut text);
        text.push_str(&result.data.to_string());
        text.push('\n');
    }
    fold(&text)
}

/// What is neither data nor artifact: prompt, tools, calls, errors, ports; a line each.
fn told_text(scenario: &Scenario) -> String {
    let mut text = format!("{}\n{}\n", scenario.prompt, scenario.closing);
    for tool in &scenario.tools {
        text.push_str(&format!("{}\n{}\n", tool.name, tool.description));
        add(&tool.input_schema, &mut text);
    }
    for (_, call) in scenario.calls() {
        let id = call.tool_call_id.given().unwrap_or("");
        text.push_str(&format!("{id}\n{}\n{}\n", call.name, call.args.script));
    }
    for result in scenario.script.values() {
        let error = result.error.as_deref().unwrap_or("");
        text.push_str(&format!(
            "{error}\n{}\n",
            result.raises.as_deref().unwrap_or("")
        ));
    }
    let ports = &scenario.node.ports;
    for port in ports.inputs.iter().chain(&ports.outputs) {
        text.push_str(&format!("{}\n", port.id));
    }
    text
}

fn add(value: &Value, text: &mut String) {
    for leaf in leaf_strings(value) {
        text.push_str(leaf);
        text.push('\n');
    }
}

fn fold(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(payload: &Value) -> Vec<String> {
        let scenario: Scenario = serde_json::from_value(json!({
            "passes": [{ "tool_calls": [
                { "tool_call_id": "c1", "name": "search", "args": { "script": "s1" } }] }],
            "script": { "s1": { "success": true, "data": { "result": "Found" }, "error": null,
                                "artifacts": [{ "type": "note", "payload": payload }] } }
        }))
        .unwrap();
        let canaries = canaries(&scenario).into_iter();
        canaries.map(|canary| canary.text).collect()
    }

    #[test]
    fn a_rule_or_an_indent_is_no_canary_and_a_long_text_is() {
        assert_eq!(
            texts(&json!({ "a": " ".repeat(40), "b": "-".repeat(40), "c": "=-".repeat(20) })),
            [""; 0]
        );
        assert_eq!(
            texts(&json!({ "a": "Draft of node five" })),
            ["Draft of node five"]
        );
        assert_eq!(
            texts(&json!({ "a": "Draft of node 5" })),
            [""; 0],
            "fifteen"
        );
    }
}
