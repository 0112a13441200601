//! Another call's id, or no call's.

use flowdrop_conformance::scenario::ToolCall;
use serde_json::Value;

use super::{batch, own};
use crate::mutant::{Mutant, id, wired};
use crate::runtime::{Done, HONEST, Made, Run, Wiring};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    id(
        "pairs-by-position",
        "Python `zip(calls, [r for r in results if r.artifacts])`: results without artifacts shift the ids",
        |run, made| {
            let batch = batch(run, made);
            let with = batch
                .iter()
                .filter(|done| done.succeeded() && !done.handed().is_empty());
            zipped(run, made, &with.copied().collect::<Vec<_>>())
        },
    ),
    id(
        "pairs-by-completion",
        "Python `as_completed` zipped with the calls in the order they were made",
        |run, made| {
            let mut batch = batch(run, made);
            batch.sort_by_key(|done| done.finished);
            zipped(run, made, &batch)
        },
    ),
    id(
        "pairs-after-filtering-failures",
        "Go: failed results are filtered out before results and calls are zipped",
        |run, made| {
            let batch = batch(run, made);
            let succeeded = batch.iter().filter(|done| done.succeeded());
            zipped(run, made, &succeeded.copied().collect::<Vec<_>>())
        },
    ),
    id(
        "pairs-in-reverse",
        "PHP `array_pop`: results come off a stack, ids off a queue",
        |run, made| {
            let mut batch = batch(run, made);
            batch.reverse();
            zipped(run, made, &batch)
        },
    ),
    id(
        "first-id-for-all",
        "JS `calls[0].id`: the batch's first id stands on every entry",
        |run, made| batch(run, made)[0].id.clone(),
    ),
    id(
        "last-id-for-all",
        "JS `var` in a loop: the closure sees the last call's id",
        |run, made| last(&batch(run, made), |_| true),
    ),
    id(
        "shared-current-call",
        "Java: one \"current call\" field for all threads, so that concurrent calls get the last one's id",
        |run, made| {
            let batch = batch(run, made);
            let timed =
                |done: &&Done<'_>| done.result.is_some_and(|result| result.finishes.is_some());
            match batch.iter().any(timed) {
                true => last(&batch, |_| true),
                false => own(run, made),
            }
        },
    ),
    id(
        "pairs-by-tool-name",
        "Python `{call.name: call.id}`: two calls of one tool share the later id",
        |run, made| {
            let name = &run.call_of(made).call.name;
            last(&batch(run, made), |done| done.call.name == *name)
        },
    ),
    id(
        "queues-by-tool-name",
        "JS: completions of one tool take that tool's ids first come, first served",
        |run, made| {
            let name = &run.call_of(made).call.name;
            let mut of_name = batch(run, made);
            of_name.retain(|done| done.call.name == *name);
            let calls = of_name.clone();
            of_name.sort_by_key(|done| done.finished);
            zip(run, made, &of_name, &calls)
        },
    ),
    id(
        "pairs-by-arguments",
        "Go map keyed by the arguments: equal calls share the later id",
        |run, made| {
            let arguments = run.call_of(made).arguments();
            last(&batch(run, made), |done| done.arguments() == arguments)
        },
    ),
    id(
        "pairs-by-id-lowercased",
        "PHP map keyed by `strtolower($id)`: ids that differ by case share the later one",
        |run, made| keyed(run, made, str::to_lowercase),
    ),
    id(
        "pairs-by-id-prefix",
        "Rust map keyed by the id's first 8 characters",
        |run, made| keyed(run, made, |id| text::cut(id, 8)),
    ),
    id(
        "pairs-by-number",
        "PHP array keys: ids with the same integer value share the later one",
        |run, made| {
            keyed(run, made, |id| {
                id.parse::<i64>().map_or(id.to_owned(), |id| id.to_string())
            })
        },
    ),
    id(
        "name-as-id",
        "Python, for a model without call ids: the tool's name stands for the id",
        |run, made| run.call_of(made).call.name.as_str().into(),
    ),
    id(
        "index-as-id",
        "JS: the call's index stands for the id",
        |run, made| run.call_of(made).index.to_string().into(),
    ),
    id(
        "arguments-as-id",
        "Go: a fingerprint of tool and arguments stands for the id",
        |run, made| format!("{:016x}", text::digest(&run.call_of(made).arguments())).into(),
    ),
    id(
        "minted-for-all",
        "Python `uuid4()` on every entry, whatever the call is called",
        |_, _| text::random_id("artifact").into(),
    ),
    wired(
        "last-minted-for-all",
        &[1],
        "JS: a call without id is given one, and entries read the one that was given last",
        Wiring {
            own_id: minted,
            id: |run, made| match run.call_of(made).call.tool_call_id.given() {
                Some(id) => id.into(),
                None => last(&batch(run, made), |done| {
                    done.call.tool_call_id.given().is_none()
                }),
            },
            ..HONEST
        },
    ),
    id(
        "id-null-always",
        "Java: the builder's `toolCallId` is never set",
        |_, _| Value::Null,
    ),
    id(
        "id-empty-always",
        "Go: the struct's zero value is delivered",
        |_, _| "".into(),
    ),
    id(
        "id-only-on-first",
        "Rust `id.take()`: a call's later entries have null",
        |run, made| match made.nth {
            0 => own(run, made),
            _ => Value::Null,
        },
    ),
    id(
        "id-carried-over",
        "PHP: the loop variable is not reset, so a call without id gets the one before it",
        |run, made| {
            let before = run.done[..=made.call].iter().rev();
            let mut given = before.filter(|done| !done.id.is_null());
            given.next().map(|done| done.id.clone()).unwrap_or_default()
        },
    ),
    id(
        "id-of-next-call",
        "JS: `find(c => c.id)` from here on: a call without id gets the next one's",
        |run, made| {
            let mut given = run.done[made.call..]
                .iter()
                .filter(|done| !done.id.is_null());
            given.next().map(|done| done.id.clone()).unwrap_or_default()
        },
    ),
    id(
        "first-pass-ids",
        "Python: ids are read once from the first assistant message and indexed in later passes",
        |run, made| {
            let index = run.call_of(made).index;
            let first = run.batch(0).nth(index);
            first.map_or(own(run, made), |done| done.id.clone())
        },
    ),
    id(
        "id-suffixed-in-later-pass",
        "JS: ids are made unique with the pass number from the second pass on",
        |run, made| match (run.call_of(made).pass, own(run, made)) {
            (0, id) | (_, id @ Value::Null) => id,
            (pass, id) => format!("{}_{pass}", id.as_str().unwrap_or("")).into(),
        },
    ),
    id(
        "shares-one-object",
        "Python: equal artifacts of two calls are one dict, stamped twice",
        |run, made| {
            let calls = run.done.iter().filter(|done| done.succeeded());
            let same = calls.filter(|done| done.handed().contains(&&made.artifact));
            last(&same.collect::<Vec<_>>(), |_| true)
        },
    ),
    id(
        "id-cached-by-arguments",
        "PHP static cache: the id of the first run with these arguments is kept",
        |run, made| run.remember(&run.call_of(made).arguments(), own(run, made)),
    ),
    id(
        "restores-order-with-inverse-permutation",
        "Rust: results that came back out of order are put back with the inverse permutation (right for two calls) and zipped with the ids",
        |run, made| {
            let mut finished = batch(run, made);
            finished.sort_by_key(|done| done.finished);
            let calls = batch(run, made);
            let put = finished.iter().filter_map(|done| {
                finished.get(calls.iter().position(|call| call.index == done.index)?)
            });
            zipped(run, made, &put.copied().collect::<Vec<_>>())
        },
    ),
    id(
        "sorts-call-index-as-text",
        "JS `Object.entries(byIndex).sort()`: results sorted by their index as text, then zipped with the ids (wrong from eleven calls on)",
        |run, made| {
            let mut batch = batch(run, made);
            batch.sort_by_key(|done| done.index.to_string());
            zipped(run, made, &batch)
        },
    ),
    id(
        "failure-shifts-completion-order",
        "Python: artifacts of successes in completion order, zipped with the ids of all calls in completion order",
        |run, made| {
            let mut calls = batch(run, made);
            calls.sort_by_key(|done| done.finished);
            let succeeded = calls.iter().filter(|done| done.succeeded()).copied();
            zip(run, made, &succeeded.collect::<Vec<_>>(), &calls)
        },
    ),
    id(
        "matches-id-by-prefix",
        "JS `calls.find(c => id.startsWith(c.id) || c.id.startsWith(id))`: the first that begins alike",
        |run, made| {
            let own = own(run, made);
            let alike = |id: &Value| match (own.as_str(), id.as_str()) {
                (Some(own), Some(id)) => own.starts_with(id) || id.starts_with(own),
                _ => own == *id,
            };
            let first = batch(run, made).into_iter().find(|done| alike(&done.id));
            first.map(|done| done.id.clone()).unwrap_or_default()
        },
    ),
];

