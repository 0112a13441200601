//! ¶1: entries carry the real id and nothing else, and every one arrives.

use std::collections::BTreeSet;

use serde_json::Value;

use super::delivered::{Account, Delivered, IdFit, Ids, Item, KEYS, delivered, fits, wanted};
use super::{CallRef, Code, Finding, Outcome, Run};
use crate::adapter::Observation;
use crate::json::same;
use crate::scenario::{Duty, well_formed};

/// How one run's entries fit what its calls handed over.
#[derive(Debug, Default)]
pub(super) struct Fit {
    /// Entries that are wrong in themselves.
    pub(super) wrong: Vec<Finding>,
    /// Items that must arrive and have no entry at all, by their place.
    pub(super) missing: BTreeSet<usize>,
    /// How many items must arrive.
    pub(super) owed: usize,
    /// Whether an entry stands twice in one list.
    pub(super) twice: bool,
}

/// Fits a run's entries to what its calls handed over.
pub(super) fn fit(run: &Run<'_>, observation: &Observation, account: &Account<'_>) -> Fit {
    let Account { items, ids, .. } = account;
    let mut fit = Fit::default();
    let mut accounted = BTreeSet::new();
    for list in delivered(observation) {
        fit_list(run, &list, items, ids, &mut fit, &mut accounted);
    }
    for place in &observation.duplicate_keys {
        let message = format!("a key stands twice: {place}");
        fit.wrong.push(Finding::new(
            Code::DuplicateKey,
            1,
            Outcome::Failed,
            run.variant,
            message,
        ));
    }
    let owed = items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.duty == Duty::Must);
    fit.owed = owed.clone().count();
    fit.missing = owed
        .map(|(at, _)| at)
        .filter(|at| !accounted.contains(at))
        .collect();
    fit
}

