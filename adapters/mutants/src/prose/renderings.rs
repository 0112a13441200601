//! Text scrubbed by what stands in a payload, text of another run or call, and text that
//! is not built from the data.

use serde_json::{Value, json};

use super::forms::{json as as_json, strings};
use crate::mutant::{Mutant, arrange, say, wired};
use crate::runtime::{Done, HONEST, Object, Run, Wiring, say as honest};

pub(crate) static TABLE: &[Mutant] = &[
    say(
        "scrubs-urls",
        "Python: urls that are also artifacts are taken out of the text",
        |run, done| {
            scrubbed(run, done, |text, told| match told.contains("://") {
                true => text.replace(told, ""),
                false => text,
            })
        },
    ),
    say(
        "scrubs-words",
        "JS: words that stand in a payload are taken out of the text",
        |run, done| {
            scrubbed(run, done, |text, told| {
                let words = told
                    .split(|c: char| !c.is_alphanumeric())
                    .filter(|word| word.len() > 2);
                words.fold(text, |text, word| text.replace(word, "").replace("  ", " "))
            })
        },
    ),
    say(
        "scrubs-redacts",
        "Java: payload strings are masked in the text",
        |run, done| scrubbed(run, done, |text, told| text.replace(told, "[artifact]")),
    ),
    say(
        "links-words",
        "JS: titles in the text become links",
        |run, done| {
            scrubbed(run, done, |text, told| {
                text.replace(told, &format!("[{told}](#)"))
            })
        },
    ),
    say(
        "marks-urls",
        "Python: urls in the text that are artifacts become \"[1]\"",
        |run, done| {
            scrubbed(run, done, |text, told| match told.contains("://") {
                true => text.replace(told, "[1]"),
                false => text,
            })
        },
    ),
    say(
        "empties-equal-data",
        "JS: data that equals the payload is left out",
        |run, done| {
            let mut payloads = payloads(done);
            match done.succeeded()
                && payloads.any(|payload| Value::Object(payload.clone()) == *done.data())
            {
                true => "".into(),
                false => honest(run, done),
            }
        },
    ),
    say(
        "drops-data-keys",
        "PHP: `array_diff_key($data, $payload)`",
        |run, done| {
            with_data(run, done, |data| {
                let told: Vec<&String> =
                    payloads(done).flat_map(|payload| payload.keys()).collect();
                data.retain(|key, _| !told.contains(&key));
            })
        },
    ),
    say(
        "reads-data-from-payload",
        "Go: a key of the payload overrides the data's of that name",
        |run, done| {
            with_data(run, done, |data| {
                let told = payloads(done).flat_map(|payload| payload.iter());
                for (key, value) in told.filter(|(key, _)| done.data().get(key.as_str()).is_some())
                {
                    data.insert(key.clone(), value.clone());
                }
            })
        },
    ),
    say(
        "caches-leaky-by-arguments",
        "PHP static cache of the rendered whole result by tool and arguments",
        |run, done| run.remember(&done.arguments(), leaky(run, done)),
    ),
    say(
        "caches-leaky-by-script",
        "Python `lru_cache` on the arguments alone",
        |run, done| run.remember(&done.call.args.script, leaky(run, done)),
    ),
    say(
        "caches-leaky-by-id",
        "JS `Map` keyed by the call's id, never cleared",
        |run, done| match done.text_id() {
            Some(id) => run.remember(id, leaky(run, done)),
            None => leaky(run, done),
        },
    ),
    say(
        "caches-clean-by-arguments",
        "Java: the first run's text for these arguments",
        |run, done| run.remember(&done.arguments(), honest(run, done)),
    ),
    say(
        "constant-prose",
        "Go: \"Tool executed successfully.\"",
        |run, done| instead(run, done, |_| "Tool executed successfully.".into()),
    ),
    say(
        "constant-when-artifacts",
        "JS: \"Done.\" when a card is shown",
        |run, done| match done.handed().is_empty() {
            true => honest(run, done),
            false => instead(run, done, |_| "Done.".into()),
        },
    ),
    arrange(
        "last-prose-for-all",
        "JS `var` in a loop: every message has the last call's text",
        |_, mut messages| {
            let last = messages.last().map(|message| message.content.clone());
            messages
                .iter_mut()
                .for_each(|message| message.content = last.clone().unwrap_or_default());
            messages
        },
    ),
    arrange(
        "sibling-prose-swapped",
        "Python: texts zipped in completion order",
        |run, mut messages| {
            let mut finished = messages.clone();
            finished.sort_by_key(|message| run.done[message.call].finished);
            for (message, finished) in messages.iter_mut().zip(finished) {
                message.content = finished.content;
            }
            messages
        },
    ),
    say(
        "status-only",
        "Java: \"success\" for the data",
        |run, done| {
            instead(run, done, |_| {
                json!({ "status": "success" }).to_string().into()
            })
        },
    ),
    say(
        "keys-only",
        "PHP: `implode(\", \", array_keys($data))`",
        |run, done| {
            instead(run, done, |data| {
                let keys = data.as_object().into_iter().flat_map(|map| map.keys());
                keys.cloned().collect::<Vec<_>>().join(", ").into()
            })
        },
    ),
    wired(
        "history-of-earlier-run",
        &[3],
        "Python: `messages=[]` default, shared by runs",
        Wiring {
            input: history,
            ..HONEST
        },
    ),
    say(
        "leaks-cached-next-run",
        "Go: `sync.Pool` buffer still holds the last run's artifacts",
        |run, done| {
            let fresh = Value::from(as_json(&done.handed()));
            let before = run
                .memory
                .borrow_mut()
                .values
                .insert(done.call.name.clone(), fresh);
            let text = honest(run, done).as_str().unwrap_or("").to_owned();
            match before.and_then(|before| before.as_str().map(str::to_owned)) {
                Some(before) if run.memory.borrow().runs > 0 => format!("{text}{before}").into(),
                _ => text.into(),
            }
        },
    ),
    say(
        "prefers-fuller-artifact-text",
        "Python: a payload text that begins with the same three words as the data's and is longer replaces it in the message",
        |run, done| {
            let words = |text: &str| -> Vec<String> {
                text.split_whitespace().take(3).map(str::to_owned).collect()
            };
            let text = plain(run, done);
            let told = strings(&done.handed()).into_iter();
            let mut fuller =
                told.filter(|told| told.len() > text.len() && words(told) == words(&text));
            match fuller.next() {
                Some(fuller) if done.succeeded() => fuller.into(),
                _ => text.into(),
            }
        },
    ),
    say(
        "result-shaped-data-sent-whole",
        "Python (Strands-like): data with `status` and `content` is taken for a result of its own and sent with the artifacts beside it",
        |run, done| {
            let shaped = ["status", "content"]
                .iter()
                .all(|key| done.data().get(key).is_some());
            whole_if(run, done, shaped)
        },
    ),
    say(
        "error-key-sends-whole-result",
        "Go: an `error` key in the data is taken for a failure, and the message is the whole result",
        |run, done| whole_if(run, done, done.data().get("error").is_some()),
    ),
    say(
        "error-text-sends-whole-result",
        "JS `if (result.error)` before `success`: a success with an error text sends the whole result",
        |run, done| {
            let error = done.result.and_then(|result| result.error.as_deref());
            whole_if(run, done, error.is_some_and(|error| !error.is_empty()))
        },
    ),
    say(
        "template-filled-from-payload",
        "PHP: the message is rendered as a template with the payloads' keys in scope",
        |run, done| {
            let mut text = plain(run, done);
            for (key, value) in payloads(done)
                .flat_map(|payload| payload.iter())
                .filter(|_| done.succeeded())
            {
                let value = value.as_str().map_or(value.to_string(), str::to_owned);
                for (open, close) in [
                    ("{{", "}}"),
                    ("{{ ", " }}"),
                    ("${", "}"),
                    ("{", "}"),
                    ("%", "%"),
                ] {
                    text = text.replace(&format!("{open}{key}{close}"), &value);
                }
            }
            text.into()
        },
    ),
    say(
        "error-artifact-marks-message",
        "Java: an artifact of type error puts \"Error: \" before the message",
        |run, done| {
            let error = done
                .handed()
                .iter()
                .any(|artifact| artifact["type"] == "error");
            match error && done.succeeded() {
                true => format!("Error: {}", plain(run, done)).into(),
                false => honest(run, done),
            }
        },
    ),
];

