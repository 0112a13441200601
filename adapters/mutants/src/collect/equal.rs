//! Places in the list: the first, the last, the eleventh, the equal one.

use serde_json::Value;

use super::{first_of_each, last_of_each};
use crate::mutant::{Mutant, collect, keep};
use crate::runtime::{Made, Run};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    keep("first-artifact-only", "JS `artifacts[0]`", |_, made| {
        made.nth == 0
    }),
    collect(
        "last-artifact-only",
        "Python: `for a in artifacts: entry = …` and one append after the loop",
        |_, made| last_of_each(made, |made| Some(made.call)),
    ),
    keep(
        "second-artifact-dropped",
        "Go: `i += 2` after a skip",
        |_, made| made.nth != 1,
    ),
    collect(
        "first-call-only",
        "PHP: `return` inside the loop",
        |_, made| {
            let first = made.first().map(|made| made.call);
            made.into_iter()
                .filter(|made| Some(made.call) == first)
                .collect()
        },
    ),
    collect(
        "last-call-only",
        "JS: assignment instead of push, so that each call overwrites",
        |_, made| {
            let last = made.last().map(|made| made.call);
            made.into_iter()
                .filter(|made| Some(made.call) == last)
                .collect()
        },
    ),
    collect(
        "first-entry-dropped",
        "Java `subList(1, size)` on more than one",
        |_, made| {
            let skipped = usize::from(made.len() > 1);
            made.into_iter().skip(skipped).collect()
        },
    ),
    collect(
        "last-entry-dropped",
        "C-style `i < n - 1` on more than one",
        |_, mut made| {
            if made.len() > 1 {
                made.pop();
            }
            made
        },
    ),
    collect("one-a-type", "PHP array keyed by type", |_, made| {
        last_of_each(made, |made| Some(made.kind().to_owned()))
    }),
    collect("one-a-url", "JS `Map` keyed by url", |_, made| {
        last_of_each(made, |made| member(made, "url"))
    }),
    collect("one-a-title", "Python dict keyed by title", |_, made| {
        last_of_each(made, |made| member(made, "title"))
    }),
    collect(
        "one-a-payload-id",
        "Java map keyed by the payload's id",
        |_, made| last_of_each(made, |made| made.payload().get("id").cloned()),
    ),
    collect(
        "equal-in-call-merged",
        "PHP `array_unique` within a call",
        |_, made| first_of_each(made, |made| Some((made.call, made.artifact.clone()))),
    ),
    collect(
        "equal-in-pass-merged",
        "JS `uniqBy(JSON.stringify)` before the ids are set",
        |run, made| {
            first_of_each(made, |made| {
                let pass = run.call_of(made).pass;
                Some((pass, made.kind().to_owned(), made.payload().clone()))
            })
        },
    ),
    collect(
        "equal-in-run-merged",
        "Python set of payload hashes for the run",
        |_, made| first_of_each(made, |made| Some(made.payload().clone())),
    ),
    collect(
        "neighbour-equal-merged",
        "Go `slices.Compact`",
        |_, mut made| {
            made.dedup_by(|one, other| one.artifact == other.artifact);
            made
        },
    ),
    collect(
        "case-equal-merged",
        "SQL collation: payloads equal but for case are one",
        |_, made| first_of_each(made, |made| Some(made.payload().to_string().to_lowercase())),
    ),
    keep("capped-at-3", "UI preview: three a call", |_, made| {
        made.nth < 3
    }),
    collect("capped-at-10", "Python `[:10]`", |_, made| capped(made, 10)),
    collect(
        "capped-at-20",
        "Go: channel of 20, `select default` drops",
        |_, made| capped(made, 20),
    ),
    collect("capped-at-25", "Java page size 25", |_, made| {
        capped(made, 25)
    }),
    collect("capped-at-32", "Rust `ArrayVec<_, 32>`", |_, made| {
        capped(made, 32)
    }),
    collect("capped-at-49", "JS `length < 49`", |_, made| {
        capped(made, 49)
    }),
    keep("capped-at-10-a-call", "PHP: ten a call", |_, made| {
        made.nth < 10
    }),
    collect("tail-kept-at-10", "Python `deque(maxlen=10)`", |_, made| {
        let skipped = made.len().saturating_sub(10);
        made.into_iter().skip(skipped).collect()
    }),
    collect(
        "total-capped-at-512k",
        "PHP: the payloads of a run together",
        |_, made| {
            let mut total = 0;
            let mut kept = made;
            kept.retain(|made| {
                total += made.payload().to_string().len();
                total <= 512_000
            });
            kept
        },
    ),
    collect(
        "seen-in-earlier-run",
        "JS static `Set`: what was delivered once is not delivered again",
        seen_in_earlier_run,
    ),
];

fn capped(mut made: Vec<Made>, most: usize) -> Vec<Made> {
    made.truncate(most);
    made
}

fn member(made: &Made, key: &str) -> Option<String> {
    made.payload_text(key).map(str::to_owned)
}

fn seen_in_earlier_run(run: &Run<'_>, mut made: Vec<Made>) -> Vec<Made> {
    let mut memory = run.memory.borrow_mut();
    let mark = |made: &Made| {
        let artifact = Value::Object(made.artifact.clone()).to_string();
        format!("{:016x}", text::digest(&artifact))
    };
    made.retain(|made| !memory.seen.contains(&mark(made)));
    memory.seen.extend(made.iter().map(mark));
    made
}
