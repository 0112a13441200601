//! Entries that come twice, or that the run did not produce.

use serde_json::{Value, json};

use crate::mutant::{Mutant, collect};
use crate::runtime::{Made, Object, Run};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    collect(
        "duplicates-all",
        "PHP: lifted by the node and again by the turn",
        |_, made| [made.clone(), made].concat(),
    ),
    collect(
        "duplicates-second-pass",
        "JS: the running list is appended to itself in the second pass",
        |run, made| {
            let later = made.iter().any(|made| run.call_of(made).pass > 0);
            let first = made
                .iter()
                .filter(|made| later && run.call_of(made).pass == 0);
            let first: Vec<Made> = first.cloned().collect();
            [first, made].concat()
        },
    ),
    collect(
        "duplicates-per-call",
        "Go: the batch's slice is appended once a call",
        |run, made| {
            let calls = |made: &Made| {
                let batch = run.batch(run.call_of(made).pass);
                batch
                    .filter(|done| done.succeeded() && !done.handed().is_empty())
                    .count()
            };
            made.iter()
                .flat_map(|made| vec![made.clone(); calls(made).max(1)])
                .collect()
        },
    ),
    collect(
        "duplicates-failed-batch",
        "Java: a batch with a failed call is collected again by the retry",
        |run, made| {
            let failed = |made: &Made| {
                run.batch(run.call_of(made).pass)
                    .any(|done| done.failure().is_some())
            };
            made.iter()
                .flat_map(|made| vec![made.clone(); 1 + usize::from(failed(made))])
                .collect()
        },
    ),
    collect(
        "duplicates-first",
        "Python: the first entry is emitted early and again at the end",
        |_, mut made| {
            made.extend(made.first().cloned());
            made
        },
    ),
    collect(
        "placeholder-null",
        "JS `map` without `filter`: null for a call without artifacts",
        |run, made| for_empty_calls(run, made, |_| Value::Null),
    ),
    collect(
        "placeholder-empty",
        "Python: an entry with null type for a call without artifacts",
        |run, made| {
            for_empty_calls(
                run,
                made,
                |id| json!({ "type": null, "payload": {}, "tool_call_id": id }),
            )
        },
    ),
    collect(
        "error-as-entry",
        "JS: a failed call becomes an entry of type error",
        |run, mut made| {
            for (call, done) in run
                .done
                .iter()
                .enumerate()
                .filter(|(_, done)| done.failure().is_some())
            {
                made.push(made_up(
                    run,
                    call,
                    "error",
                    json!({ "call": done.call.name }),
                ));
            }
            made
        },
    ),
    collect(
        "data-as-entry",
        "Python: every result's data is lifted as an entry too",
        |run, made| data_as_entries(run, made, |_| true),
    ),
    collect(
        "data-as-entry-when-none",
        "Java: a call without artifacts delivers its data",
        |run, made| {
            let with: Vec<usize> = made.iter().map(|made| made.call).collect();
            data_as_entries(run, made, move |call| !with.contains(&call))
        },
    ),
    collect(
        "links-in-data-as-entries",
        "JS: urls in the data become link entries",
        |run, mut made| {
            for (call, done) in run
                .done
                .iter()
                .enumerate()
                .filter(|(_, done)| done.succeeded())
            {
                let said = text::strings(done.data()).join(" ");
                let links = said.split_whitespace().filter(|word| word.contains("://"));
                let links = links.map(|url| url.trim_end_matches(['.', ',', ')']));
                made.extend(links.map(|url| made_up(run, call, "link", json!({ "url": url }))));
            }
            made
        },
    ),
    collect(
        "nested-artifacts-lifted",
        "PHP `array_walk_recursive`: `artifacts` deep in the data is lifted",
        |run, mut made| {
            for (call, done) in run
                .done
                .iter()
                .enumerate()
                .filter(|(_, done)| done.succeeded())
            {
                let inner = done
                    .data()
                    .as_object()
                    .into_iter()
                    .flat_map(|map| map.values());
                let nested = inner.flat_map(nested_artifacts);
                made.extend(nested.map(|artifact| Made::new(call, 0, artifact)));
            }
            made
        },
    ),
    collect(
        "lookalike-data-lifted",
        "Python: data with `type` and `payload` is lifted",
        |run, mut made| {
            for (call, done) in run
                .done
                .iter()
                .enumerate()
                .filter(|(_, done)| done.succeeded())
            {
                let data = done.data();
                let inner = data.as_object().into_iter().flat_map(|map| map.values());
                let listed = inner.clone().filter_map(Value::as_array).flatten();
                let alike = std::iter::once(data)
                    .chain(inner)
                    .chain(listed)
                    .filter(|value| crate::runtime::accept(value));
                made.extend(alike.map(|value| Made::new(call, 0, value.clone())));
            }
            made
        },
    ),
    collect(
        "summary-entry",
        "Go: a trailing entry of type summary",
        |run, mut made| {
            if let Some(last) = made.last().map(|made| made.call) {
                let count = made.len();
                made.push(made_up(run, last, "summary", json!({ "count": count })));
            }
            made
        },
    ),
    collect(
        "keeps-last-runs",
        "Python module-level list, cleared at the wrong end of a run, so that the run before's entries come first",
        |run, made| {
            let earlier = run.memory.borrow().list.clone();
            run.memory.borrow_mut().list = made.iter().map(|made| plain(run, made)).collect();
            let call = made.first().map_or(0, |made| made.call);
            let earlier = earlier.into_iter().filter(|_| !run.done.is_empty());
            let earlier = earlier.map(|entry| Made::new(call, 0, Value::Null).as_whole(entry));
            earlier.chain(made.clone()).collect()
        },
    ),
    collect(
        "stale-by-one",
        "Java: the list is read before it is flushed, so the run before's is delivered",
        |run, made| {
            let fresh = made.iter().map(|made| plain(run, made)).collect();
            let stale = std::mem::replace(&mut run.memory.borrow_mut().list, fresh);
            let stale = stale.into_iter().filter(|_| !run.done.is_empty());
            stale
                .map(|entry| Made::new(0, 0, Value::Null).as_whole(entry))
                .collect()
        },
    ),
    collect(
        "failed-artifacts-go-to-next-call",
        "Go: a failed call's artifacts stay in the buffer, and are flushed with the next success under its id",
        |run, made| {
            let mut flushed = Vec::new();
            let mut buffer: Vec<Value> = Vec::new();
            for (call, done) in run.done.iter().enumerate() {
                if done.failure().is_some() {
                    buffer.extend(done.handed().into_iter().cloned().map(Value::Object));
                } else {
                    let left = buffer
                        .drain(..)
                        .map(|artifact| Made::new(call, 0, artifact));
                    flushed.extend(left);
                    flushed.extend(made.iter().filter(|made| made.call == call).cloned());
                }
            }
            flushed
        },
    ),
];