fn payloads<'a>(done: &Done<'a>) -> impl Iterator<Item = &'a Object> {
    done.handed()
        .into_iter()
        .filter_map(|artifact| artifact["payload"].as_object())
}

/// The honest text of a success, changed by every string of its payloads.
fn scrubbed(run: &Run<'_>, done: &Done<'_>, scrub: impl Fn(String, &str) -> String) -> Value {
    let content = honest(run, done);
    match content.as_str() {
        Some(text) if done.succeeded() => {
            let told = strings(&done.handed())
                .into_iter()
                .filter(|told| !told.is_empty());
            told.fold(text.to_owned(), |text, told| scrub(text, &told))
                .into()
        }
        _ => content,
    }
}

/// The text of a success whose data is edited first.
fn with_data(run: &Run<'_>, done: &Done<'_>, edit: impl Fn(&mut Object)) -> Value {
    match done.data() {
        Value::Object(data) if done.succeeded() => {
            let mut data = data.clone();
            edit(&mut data);
            (run.wiring.render)(&data.into())
        }
        _ => honest(run, done),
    }
}

/// Another text for a success.
fn instead(run: &Run<'_>, done: &Done<'_>, text: impl Fn(&Value) -> Value) -> Value {
    match done.succeeded() {
        true => text(done.data()),
        false => honest(run, done),
    }
}

fn leaky(run: &Run<'_>, done: &Done<'_>) -> Value {
    let text = honest(run, done).as_str().unwrap_or("").to_owned();
    match done.handed().is_empty() || !done.succeeded() {
        true => text.into(),
        false => format!("{text} {}", as_json(&done.handed())).into(),
    }
}

/// What the model is sent, after what the run before was told.
fn history(run: &Run<'_>, messages: Vec<Value>) -> Option<Vec<Value>> {
    let mut memory = run.memory.borrow_mut();
    let told = run.done.iter().filter(|done| done.succeeded());
    let told: Vec<Value> = told
        .map(|done| json!({ "role": "assistant", "content": as_json(&done.handed()) }))
        .collect();
    let sent = memory.list.iter().cloned().chain(messages).collect();
    memory.list = told;
    Some(sent)
}

/// The honest text.
fn plain(run: &Run<'_>, done: &Done<'_>) -> String {
    honest(run, done).as_str().unwrap_or("").to_owned()
}

/// The whole result, artifacts and all, when something in it looks like one.
fn whole_if(run: &Run<'_>, done: &Done<'_>, when: bool) -> Value {
    match when && done.succeeded() && !done.handed().is_empty() {
        true => json!({ "data": done.data(), "artifacts": done.handed() })
            .to_string()
            .into(),
        false => honest(run, done),
    }
}
