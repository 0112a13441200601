//! Finding a string in a text, however it is spelled there.
//!
//! The text is read in several ways (as it is, JSON-escaped, percent-encoded, HTML,
//! base64, hexadecimal), each keeping track of the place in the original, and folded
//! for case and form. A finding explains a failure to its reader; only for long
//! canaries does it decide.

use std::ops::Range;

use memchr::memmem::Finder;
use unicode_normalization::UnicodeNormalization;

use super::decoders::DECODERS;
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
