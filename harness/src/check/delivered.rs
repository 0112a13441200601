//! The lists that a run delivers, and how its entries fit what was handed over.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::Run;
use crate::adapter::Observation;
use crate::json::{canonical_unified, same};
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

/// What a run's calls handed over, as far as `invoked` bears it out.
pub(super) struct Account<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Something that was scripted did not reach the runtime.
    pub(super) short: bool,
    pub(super) ids: Ids<'a>,
}

impl<'a> Account<'a> {
    pub(super) fn of(run: &Run<'a>, observation: &Observation) -> Self {
        let handed = handed_over(run.scenario);
        let scripts = scripts(run, observation, &handed);
        let mut short = false;
        let mut items = Vec::with_capacity(handed.len());
        for handed in handed {
            let Some(script) = scripts.get(handed.script) else {
                continue;
            };
            let reached = script.reached(&handed);
            // A repeat need not be invoked at all (RT-TOOL-9 ¶1), and then nothing of it
            // may arrive.
            if handed.repeat && !reached {
                continue;
            }
            let duty = match handed.duty {
                Duty::Must if !reached => {
                    short = true;
                    Duty::May
                }
                duty => duty,
            };
            items.push(Item {
                duty,
                times: script.calls.div_ceil(script.asked).max(1),
                handed,
            });
        }
        Account {
            items,
            short,
            ids: Ids::of(run),
        }
    }
}

/// What is asked of one script, and what `invoked` says of it.
#[derive(Default)]
struct Script {
    /// How many calls ask for it.
    asked: usize,
    /// Whether one of them repeats an identifier.
    repeats: bool,
    /// How many well-formed artifacts it has.
    sound: usize,
    /// How often it was invoked.
    calls: usize,
    /// The least that an invocation handed over.
    fewest: Option<usize>,
}

fn scripts<'a>(
    run: &Run<'a>,
    observation: &Observation,
    handed: &[Handed<'_>],
) -> BTreeMap<&'a str, Script> {
    let mut scripts: BTreeMap<&str, Script> = BTreeMap::new();
    for (_, call) in run.scenario.calls() {
        let script = scripts.entry(&call.args.script).or_default();
        script.asked += 1;
    }
    for (name, script) in &mut scripts {
        let result = run.scenario.script.get(*name);
        let artifacts = result.iter().flat_map(|result| &result.artifacts);
        script.sound = artifacts.filter(|one| well_formed(one).is_some()).count();
    }
    for item in handed.iter().filter(|item| item.repeat) {
        if let Some(script) = scripts.get_mut(item.script) {
            script.repeats = true;
        }
    }
    for invoked in observation.passes.iter().flat_map(|pass| &pass.invoked) {
        if let Some(script) = scripts.get_mut(invoked.script.as_str()) {
            script.calls += 1;
            let fewest = script.fewest.unwrap_or(invoked.artifacts);
            script.fewest = Some(fewest.min(invoked.artifacts));
        }
    }
    scripts
}

impl Script {
    /// Whether the item's call was made and handed over all its well-formed artifacts.
    fn reached(&self, item: &Handed<'_>) -> bool {
        // Of several calls with one script nobody can tell which was left out, unless
        // the repeats account for it. One that was never made handed over nothing.
        let accounted =
            self.calls >= self.asked || (!item.repeat && item.id.is_some() && self.repeats);
        accounted && self.fewest.unwrap_or(0) >= self.sound
    }
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
    pub(super) given: BTreeSet<&'a str>,
    written: Vec<&'a Value>,
}

impl<'a> Ids<'a> {
    pub(super) fn of(run: &Run<'a>) -> Self {
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

/// Whether two observations delivered the same, to the letter.
pub(super) fn same_lists(a: &Observation, b: &Observation) -> bool {
    let mut passes = a.passes.iter().zip(&b.passes);
    a.tool_artifacts == b.tool_artifacts
        && a.passes.len() == b.passes.len()
        && passes.all(|(a, b)| a.tool_artifacts == b.tool_artifacts)
}

/// What was delivered, spelled so that only what the latitude does not allow differs.
pub(super) fn spellings(observation: &Observation, ids: &Ids<'_>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for list in delivered(observation) {
        match list.value {
            Value::Array(entries) => found.extend(entries.iter().map(|one| spelling(one, ids))),
            Value::Object(members) if members.is_empty() => {}
            other => {
                found.insert(spelling(other, ids));
            }
        }
    }
    found
}

/// A spelling of an entry that is the same wherever the latitude says so: minted ids
/// are masked, an empty map is an empty list.
fn spelling(entry: &Value, ids: &Ids<'_>) -> String {
    let minted = match entry.get("tool_call_id") {
        Some(Value::String(text)) if text.is_empty() => true,
        Some(id) => ids.is_minted(id),
        None => false,
    };
    if !minted {
        return canonical_unified(entry);
    }
    let mut entry = entry.clone();
    entry["tool_call_id"] = Value::Null;
    canonical_unified(&entry)
}

/// Whether every call of the run's scenario was made.
pub(super) fn all_invoked(run: &Run<'_>, observation: &Observation) -> bool {
    let invoked = |script: &str| {
        let mut made = observation.passes.iter().flat_map(|pass| &pass.invoked);
        made.any(|invoked| invoked.script == script)
    };
    let mut calls = run.scenario.calls().peekable();
    calls.peek().is_some() && calls.all(|(_, call)| invoked(&call.args.script))
}
