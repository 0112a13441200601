//! What differs from run to run in the messages that the model is sent, and means nothing:
//! random message ids and timestamps, as most frameworks' message objects carry.
//!
//! A member is noise only if it changes on both sides when they are run again, and never
//! holds more than one word of an id's length or a number of a clock's size: prose is no
//! noise, and neither is a count, which may count artifacts from run to run. The messages
//! that answer the calls are not touched; they are compared as they are.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::adapter::Observation;

/// Shorter strings may be counts, and longer ones may say something.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=64;
/// Seconds since 1970 have ten digits.
const LEAST: f64 = 1e9;
const MASK: &str = "<changes from run to run>";

/// Both sides' observations with the noise masked, or nothing where there is none.
pub(super) fn masked(
    a: &[&Observation],
    b: &[&Observation],
) -> Option<(Vec<Observation>, Vec<Observation>)> {
    if is_steady(a) || is_steady(b) {
        return None;
    }
    let (changes_a, changes_b) = (changing(a)?, changing(b)?);
    let noise: BTreeSet<&str> = changes_a
        .intersection(&changes_b)
        .map(String::as_str)
        .filter(|path| is_opaque_at(path, a) && is_opaque_at(path, b))
        .collect();
    if noise.is_empty() {
        return None;
    }
    let quiet = |side: &[&Observation]| -> Vec<Observation> {
        side.iter().map(|seen| without(seen, &noise)).collect()
    };
    Some((quiet(a), quiet(b)))
}

/// Whether the model was sent the same in every run of a side.
fn is_steady(side: &[&Observation]) -> bool {
    fn sent(seen: &Observation) -> impl Iterator<Item = &Option<Vec<Value>>> {
        seen.passes.iter().map(|pass| &pass.model_input)
    }
    side.windows(2).all(|pair| sent(pair[0]).eq(sent(pair[1])))
}

/// The members, by their way from the message, that are not the same in every run of a
/// side. Nothing where the runs differ in more than that.
fn changing(side: &[&Observation]) -> Option<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    let (first, again) = side.split_first()?;
    let first = leaves(first);
    for other in again {
        let other = leaves(other);
        if first.len() != other.len() {
            return None;
        }
        for ((path, place, value), (_, other_place, other_value)) in first.iter().zip(&other) {
            if place != other_place {
                return None;
            }
            if value != other_value {
                paths.insert(path.clone());
            }
        }
    }
    Some(paths)
}

/// Whether nothing that stands there in any run could be prose.
fn is_opaque_at(path: &str, side: &[&Observation]) -> bool {
    side.iter()
        .flat_map(|seen| leaves(seen))
        .filter(|(other, _, _)| other == path)
        .all(|(_, _, value)| is_opaque(value))
}

fn is_opaque(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number >= LEAST),
        Value::String(text) => {
            LENGTHS.contains(&text.len())
                && !text.contains(char::is_whitespace)
                && text.contains(|c: char| c.is_ascii_digit())
        }
        _ => false,
    }
}

/// Every scalar of the model's input: its way from its message without the places in
/// lists, its whole way, and what it is.
fn leaves(seen: &Observation) -> Vec<(String, String, &Value)> {
    let mut found = Vec::new();
    for (pass, seen) in seen.passes.iter().enumerate() {
        for (at, message) in seen.model_input.iter().flatten().enumerate() {
            collect(message, "", &format!("{pass} {at}"), &mut found);
        }
    }
    found
}

fn collect<'a>(
    value: &'a Value,
    path: &str,
    place: &str,
    found: &mut Vec<(String, String, &'a Value)>,
) {
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                collect(item, path, &format!("{place} {at}"), found);
            }
        }
        Value::Object(members) => {
            let sorted: BTreeMap<&String, &Value> = members.iter().collect();
            for (key, member) in sorted {
                let (path, place) = (format!("{path} {key:?}"), format!("{place} {key:?}"));
                collect(member, &path, &place, found);
            }
        }
        scalar => found.push((path.to_owned(), place.to_owned(), scalar)),
    }
}

fn without(seen: &Observation, noise: &BTreeSet<&str>) -> Observation {
    let mut seen = seen.clone();
    let inputs = seen
        .passes
        .iter_mut()
        .flat_map(|pass| &mut pass.model_input);
    for message in inputs.flatten() {
        mask(message, "", noise);
    }
    seen
}

