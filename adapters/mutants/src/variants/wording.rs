//! What a message says beside the data, and how messages are put together.

use flowdrop_conformance::scenario::Failure;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use super::variant;
use crate::mutant::Mutant;
use crate::runtime::{Done, HONEST, Run, Wiring, render, say as honest};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    said(
        "prose-with-tool-name",
        "\"[create_node] …\"",
        |run, done| format!("[{}] {}", done.call.name, text(run, done)).into(),
    ),
    said(
        "prose-with-call-id",
        "\"Result of c1: …\"",
        |run, done| {
            format!(
                "Result of {}: {}",
                done.text_id().unwrap_or("the call"),
                text(run, done)
            )
            .into()
        },
    ),
    said(
        "prose-prefixed",
        "\"Tool result:\" and a closing line",
        |run, done| format!("Tool result:\n{}\nEnd.", text(run, done)).into(),
    ),
    said(
        "prose-whole-result",
        "`{\"success\":…,\"data\":…,\"error\":…}` without artifacts",
        |_, done| {
            let result = done.result.map(|result| {
                let error = result.raises.as_ref().or(result.error.as_ref());
                json!({ "success": done.succeeded(), "data": result.data, "error": error })
            });
            result.unwrap_or_default().to_string().into()
        },
    ),
    said(
        "prose-cut",
        "text past 20,000 characters is cut with a note",
        |run, done| match text(run, done) {
            long if long.chars().count() > 20_000 => {
                format!("{} [cut]", text::cut(&long, 20_000)).into()
            }
            text => text.into(),
        },
    ),
    said(
        "prose-block",
        "one text block in a list",
        |run, done| json!([{ "type": "text", "text": honest(run, done) }]),
    ),
    said(
        "prose-object",
        "`{\"role\":\"tool\",\"output\":…}`",
        |run, done| json!({ "role": "tool", "output": honest(run, done) }),
    ),
    said("prose-nfd", "text in decomposed form", |run, done| {
        text(run, done).nfd().collect::<String>().into()
    }),
    said(
        "prose-upper-case",
        "the whole text upper-cased",
        |run, done| text(run, done).to_uppercase().into(),
    ),
    said(
        "prose-timed",
        "a time that differs with each run stands in the text (inconclusive at worst)",
        |run, done| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            format!(
                "{} ({} ns)",
                text(run, done),
                now.unwrap_or_default().as_nanos()
            )
            .into()
        },
    ),
    said(
        "prose-random-id",
        "a random reference with each message (inconclusive at worst)",
        |run, done| format!("{} ({})", text(run, done), text::random_id("ref")).into(),
    ),
    empty("empty-as-empty-text", "empty data is \"\"", |data| {
        if_empty(data, "".into())
    }),
    empty("empty-as-null", "empty data is null", |data| {
        if_empty(data, Value::Null)
    }),
    empty("empty-as-braces", "empty data is \"{}\"", |data| {
        if_empty(data, "{}".into())
    }),
    empty("empty-as-ok", "empty data is \"ok\"", |data| {
        if_empty(data, "ok".into())
    }),
    empty("empty-as-words", "empty data is \"(no output)\"", |data| {
        if_empty(data, "(no output)".into())
    }),
    fails("errors-in-json", "`{\"error\":…}`", |failure| {
        json!({ "error": message(failure) }).to_string().into()
    }),
    fails("errors-bare", "the message alone", |failure| {
        message(failure).into()
    }),
    fails(
        "errors-generic",
        "\"The tool failed.\" whatever happened",
        |_| "The tool failed.".into(),
    ),
    fails(
        "errors-with-hint",
        "the message and \"Try again with other arguments.\"",
        |failure| format!("{} Try again with other arguments.", message(failure)).into(),
    ),
    variant(
        "messages-in-completion-order",
        "as they finish",
        Wiring {
            arrange: |run, mut messages| {
                messages.sort_by_key(|message| run.done[message.call].finished);
                messages
            },
            ..HONEST
        },
    ),
    variant(
        "messages-reversed",
        "last call first",
        Wiring {
            arrange: |_, messages| messages.into_iter().rev().collect(),
            ..HONEST
        },
    ),
    variant(
        "messages-sorted-by-id",
        "by id",
        Wiring {
            arrange: |_, mut messages| {
                messages.sort_by_key(|message| message.id.to_string());
                messages
            },
            ..HONEST
        },
    ),
    variant(
        "messages-openai",
        "`{\"role\":\"tool\",…}` with random message ids (inconclusive at worst)",
        Wiring {
            input: |_, mut messages| {
                let ids = messages.iter_mut();
                ids.for_each(|message| message["id"] = text::random_id("msg").into());
                Some(messages)
            },
            ..HONEST
        },
    ),
    variant(
        "messages-anthropic",
        "one user message with tool_result blocks",
        Wiring {
            input: blocks,
            ..HONEST
        },
    ),
    variant(
        "messages-latest-only",
        "the model input is the last batch alone",
        Wiring {
            input: |_, messages| {
                let latest = messages
                    .iter()
                    .rposition(|message| message["role"] == "assistant");
                Some(messages[latest.unwrap_or(0)..].to_vec())
            },
            ..HONEST
        },
    ),
    variant(
        "no-model-input",
        "tool messages only",
        Wiring {
            input: |_, _| None,
            ..HONEST
        },
    ),
];

const fn said(
    name: &'static str,
    story: &'static str,
    say: fn(&Run<'_>, &Done<'_>) -> Value,
) -> Mutant {
    variant(name, story, Wiring { say, ..HONEST })
}

const fn empty(name: &'static str, story: &'static str, render: fn(&Value) -> Value) -> Mutant {
    variant(name, story, Wiring { render, ..HONEST })
}

const fn fails(name: &'static str, story: &'static str, fail: fn(Failure<'_>) -> Value) -> Mutant {
    variant(name, story, Wiring { fail, ..HONEST })
}

fn text(run: &Run<'_>, done: &Done<'_>) -> String {
    match honest(run, done) {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

fn if_empty(data: &Value, instead: Value) -> Value {
    match [json!({}), json!([]), json!(""), Value::Null].contains(data) {
        true => instead,
        false => render(data),
    }
}

fn message<'a>(failure: Failure<'a>) -> &'a str {
    let (Failure::Reported(message) | Failure::Raised(message)) = failure;
    message
}

/// Tool messages as blocks of one user message for each batch.
fn blocks(_: &Run<'_>, messages: Vec<Value>) -> Option<Vec<Value>> {
    let mut input: Vec<Value> = Vec::new();
    for message in messages {
        if message["role"] != "tool" {
            input.push(message);
            continue;
        }
        let block = json!({
            "type": "tool_result",
            "tool_use_id": message["tool_call_id"],
            "content": message["content"],
        });
        match input
            .last_mut()
            .and_then(|last| last["content"].as_array_mut())
        {
            Some(blocks) => blocks.push(block),
            None => input.push(json!({ "role": "user", "content": [block] })),
        }
    }
    Some(input)
}
