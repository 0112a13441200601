//! Finding a string in a text, however it is spelled there.
//!
//! The text is read in several ways (as it is, JSON-escaped, percent-encoded, HTML,
//! base64, hexadecimal), each keeping track of the place in the original, and folded
//! for case and form. A finding explains a failure to its reader; only for long
//! canaries does it decide.

use std::ops::Range;

use memchr::memmem::Finder;
use unicode_normalization::UnicodeNormalization;

use crate::scenario::{CANARY_LEN, WORD_LEN};

/// A string found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quote {
    pub(super) spelling: &'static str,
    pub(super) span: Range<usize>,
}

/// A string that is looked for.
pub(super) struct Needle<'a> {
    text: Finder<'a>,
    folded: Finder<'static>,
}

impl<'a> Needle<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Needle {
            text: Finder::new(text),
            folded: Finder::new(&fold(text)).into_owned(),
        }
    }
}

/// A text and the ways in which it can be read.
pub(super) struct Reading {
    views: Vec<View>,
}

struct View {
    spelling: &'static str,
    /// The folded text, and the place in the original of each of its bytes; nothing where
    /// that is the same.
    folded: String,
    places: Option<Vec<usize>>,
    plain: Option<String>,
}

impl Reading {
    /// Reads a text in every way, for canaries.
    pub(super) fn of(text: &str) -> Self {
        Self::for_strings_from(CANARY_LEN, text)
    }

    /// Reads a text in every way, for words too: more closely, at more cost.
    pub(super) fn close(text: &str) -> Self {
        Self::for_strings_from(WORD_LEN, text)
    }

    fn for_strings_from(shortest: usize, text: &str) -> Self {
        let mut views = vec![View::of("word for word", text, None)];
        for (spelling, mark, decode) in DECODERS {
            if mark.is_some_and(|mark| !text.contains(mark)) {
                continue;
            }
            if let Some((decoded, places)) = decode(text, shortest) {
                views.push(View::of(spelling, &decoded, Some(places)));
            }
        }
        Reading { views }
    }

    /// Where the text holds a string, in whichever spelling.
    pub(super) fn find(&self, needle: &Needle<'_>) -> Option<Quote> {
        if needle.folded.needle().is_empty() {
            return None;
        }
        self.views.iter().find_map(|view| view.find(needle))
    }

    /// Whether the text holds a plain lower-case word, in whichever spelling.
    pub(super) fn holds_word(&self, word: &str) -> bool {
        self.views.iter().any(|view| view.folded.contains(word))
    }
}

impl View {
    /// `places` of the bytes of a text that was decoded; nothing for the original.
    fn of(spelling: &'static str, text: &str, places: Option<Vec<usize>>) -> Self {
        let plain = places.is_none().then(|| text.to_owned());
        let (folded, places) = if text.is_ascii() {
            (text.to_ascii_lowercase(), places)
        } else {
            let (folded, places) = folded_with_places(text, places.as_deref());
            (folded, Some(places))
        };
        View {
            spelling,
            folded,
            places,
            plain,
        }
    }

    /// The place in the original of a byte of the folded text.
    fn place(&self, at: usize) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(at).copied(),
            None => Some(at),
        }
    }

    fn find(&self, needle: &Needle<'_>) -> Option<Quote> {
        let plain = self.plain.as_ref();
        if let Some(at) = plain.and_then(|plain| needle.text.find(plain.as_bytes())) {
            return Some(Quote {
                spelling: self.spelling,
                span: at..at + needle.text.needle().len(),
            });
        }
        let at = needle.folded.find(self.folded.as_bytes())?;
        let start = self.place(at)?;
        let end = self
            .place(at + needle.folded.needle().len() - 1)
            .map_or(start, |last| last + 1);
        let spelling = if self.plain.is_some() {
            "in other letters or another form"
        } else {
            self.spelling
        };
        Some(Quote {
            spelling,
            span: start..end,
        })
    }
}

fn folded_with_places(text: &str, places: Option<&[usize]>) -> (String, Vec<usize>) {
    let mut folded = String::with_capacity(text.len());
    let mut folded_places = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let before = folded.len();
        folded.extend(std::iter::once(c).nfkd().flat_map(char::to_lowercase));
        let place = places.map_or(at, |places| places[at]);
        folded_places.extend(std::iter::repeat_n(place, folded.len() - before));
    }
    (folded, folded_places)
}

/// Lower case, compatibility decomposition.
pub(super) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd().flat_map(char::to_lowercase).collect()
}

type Decoded = Option<(String, Vec<usize>)>;

