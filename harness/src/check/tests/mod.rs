//! What the checks say of runtimes that do everything right but for a twist.

mod advisories;
mod arrival;
mod entries;
mod evidence;
mod exposures;
mod interference;
mod kept;
mod minted;
mod quotation;
mod spellings;
mod told;

use std::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Advisory, Code, Outcome, Run, Sight, Verdicts, judge};
use crate::adapter::{Invoked, Observation, ObservedPass, ObservedPorts, ToolMessage};
use crate::json::text_of;
use crate::scenario::{
    Artifacts, Duty, Exposure, Scenario, TOOL_ARTIFACTS, ToolCall, Variant, handed_over,
};

/// A scenario of passes of calls, each with its id, perhaps an empty one, and its script.
fn scenario(passes: &[&[(&str, &str)]], script: Value) -> Scenario {
    let call = |(id, script): &(&str, &str)| json!({ "tool_call_id": id, "name": "search", "args": { "script": script } });
    let pass = |calls: &&[(&str, &str)]| json!({ "tool_calls": calls.iter().map(call).collect::<Vec<_>>() });
    let passes: Vec<Value> = passes.iter().map(pass).collect();
    let mut scenario = json!({ "tools": [], "passes": passes });
    scenario["script"] = script;
    serde_json::from_value(scenario).unwrap()
}

/// What a tool returns that finds something and attaches something.
fn found(text: &str, artifacts: Value) -> Value {
    let mut result = json!({ "success": true, "data": { "result": text }, "error": null });
    result["artifacts"] = artifacts;
    result
}

fn link(url: &str) -> Value {
    json!({ "type": "link", "payload": { "url": url } })
}

/// Two calls of one pass that find and attach different things.
fn two_calls() -> Scenario {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("https://example.com/1")])),
        "s2": found("Found a kestrel.", json!([link("https://example.com/2")])),
    });
    scenario(&[&[("c1", "s1"), ("c2", "s2")]], script)
}

/// One call that attaches one artifact.
fn one_call(artifact: Value) -> Scenario {
    let script = json!({ "s1": found("Found an osprey.", Value::Array(vec![artifact])) });
    scenario(&[&[("c1", "s1")]], script)
}

/// A run that is being made.
struct Made<'a> {
    variant: Variant,
    scenario: &'a Scenario,
    /// How many runs were made before it.
    before: usize,
}

/// The entries that a scenario asks for, in the order of calls.
fn entries(scenario: &Scenario) -> Vec<Value> {
    let handed = handed_over(scenario);
    let owed = handed.iter().filter(|handed| handed.duty == Duty::Must);
    owed.map(|handed| {
        let (kind, payload) = (&handed.artifact["type"], &handed.artifact["payload"]);
        json!({ "type": kind, "payload": payload, "tool_call_id": handed.id })
    })
    .collect()
}

/// What a runtime does that does everything right.
fn honest(variant: Variant, scenario: &Scenario) -> Observation {
    let message = |call: &ToolCall| {
        let result = scenario.result_of(call).unwrap();
        let text = match &result.error {
            Some(error) => error.clone(),
            None => text_of(&result.data["result"]),
        };
        ToolMessage::new(call.tool_call_id.given(), text)
    };
    let invoked = |call: &ToolCall| Invoked {
        script: call.args.script.clone(),
        artifacts: scenario.result_of(call).unwrap().artifacts.len(),
    };
    let pass = |calls: &[ToolCall]| ObservedPass {
        invoked: calls.iter().map(invoked).collect(),
        tool_messages: calls.iter().map(message).collect(),
        ..ObservedPass::default()
    };
    let passes = scenario.passes.iter();
    let entries = entries(scenario);
    Observation {
        ports: Some(ObservedPorts::output(
            TOOL_ARTIFACTS,
            variant.exposure == Exposure::Exposed,
        )),
        passes: passes.map(|each| pass(&each.tool_calls)).collect(),
        tool_artifacts: (!entries.is_empty()).then_some(Value::Array(entries)),
        ..Observation::default()
    }
}

/// What the checks say of a runtime that is honest but for a twist, over every variant and
/// as often as they ask.
fn judged(scenario: &Scenario, twist: impl Fn(&Made<'_>, &mut Observation)) -> Verdicts {
    judged_in(&Variant::all(), scenario, true, twist)
}

/// The same over these variants.
fn judged_in(
    variants: &[Variant],
    scenario: &Scenario,
    exposure: bool,
    twist: impl Fn(&Made<'_>, &mut Observation),
) -> Verdicts {
    let derived: Vec<Scenario> = variants.iter().map(|v| v.derive(scenario, 7)).collect();
    let made = Cell::new(0);
    let seen = |at: usize| {
        let (variant, scenario) = (variants[at], &derived[at]);
        let before = made.replace(made.get() + 1);
        let mut seen = honest(variant, scenario);
        let run = Made {
            variant,
            scenario,
            before,
        };
        twist(&run, &mut seen);
        seen
    };
    let first = |at: usize| Run {
        variant: variants[at],
        scenario: &derived[at],
        first: Some(seen(at)),
        again: Vec::new(),
    };
    let mut runs: Vec<Run<'_>> = (0..variants.len()).map(first).collect();
    for _ in 0..64 {
        let verdicts = judge(&runs, Sight { exposure });
        if verdicts.again.is_empty() {
            return verdicts;
        }
        for (at, times) in verdicts.again {
            runs[at].again.extend((0..times).map(|_| seen(at)));
        }
    }
    panic!("the checks go on asking");
}

/// What is found, once each.
fn codes(verdicts: &Verdicts) -> BTreeSet<(u8, Code, Outcome)> {
    let findings = verdicts.findings.iter();
    findings
        .map(|found| (found.clause, found.code, found.outcome))
        .collect()
}

/// What comes of each clause.
fn outcomes(verdicts: &Verdicts) -> [Option<Outcome>; 4] {
    [1, 2, 3, 4].map(|clause| verdicts.outcome(clause))
}

/// A case's scenario as it stands.
const GIVEN: Variant = Variant {
    exposure: Exposure::Default,
    artifacts: Artifacts::Given,
};

const PASSED: [Option<Outcome>; 4] = [Some(Outcome::Passed); 4];

#[test]
fn a_runtime_that_does_everything_right_passes() {
    let verdicts = judged(&two_calls(), |_, _| {});
    assert_eq!(verdicts.findings, []);
    assert_eq!(outcomes(&verdicts), PASSED);
    assert_eq!(verdicts.clauses(), BTreeSet::from([1, 2, 3, 4]));
}
