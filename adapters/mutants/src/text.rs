//! Small changes of text that several tables need.

use std::hash::{BuildHasher, Hasher};

use serde_json::Value;

/// The first characters of a text.
pub(crate) fn cut(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}

/// A text without some of its characters.
pub(crate) fn without(text: &str, unwanted: impl Fn(char) -> bool) -> String {
    text.chars().filter(|c| !unwanted(*c)).collect()
}

/// A text with some of its characters replaced.
pub(crate) fn replaced(text: &str, unwanted: impl Fn(char) -> bool, by: char) -> String {
    text.chars()
        .map(|c| if unwanted(c) { by } else { c })
        .collect()
}

/// A whole number, as an integer where it fits.
pub(crate) fn whole(number: f64) -> Value {
    #[allow(clippy::cast_possible_truncation)]
    Value::from(number as i64)
}

/// A digest (FNV-1a).
pub(crate) fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| {
        (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// An id that no other run has.
pub(crate) fn random_id(prefix: &str) -> String {
    let random = std::hash::RandomState::new().build_hasher().finish();
    format!("{prefix}_{random:016x}")
}

pub(crate) fn html_escaped(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#039;")
}

pub(crate) fn html_decoded(text: &str) -> String {
    let text = text
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"");
    let text = text
        .replace("&#039;", "'")
        .replace("&#39;", "'")
        .replace("&#x27;", "'");
    text.replace("&nbsp;", "\u{a0}").replace("&amp;", "&")
}

pub(crate) fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let escaped = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match escaped.filter(|_| *first == b'%') {
            Some(byte) => (bytes.push(byte), rest = &tail[2..]),
            None => (bytes.push(*first), rest = tail),
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(crate) fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

/// Base64 with the two last characters of its alphabet.
pub(crate) fn base64(text: &str, last: [char; 2]) -> String {
    let alphabet: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(last)
        .collect();
    let mut encoded = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| {
            (bits << 8) | usize::from(*chunk.get(at).unwrap_or(&0))
        });
        for at in 0..4 {
            let digit = alphabet[(bits >> (18 - 6 * at)) & 63];
            encoded.push(if at <= chunk.len() { digit } else { '=' });
        }
    }
    encoded
}

/// Runs of blanks as one.
pub(crate) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Strings of a value, at any depth.
pub(crate) fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(map) => map.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}
