//! What is told of an artifact, in disguise.

use serde_json::Value;

use super::always;
use super::forms::{json, strings};
use crate::mutant::{Mutant, leak};
use crate::runtime::{Object, Place::Behind};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    leak(
        "leaks-escaped-json",
        "PHP: JSON in JSON",
        |artifacts| Value::from(json(artifacts)).to_string().replace('/', "\\/"),
        Behind,
        always,
    ),
    leak(
        "leaks-unicode-escaped",
        "Python `json.dumps` with `ensure_ascii`, every character escaped",
        |artifacts| {
            let units = said(artifacts).encode_utf16().collect::<Vec<_>>();
            units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
        },
        Behind,
        always,
    ),
    leak(
        "leaks-percent-encoded",
        "JS `encodeURIComponent`",
        |artifacts| text::percent_encoded(&said(artifacts)),
        Behind,
        always,
    ),
    leak(
        "leaks-html-escaped",
        "PHP `htmlspecialchars`",
        |artifacts| text::html_escaped(&json(artifacts)).replace('/', "&#x2F;"),
        Behind,
        always,
    ),
    leak(
        "leaks-base64",
        "Java data block",
        |artifacts| text::base64(&json(artifacts), ['+', '/']),
        Behind,
        always,
    ),
    leak(
        "leaks-base64url",
        "Go: signed reference",
        |artifacts| text::base64(&said(artifacts), ['-', '_']).replace('=', ""),
        Behind,
        always,
    ),
    leak(
        "leaks-hex",
        "Rust debug of bytes",
        |artifacts| text::hex(&said(artifacts)),
        Behind,
        always,
    ),
    leak(
        "leaks-upper-case",
        "PHP `strtoupper`",
        |artifacts| said(artifacts).to_uppercase(),
        Behind,
        always,
    ),
    leak(
        "leaks-lower-case",
        "Python `casefold` for search",
        |artifacts| said(artifacts).to_lowercase(),
        Behind,
        always,
    ),
    leak(
        "leaks-reversed",
        "JS obfuscation by `reverse()`",
        |artifacts| said(artifacts).chars().rev().collect(),
        Behind,
        always,
    ),
    leak(
        "leaks-rot13",
        "PHP `str_rot13`",
        |artifacts| said(artifacts).chars().map(rot13).collect(),
        Behind,
        always,
    ),
    leak(
        "leaks-spelled-apart",
        "TTS: letters with spaces between them",
        |artifacts| joined(artifacts, " "),
        Behind,
        always,
    ),
    leak(
        "leaks-zero-width-joined",
        "JS watermark: zero-width spaces between the characters",
        |artifacts| joined(artifacts, "\u{200b}"),
        Behind,
        always,
    ),
    leak(
        "leaks-soft-wrapped",
        "Python `textwrap` at 20 columns",
        |artifacts| {
            let letters: Vec<char> = said(artifacts).chars().collect();
            letters
                .chunks(20)
                .map(|line| line.iter().collect::<String>() + "\n")
                .collect()
        },
        Behind,
        always,
    ),
    leak(
        "leaks-without-vowels",
        "JS abbreviation",
        |artifacts| text::without(&said(artifacts), |c| "aeiouAEIOU".contains(c)),
        Behind,
        always,
    ),
    leak(
        "leaks-digest",
        "Go: a digest of the artifacts",
        |artifacts| format!("#{:016x}", text::digest(&json(artifacts))),
        Behind,
        always,
    ),
    leak(
        "leaks-etag",
        "HTTP: length and sum",
        |artifacts| {
            let json = json(artifacts);
            let sum: u32 = json.bytes().map(u32::from).sum();
            format!("W/\"{:x}-{sum:x}\"", json.len())
        },
        Behind,
        always,
    ),
];

fn said(artifacts: &[&Object]) -> String {
    strings(artifacts).join(" ")
}

fn joined(artifacts: &[&Object], between: &str) -> String {
    let letters: Vec<String> = said(artifacts).chars().map(String::from).collect();
    letters.join(between)
}

fn rot13(c: char) -> char {
    let turned = |first: u8| char::from((c as u8 - first + 13) % 26 + first);
    match c {
        'a'..='z' => turned(b'a'),
        'A'..='Z' => turned(b'A'),
        _ => c,
    }
}