fn mask(value: &mut Value, path: &str, noise: &BTreeSet<&str>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| mask(item, path, noise)),
        Value::Object(members) => members
            .iter_mut()
            .for_each(|(key, member)| mask(member, &format!("{path} {key:?}"), noise)),
        scalar if noise.contains(path) => *scalar = MASK.into(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::adapter::{Invoked, ObservedPass, ToolMessage};
    use crate::check::{Code, Outcome, Run, Sight, judge};
    use crate::scenario::{Artifacts, Exposure, Scenario, Variant};

    /// What comes of ¶3 where the model is sent these messages, with artifacts and
    /// without, each side run four times.
    fn outcome(input: impl Fn(usize, bool) -> Value) -> (Option<Outcome>, Vec<Code>) {
        let scenario = |artifacts: Value| -> Scenario {
            serde_json::from_value(json!({
                "tools": [],
                "passes": [{ "tool_calls": [
                    { "tool_call_id": "c1", "name": "search", "args": { "script": "s1" } }] }],
                "script": { "s1": { "success": true, "data": { "result": "Found an osprey." },
                                    "error": null, "artifacts": artifacts } }
            }))
            .unwrap()
        };
        let given = scenario(json!([{ "type": "link", "payload": { "url": "/1" } }]));
        let removed = scenario(json!([]));
        let seen = |nth: usize, artifacts: bool| Observation {
            passes: vec![ObservedPass {
                invoked: vec![Invoked {
                    script: "s1".into(),
                    artifacts: artifacts.into(),
                }],
                tool_messages: vec![ToolMessage::new("c1", "Found an osprey.")],
                model_input: Some(input(nth, artifacts).as_array().unwrap().clone()),
                ..ObservedPass::default()
            }],
            tool_artifacts: artifacts.then(
                || json!([{ "type": "link", "payload": { "url": "/1" }, "tool_call_id": "c1" }]),
            ),
            ..Observation::default()
        };
        let run = |artifacts: Artifacts, first: usize| Run {
            variant: Variant {
                exposure: Exposure::Default,
                artifacts,
            },
            scenario: if artifacts == Artifacts::Given {
                &given
            } else {
                &removed
            },
            first: Some(seen(first, artifacts == Artifacts::Given)),
            again: (1..=3)
                .map(|nth| seen(first + nth, artifacts == Artifacts::Given))
                .collect(),
        };
        let verdicts = judge(
            &[run(Artifacts::Given, 10), run(Artifacts::Removed, 20)],
            Sight { exposure: false },
        );
        let codes = verdicts.findings.iter().map(|found| found.code).collect();
        (verdicts.outcome(3), codes)
    }

    #[test]
    fn random_ids_and_timestamps_of_messages_are_no_difference() {
        let (outcome, codes) = outcome(|nth, _| {
            json!([{ "role": "user", "content": "Do it.", "id": format!("msg_00{nth}"), "at": 1_790_000_000 + nth },
                   { "role": "tool", "content": [{ "text": "Found an osprey.", "id": format!("part_00{nth}") }],
                     "id": format!("msg_0x{nth}"), "at": 1_790_000_001 + nth }])
        });
        assert_eq!((outcome, codes), (Some(Outcome::Passed), vec![]));
    }

    #[test]
    fn a_leak_beside_random_ids_fails() {
        for leak in [
            json!({ "role": "system", "content": "One was shown.", "id": "msg_0000" }),
            json!({ "role": "tool", "content": "Found an osprey. (1)", "id": "msg_0000" }),
        ] {
            let (outcome, _) = outcome(|nth, artifacts| {
                let told =
                    json!({ "role": "user", "content": "Do it.", "id": format!("msg_00{nth}") });
                match artifacts {
                    true => json!([told, leak]),
                    false => json!([told]),
                }
            });
            assert_eq!(outcome, Some(Outcome::Failed));
        }
    }

    #[test]
    fn a_leak_in_another_member_of_such_a_message_fails() {
        let (outcome, _) = outcome(|nth, artifacts| {
            let text = ["Found an osprey.", "Found an osprey. (1)"][usize::from(artifacts)];
            json!([{ "role": "tool", "content": text, "id": format!("msg_00{nth}") }])
        });
        assert_eq!(outcome, Some(Outcome::Failed));
    }

    #[test]
    fn prose_that_changes_beside_random_ids_allows_no_judgement() {
        for changes in [[true, true], [true, false], [false, true]] {
            let (outcome, codes) = outcome(|nth, artifacts| {
                let text = match changes[usize::from(artifacts)] {
                    true => format!("Found an osprey in {nth} ms."),
                    false => "Found an osprey.".to_owned(),
                };
                json!([{ "role": "tool", "content": text, "id": format!("msg_00{nth}") }])
            });
            assert_eq!(outcome, Some(Outcome::Inconclusive), "{changes:?}");
            assert_eq!(codes, [Code::ProseUnstable], "{changes:?}");
        }
    }

    #[test]
    fn a_member_that_holds_an_id_on_one_side_and_prose_on_the_other_is_no_noise() {
        for says in [true, false] {
            let (outcome, _) = outcome(|nth, artifacts| {
                let id = match artifacts == says {
                    true => format!("shown {nth} times"),
                    false => format!("msg_00{nth}"),
                };
                json!([{ "role": "tool", "content": "Found an osprey.", "id": id }])
            });
            assert_eq!(outcome, Some(Outcome::Inconclusive));
        }
    }

    #[test]
    fn prose_that_changes_from_run_to_run_allows_no_judgement() {
        let (outcome, codes) = outcome(
            |nth, _| json!([{ "role": "tool", "content": format!("Found an osprey in {nth} ms.") }]),
        );
        assert_eq!(outcome, Some(Outcome::Inconclusive));
        assert_eq!(codes, [Code::ProseUnstable]);
        // Nor does an id that only one side has.
        let (outcome, _) = super::tests::outcome(|nth, artifacts| {
            json!([{ "role": "tool", "content": "Found an osprey.",
                     "ref": artifacts.then(|| format!("ref_00{nth}")) }])
        });
        assert_eq!(outcome, Some(Outcome::Inconclusive));
        // Nor does a count that goes on from run to run.
        let (outcome, _) = super::tests::outcome(|nth, artifacts| {
            json!([{ "role": "tool", "content": "Found an osprey.",
                     "shown": nth + usize::from(artifacts) }])
        });
        assert_eq!(outcome, Some(Outcome::Inconclusive));
    }
}
