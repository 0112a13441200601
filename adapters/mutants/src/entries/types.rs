//! The type, changed.

use serde_json::Value;

use super::with;
use crate::mutant::{Mutant, entry, kind};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    kind("type-lowercased", "PHP `strtolower($type)`", |kind| {
        kind.to_lowercase().into()
    }),
    kind("type-trimmed", "Python `type.strip()`", |kind| {
        kind.trim().into()
    }),
    kind("type-prefixed", "JS: `artifact/` before the type", |kind| {
        format!("artifact/{kind}").into()
    }),
    kind(
        "type-mapped",
        "Python: text becomes text/plain, image becomes image/png",
        |kind| match kind {
            "text" => "text/plain".into(),
            "image" => "image/png".into(),
            other => other.into(),
        },
    ),
    kind(
        "type-unknown",
        "Java enum: types it does not know become `unknown`",
        |kind| match kind {
            "link" | "text" | "image" | "file" | "table" | "json" => kind.into(),
            _ => "unknown".into(),
        },
    ),
    kind("type-cut-at-32", "SQL column varchar(32)", |kind| {
        text::cut(kind, 32).into()
    }),
    kind(
        "type-slugged",
        "PHP machine name: anything else than `[a-z0-9_]` becomes `_`",
        |kind| text::replaced(kind, |c| !matches!(c, 'a'..='z' | '0'..='9' | '_'), '_').into(),
    ),
    kind(
        "type-as-number",
        "PHP array key: a numeric type becomes an integer",
        |kind| kind.parse::<i64>().map_or(kind.into(), Value::from),
    ),
    kind("type-before-slash", "JS `type.split(\"/\")[0]`", |kind| {
        kind.split('/').next().into()
    }),
    entry(
        "type-from-first",
        "JS: the type is read once a call",
        |run, made, entry| {
            let first = run.call_of(made).handed()[0]["type"].clone();
            with(entry, "type", first)
        },
    ),
];
