//! The call's own id, changed.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::mutant::{Mutant, id_text};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
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
        "constant-id-nulled",
        "JS `[\"null\", \"undefined\"].includes(id) ? null : id`, after a query string",
        |id| match id {
            "null" | "undefined" | "None" => Value::Null,
            _ => id.into(),
        },
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
];