/// A spelling, the character without which nothing is spelled so, and how it is read, given
/// how long the shortest string is that is looked for.
type Decoder = (&'static str, Option<char>, fn(&str, usize) -> Decoded);

const DECODERS: [Decoder; 5] = [
    ("escaped as in JSON", Some('\\'), |text, _| from_json(text)),
    ("percent-encoded", Some('%'), |text, _| from_percent(text)),
    ("escaped as in HTML", Some('&'), |text, _| from_html(text)),
    ("in base64", None, from_base64),
    ("in hexadecimal", None, from_hex),
];

/// Collects decoded text with the place of each byte in the original.
#[derive(Default)]
struct Out {
    bytes: Vec<u8>,
    places: Vec<usize>,
    changed: bool,
}

impl Out {
    fn copy(&mut self, byte: u8, place: usize) {
        self.bytes.push(byte);
        self.places.push(place);
    }

    fn decoded(&mut self, c: char, place: usize) {
        let mut buffer = [0; 4];
        for byte in c.encode_utf8(&mut buffer).bytes() {
            self.copy(byte, place);
        }
        self.changed = true;
    }

    fn finish(self) -> Decoded {
        if !self.changed {
            return None;
        }
        match String::from_utf8(self.bytes) {
            Ok(text) => Some((text, self.places)),
            Err(error) => {
                // Undecodable bytes become one question mark each, so places still fit.
                let bytes = error.into_bytes();
                let text = bytes
                    .iter()
                    .map(|b| if b.is_ascii() { char::from(*b) } else { '?' })
                    .collect();
                Some((text, self.places))
            }
        }
    }
}

/// `\/`, `\"`, `\uXXXX` and the rest, once or twice over.
fn from_json(text: &str) -> Decoded {
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        // A string that was encoded twice has its backslashes doubled.
        let slashes = leading_slashes(bytes, at);
        let start = at;
        at += slashes;
        if slashes == 0 {
            out.copy(bytes[at], at);
            at += 1;
            continue;
        }
        match bytes.get(at) {
            Some(b'u') if hex4(bytes, at + 1).is_some() => {
                let (code, used) = surrogates(bytes, at + 1);
                out.decoded(char::from_u32(code).unwrap_or('?'), start);
                at += used;
            }
            Some(b'x') if hex2(bytes, at + 1).is_some() => {
                out.decoded(char::from(hex2(bytes, at + 1).unwrap_or(b'?')), start);
                at += 3;
            }
            Some(byte @ (b'/' | b'"' | b'\'')) => {
                out.decoded(char::from(*byte), start);
                at += 1;
            }
            Some(escape @ (b'n' | b'r' | b't')) => {
                let space = match escape {
                    b'n' => '\n',
                    b'r' => '\r',
                    _ => '\t',
                };
                out.decoded(space, start);
                at += 1;
            }
            _ => out.decoded('\\', start),
        }
    }
    out.finish()
}

fn leading_slashes(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.iter().skip(at);
    rest.take_while(|byte| **byte == b'\\').count()
}

fn hex2(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = std::str::from_utf8(bytes.get(at..at + 2)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = std::str::from_utf8(bytes.get(at..at + 4)?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

/// The character at the four digits after `\u`, and how many bytes from the `u` it takes.
fn surrogates(bytes: &[u8], at: usize) -> (u32, usize) {
    let high = hex4(bytes, at).unwrap_or(0);
    let slashes = leading_slashes(bytes, at + 4);
    let next = at + 4 + slashes;
    let low = match bytes.get(next) {
        Some(b'u') if slashes > 0 => hex4(bytes, next + 1),
        _ => None,
    };
    match low.filter(|low| (0xdc00..0xe000).contains(low)) {
        Some(low) if (0xd800..0xdc00).contains(&high) => {
            let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            (code, 10 + slashes)
        }
        _ => (high, 5),
    }
}

fn from_percent(text: &str) -> Decoded {
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], hex2(bytes, at + 1)) {
            (b'%', Some(byte)) => {
                out.copy(byte, at);
                out.changed = true;
                at += 3;
            }
            (byte, _) => {
                out.copy(byte, at);
                at += 1;
            }
        }
    }
    out.finish()
}

fn from_html(text: &str) -> Decoded {
    const NAMED: [(&str, char); 6] = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&apos;", '\''),
        ("&sol;", '/'),
    ];
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let named = NAMED
            .iter()
            .find(|(name, _)| rest.starts_with(name))
            .map(|(name, c)| (*c, name.len()));
        let found = if bytes[at] == b'&' {
            named.or_else(|| numbered(rest))
        } else {
            None
        };
        if let Some((c, used)) = found {
            out.decoded(c, at);
            at += used;
            continue;
        }
        let len = rest.chars().next().map_or(1, char::len_utf8);
        (at..at + len).for_each(|place| out.copy(bytes[place], place));
        at += len;
    }
    out.finish()
}

