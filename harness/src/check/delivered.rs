//! The lists that a run delivers, and how its entries fit what was handed over.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Run;
use crate::adapter::Observation;
use crate::json::{canonical, same, unify_empty};
use crate::scenario::{Duty, Handed, given_ids, handed_over, well_formed};

/// The three keys of an entry.
pub(super) const KEYS: [&str; 3] = ["type", "payload", "tool_call_id"];

/// An artifact, and whether it reached the runtime.
#[derive(Debug, Clone)]
pub(super) struct Item<'a> {
    pub(super) handed: Handed<'a>,
    /// What is owed once `invoked` has been read: an artifact that never reached the
    /// runtime need not arrive.
    pub(super) duty: Duty,
    /// How often it may stand in one list: a tool that was called twice for one call has
    /// produced it twice.
    pub(super) times: usize,
}

/// A list that a run delivers: the run's own, or one pass's.
pub(super) struct Delivered<'a> {
    pub(super) pass: Option<usize>,
    pub(super) value: &'a Value,
}

/// Every list that an observation delivers.
pub(super) fn delivered(observation: &Observation) -> Vec<Delivered<'_>> {
    let run = observation
        .tool_artifacts
        .iter()
        .map(|value| Delivered { pass: None, value });
    let passes = observation
        .passes
        .iter()
        .enumerate()
        .filter_map(|(pass, seen)| {
            let value = seen.tool_artifacts.as_ref()?;
            Some(Delivered {
                pass: Some(pass),
                value,
            })
        });
    run.chain(passes)
        .filter(|list| !list.value.is_null())
        .collect()
}

/// What a run's calls handed over, as far as `invoked` bears it out. The second value
/// says whether something that was scripted did not reach the runtime.
pub(super) fn items<'a>(run: &'a Run<'_>, observation: &Observation) -> (Vec<Item<'a>>, bool) {
    let handed = handed_over(run.scenario);
    let mut short = false;
    let mut calls: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (call, (_, tool_call)) in run.scenario.calls().enumerate() {
        calls
            .entry(tool_call.args.script.as_str())
            .or_default()
            .push(call);
    }
    let items = handed
        .iter()
        .filter_map(|item| {
            let evidence = Evidence::of(observation, item.script);
            let asked = calls.get(item.script).map_or(1, Vec::len);
            let reached = evidence.reached(run, item, asked);
            // A repeat need not be invoked at all (RT-TOOL-9 ¶1), and then nothing of it
            // may arrive.
            if item.repeat && !reached {
                return None;
            }
            let duty = match item.duty {
                Duty::Must if !reached => {
                    short = true;
                    Duty::May
                }
                duty => duty,
            };
            let times = evidence.calls.div_ceil(asked).max(1);
            Some(Item {
                handed: item.clone(),
                duty,
                times,
            })
        })
        .collect();
    (items, short)
}

/// What `invoked` says of one script.
struct Evidence {
    calls: usize,
    fewest: usize,
}

impl Evidence {
    fn of(observation: &Observation, script: &str) -> Self {
        let counts = || {
            observation
                .passes
                .iter()
                .flat_map(|pass| &pass.invoked)
                .filter(|invoked| invoked.script == script)
                .map(|invoked| invoked.artifacts)
        };
        Evidence {
            calls: counts().count(),
            fewest: counts().min().unwrap_or(0),
        }
    }

    /// Whether the item's call was made and handed over all its well-formed artifacts.
    fn reached(&self, run: &Run<'_>, item: &Handed<'_>, asked: usize) -> bool {
        let Some(result) = run.scenario.script.get(item.script) else {
            return false;
        };
        let sound = result
            .artifacts
            .iter()
            .filter(|artifact| well_formed(artifact).is_some())
            .count();
        // Of several calls with one script nobody can tell which was left out, unless
        // the repeats account for it. One that was never made handed over nothing.
        let accounted = self.calls >= asked
            || !item.repeat && item.id.is_some() && has_repeat(run, item.script);
        accounted && self.fewest >= sound
    }
}

fn has_repeat(run: &Run<'_>, script: &str) -> bool {
    handed_over(run.scenario)
        .iter()
        .any(|other| other.script == script && other.repeat)
}

