//! Single steps that make a scenario's structure smaller.
//!
//! Each takes the place at which to work, counted from 0, and gives nothing once there
//! is no such place.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::plain::{all_plain_results, plain_data};
use crate::scenario::{CallId, Scenario, Scripted};

/// A step at a place.
pub(super) type Edit = fn(&Scenario, usize) -> Option<Scenario>;

/// All of them, the boldest first.
pub(super) const EDITS: [Edit; 16] = [
    only_pass,
    without_pass,
    merged_passes,
    without_output,
    without_input,
    all_untimed,
    all_plain_ids,
    all_plain_results,
    untimed,
    succeeding,
    reported,
    plain_result,
    without_error,
    first_tool,
    plain_id,
    own_script,
];

fn edited(scenario: &Scenario, edit: impl FnOnce(&mut Scenario)) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    edit(&mut scenario);
    Some(scenario)
}

fn only_pass(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let pass = scenario.passes.get(at)?.clone();
    edited(scenario, |scenario| scenario.passes = vec![pass])
}

fn without_pass(scenario: &Scenario, at: usize) -> Option<Scenario> {
    scenario.passes.get(at)?;
    edited(scenario, |scenario| drop(scenario.passes.remove(at)))
}

fn merged_passes(scenario: &Scenario, at: usize) -> Option<Scenario> {
    scenario.passes.get(at + 1)?;
    edited(scenario, |scenario| {
        let later = scenario.passes.remove(at + 1);
        scenario.passes[at].tool_calls.extend(later.tool_calls);
    })
}

fn without_output(scenario: &Scenario, at: usize) -> Option<Scenario> {
    scenario.node.ports.outputs.get(at)?;
    edited(scenario, |scenario| {
        drop(scenario.node.ports.outputs.remove(at));
    })
}

fn without_input(scenario: &Scenario, at: usize) -> Option<Scenario> {
    scenario.node.ports.inputs.get(at)?;
    edited(scenario, |scenario| {
        drop(scenario.node.ports.inputs.remove(at));
    })
}

fn all_untimed(scenario: &Scenario, at: usize) -> Option<Scenario> {
    (at == 0).then_some(())?;
    edited(scenario, |scenario| {
        for result in scenario.script.values_mut() {
            result.finishes = None;
        }
    })
}

fn all_plain_ids(scenario: &Scenario, at: usize) -> Option<Scenario> {
    (at == 0).then_some(())?;
    (0..scenario.calls().count()).try_fold(scenario.clone(), |scenario, at| plain_id(&scenario, at))
}

fn nth_result(
    scenario: &Scenario,
    at: usize,
    edit: impl FnOnce(&mut Scripted),
) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    edit(scenario.script.values_mut().nth(at)?);
    Some(scenario)
}

fn untimed(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_result(scenario, at, |result| result.finishes = None)
}

fn succeeding(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_result(scenario, at, |result| {
        let artifacts = std::mem::take(&mut result.artifacts);
        *result = Scripted {
            success: true,
            data: plain_data(),
            artifacts,
            finishes: result.finishes,
            ..Scripted::default()
        };
    })
}

fn reported(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_result(scenario, at, |result| {
        if result.raises.take().is_some() {
            result.error = Some("a".to_owned());
        }
    })
}

fn plain_result(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_result(scenario, at, |result| match result.failure() {
        None => result.data = plain_data(),
        Some(_) => result.data = Value::Null,
    })
}

fn without_error(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_result(scenario, at, |result| {
        for text in result.error.iter_mut().chain(&mut result.raises) {
            "a".clone_into(text);
        }
        if result.success {
            result.error = None;
        }
    })
}

fn nth_call(
    scenario: &Scenario,
    at: usize,
    edit: impl FnOnce(&mut crate::scenario::ToolCall),
) -> Option<Scenario> {
    let mut scenario = scenario.clone();
    let mut calls = scenario
        .passes
        .iter_mut()
        .flat_map(|pass| &mut pass.tool_calls);
    edit(calls.nth(at)?);
    Some(scenario)
}

fn first_tool(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let first = scenario.tools.first()?.name.clone();
    nth_call(scenario, at, |call| call.name = first)
}

fn plain_id(scenario: &Scenario, at: usize) -> Option<Scenario> {
    nth_call(scenario, at, |call| {
        call.tool_call_id = CallId::Text(format!("c{}", at + 1));
    })
}

/// Two calls with the same arguments get a result each, so that one can go.
fn own_script(scenario: &Scenario, at: usize) -> Option<Scenario> {
    let (_, call) = scenario.calls().nth(at)?;
    let (shared, mut copy) = (call.args.script.clone(), scenario.result_of(call)?.clone());
    copy.artifacts.clear();
    let name = (1..)
        .map(|n| format!("t{n}"))
        .find(|name| !scenario.script.contains_key(name))?;
    let asked = scenario
        .calls()
        .filter(|(_, call)| call.args.script == shared)
        .count();
    if asked < 2 {
        return Some(scenario.clone());
    }
    let mut scenario = nth_call(scenario, at, |call| call.args.script.clone_from(&name))?;
    scenario.script.insert(name, copy);
    Some(scenario)
}

/// The scenario without some of its calls, counted over all passes.
pub(super) fn without_calls(scenario: &Scenario, calls: &Range<usize>) -> Scenario {
    let mut scenario = scenario.clone();
    let mut at = 0;
    for pass in &mut scenario.passes {
        pass.tool_calls.retain(|_| {
            at += 1;
            !calls.contains(&(at - 1))
        });
    }
    scenario
}

/// The scenario without some of its artifacts, counted over all results.
pub(super) fn without_artifacts(scenario: &Scenario, artifacts: &Range<usize>) -> Scenario {
    let mut scenario = scenario.clone();
    let mut at = 0;
    for result in scenario.script.values_mut() {
        result.artifacts.retain(|_| {
            at += 1;
            !artifacts.contains(&(at - 1))
        });
    }
    scenario
}

/// Takes out what nothing asks for any more.
pub(super) fn tidy(scenario: &mut Scenario) {
    let calls = scenario.passes.iter().flat_map(|pass| &pass.tool_calls);
    let scripts: BTreeSet<&str> = calls
        .clone()
        .map(|call| call.args.script.as_str())
        .collect();
    let tools: BTreeSet<&str> = calls.map(|call| call.name.as_str()).collect();
    scenario
        .script
        .retain(|name, _| scripts.contains(name.as_str()));
    scenario
        .tools
        .retain(|tool| tools.contains(tool.name.as_str()));
}
