//! What an artifact's call, its siblings and its pass do to it.

use flowdrop_conformance::scenario::CallId;
use serde_json::{Value, json};

use super::{batch, first_of_each, last_of_each};
use crate::mutant::{Mutant, collect, keep, wired};
use crate::runtime::{Done, HONEST, Made, Run, Wiring};

pub(crate) static TABLE: &[Mutant] = &[
    keep(
        "lost-when-any-fails",
        "Python `gather` without `return_exceptions`: one reported failure loses the batch's",
        |run, made| !batch(run, made).any(|done| done.failure().is_some()),
    ),
    keep(
        "lost-after-failure",
        "Go `break` on the first error",
        |run, made| {
            let index = run.call_of(made).index;
            !batch(run, made).any(|done| done.index < index && done.failure().is_some())
        },
    ),
    keep(
        "lost-before-failure",
        "PHP: the list is reset in the error branch",
        |run, made| {
            let index = run.call_of(made).index;
            !batch(run, made).any(|done| done.index > index && done.failure().is_some())
        },
    ),
    keep(
        "lost-after-raise",
        "Java: the exception leaves the loop",
        |run, made| {
            let index = run.call_of(made).index;
            !batch(run, made).any(|done| done.index < index && done.raised())
        },
    ),
    keep(
        "lost-when-any-raises",
        "JS `Promise.all` rejects",
        |run, made| !batch(run, made).any(Done::raised),
    ),
    wired(
        "raise-aborts-run",
        &[1],
        "Python: a tool's exception ends the run with nothing delivered",
        Wiring {
            ends: |done| done.raised(),
            collect: unless_aborted,
            ..HONEST
        },
    ),
    wired(
        "failure-aborts-run",
        &[1],
        "Rust `?` on a failed result ends the run with nothing delivered",
        Wiring {
            ends: |done| done.failure().is_some(),
            collect: unless_aborted,
            ..HONEST
        },
    ),
    keep(
        "lost-in-failed-run",
        "PHP: artifacts are written only when the whole run succeeded, passes before the failure included",
        |run, _| !run.done.iter().any(|done| done.failure().is_some()),
    ),
    keep(
        "lost-when-data-empty",
        "PHP `if (!$result['data']) continue;`",
        |run, made| ![json!({}), json!([]), Value::Null].contains(run.call_of(made).data()),
    ),
    keep(
        "lost-when-data-null",
        "JS `result.data?.…`: no data, nothing else",
        |run, made| !run.call_of(made).data().is_null(),
    ),
    keep(
        "lost-when-data-zero",
        "Python `if result.data:` on 0, false and \"\"",
        |run, made| ![json!(0), json!(false), json!("")].contains(run.call_of(made).data()),
    ),
    keep(
        "lost-when-data-text",
        "Python `isinstance(result, dict)`: only results with map data are unpacked",
        |run, made| {
            let data = run.call_of(made).data();
            data.is_object() || data.is_array() || data.is_null()
        },
    ),
    keep(
        "lost-when-data-list",
        "PHP `array_is_list`: a list result is taken for content blocks",
        |run, made| !run.call_of(made).data().is_array(),
    ),
    keep(
        "second-pass-lost",
        "JS: collected only in the first step",
        |run, made| run.call_of(made).pass == 0,
    ),
    keep(
        "first-pass-overwritten",
        "Python: `self.artifacts = …` in each pass",
        |run, made| run.call_of(made).pass + 1 == run.scenario.passes.len(),
    ),
    keep(
        "middle-pass-lost",
        "Go: first and last steps are stored",
        |run, made| [0, run.scenario.passes.len() - 1].contains(&run.call_of(made).pass),
    ),
    wired(
        "second-pass-same-id-lost",
        &[1],
        "LangGraph.js: an id answered before is taken for done; its artifacts are ignored",
        Wiring {
            repeats: crate::runtime::Repeats::Invoked,
            keep: Some(|run, made| {
                let id = run.call_of(made).text_id();
                let before = run.done[..made.call].iter();
                !before
                    .filter(|done| done.text_id().is_some())
                    .any(|done| done.text_id() == id)
            }),
            ..HONEST
        },
    ),
    keep(
        "second-pass-same-tool-lost",
        "Java: one slot for each tool for the run",
        |run, made| {
            let done = run.call_of(made);
            let before = run.done[..made.call].iter();
            !before
                .filter(|other| other.pass < done.pass)
                .any(|other| other.call.name == done.call.name)
        },
    ),
    keep(
        "missing-id-lost",
        "LangGraph.js: `if (!call.id) return;`",
        |run, made| !run.call_of(made).id.is_null(),
    ),
    collect(
        "missing-ids-overwrite",
        "PHP map keyed by the id: calls without one overwrite each other",
        |run, made| {
            let last = made
                .iter()
                .rev()
                .find(|made| run.call_of(made).id.is_null());
            let last = last.map(|made| made.call);
            let mut kept = made;
            kept.retain(|made| !run.call_of(made).id.is_null() || Some(made.call) == last);
            kept
        },
    ),
    keep(
        "empty-id-lost",
        "Python `if not call.id: continue` on \"\"",
        |run, made| run.call_of(made).call.tool_call_id != CallId::Text(String::new()),
    ),
    keep("zero-id-lost", "PHP `empty($id)` on \"0\"", |run, made| {
        run.call_of(made).id != "0"
    }),
    collect(
        "same-tool-later-lost",
        "Python dict keyed by tool name",
        |run, made| by_call(run, made, true, |done| done.call.name.clone()),
    ),
    collect(
        "same-arguments-later-lost",
        "JS memoised call: only the first of the run carries artifacts",
        |run, made| {
            let calls = first_of_each(made.clone(), |made| Some(made.call));
            let winners = first_of_each(calls, |made| Some(run.call_of(made).arguments()));
            let wins = |made: &Made| winners.iter().any(|winner| winner.call == made.call);
            made.into_iter().filter(|made| wins(made)).collect()
        },
    ),
    keep(
        "slowest-lost",
        "Go: the batch is closed at the last but one",
        |run, made| {
            let timed = batch(run, made).filter(|done| is_timed(done)).count();
            timed < 2 || run.call_of(made).finished + 1 < batch(run, made).count()
        },
    ),
    keep(
        "fastest-lost",
        "JS: listener attached too late for the first completion",
        |run, made| {
            let timed = batch(run, made).filter(|done| is_timed(done)).count();
            timed < 2 || run.call_of(made).finished > 0
        },
    ),
    collect(
        "race-last-writer",
        "Java: read, add, write back: concurrent calls lose all but the last to finish",
        |run, made| {
            let last = |pass: usize| {
                let writers = made.iter().filter(|made| run.call_of(made).pass == pass);
                writers
                    .max_by_key(|made| run.call_of(made).finished)
                    .map(|made| made.call)
            };
            let wins = |made: &&Made| {
                let done = run.call_of(made);
                !is_timed(done) || last(done.pass) == Some(made.call)
            };
            made.iter().filter(wins).cloned().collect()
        },
    ),
    keep(
        "repeat-clears",
        "PHP: a skipped repeat overwrites the stored artifacts",
        |run, made| {
            !run.done
                .iter()
                .any(|done| done.repeat_of == Some(made.call))
        },
    ),
    keep(
        "repeat-of-one-tool-clears",
        "JS: streamed calls are put together by tool and id, and the last stands for both",
        |run, made| {
            let first = run.call_of(made);
            !run.done.iter().any(|done| {
                done.repeat_of == Some(made.call)
                    && (done.pass, &done.call.name) == (first.pass, &first.call.name)
            })
        },
    ),
    collect(
        "repeat-delivers-again",
        "JS: a repeat re-emits the artifacts along with the message",
        |run, made| {
            let repeats = |at: usize| {
                run.done
                    .iter()
                    .filter(move |done| done.repeat_of == Some(at))
            };
            let times = |made: &Made| 1 + repeats(made.call).count();
            let again = made.iter().flat_map(|made| vec![made.clone(); times(made)]);
            again.collect()
        },
    ),
    keep(
        "null-id-lost",
        "JS `if (call.id === null) continue`: artifacts of a call whose id is null go, of one without the member stay",
        |run, made| run.call_of(made).call.tool_call_id != CallId::Null,
    ),
    keep(
        "draining-ends-collection",
        "PHP: the collector is drained after the first pass that had calls, and takes nothing any more",
        |run, made| {
            let first = run.done.first().map(|done| done.pass);
            Some(run.call_of(made).pass) == first
        },
    ),
    keep(
        "ids-as-object-keys",
        "JS `{}` as a map from id to results: `__proto__` is lost, `constructor` is taken for there",
        |run, made| {
            let there = [
                "__proto__",
                "constructor",
                "toString",
                "valueOf",
                "hasOwnProperty",
            ];
            run.call_of(made)
                .text_id()
                .is_none_or(|id| !there.contains(&id))
        },
    ),
];

fn unless_aborted(run: &Run<'_>, made: Vec<Made>) -> Vec<Made> {
    match run.aborted {
        Some(_) => Vec::new(),
        None => made,
    }
}

fn is_timed(done: &Done<'_>) -> bool {
    done.result.is_some_and(|result| result.finishes.is_some())
}

/// Keeps, in each pass, the artifacts of one call for each key.
fn by_call<'a>(
    run: &Run<'a>,
    made: Vec<Made>,
    last: bool,
    key: impl Fn(&Done<'a>) -> String,
) -> Vec<Made> {
    let calls = first_of_each(made.clone(), |made| Some(made.call));
    let key = |made: &Made| {
        let done = run.call_of(made);
        Some((done.pass, key(done)))
    };
    let winners = match last {
        true => last_of_each(calls, key),
        false => first_of_each(calls, key),
    };
    let wins = |made: &Made| winners.iter().any(|winner| winner.call == made.call);
    made.into_iter().filter(|made| wins(made)).collect()
}
