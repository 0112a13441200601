//! ¶1: which call's id an entry carries.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::mutant::{Mutant, id, id_text};
use crate::runtime::{Done, Made, Run};
use crate::text;

/// Entries with another id than the call's own.
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
        "pairs-by-position",
        "Python `zip(calls, [r for r in results if r.artifacts])`: results without artifacts shift the ids",
        |run, made| {
            let batch = batch(run, made);
            let with = batch
                .iter()
                .filter(|done| done.succeeded() && !done.handed().is_empty());
            zipped(run, made, with.copied().collect())
        },
    ),
    id(
        "pairs-by-completion",
        "Python `as_completed` zipped with the calls in the order they were made",
        |run, made| {
            let mut batch = batch(run, made);
            batch.sort_by_key(|done| done.finished);
            zipped(run, made, batch)
        },
    ),
    id(
        "pairs-after-filtering-failures",
        "Go: failed results are filtered out before results and calls are zipped",
        |run, made| {
            let batch = batch(run, made);
            let succeeded = batch.iter().filter(|done| done.succeeded());
            zipped(run, made, succeeded.copied().collect())
        },
    ),
    id(
        "pairs-in-reverse",
        "PHP `array_pop`: results come off a stack, ids off a queue",
        |run, made| {
            let mut batch = batch(run, made);
            batch.reverse();
            zipped(run, made, batch)
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
        |run, made| last(batch(run, made), |_| true),
    ),
    id(
        "shared-current-call",
        "Java: one \"current call\" field for all threads, so that concurrent calls get the last one's id",
        |run, made| {
            let batch = batch(run, made);
            let timed =
                |done: &&Done<'_>| done.result.is_some_and(|result| result.finishes.is_some());
            match batch.iter().any(timed) {
                true => last(batch, |_| true),
                false => own(run, made),
            }
        },
    ),
    id(
        "pairs-by-tool-name",
        "Python `{call.name: call.id}`: two calls of one tool share the later id",
        |run, made| {
            let name = &run.call_of(made).call.name;
            last(batch(run, made), |done| done.call.name == *name)
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
            zip(run, made, of_name, &calls)
        },
    ),
    id(
        "pairs-by-arguments",
        "Go map keyed by the arguments: equal calls share the later id",
        |run, made| {
            let arguments = run.call_of(made).arguments();
            last(batch(run, made), |done| done.arguments() == arguments)
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
    id_text("id-trimmed", "Java `id.trim()`", |id| id.trim().into()),
    id_text("id-lowercased", "PHP `strtolower` on the id", |id| {
        id.to_lowercase().into()
    }),
    id_text(
        "id-cut-at-40",
        "JS `id.slice(0, 40)`, one provider's limit",
        |id| text::cut(id, 40).into(),
    ),
    id_text("id-cut-at-64", "SQL column varchar(64)", |id| {
        text::cut(id, 64).into()
    }),
    id_text(
        "id-normalised",
        "Python `unicodedata.normalize(\"NFC\", id)`",
        |id| id.nfc().collect::<String>().into(),
    ),
    id_text(
        "id-slugged",
        "Python `re.sub(r\"[^A-Za-z0-9_-]\", \"_\", id)`, one provider's pattern",
        |id| text::replaced(id, |c| !c.is_ascii_alphanumeric() && c != '-', '_').into(),
    ),
    id_text(
        "id-as-integer",
        "PHP array key \"7\" becomes 7",
        |id| match id.parse::<i64>() {
            Ok(number) if number.to_string() == id => number.into(),
            _ => id.into(),
        },
    ),
    id_text(
        "id-as-number",
        "JS `isNaN(id) ? id : Number(id)`: \"007\" and \"1e3\" become numbers",
        |id| match id.trim().parse::<f64>() {
            Ok(number) if number.is_finite() && number.fract() == 0.0 => text::whole(number),
            Ok(number) if number.is_finite() => number.into(),
            _ => id.into(),
        },
    ),
    id_text(
        "id-html-escaped",
        "PHP `htmlspecialchars` on the id",
        |id| text::html_escaped(id).into(),
    ),
    id_text(
        "id-html-decoded",
        "PHP: character references in the id are decoded with the arguments'",
        |id| text::html_decoded(id).into(),
    ),
    id_text("id-percent-encoded", "JS `encodeURIComponent(id)`", |id| {
        text::percent_encoded(id).into()
    }),
    id_text("id-percent-decoded", "PHP `urldecode($id)`", |id| {
        text::percent_decoded(id).into()
    }),
    id_text(
        "id-cut-at-bar",
        "JS `id.split(\"|\")[0]`, for joined provider ids",
        |id| id.split('|').next().into(),
    ),
    id_text(
        "id-prefixed",
        "Python `f\"call_{id}\"` when it has no such prefix",
        |id| match id.starts_with("call_") {
            true => id.into(),
            false => format!("call_{id}").into(),
        },
    ),
    id_text(
        "id-unprefixed",
        "Go `strings.TrimPrefix(id, \"call_\")`",
        |id| id.strip_prefix("call_").unwrap_or(id).into(),
    ),
    id_text(
        "id-json-quoted",
        "Java `objectMapper.writeValueAsString(id)`",
        |id| Value::from(id).to_string().into(),
    ),
    id_text(
        "id-ascii-only",
        "SQL latin1 column: other characters of the id become `?`",
        |id| text::replaced(id, |c| !c.is_ascii(), '?').into(),
    ),
    id(
        "shares-one-object",
        "Python: equal artifacts of two calls are one dict, stamped twice",
        |run, made| {
            let calls = run.done.iter().filter(|done| done.succeeded());
            let same = calls.filter(|done| done.handed().contains(&&made.artifact));
            last(same.collect(), |_| true)
        },
    ),
    id(
        "id-cached-by-arguments",
        "PHP static cache: the id of the first run with these arguments is kept",
        |run, made| run.remember(&run.call_of(made).arguments(), own(run, made)),
    ),
];

fn own(run: &Run<'_>, made: &Made) -> Value {
    run.call_of(made).id.clone()
}

fn tool_id(made: &Made) -> Option<Value> {
    made.artifact
        .get("tool_call_id")
        .filter(|id| !id.is_null())
        .cloned()
}

/// The calls of the artifact's pass that were invoked.
fn batch<'r, 'a>(run: &'r Run<'a>, made: &Made) -> Vec<&'r Done<'a>> {
    run.batch(run.call_of(made).pass)
        .filter(|done| done.repeat_of.is_none())
        .collect()
}

/// The id of the last call of which something holds.
fn last(batch: Vec<&Done<'_>>, holds: impl Fn(&Done<'_>) -> bool) -> Value {
    let last = batch.iter().rev().find(|done| holds(done));
    last.map(|done| done.id.clone()).unwrap_or_default()
}

/// The id that a result gets when results are zipped with the batch's calls.
fn zipped(run: &Run<'_>, made: &Made, results: Vec<&Done<'_>>) -> Value {
    zip(run, made, results, &batch(run, made))
}

fn zip(run: &Run<'_>, made: &Made, results: Vec<&Done<'_>>, calls: &[&Done<'_>]) -> Value {
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
        Some(id) => last(batch(run, made), |done| {
            done.id.as_str().map(&key) == Some(key(id))
        }),
        None => id,
    }
}