fn fit_list(
    run: &Run<'_>,
    list: &Delivered<'_>,
    items: &[Item<'_>],
    ids: &Ids<'_>,
    fit: &mut Fit,
    accounted: &mut BTreeSet<usize>,
) {
    let entries = match list.value {
        Value::Array(entries) => entries,
        Value::Object(members) if members.is_empty() => return,
        other => {
            let message = format!(
                "what is delivered is {}, not a list of entries",
                kind_of(other)
            );
            let finding = Finding::new(Code::NotAList, 1, Outcome::Failed, run.variant, message);
            fit.wrong.push(finding.values(None, Some(other.clone())));
            accounted.extend(0..items.len());
            return;
        }
    };
    let due = |item: &Item<'_>| list.pass.is_none_or(|pass| item.handed.pass <= pass);
    let mut used = vec![0_usize; items.len()];
    let mut left = Vec::new();
    let likely = likely(items, list.pass);
    for entry in entries {
        let open =
            |at: &usize| used[*at] == 0 && due(&items[*at]) && fits(entry, &items[*at].handed, ids);
        match likely.iter().copied().find(open) {
            Some(at) => used[at] += 1,
            None => left.push(entry),
        }
    }
    accounted.extend((0..items.len()).filter(|at| used[*at] > 0));
    let mut strange = Vec::new();
    for entry in left {
        let again =
            (0..items.len()).find(|at| used[*at] > 0 && fits(entry, &items[*at].handed, ids));
        match again {
            Some(at) if used[at] < items[at].times => used[at] += 1,
            Some(at) => {
                fit.twice = true;
                let message = format!("an entry stands {} times in one list", used[at] + 1);
                let finding =
                    Finding::new(Code::ArrivedTwice, 1, Outcome::Failed, run.variant, message);
                let call = CallRef::at(run.scenario, items[at].handed.call);
                fit.wrong
                    .push(finding.call(call).values(None, Some(entry.clone())));
            }
            None => strange.push(entry),
        }
    }
    let mut free: Vec<usize> = (0..items.len())
        .filter(|at| used[*at] == 0 && due(&items[*at]))
        .collect();
    for entry in strange {
        let nearest = nearest(entry, &free, items, ids);
        if let Some(at) = nearest {
            free.retain(|other| *other != at);
            accounted.insert(at);
        }
        fit.wrong
            .push(explain(run, entry, nearest.map(|at| &items[at]), ids));
    }
}

/// Places of items in the order in which an entry is taken for one: those that must arrive
/// first, and among them those of the list's own pass. A call that is made again with the
/// same identifier may hand over the same again.
fn likely(items: &[Item<'_>], pass: Option<usize>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items.len()).collect();
    places.sort_by_key(|at| {
        let item = &items[*at];
        let duty = match item.duty {
            Duty::Must => 0,
            Duty::May => 1,
            Duty::Malformed => 2,
        };
        (duty, pass.is_some_and(|pass| item.handed.pass != pass))
    });
    places
}

/// The free item that a wrong entry most likely stands for.
fn nearest(entry: &Value, free: &[usize], items: &[Item<'_>], ids: &Ids<'_>) -> Option<usize> {
    let likeness = |at: &usize| {
        let item = &items[*at].handed;
        let kind = entry.get("type").is_some() && entry.get("type") == item.artifact.get("type");
        let payload = entry
            .get("payload")
            .zip(item.artifact.get("payload"))
            .is_some_and(|(a, b)| same(b, a));
        let id = entry
            .get("tool_call_id")
            .is_some_and(|id| ids.fit(id, item) == IdFit::Own);
        usize::from(kind) + 3 * usize::from(payload) + 2 * usize::from(id)
    };
    let best = free
        .iter()
        .copied()
        .max_by_key(|at| (likeness(at), std::cmp::Reverse(*at)))?;
    let container = !entry.is_object() && !entry.is_null();
    (likeness(&best) > 0 || container).then_some(best)
}

/// Says what is wrong with an entry.
fn explain(run: &Run<'_>, entry: &Value, item: Option<&Item<'_>>, ids: &Ids<'_>) -> Finding {
    let (code, message) = match (entry.as_object(), item) {
        (None, _) => (
            Code::EntryNotAMap,
            format!("an entry is {}, not a map", kind_of(entry)),
        ),
        (Some(members), item) => {
            let extra: Vec<&str> = members
                .keys()
                .map(String::as_str)
                .filter(|key| !KEYS.contains(key))
                .collect();
            let lacking: Vec<&str> = KEYS
                .into_iter()
                .filter(|key| !members.contains_key(*key))
                .collect();
            match item {
                _ if !extra.is_empty() => (
                    Code::ExtraKey,
                    format!("the entry has {} beside the three", quoted(&extra)),
                ),
                _ if !lacking.is_empty() => (
                    Code::MissingKey,
                    format!("the entry lacks {}", quoted(&lacking)),
                ),
                None => (
                    Code::NotProduced,
                    "no call of this run produced the entry".to_owned(),
                ),
                Some(item) => explain_values(entry, item, ids),
            }
        }
    };
    let expected = item.map(|item| wanted(&item.handed));
    let call = item.and_then(|item| CallRef::at(run.scenario, item.handed.call));
    Finding::new(code, 1, Outcome::Failed, run.variant, message)
        .call(call)
        .values(expected, Some(entry.clone()))
}

fn explain_values(entry: &Value, item: &Item<'_>, ids: &Ids<'_>) -> (Code, String) {
    let id = &entry["tool_call_id"];
    match ids.fit(id, &item.handed) {
        IdFit::ToolWritten => (
            Code::IdToolWritten,
            format!("{id} is what the tool itself wrote on an artifact"),
        ),
        IdFit::OfAnotherCall => (Code::IdOfAnotherCall, format!("{id} is another call's id")),
        IdFit::Changed => (Code::IdChanged, format!("{id} is not the call's id")),
        IdFit::Own
            if well_formed(item.handed.artifact).is_some_and(|(kind, _)| entry["type"] != kind) =>
        {
            (
                Code::TypeChanged,
                "the type is not what the tool wrote".to_owned(),
            )
        }
        IdFit::Own => (
            Code::PayloadChanged,
            "the payload is not what the tool wrote".to_owned(),
        ),
    }
}

fn quoted(keys: &[&str]) -> String {
    let names: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
    names.join(", ")
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "a map",
    }
}

/// The finding for an item that has no entry.
pub(super) fn not_arrived(run: &Run<'_>, observation: &Observation, item: &Item<'_>) -> Finding {
    let because = match &observation.aborted {
        Some(aborted) => format!("; the runtime gave up the run: {}", aborted.message),
        None => String::new(),
    };
    let message =
        format!("an artifact of a successful call was handed over and did not arrive{because}");
    Finding::new(Code::NotArrived, 1, Outcome::Failed, run.variant, message)
        .call(CallRef::at(run.scenario, item.handed.call))
        .values(Some(wanted(&item.handed)), None)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::adapter::{Invoked, ObservedPass};
    use crate::scenario::{Artifacts, Exposure, Scenario, Variant};

    /// What is missing where a call is made again in a second pass, under its own id or
    /// none, and each pass delivers what it is said to.
    fn missing(id: &Value, lists: [Value; 2]) -> usize {
        let scenario: Scenario = serde_json::from_value(json!({
            "tools": [],
            "passes": [
                { "tool_calls": [{ "tool_call_id": id, "name": "search", "args": { "script": "s1" } }] },
                { "tool_calls": [{ "tool_call_id": id, "name": "search", "args": { "script": "s1" } }] } ],
            "script": { "s1": { "success": true, "data": {}, "error": null,
                                "artifacts": [{ "type": "link", "payload": { "url": "/1" } }] } }
        }))
        .unwrap();
        let made = || Invoked {
            script: "s1".into(),
            artifacts: 1,
        };
        let seen = Observation {
            passes: lists
                .map(|list| ObservedPass {
                    invoked: vec![made()],
                    tool_artifacts: Some(list),
                    ..ObservedPass::default()
                })
                .into(),
            ..Observation::default()
        };
        let run = Run {
            variant: Variant {
                exposure: Exposure::Default,
                artifacts: Artifacts::Given,
            },
            scenario: &scenario,
            first: None,
            again: Vec::new(),
        };
        let fit = fit(&run, &seen, &Account::of(&run, &seen));
        assert!(fit.wrong.is_empty(), "{:?}", fit.wrong);
        fit.missing.len()
    }

    #[test]
    fn a_call_made_again_may_deliver_the_same_again_in_its_own_pass() {
        for id in [json!("c1"), json!(null)] {
            let entry = json!({ "type": "link", "payload": { "url": "/1" }, "tool_call_id": id });
            assert_eq!(missing(&id, [json!([entry]), json!([entry])]), 0, "{id}");
            assert_eq!(
                missing(&id, [json!([entry]), json!([entry, entry])]),
                0,
                "{id}"
            );
            assert_eq!(missing(&id, [json!([]), json!([entry, entry])]), 0, "{id}");
            assert_eq!(missing(&id, [json!([entry]), json!([])]), 1, "{id}");
            assert_eq!(missing(&id, [json!([]), json!([entry])]), 1, "{id}");
        }
    }
}
