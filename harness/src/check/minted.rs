//! ¶1: a minted id is the call's own only if it is not another call's.
//!
//! A call that had no id may get one, and nobody but the runtime knows which. But where a
//! tool message bears it, the message's data tells whose it is, and an entry that bears the
//! id of another call's message is paired with that call.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::delivered::{Ids, delivered, wanted};
use super::{CallRef, Code, Finding, Outcome, Run, Verdicts};
use crate::adapter::Observation;
use crate::json::{canonical, same, text_of};
use crate::scenario::{Handed, data_words, handed_over, well_formed};

/// Judges the entries of calls that had no id.
pub(super) fn check(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    for run in runs {
        if let Some(seen) = &run.first {
            verdicts.extend(of_another_call(run, seen));
        }
    }
}

/// Places of the calls that had no id.
fn nameless(run: &Run<'_>) -> Vec<usize> {
    let calls = run.scenario.calls().enumerate();
    calls
        .filter(|(_, (_, call))| call.tool_call_id.given().is_none())
        .map(|(at, _)| at)
        .collect()
}

fn of_another_call(run: &Run<'_>, seen: &Observation) -> Option<Finding> {
    let nameless = nameless(run);
    if nameless.len() < 2 {
        return None;
    }
    let ids = Ids::of(run);
    let borne = borne(run, seen, &nameless, &ids);
    if borne.len() < 2 {
        return None;
    }
    let handed = handed_over(run.scenario);
    for list in delivered(seen) {
        for entry in list.value.as_array().into_iter().flatten() {
            let Some(item) = only_source(entry, &handed) else {
                continue;
            };
            let (Some(id), Some(own)) = (entry.get("tool_call_id"), borne.get(&item.call)) else {
                continue;
            };
            let id = canonical(id);
            let of_another = borne.values().any(|other| other.contains(&id));
            if of_another && !own.contains(&id) {
                return Some(finding(run, entry, item));
            }
        }
    }
    None
}

/// The minted ids on messages that hold the data of one nameless call and of no other.
fn borne(
    run: &Run<'_>,
    seen: &Observation,
    nameless: &[usize],
    ids: &Ids<'_>,
) -> BTreeMap<usize, BTreeSet<String>> {
    let words = data_words(run.scenario);
    let mut borne: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for message in seen.passes.iter().flat_map(|pass| &pass.tool_messages) {
        if !ids.is_minted(&message.tool_call_id) {
            continue;
        }
        let text = text_of(&message.content).to_lowercase();
        let holds = |at: &&usize| words[**at].iter().any(|word| text.contains(word.as_str()));
        let holders: Vec<&usize> = nameless.iter().filter(holds).collect();
        if let [only] = holders[..] {
            let id = canonical(&message.tool_call_id);
            borne.entry(*only).or_default().insert(id);
        }
    }
    borne
}

/// What an entry stems from, if its type and payload leave no doubt.
fn only_source<'a, 'b>(entry: &Value, handed: &'b [Handed<'a>]) -> Option<&'b Handed<'a>> {
    let stems = |item: &&Handed<'_>| {
        well_formed(item.artifact).is_some_and(|(kind, payload)| {
            entry.get("type").and_then(Value::as_str) == Some(kind)
                && entry
                    .get("payload")
                    .is_some_and(|other| same(payload, other))
        })
    };
    let mut sources = handed.iter().filter(stems);
    let first = sources.next()?;
    sources
        .all(|other| other.call == first.call)
        .then_some(first)
}

fn finding(run: &Run<'_>, entry: &Value, item: &Handed<'_>) -> Finding {
    let message = "the entry bears the id that stands on another call's message";
    Finding::new(
        Code::IdOfAnotherCall,
        1,
        Outcome::Failed,
        run.variant,
        message,
    )
    .call(CallRef::at(run.scenario, item.call))
    .values(Some(wanted(item)), Some(entry.clone()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::adapter::{Invoked, ObservedPass, ToolMessage};
    use crate::check::{Sight, judge};
    use crate::scenario::{Artifacts, Exposure, Scenario, Variant};

    fn scenario() -> Scenario {
        let link = |name: &str| json!([{ "type": "link", "payload": { "url": name } }]);
        serde_json::from_value(json!({
            "tools": [],
            "passes": [{ "tool_calls": [
                { "name": "search", "args": { "script": "s1" } },
                { "name": "search", "args": { "script": "s2" } } ] }],
            "script": {
                "s1": { "success": true, "data": { "result": "Found an osprey." }, "error": null,
                        "artifacts": link("/1") },
                "s2": { "success": true, "data": { "result": "Found a kestrel." }, "error": null,
                        "artifacts": link("/2") } }
        }))
        .unwrap()
    }

    /// What is found where the messages bear `m1` and `m2`, and the entries these ids.
    fn found(first: Value, second: Value) -> Vec<(Code, u8)> {
        let scenario = scenario();
        let entry = |url: &str, id: Value| json!({ "type": "link", "payload": { "url": url }, "tool_call_id": id });
        let made = |script: &str| Invoked {
            script: script.into(),
            artifacts: 1,
        };
        let seen = Observation {
            passes: vec![ObservedPass {
                invoked: vec![made("s1"), made("s2")],
                tool_messages: vec![
                    ToolMessage::new("m1", "Found an osprey."),
                    ToolMessage::new("m2", "Found a kestrel."),
                ],
                ..ObservedPass::default()
            }],
            tool_artifacts: Some(json!([entry("/1", first), entry("/2", second)])),
            ..Observation::default()
        };
        let run = Run {
            variant: Variant {
                exposure: Exposure::Default,
                artifacts: Artifacts::Given,
            },
            scenario: &scenario,
            first: Some(seen),
            again: Vec::new(),
        };
        let verdicts = judge(&[run], Sight { exposure: false });
        verdicts
            .findings
            .iter()
            .map(|finding| (finding.code, finding.clause))
            .collect()
    }

    #[test]
    fn a_minted_id_may_not_be_that_of_another_calls_message() {
        assert_eq!(
            found(json!("m2"), json!("m1")),
            [(Code::IdOfAnotherCall, 1)]
        );
        assert_eq!(
            found(json!("m2"), json!("m2")),
            [(Code::IdOfAnotherCall, 1)]
        );
    }

    #[test]
    fn any_other_id_of_a_call_that_had_none_is_left_open() {
        for (first, second) in [
            (json!("m1"), json!("m2")),
            (json!(null), json!(null)),
            (json!("call_1"), json!("call_2")),
            (json!(""), json!("m2")),
            (json!(1), json!(2)),
        ] {
            assert_eq!(found(first, second), []);
        }
    }
}