/// An entry that no tool handed over.
fn made_up(run: &Run<'_>, call: usize, kind: &str, payload: Value) -> Made {
    let entry = Object::from_iter([
        ("type".to_owned(), kind.into()),
        ("payload".to_owned(), payload),
        ("tool_call_id".to_owned(), run.done[call].id.clone()),
    ]);
    Made::new(call, 0, Value::Null).as_whole(entry.into())
}

fn for_empty_calls(
    run: &Run<'_>,
    mut made: Vec<Made>,
    entry: impl Fn(&Value) -> Value,
) -> Vec<Made> {
    for (call, done) in run.done.iter().enumerate() {
        if done.repeat_of.is_none() && !made.iter().any(|made| made.call == call) {
            made.push(Made::new(call, 0, Value::Null).as_whole(entry(&done.id)));
        }
    }
    made
}

fn data_as_entries(run: &Run<'_>, mut made: Vec<Made>, which: impl Fn(usize) -> bool) -> Vec<Made> {
    for (call, done) in run.done.iter().enumerate() {
        if done.succeeded() && done.repeat_of.is_none() && which(call) {
            made.push(made_up(run, call, "data", json!({ "data": done.data() })));
        }
    }
    made
}

/// What stands under `artifacts` anywhere in a value.
fn nested_artifacts(value: &Value) -> Vec<Value> {
    let Some(map) = value.as_object() else {
        return Vec::new();
    };
    let own = map.get("artifacts").and_then(Value::as_array);
    let own = own
        .into_iter()
        .flatten()
        .filter(|value| crate::runtime::accept(value))
        .cloned();
    own.chain(map.values().flat_map(nested_artifacts)).collect()
}

/// The entry as it should be.
fn plain(run: &Run<'_>, made: &Made) -> Value {
    json!({
        "type": made.kind(),
        "payload": made.payload(),
        "tool_call_id": run.call_of(made).id,
    })
}
