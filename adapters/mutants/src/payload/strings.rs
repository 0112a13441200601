//! Strings that come out changed.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::mutant::{Mutant, texts};
use crate::text::{collapsed, cut, html_decoded, html_escaped, percent_decoded, replaced, without};

pub(crate) static TABLE: &[Mutant] = &[
    texts("text-trimmed", "Laravel `TrimStrings`", |text| {
        text.trim().into()
    }),
    texts(
        "text-spaces-collapsed",
        "JS `replace(/\\s+/g, \" \")`",
        |text| collapsed_inside(text).into(),
    ),
    texts("text-crlf-to-lf", "Python universal newlines", |text| {
        text.replace("\r\n", "\n").replace('\r', "\n").into()
    }),
    texts("text-lf-to-crlf", "MIME transport", |text| {
        text.replace("\r\n", "\n").replace('\n', "\r\n").into()
    }),
    texts("text-nfc", "Python `normalize(\"NFC\")`", |text| {
        text.nfc().collect::<String>().into()
    }),
    texts("text-nfkc", "Python `normalize(\"NFKC\")`", |text| {
        text.nfkc().collect::<String>().into()
    }),
    texts("text-nfd", "macOS file names", |text| {
        text.nfd().collect::<String>().into()
    }),
    texts(
        "text-zero-width-removed",
        "JS sanitiser takes out zero-width characters",
        |text| {
            without(text, |c| {
                matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
            })
            .into()
        },
    ),
    texts(
        "text-bom-removed",
        "Java: a leading U+FEFF is taken for a byte order mark",
        |text| text.strip_prefix('\u{feff}').unwrap_or(text).into(),
    ),
    texts(
        "text-astral-removed",
        "MySQL utf8mb3: characters past U+FFFF go",
        |text| without(text, astral).into(),
    ),
    texts(
        "text-cut-at-astral",
        "MySQL without strict mode cuts at the first character past U+FFFF",
        |text| text.split(astral).next().into(),
    ),
    texts(
        "text-emoji-replaced",
        "Go: characters past U+FFFF become U+FFFD",
        |text| replaced(text, astral, '\u{fffd}').into(),
    ),
    texts(
        "text-control-removed",
        "PHP filter: control characters go",
        |text| without(text, char::is_control).into(),
    ),
    texts("text-cut-at-nul", "C string behind an FFI", |text| {
        text.split('\0').next().into()
    }),
    texts(
        "text-ascii-only",
        "Python `encode(\"ascii\", \"replace\")`",
        |text| replaced(text, |c| !c.is_ascii(), '?').into(),
    ),
    texts("text-mojibake", "PHP `utf8_encode` on UTF-8", |text| {
        text.bytes().map(char::from).collect::<String>().into()
    }),
    texts("text-html-escaped", "PHP `htmlspecialchars`", |text| {
        html_escaped(text).into()
    }),
    texts(
        "text-html-decoded",
        "PHP `html_entity_decode`, meant for arguments",
        |text| html_decoded(text).into(),
    ),
    texts("text-tags-stripped", "PHP `strip_tags`", |text| {
        tags_stripped(text).into()
    }),
    texts("text-nl2br", "PHP `nl2br`", |text| {
        text.replace('\n', "<br />\n").into()
    }),
    texts("text-slashes-added", "PHP `addslashes`", |text| {
        let text = text.replace('\\', "\\\\").replace('\'', "\\'");
        text.replace('"', "\\\"").into()
    }),
    texts("text-slashes-removed", "PHP `stripslashes`", |text| {
        text.replace('\\', "").into()
    }),
    texts(
        "text-quotes-straightened",
        "JS: typographic quotes and dashes made plain",
        |text| {
            let text = replaced(text, |c| matches!(c, '\u{201c}' | '\u{201d}'), '"');
            let text = replaced(&text, |c| matches!(c, '\u{2018}' | '\u{2019}'), '\'');
            replaced(&text, |c| matches!(c, '\u{2013}' | '\u{2014}'), '-').into()
        },
    ),
    texts("text-percent-decoded", "PHP `urldecode`", |text| {
        percent_decoded(text).into()
    }),
    texts("text-plus-to-space", "form decoding of `+`", |text| {
        text.replace('+', " ").into()
    }),
    texts(
        "text-markdown-escaped",
        "Python: `*` and `_` get a backslash",
        |text| {
            text.replace('*', "\\*")
                .replace('_', "\\_")
                .replace('`', "\\`")
                .into()
        },
    ),
    texts("text-tabs-to-spaces", "YAML writer", |text| {
        text.replace('\t', "    ").into()
    }),
    texts("text-cut-at-255", "SQL column varchar(255)", |text| {
        cut(text, 255).into()
    }),
    texts("text-cut-at-1000", "Python `text[:1000]`", |text| {
        cut(text, 1_000).into()
    }),
    texts(
        "text-cut-at-10000",
        "JS `slice(0, 10_000)` with an ellipsis",
        |text| match text.chars().count() > 10_000 {
            true => format!("{}…", cut(text, 10_000)).into(),
            false => text.into(),
        },
    ),
    texts("text-cut-at-65535", "MySQL TEXT", |text| {
        cut(text, 65_535).into()
    }),
    texts(
        "text-redacts-secrets",
        "Python log filter: `sk-…` and `token=…`",
        |text| {
            words(text, |word| {
                let secret = ["sk-", "token=", "Bearer", "ghp_", "password="];
                secret
                    .iter()
                    .any(|secret| word.contains(secret))
                    .then(|| "[REDACTED]".to_owned())
            })
        },
    ),
    texts(
        "text-redacts-mail",
        "Java: mail addresses are masked",
        |text| {
            words(text, |word| {
                let (_, domain) = word.split_once('@')?;
                Some(format!("***@{domain}"))
            })
        },
    ),
    texts(
        "text-interpolated",
        "PHP: `{{…}}` and `${…}` are filled from an empty context",
        |text| {
            let text = filled(text, "{{", "}}");
            filled(&text, "${", "}").into()
        },
    ),
    texts(
        "text-json-decoded",
        "Python: strings that parse as JSON maps or lists are parsed",
        |text| match text.trim_start().starts_with(['{', '[']) {
            true => serde_json::from_str(text).unwrap_or(text.into()),
            false => text.into(),
        },
    ),
    texts(
        "text-true-to-bool",
        "YAML 1.1: \"true\", \"yes\", \"on\" become booleans",
        |text| match text {
            "true" | "yes" | "on" => true.into(),
            "false" | "no" | "off" => false.into(),
            _ => text.into(),
        },
    ),
    texts(
        "text-number-parsed",
        "PHP `is_numeric`: numeric strings become numbers",
        |text| match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(number), _) => number.into(),
            (_, Ok(number)) if number.is_finite() => number.into(),
            _ => text.into(),
        },
    ),
    texts(
        "text-empty-to-null",
        "Laravel `ConvertEmptyStringsToNull`",
        |text| match text {
            "" => Value::Null,
            _ => text.into(),
        },
    ),
    texts(
        "text-null-parsed",
        "YAML: \"null\" and \"~\" become null",
        |text| match text {
            "null" | "~" | "Null" | "NULL" => Value::Null,
            _ => text.into(),
        },
    ),
    texts(
        "text-date-reformatted",
        "JS `new Date(text).toISOString()` on date-times",
        |text| match text.strip_suffix('Z') {
            Some(date) if is_date_time(text) && !date.contains('.') => {
                format!("{date}.000Z").into()
            }
            None if is_date_time(text) => format!("{}.000Z", cut(text, 19)).into(),
            _ => text.into(),
        },
    ),
    texts(
        "text-date-to-midnight",
        "Java: a date gets a time",
        |text| match is_date(text) && text.len() == 10 {
            true => format!("{text}T00:00:00").into(),
            false => text.into(),
        },
    ),
    texts(
        "text-lowercased-mail",
        "Python: mail addresses are lower-cased",
        |text| match text.contains('@') && !text.contains(' ') {
            true => text.to_lowercase().into(),
            false => text.into(),
        },
    ),
];