/// How an identifier fits an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdFit {
    Own,
    ToolWritten,
    OfAnotherCall,
    Changed,
}

/// Identifiers of a run: those the model gave, and those that tools wrote.
pub(super) struct Ids<'a> {
    pub(super) given: std::collections::BTreeSet<&'a str>,
    written: Vec<&'a Value>,
}

impl<'a> Ids<'a> {
    pub(super) fn of(run: &'a Run<'_>) -> Self {
        let written = run
            .scenario
            .script
            .values()
            .flat_map(|result| &result.artifacts)
            .filter_map(|artifact| artifact.get("tool_call_id"))
            .filter(|id| !id.is_null() && id.as_str() != Some(""))
            .collect();
        Ids {
            given: given_ids(run.scenario),
            written,
        }
    }

    pub(super) fn fit(&self, id: &Value, item: &Handed<'_>) -> IdFit {
        if item.id.is_some() && id.as_str() == item.id {
            return IdFit::Own;
        }
        let written = self.written.iter().any(|other| same(other, id));
        if written
            && item
                .artifact
                .get("tool_call_id")
                .is_some_and(|own| same(own, id))
        {
            return IdFit::ToolWritten;
        }
        if id.as_str().is_some_and(|id| self.given.contains(id)) {
            return IdFit::OfAnotherCall;
        }
        if written {
            return IdFit::ToolWritten;
        }
        // A call that had no id, or whose id an earlier call has, may get a minted one.
        let minted = id.is_string() || id.is_number();
        let free = match item.id {
            None => minted || id.is_null(),
            Some(_) => item.repeat && minted && id.as_str() != Some(""),
        };
        if free { IdFit::Own } else { IdFit::Changed }
    }

    /// Whether an identifier is neither the model's nor a tool's.
    pub(super) fn is_minted(&self, id: &Value) -> bool {
        let told = match id {
            Value::String(text) => !text.is_empty() && !self.given.contains(text.as_str()),
            Value::Number(_) => true,
            _ => false,
        };
        told && !self.written.iter().any(|other| same(other, id))
    }
}

/// Whether an entry is exactly what an item asks for.
pub(super) fn fits(entry: &Value, item: &Handed<'_>, ids: &Ids<'_>) -> bool {
    let Some(members) = entry.as_object() else {
        return false;
    };
    let Some(id) = members.get("tool_call_id") else {
        return false;
    };
    if ids.fit(id, item) != IdFit::Own || members.keys().any(|key| !KEYS.contains(&key.as_str())) {
        return false;
    }
    match well_formed(item.artifact) {
        None => true,
        Some((kind, payload)) => {
            members.get("type").and_then(Value::as_str) == Some(kind)
                && members
                    .get("payload")
                    .is_some_and(|other| same(payload, other))
        }
    }
}

/// The entry that an item asks for.
pub(super) fn wanted(item: &Handed<'_>) -> Value {
    let mut entry = Map::new();
    for key in ["type", "payload"] {
        entry.insert(
            key.to_owned(),
            item.artifact.get(key).cloned().unwrap_or(Value::Null),
        );
    }
    entry.insert("tool_call_id".to_owned(), item.id.into());
    Value::Object(entry)
}

/// A spelling of an entry that is the same wherever the latitude says so: minted ids
/// are masked, an empty map is an empty list.
pub(super) fn spelling(entry: &Value, ids: &Ids<'_>) -> String {
    let mut entry = entry.clone();
    if let Some(id) = entry.get_mut("tool_call_id") {
        let minted = match &*id {
            Value::String(text) if text.is_empty() => true,
            Value::Null => true,
            id => ids.is_minted(id),
        };
        if minted {
            *id = Value::Null;
        }
    }
    unify_empty(&mut entry);
    canonical(&entry)
}

/// Whether every call of the run's scenario was made.
pub(super) fn all_invoked(run: &Run<'_>, observation: &Observation) -> bool {
    let mut calls = run.scenario.calls().peekable();
    calls.peek().is_some()
        && calls.all(|(_, call)| Evidence::of(observation, &call.args.script).calls > 0)
}
