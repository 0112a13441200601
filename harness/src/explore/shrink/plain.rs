//! The plainest forms of what a scenario holds, one or many at a time.

use std::ops::Range;

use serde_json::{Value, json};

use crate::json::sorted;
use crate::scenario::Scenario;

pub(super) fn plain_data() -> Value {
    json!({ "result": "a" })
}

fn plain_artifact() -> Value {
    json!({ "type": "link", "payload": { "a": "a" } })
}

/// The plainest artifacts, each short of one thing that the real one has.
pub(super) fn plain_artifacts(artifact: &Value) -> Vec<Value> {
    let with = |key: &str| {
        let mut with = plain_artifact();
        with[key] = artifact.get(key)?.clone();
        Some(with)
    };
    let members = artifact.as_object().into_iter();
    let keys = members.flat_map(sorted).map(|(key, _)| key);
    let kept: Vec<Value> = keys.filter_map(with).collect();
    [vec![plain_artifact()], kept].concat()
}

/// The scenario with some of its artifacts made plain, counted over all results: what
/// needs many artifacts seldom needs what they hold.
pub(super) fn with_plain(scenario: &Scenario, artifacts: &Range<usize>) -> Scenario {
    let mut scenario = scenario.clone();
    let all = scenario.script.values_mut();
    let all = all.flat_map(|result| &mut result.artifacts);
    for artifact in all.skip(artifacts.start).take(artifacts.len()) {
        *artifact = plain_artifact();
    }
    scenario
}

/// Every result without anything of its own in its data.
pub(super) fn all_plain_results(scenario: &Scenario, at: usize) -> Option<Scenario> {
    (at == 0).then_some(())?;
    let mut scenario = scenario.clone();
    for result in scenario.script.values_mut() {
        result.data = match result.failure() {
            None => plain_data(),
            Some(_) => Value::Null,
        };
    }
    Some(scenario)
}
