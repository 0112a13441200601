//! What shows of an artifact though nothing of it is told.

use serde_json::{Value, json};

use super::always;
use super::forms::{json as as_json, strings};
use crate::mutant::{Mutant, leak, say};
use crate::runtime::{
    Done,
    Place::{Behind, Glued},
    Run, say as honest,
};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    leak(
        "leaks-count",
        "JS \"2 artifacts attached\"",
        |artifacts| format!("{} artifacts attached.", artifacts.len()),
        Behind,
        always,
    ),
    leak(
        "leaks-plural",
        "Python \"file\" or \"files\"",
        |artifacts| match artifacts.len() {
            1 => "See the file.".to_owned(),
            _ => "See the files.".to_owned(),
        },
        Behind,
        always,
    ),
    leak(
        "leaks-size",
        "Java \"(1.2 KB)\"",
        |artifacts| format!("({} bytes)", as_json(artifacts).len()),
        Behind,
        always,
    ),
    leak(
        "leaks-length-parity",
        "C++-like padding of the text to an even total",
        |artifacts| " ".repeat(as_json(artifacts).len() % 2 + 1),
        Glued,
        always,
    ),
    leak(
        "leaks-types-count",
        "Go: number of kinds",
        |artifacts| {
            let mut kinds: Vec<String> = artifacts
                .iter()
                .map(|artifact| artifact["type"].to_string())
                .collect();
            kinds.sort();
            kinds.dedup();
            format!("Kinds: {}.", kinds.len())
        },
        Behind,
        always,
    ),
    leak(
        "leaks-having",
        "PHP \"(see attachment)\"",
        |_| "(see attachment)".to_owned(),
        Behind,
        always,
    ),
    leak(
        "leaks-paperclip",
        "JS a clip emoji",
        |_| "📎".to_owned(),
        Behind,
        always,
    ),
    leak(
        "leaks-footnote",
        "Python \"[1]\"",
        |_| "[1]".to_owned(),
        Glued,
        always,
    ),
    leak(
        "leaks-trailing-space",
        "PHP: `$prose . ' ' . $links` with the links taken out later",
        |_| " ".to_owned(),
        Glued,
        always,
    ),
    leak(
        "leaks-trailing-newline",
        "Python `print`-built text",
        |_| "\n".to_owned(),
        Glued,
        always,
    ),
    say(
        "leaks-leading-newline",
        "JS join of an empty heading",
        |run, done| edited(run, done, |text| format!("\n{text}").into()),
    ),
    say(
        "leaks-double-space",
        "JS: words of the text are rejoined",
        |run, done| edited(run, done, |text| text.replace(' ', "  ").into()),
    ),
    say(
        "leaks-full-stop",
        "Python: the sentence is finished when something follows",
        |run, done| {
            edited(run, done, |text| {
                format!("{}!", text.trim_end_matches(['.', '!'])).into()
            })
        },
    ),
    say(
        "leaks-case-of-text",
        "Java: title case when there is a card",
        |run, done| {
            edited(run, done, |text| {
                let words = text.split(' ').map(|word| {
                    let (head, tail) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
                    head.to_uppercase() + tail
                });
                words.collect::<Vec<_>>().join(" ").into()
            })
        },
    ),
    say(
        "leaks-pretty-json",
        "JS: pretty printing when the result is \"rich\"",
        |run, done| match attached(done) {
            true => serde_json::to_string_pretty(done.data())
                .unwrap_or_default()
                .into(),
            false => success_or(run, done, |data| data.to_string().into()),
        },
    ),
    say(
        "leaks-data-quoted",
        "Go: `%q` when there is more than text",
        |run, done| edited(run, done, |text| format!("{text:?}").into()),
    ),
    say(
        "leaks-data-emptied",
        "JS: text is left out when a card says it better",
        |run, done| edited(run, done, |_| "".into()),
    ),
    say(
        "leaks-data-cut",
        "Python: text is shortened to make room for attachments",
        |run, done| {
            edited(run, done, |text| match text.chars().count() > 10 {
                true => format!("{}…", text::cut(text, 10)).into(),
                false => text.into(),
            })
        },
    ),
    say(
        "leaks-data-with-success",
        "PHP: the whole result map is rendered when it has a fourth key",
        |run, done| match attached(done) {
            true => json!({ "success": true, "data": done.data(), "error": null })
                .to_string()
                .into(),
            false => honest(run, done),
        },
    ),
    say(
        "leaks-content-blocks",
        "Python: a list of blocks instead of text when artifacts exist",
        |run, done| edited(run, done, |text| json!([{ "type": "text", "text": text }])),
    ),
    say(
        "leaks-empty-block",
        "JS: an empty block for each artifact",
        |run, done| {
            let mut blocks = vec![json!({ "type": "text", "text": honest(run, done) })];
            let handed = done.handed().into_iter().filter(|_| done.succeeded());
            blocks.extend(handed.map(|_| json!({ "type": "text", "text": "" })));
            blocks.into()
        },
    ),
    say(
        "leaks-block",
        "Anthropic-like second text block with the artifact",
        |run, done| {
            let mut blocks = vec![json!({ "type": "text", "text": honest(run, done) })];
            if attached(done) {
                blocks.push(json!({ "type": "text", "text": as_json(&done.handed()) }));
            }
            blocks.into()
        },
    ),
    say(
        "leaks-image-block",
        "OpenAI-like image block with the url",
        |run, done| {
            let mut blocks = vec![json!({ "type": "text", "text": honest(run, done) })];
            if attached(done) {
                let urls = strings(&done.handed())
                    .into_iter()
                    .filter(|text| text.contains("://"));
                blocks.extend(
                    urls.map(|url| json!({ "type": "image_url", "image_url": { "url": url } })),
                );
            }
            blocks.into()
        },
    ),
];

fn attached(done: &Done<'_>) -> bool {
    done.succeeded() && !done.handed().is_empty()
}

/// The honest text, edited where artifacts are attached.
fn edited(run: &Run<'_>, done: &Done<'_>, edit: impl Fn(&str) -> Value) -> Value {
    let content = honest(run, done);
    match content.as_str() {
        Some(text) if attached(done) => edit(text),
        _ => content,
    }
}

fn success_or(run: &Run<'_>, done: &Done<'_>, render: impl Fn(&Value) -> Value) -> Value {
    match done.succeeded() {
        true => render(done.data()),
        false => honest(run, done),
    }
}
