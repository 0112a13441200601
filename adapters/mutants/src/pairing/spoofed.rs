//! An id that the tool wrote.

use serde_json::Value;

use super::{batch, own};
use crate::mutant::{Mutant, id};
use crate::runtime::{Made, Run};

pub(crate) static TABLE: &[Mutant] = &[
    id(
        "tool-id-wins",
        "JS `{ ...own, tool_call_id: a.tool_call_id ?? call.id }`: the tool's id is believed",
        |run, made| tool_id(made).unwrap_or(own(run, made)),
    ),
    id(
        "tool-id-when-missing",
        "PHP `$call['id'] ?? $artifact['tool_call_id']`: the tool's id fills in for a missing or null one",
        |run, made| match own(run, made) {
            Value::Null => tool_id(made).unwrap_or_default(),
            id => id,
        },
    ),
    id(
        "tool-id-when-falsy",
        "PHP `$id ?: $artifact['tool_call_id']`: the tool's id fills in for \"\" and \"0\"",
        |run, made| {
            let falsy = matches!(own(run, made).as_str(), Some("" | "0"));
            tool_id(made).filter(|_| falsy).unwrap_or(own(run, made))
        },
    ),
    id(
        "tool-id-when-known",
        "Python: the tool's id is believed when it names a sibling of the same pass",
        |run, made| {
            let known = |id: &Value| batch(run, made).iter().any(|done| done.id == *id);
            tool_id(made).filter(known).unwrap_or(own(run, made))
        },
    ),
    id(
        "camel-id-believed",
        "Java `@JsonAlias(\"toolCallId\")`: an alias written by the tool is bound to the id",
        |run, made| {
            made.artifact
                .get("toolCallId")
                .cloned()
                .unwrap_or(own(run, made))
        },
    ),
    id(
        "payload-id-wins",
        "JS: an id inside the payload is taken for the call's",
        |run, made| {
            made.payload()
                .get("tool_call_id")
                .cloned()
                .unwrap_or(own(run, made))
        },
    ),
    id(
        "rejects-only-sibling-ids",
        "Java: the tool's id stands unless it is another call's of the run",
        |run, made| {
            let others = |id: &Value| {
                let mut calls = run.done.iter().enumerate();
                calls.any(|(call, done)| call != made.call && done.id == *id)
            };
            believed(run, made, |id| !others(id))
        },
    ),
    id(
        "non-string-tool-id-wins",
        "PHP: only a string id of the tool is overwritten; a number, list or map stays",
        |run, made| believed(run, made, |id| !id.is_string()),
    ),
    id(
        "deep-merges-artifact",
        "JS lodash `merge`: a map from the tool replaces or swallows the id",
        |run, made| believed(run, made, |id| id.is_object() || id.is_array()),
    ),
    id(
        "array-merge-recursive",
        "PHP `array_merge_recursive($artifact, ['tool_call_id' => $id])`: both ids in a list",
        |run, made| {
            let own = own(run, made);
            match tool_id(made) {
                Some(Value::Array(mut ids)) => {
                    ids.push(own);
                    ids.into()
                }
                Some(id) => Value::from(vec![id, own]),
                None => own,
            }
        },
    ),
    id(
        "accepts-tool-id-ignoring-case",
        "Go `strings.EqualFold(own, id)`: then the tool's spelling is kept",
        |run, made| {
            let own = own(run, made);
            believed(run, made, |id| {
                let both = own.as_str().zip(id.as_str());
                both.is_some_and(|(own, id)| own.eq_ignore_ascii_case(id))
            })
        },
    ),
    id(
        "trusts-id-seen-in-run",
        "Python: a tool's id is believed when an earlier pass had a call of that id",
        |run, made| {
            let pass = run.call_of(made).pass;
            believed(run, made, |id| {
                run.done
                    .iter()
                    .any(|done| done.pass < pass && done.id == *id)
            })
        },
    ),
];

fn tool_id(made: &Made) -> Option<Value> {
    made.artifact
        .get("tool_call_id")
        .filter(|id| !id.is_null())
        .cloned()
}

/// The tool's id where it is believed, or else the call's own.
fn believed(run: &Run<'_>, made: &Made, when: impl Fn(&Value) -> bool) -> Value {
    tool_id(made).filter(when).unwrap_or(own(run, made))
}
