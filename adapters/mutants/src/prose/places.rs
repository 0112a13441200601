//! Where it comes out.

use super::always;
use super::forms::{json, strings};
use crate::mutant::{Mutant, leak};
use crate::runtime::{Object, Place};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    leak(
        "leaks-into-next",
        "Go: the buffer is not reset, the next call's message begins with it",
        json,
        Place::Next,
        always,
    ),
    leak(
        "leaks-into-previous",
        "JS: `messages.at(-1)` before the own one is pushed",
        json,
        Place::Previous,
        always,
    ),
    leak(
        "leaks-into-siblings",
        "Python: one shared context note for the batch",
        said,
        Place::Siblings,
        always,
    ),
    leak(
        "leaks-into-last",
        "PHP: after the loop the last message gets the batch's artifacts",
        json,
        Place::Last,
        |run, done| always(run, done) && run.batch(done.pass).count() > done.index + 1,
    ),
    leak(
        "leaks-into-first",
        "Java: the batch's artifacts are told in the first message",
        said,
        Place::First,
        |run, done| always(run, done) && done.index > 0,
    ),
    leak(
        "leaks-into-system",
        "JS: system message \"known artifacts\"",
        |artifacts| format!("Known artifacts: {}", json(artifacts)),
        Place::System,
        always,
    ),
    leak(
        "leaks-into-prompt",
        "Python: the user's message is enriched",
        |artifacts| format!("(Context: {})", said(artifacts)),
        Place::Prompt,
        always,
    ),
    leak(
        "leaks-into-user-message",
        "MCP-like host: artifacts as a user message",
        json,
        Place::User,
        always,
    ),
    leak(
        "leaks-into-extra-tool-message",
        "JS: a second tool message of the same id",
        json,
        Place::Extra,
        always,
    ),
    leak(
        "leaks-second-result",
        "Python: both renderings sent, as two messages",
        |artifacts| {
            strings(artifacts)
                .first()
                .cloned()
                .unwrap_or("(attachment)".to_owned())
        },
        Place::Block,
        always,
    ),
    leak(
        "leaks-into-assistant",
        "Vercel-like: the assistant's message carries the results",
        json,
        Place::Assistant,
        always,
    ),
    leak(
        "leaks-into-arguments",
        "Go: the call's recorded arguments are completed",
        json,
        Place::Arguments,
        always,
    ),
    leak(
        "leaks-into-name",
        "Python: the message's `name` in the history",
        |artifacts| {
            artifacts
                .iter()
                .map(|artifact| artifact["type"].as_str().unwrap_or("").to_owned())
                .collect()
        },
        Place::Name,
        always,
    ),
    leak(
        "leaks-into-member",
        "LangChain-like: the serialised message carries `artifact`",
        json,
        Place::Member,
        always,
    ),
    leak(
        "leaks-into-id",
        "JS: the message's call id gets a suffix",
        |artifacts| format!("{:x}", text::digest(&json(artifacts)) % 4096),
        Place::Id,
        always,
    ),
    leak(
        "leaks-into-history",
        "Vercel-like: an earlier pass's messages are re-rendered with artifacts",
        json,
        Place::History,
        always,
    ),
    leak(
        "leaks-into-next-pass",
        "Python: a note at the head of the next pass",
        |artifacts| format!("So far: {}", said(artifacts)),
        Place::NextPass,
        always,
    ),
    leak(
        "leaks-into-history-count",
        "Java: the history's summary counts what was attached",
        |artifacts| format!("({} attached)", artifacts.len()),
        Place::History,
        always,
    ),
    leak(
        "leaks-into-unrelated-failure",
        "Python: the error text of a failing call dumps its siblings' results",
        json,
        Place::Failures,
        always,
    ),
    leak(
        "leaks-into-repeat",
        "PHP: a repeated call is answered with its stored result, whole",
        json,
        Place::Behind,
        |_, done| done.repeat_of.is_some(),
    ),
];

fn said(artifacts: &[&Object]) -> String {
    strings(artifacts).join(" ")
}