/// The id of the last call of which something holds.
fn last(batch: &[&Done<'_>], holds: impl Fn(&Done<'_>) -> bool) -> Value {
    let last = batch.iter().rev().find(|done| holds(done));
    last.map(|done| done.id.clone()).unwrap_or_default()
}

/// The call's id, or one that counts the calls where it has none.
fn minted(run: &Run<'_>, call: &ToolCall) -> Value {
    match call.tool_call_id.given() {
        Some(id) => id.into(),
        None => format!("call-without-id-{}", run.done.len()).into(),
    }
}

/// The id that a result gets when results are zipped with the batch's calls.
fn zipped(run: &Run<'_>, made: &Made, results: &[&Done<'_>]) -> Value {
    zip(run, made, results, &batch(run, made))
}

fn zip(run: &Run<'_>, made: &Made, results: &[&Done<'_>], calls: &[&Done<'_>]) -> Value {
    let index = run.call_of(made).index;
    let at = results.iter().position(|done| done.index == index);
    at.and_then(|at| calls.get(at))
        .map(|done| done.id.clone())
        .unwrap_or_default()
}

/// The id found in a map whose keys are made from ids.
fn keyed(run: &Run<'_>, made: &Made, key: impl Fn(&str) -> String) -> Value {
    let id = own(run, made);
    match id.as_str() {
        Some(id) => last(&batch(run, made), |done| {
            done.id.as_str().map(&key) == Some(key(id))
        }),
        None => id,
    }
}