fn astral(c: char) -> bool {
    c > '\u{ffff}'
}

/// Runs of blanks as one, those at the ends too.
fn collapsed_inside(text: &str) -> String {
    let mut inside = collapsed(text);
    if text.starts_with(char::is_whitespace) {
        inside.insert(0, ' ');
    }
    if text.ends_with(char::is_whitespace) && inside.len() > 1 {
        inside.push(' ');
    }
    inside
}

fn tags_stripped(text: &str) -> String {
    let mut parts = text.split('<');
    let mut stripped = parts.next().unwrap_or("").to_owned();
    for part in parts {
        match part.split_once('>') {
            Some((_, after)) => stripped.push_str(after),
            None => stripped.extend(["<", part]),
        }
    }
    stripped
}

/// A text whose words are changed, one by one.
fn words(text: &str, change: impl Fn(&str) -> Option<String>) -> Value {
    let words = text
        .split(' ')
        .map(|word| change(word).unwrap_or(word.to_owned()));
    words.collect::<Vec<_>>().join(" ").into()
}

/// A template, filled from an empty context.
fn filled(text: &str, open: &str, close: &str) -> String {
    match text.split_once(open) {
        Some((before, rest)) => match rest.split_once(close) {
            Some((_, after)) => format!("{before}{}", filled(after, open, close)),
            None => text.to_owned(),
        },
        None => text.to_owned(),
    }
}

fn is_date(text: &str) -> bool {
    let shape = |(at, c): (usize, char)| match at {
        4 | 7 => c == '-',
        _ => c.is_ascii_digit(),
    };
    text.len() >= 10 && text.chars().take(10).enumerate().all(shape)
}

fn is_date_time(text: &str) -> bool {
    is_date(text) && text.is_ascii() && text.len() >= 19 && text.as_bytes()[10] == b'T'
}
