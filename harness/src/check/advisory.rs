//! Uses of the latitude that the rule leaves: told, never judged.

use serde_json::Value;

use super::delivered::{Account, delivered, fits, same_lists};
use super::{Run, Verdicts};
use crate::adapter::Observation;
use crate::scenario::{Duty, Exposure, TOOL_ARTIFACTS, well_formed};

macro_rules! advisories {
    ($( $(#[$doc:meta])* $name:ident = $code:literal, $text:literal; )*) => {
        /// A use of the latitude.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Advisory {
            $( $(#[$doc])* $name, )*
        }

        impl Advisory {
            /// The advisory's permanent name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Advisory::$name => $code,)* }
            }

            /// What it says to a reader.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Advisory::$name => $text,)* }
            }
        }
    };
}

advisories! {
    /// Entries do not stand in the order of calls.
    Reordered = "entries-reordered", "entries do not stand in the order of the calls (the rule leaves it open)";
    /// A later pass's list repeats an earlier pass's entries.
    Accumulates = "entries-accumulate", "a later pass's list repeats entries of an earlier pass (the rule leaves it open)";
    /// An empty list is delivered where there is nothing.
    EmptyList = "empty-list", "an empty list is delivered where there is nothing (absent would do)";
    /// Numbers are spelled otherwise.
    NumbersRespelled = "numbers-respelled", "numbers arrive in another spelling of the same value";
    /// Empty maps come back as empty lists.
    EmptyMapAsList = "empty-map-as-list", "an empty map arrives as an empty list";
    /// A failed call's artifacts are kept.
    FailedKept = "failed-calls-artifacts-kept", "a failed call's artifacts are delivered (RT-TOOL-2 ¶5 says it carries none)";
    /// Malformed artifacts are kept.
    MalformedKept = "malformed-artifacts-kept", "malformed artifacts are delivered (RT-TOOL-2 ¶3 drops them)";
    /// Calls without an id are given one.
    IdsMinted = "ids-minted", "a call that had no id is given one";
    /// An override that hides shows the port.
    OverrideMisread = "override-misread", "a stored override that hides the port shows it (EXPO-2)";
    /// The runtime gave up a run.
    RunsAborted = "runs-aborted", "the runtime gave up a run";
    /// Only tool messages were seen.
    ToolMessagesOnly = "tool-messages-only", "prose is known from the tool messages only, not from all that the model is sent";
    /// The adapter tells other prose than was seen on the wire.
    ProseToldOtherwise = "prose-told-otherwise", "the adapter tells other prose than was seen on the wire (what was seen is judged)";
}

/// Notes what each run makes of the latitude.
pub(super) fn note(runs: &[Run<'_>], accounts: &[Option<Account<'_>>], verdicts: &mut Verdicts) {
    for (at, (run, account)) in runs.iter().zip(accounts).enumerate() {
        if let (Some(observation), Some(account)) = (&run.first, account) {
            note_run(run, observation, verdicts);
            if !runs[..at].iter().any(|before| noted_alike(before, run)) {
                note_entries(observation, account, verdicts);
            }
        }
    }
}

/// Whether two runs have the same entries from the same calls, as those that differ in
/// exposure alone mostly do.
fn noted_alike(a: &Run<'_>, b: &Run<'_>) -> bool {
    let (Some(seen_a), Some(seen_b)) = (&a.first, &b.first) else {
        return false;
    };
    let mut passes = seen_a.passes.iter().zip(&seen_b.passes);
    a.variant.artifacts == b.variant.artifacts
        && same_lists(seen_a, seen_b)
        && passes.all(|(a, b)| a.invoked == b.invoked)
}

fn note_run(run: &Run<'_>, observation: &Observation, verdicts: &mut Verdicts) {
    if observation.aborted.is_some() {
        verdicts.advisories.insert(Advisory::RunsAborted);
    }
    let messages = observation
        .passes
        .iter()
        .any(|pass| !pass.tool_messages.is_empty());
    let input = observation
        .passes
        .iter()
        .any(|pass| pass.model_input.is_some());
    if messages && !input {
        verdicts.advisories.insert(Advisory::ToolMessagesOnly);
    }
    if !observation.disagreements.is_empty() {
        verdicts.advisories.insert(Advisory::ProseToldOtherwise);
    }
    let shown = observation
        .ports
        .as_ref()
        .and_then(|ports| ports.exposed(TOOL_ARTIFACTS));
    if run.variant.exposure == Exposure::Hidden && shown == Some(true) {
        verdicts.advisories.insert(Advisory::OverrideMisread);
    }
}

fn note_entries(observation: &Observation, account: &Account<'_>, verdicts: &mut Verdicts) {
    let Account { items, ids, .. } = account;
    for list in delivered(observation) {
        let Some(entries) = list.value.as_array() else {
            continue;
        };
        if entries.is_empty() {
            verdicts.advisories.insert(Advisory::EmptyList);
        }
        let mut last = 0;
        for entry in entries {
            // A malformed artifact asks for nothing in particular, so it comes last.
            let first = |malformed: bool| {
                items.iter().enumerate().find(|(_, item)| {
                    (item.duty == Duty::Malformed) == malformed && fits(entry, &item.handed, ids)
                })
            };
            let Some((at, item)) = first(false).or_else(|| first(true)) else {
                continue;
            };
            if at < last {
                verdicts.advisories.insert(Advisory::Reordered);
            }
            last = last.max(at);
            if list.pass.is_some_and(|pass| item.handed.pass < pass) {
                verdicts.advisories.insert(Advisory::Accumulates);
            }
            note_entry(entry, item.handed.artifact, item.handed.duty, verdicts);
            if item.handed.id.is_none()
                && entry["tool_call_id"]
                    .as_str()
                    .is_some_and(|id| !id.is_empty())
            {
                verdicts.advisories.insert(Advisory::IdsMinted);
            }
        }
    }
}

fn note_entry(entry: &Value, artifact: &Value, duty: Duty, verdicts: &mut Verdicts) {
    match duty {
        Duty::May => {
            verdicts.advisories.insert(Advisory::FailedKept);
        }
        Duty::Malformed => {
            verdicts.advisories.insert(Advisory::MalformedKept);
        }
        Duty::Must => {}
    }
    let Some((_, payload)) = well_formed(artifact) else {
        return;
    };
    note_payload(payload, &entry["payload"], verdicts);
}

/// What differs in spelling between a payload and the same as it was delivered.
fn note_payload(expected: &Value, actual: &Value, verdicts: &mut Verdicts) {
    match (expected, actual) {
        (Value::Object(_), Value::Array(_)) => {
            verdicts.advisories.insert(Advisory::EmptyMapAsList);
        }
        (Value::Number(a), Value::Number(b)) if a.to_string() != b.to_string() => {
            verdicts.advisories.insert(Advisory::NumbersRespelled);
        }
        (Value::Array(a), Value::Array(b)) => a
            .iter()
            .zip(b)
            .for_each(|(a, b)| note_payload(a, b, verdicts)),
        (Value::Object(a), Value::Object(b)) => {
            a.iter()
                .filter_map(|(key, a)| Some((a, b.get(key)?)))
                .for_each(|(a, b)| note_payload(a, b, verdicts));
        }
        _ => {}
    }
}