/// `&#47;` or `&#x2F;`.
fn numbered(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix("&#")?;
    let end = inner.find(';').filter(|end| *end <= 8)?;
    let digits = &inner[..end];
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some((char::from_u32(code)?, end + 3))
}

/// Every run of base64 letters, standard or URL-safe, read from each of four offsets.
fn from_base64(text: &str, shortest: usize) -> Decoded {
    decode_runs(text, (shortest * 4).div_ceil(3), is_base64, |run| {
        (0..4.min(run.len()))
            .map(|skip| {
                let mut bytes = Vec::new();
                for group in run[skip..].chunks(4) {
                    let bits = group
                        .iter()
                        .fold(0_u32, |bits, byte| bits << 6 | sextet(*byte));
                    let bits = bits << (6 * (4 - group.len()));
                    bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len().max(1)]);
                }
                bytes
            })
            .collect()
    })
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

fn sextet(byte: u8) -> u32 {
    u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    })
}

/// Every run of hexadecimal digits, read from either of two offsets.
fn from_hex(text: &str, shortest: usize) -> Decoded {
    decode_runs(
        text,
        shortest * 2,
        |byte| byte.is_ascii_hexdigit(),
        |run| {
            (0..2)
                .map(|skip| {
                    run[skip..]
                        .chunks_exact(2)
                        .filter_map(|pair| hex2(pair, 0))
                        .collect()
                })
                .collect()
        },
    )
}

/// Decodes every long enough run of letters, several readings after one another.
fn decode_runs(
    text: &str,
    shortest: usize,
    letter: fn(u8) -> bool,
    decode: impl Fn(&[u8]) -> Vec<Vec<u8>>,
) -> Decoded {
    let mut out = Out::default();
    let mut start = 0;
    for run in text.as_bytes().split(|byte| !letter(*byte)) {
        if run.len() >= shortest {
            for bytes in decode(run) {
                let printable = String::from_utf8_lossy(&bytes);
                for c in printable.chars() {
                    out.decoded(
                        if c == char::REPLACEMENT_CHARACTER {
                            '?'
                        } else {
                            c
                        },
                        start,
                    );
                }
                out.decoded('\n', start);
            }
        }
        start += run.len() + 1;
    }
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://example.com/node/5?é=1";

    fn spelling(text: &str) -> Option<&'static str> {
        Reading::of(text)
            .find(&Needle::of(URL))
            .map(|quote| quote.spelling)
    }

    #[test]
    fn finds_every_common_spelling_and_its_place() {
        let quote = Reading::of(&format!("see {URL}."))
            .find(&Needle::of(URL))
            .unwrap();
        assert_eq!(
            (quote.spelling, quote.span),
            ("word for word", 4..4 + URL.len())
        );
        assert_eq!(
            spelling(r"x https:\/\/example.com\/node\/5?\u00e9=1"),
            Some("escaped as in JSON")
        );
        assert_eq!(
            spelling(r"x https:\\/\\/example.com\\/node\\/5?\\u00e9=1"),
            Some("escaped as in JSON")
        );
        assert_eq!(
            spelling("x https%3A%2F%2Fexample.com%2Fnode%2F5%3F%C3%A9%3D1"),
            Some("percent-encoded")
        );
        assert_eq!(
            spelling("x https:&#47;&#x2f;example.com/node/5?&#233;=1"),
            Some("escaped as in HTML")
        );
        assert_eq!(
            spelling("x HTTPS://EXAMPLE.COM/NODE/5?É=1"),
            Some("in other letters or another form")
        );
        assert_eq!(
            spelling("id=aHR0cHM6Ly9leGFtcGxlLmNvbS9ub2RlLzU/w6k9MQ=="),
            Some("in base64")
        );
        assert_eq!(
            spelling("x68747470733a2f2f6578616d706c652e636f6d2f6e6f64652f353fc3a93d31"),
            Some("in hexadecimal")
        );
        assert_eq!(spelling("nothing of the kind"), None);
    }

    #[test]
    fn a_word_is_found_in_every_common_spelling() {
        for text in [
            "Created",
            "CREATED node",
            "{\"r\":\"Created\"}",
            "Q3JlYXRlZCBub2Rl",
            "Q3JlYXRlZA==",
            "IkNyZWF0ZWQi",
            "\\u0043reated",
            "&#67;reated",
        ] {
            assert!(Reading::close(text).holds_word("created"), "{text}");
        }
        assert!(
            Reading::close("YWFhYQ==").holds_word("aaaa"),
            "the shortest"
        );
        assert!(!Reading::close("creat ed").holds_word("created"));
    }
}
