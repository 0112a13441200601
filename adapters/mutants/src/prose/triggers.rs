//! When it comes out: each leaks the artifacts as JSON, at one time only.

use serde_json::{Value, json};

use super::forms::json as as_json;
use crate::mutant::{Mutant, leak};
use crate::runtime::{
    Done, Exposure, Object,
    Place::{Behind, Instead},
    Run, accept,
};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    leak(
        "leaks-when-data-empty",
        "PHP `$data ?: $artifacts`",
        as_json,
        Instead,
        |_, done| {
            done.succeeded() && [json!({}), json!([]), json!(""), Value::Null].contains(done.data())
        },
    ),
    leak(
        "leaks-when-data-null",
        "JS `data ?? artifacts`",
        as_json,
        Instead,
        |_, done| done.succeeded() && done.data().is_null(),
    ),
    leak(
        "leaks-when-data-falsy",
        "JS `data || artifacts`",
        as_json,
        Instead,
        |_, done| {
            done.succeeded()
                && [json!(0), json!(false), json!(""), Value::Null].contains(done.data())
        },
    ),
    leak(
        "leaks-when-result-blank",
        "JS `data.result || JSON.stringify(artifacts)`",
        as_json,
        Instead,
        |_, done| done.succeeded() && done.data().get("result") == Some(&json!("")),
    ),
    leak(
        "leaks-when-list-empty",
        "Ruby `rows.empty? ? artifacts : rows`",
        as_json,
        Instead,
        |_, done| done.succeeded() && done.data() == &json!([]),
    ),
    leak(
        "leaks-when-rendered-as-code",
        "TypeScript: a switch over types, and code is a fence",
        as_json,
        Behind,
        |_, done| of_type(done, "code"),
    ),
    leak(
        "leaks-when-data-non-ascii",
        "PHP: the short form is ASCII, and the long one dumps the result",
        as_json,
        Behind,
        |_, done| done.succeeded() && !done.data().to_string().is_ascii(),
    ),
    leak(
        "leaks-when-result-missing",
        "Python `data.get(\"result\", payload)`",
        as_json,
        Instead,
        |_, done| {
            done.succeeded()
                && done
                    .data()
                    .as_object()
                    .is_some_and(|map| !map.contains_key("result"))
        },
    ),
    leak(
        "leaks-when-failed",
        "Java: the error carries the whole result",
        as_json,
        Behind,
        |_, done| done.failure().is_some(),
    ),
    leak(
        "leaks-when-sibling-raised",
        "Python: traceback with local variables",
        as_json,
        Behind,
        |run, done| done.succeeded() && run.batch(done.pass).any(Done::raised),
    ),
    leak(
        "leaks-when-sibling-failed",
        "JS: partial results are explained",
        as_json,
        Behind,
        |run, done| done.succeeded() && run.batch(done.pass).any(|other| other.failure().is_some()),
    ),
    leak(
        "leaks-in-second-pass",
        "Go: the renderer of later passes is another",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.pass > 0,
    ),
    leak(
        "leaks-in-third-pass",
        "JS: a summary from the third pass on",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.pass > 1,
    ),
    leak(
        "leaks-when-exposed",
        "FlowDrop-like: the exposed port joins the unified output",
        as_json,
        Behind,
        |run, done| exposure(run, done, Exposure::Exposed),
    ),
    leak(
        "leaks-when-hidden",
        "JS: what no port carries is told in words",
        as_json,
        Behind,
        |run, done| exposure(run, done, Exposure::Hidden),
    ),
    leak(
        "leaks-by-default",
        "PHP: only an explicit override keeps them apart",
        as_json,
        Behind,
        |run, done| exposure(run, done, Exposure::Default),
    ),
    leak(
        "leaks-when-two",
        "Python: more than one needs a list",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.handed().len() > 1,
    ),
    leak(
        "leaks-when-ten",
        "JS: ten and more are summarised",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.handed().len() > 9,
    ),
    leak(
        "leaks-when-images",
        "Java: images get an alternative text",
        as_json,
        Behind,
        |_, done| of_type(done, "image"),
    ),
    leak(
        "leaks-when-files",
        "Go: files get a path",
        as_json,
        Behind,
        |_, done| of_type(done, "file"),
    ),
    leak(
        "leaks-when-texts",
        "Python: artifacts of type text are text",
        as_json,
        Behind,
        |_, done| of_type(done, "text"),
    ),
    leak(
        "leaks-when-links",
        "PHP: links are made reachable",
        as_json,
        Behind,
        |_, done| of_type(done, "link"),
    ),
    leak(
        "leaks-when-odd-type",
        "JS: unknown types are dumped",
        as_json,
        Behind,
        |_, done| {
            let usual = ["link", "file", "image", "text"];
            any(done, |artifact| {
                !usual.contains(&artifact["type"].as_str().unwrap_or(""))
            })
        },
    ),
    leak(
        "leaks-when-titled",
        "Python: payloads with a title",
        as_json,
        Behind,
        |_, done| has_key(done, &["title", "name"]),
    ),
    leak(
        "leaks-when-text-key",
        "JS: payloads with text or content",
        as_json,
        Behind,
        |_, done| has_key(done, &["text", "content"]),
    ),
    leak(
        "leaks-when-nested",
        "Go: payloads with maps inside",
        as_json,
        Behind,
        |_, done| any_value(done, Value::is_object),
    ),
    leak(
        "leaks-when-listed",
        "Java: payloads with lists inside",
        as_json,
        Behind,
        |_, done| any_value(done, Value::is_array),
    ),
    leak(
        "leaks-when-large",
        "Python: long payloads are summarised for the model",
        as_json,
        Behind,
        |_, done| {
            any(done, |artifact| {
                artifact["payload"].to_string().len() > 1_000
            })
        },
    ),
    leak(
        "leaks-when-small",
        "JS: short payloads are inlined",
        as_json,
        Behind,
        |_, done| any(done, |artifact| artifact["payload"].to_string().len() < 200),
    ),
    leak(
        "leaks-when-extra-keys",
        "PHP: unknown keys are reported",
        as_json,
        Behind,
        |_, done| any(done, |artifact| artifact.len() > 2),
    ),
    leak(
        "leaks-when-foreign-id",
        "Java: a conflicting id is reported",
        as_json,
        Behind,
        |_, done| {
            any(done, |artifact| {
                artifact
                    .get("tool_call_id")
                    .is_some_and(|id| *id != done.id)
            })
        },
    ),
    leak(
        "leaks-when-malformed-sibling",
        "Python: the validation error quotes the input",
        as_json,
        Behind,
        |_, done| {
            done.succeeded()
                && done
                    .result
                    .is_some_and(|result| !result.artifacts.iter().all(accept))
        },
    ),
    leak(
        "leaks-when-missing-id",
        "JS: without an id the whole result is sent",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.id.is_null(),
    ),
    leak(
        "leaks-when-several-calls",
        "Go: batches are rendered as a table",
        as_json,
        Behind,
        |run, done| done.succeeded() && run.batch(done.pass).count() > 1,
    ),
    leak(
        "leaks-when-single-call",
        "Python: a lone result is returned whole",
        as_json,
        Behind,
        |run, done| done.succeeded() && run.batch(done.pass).count() == 1,
    ),
    leak(
        "leaks-when-same-tool",
        "Java: results of one tool are merged",
        as_json,
        Behind,
        |run, done| {
            let same = run
                .batch(done.pass)
                .filter(|other| other.call.name == done.call.name);
            done.succeeded() && same.count() > 1
        },
    ),
    leak(
        "leaks-when-concurrent",
        "JS: the concurrent path serialises the whole result",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.result.is_some_and(|result| result.finishes.is_some()),
    ),
    leak(
        "leaks-when-last-call",
        "PHP: the return value of the loop is the last whole result",
        as_json,
        Behind,
        |run, done| {
            let several = run.batch(done.pass).count();
            done.succeeded() && several > 1 && done.index + 1 == several
        },
    ),
    leak(
        "leaks-when-first-call",
        "Go: the schema is inferred from the first result, whole",
        as_json,
        Behind,
        |run, done| done.succeeded() && run.batch(done.pass).count() > 1 && done.index == 0,
    ),
    leak(
        "leaks-when-data-text",
        "Python: text results are wrapped as the whole result",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.data().is_string(),
    ),
    leak(
        "leaks-when-data-list",
        "JS: list data and artifacts are concatenated",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.data().is_array(),
    ),
    leak(
        "leaks-when-data-many-keys",
        "Java: maps with several keys are dumped with the result",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.data().as_object().is_some_and(|map| map.len() > 1),
    ),
    leak(
        "leaks-when-data-long",
        "Python: long data is replaced by its artifacts",
        as_json,
        Instead,
        |_, done| done.succeeded() && done.data().to_string().len() > 1_000,
    ),
    leak(
        "leaks-when-named-tool",
        "PHP: the `export` tool is special",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.call.name == "export",
    ),
    leak(
        "leaks-when-search",
        "JS: the `search` tool cites its sources",
        as_json,
        Behind,
        |_, done| done.succeeded() && done.call.name == "search",
    ),
    leak(
        "leaks-when-empty-payload",
        "Go: \"(empty link)\"",
        |artifacts| format!("(empty {})", artifacts[0]["type"].as_str().unwrap_or("")),
        Behind,
        |_, done| any(done, |artifact| artifact["payload"] == json!({})),
    ),
    leak(
        "leaks-when-equal-type",
        "Java: two artifacts of one type are compared in words",
        as_json,
        Behind,
        |_, done| {
            let handed = done.handed();
            let kinds: Vec<&Value> = handed.iter().map(|artifact| &artifact["type"]).collect();
            done.succeeded()
                && kinds
                    .iter()
                    .enumerate()
                    .any(|(at, kind)| kinds[..at].contains(kind))
        },
    ),
    leak(
        "leaks-when-unicode",
        "Python: what is not ASCII is shown escaped",
        as_json,
        Behind,
        |_, done| any(done, |artifact| !artifact["payload"].to_string().is_ascii()),
    ),
    leak(
        "leaks-when-numeric",
        "JS: numbers are told",
        as_json,
        Behind,
        |_, done| any_value(done, Value::is_number),
    ),
    leak(
        "leaks-when-escaped-input",
        "PHP: payloads with markup are shown as text",
        as_json,
        Behind,
        |_, done| {
            any(done, |artifact| {
                text::strings(&artifact["payload"])
                    .concat()
                    .contains(['<', '&'])
            })
        },
    ),
];

fn any(done: &Done<'_>, holds: impl Fn(&Object) -> bool) -> bool {
    done.succeeded() && done.handed().into_iter().any(holds)
}

fn any_value(done: &Done<'_>, holds: impl Fn(&Value) -> bool) -> bool {
    any(done, |artifact| {
        let payload = artifact["payload"].as_object();
        payload.is_some_and(|payload| payload.values().any(&holds))
    })
}

fn of_type(done: &Done<'_>, kind: &str) -> bool {
    any(done, |artifact| artifact["type"] == kind)
}

fn has_key(done: &Done<'_>, keys: &[&str]) -> bool {
    any(done, |artifact| {
        keys.iter()
            .any(|key| artifact["payload"].get(key).is_some())
    })
}

fn exposure(run: &Run<'_>, done: &Done<'_>, exposure: Exposure) -> bool {
    done.succeeded() && run.exposure() == exposure
}
