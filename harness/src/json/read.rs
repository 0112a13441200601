//! An exact reader: every key, every place, nothing decoded away.

use std::ops::Range;

use super::{Pointer, Step};

/// How deep a document may be nested; serde_json itself stops at 128.
pub(crate) const MAX_DEPTH: usize = 120;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub(crate) span: Range<usize>,
    pub(crate) kind: Kind,
}

/// What a value is. An object keeps every member, duplicates too, in order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List(Vec<Tree>),
    Map(Vec<Member>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    pub(crate) value: Tree,
}

/// Why a text is not a document that can be read faithfully.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadCode {
    Syntax,
    TooDeep,
    LoneSurrogate,
    NumberRange,
    Trailing,
    Unfinished,
}

/// What is wrong and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadError {
    pub(crate) code: ReadCode,
    pub(crate) offset: usize,
    pub(crate) message: String,
}

/// Reads one document, which must be the whole text but for white space.
pub(crate) fn read(text: &str) -> Result<Tree, ReadError> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
    };
    reader.space();
    let tree = reader.value(0)?;
    reader.space();
    if reader.at < reader.bytes.len() {
        return Err(reader.error(ReadCode::Trailing, "text after the document"));
    }
    Ok(tree)
}

impl Tree {
    /// The node at the end of a pointer, or the deepest one on the way to it.
    pub(crate) fn locate(&self, pointer: &Pointer) -> &Tree {
        let mut tree = self;
        for step in &pointer.0 {
            let next = match (step, &tree.kind) {
                (Step::Key(key), Kind::Map(members)) => {
                    members.iter().find(|m| m.key == *key).map(|m| &m.value)
                }
                (Step::Index(index), Kind::List(items)) => items.get(*index),
                _ => None,
            };
            match next {
                Some(next) => tree = next,
                None => break,
            }
        }
        tree
    }

    /// The span of the key that a pointer ends with.
    pub(crate) fn locate_key(&self, pointer: &Pointer) -> Option<Range<usize>> {
        let (last, parents) = pointer.0.split_last()?;
        let parent = self.locate(&Pointer(parents.to_vec()));
        match (last, &parent.kind) {
            (Step::Key(key), Kind::Map(members)) => members
                .iter()
                .find(|member| member.key == *key)
                .map(|member| member.key_span.clone()),
            _ => None,
        }
    }

    /// Every key that stands twice in one object: where, and the span of the second.
    pub(crate) fn duplicates(&self) -> Vec<(Pointer, Range<usize>)> {
        let mut found = Vec::new();
        self.collect_duplicates(&Pointer::root(), &mut found);
        found
    }

    fn collect_duplicates(&self, here: &Pointer, found: &mut Vec<(Pointer, Range<usize>)>) {
        match &self.kind {
            Kind::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if item.is_container() {
                        item.collect_duplicates(&here.index(index), found);
                    }
                }
            }
            Kind::Map(members) => {
                for key in repeated(members) {
                    found.push((here.key(&key.key), key.key_span.clone()));
                }
                for member in members {
                    if member.value.is_container() {
                        member
                            .value
                            .collect_duplicates(&here.key(&member.key), found);
                    }
                }
            }
            _ => {}
        }
    }

    fn is_container(&self) -> bool {
        matches!(self.kind, Kind::List(_) | Kind::Map(_))
    }
}

fn repeated(members: &[Member]) -> Vec<&Member> {
    if members.len() < 2 {
        return Vec::new();
    }
    let mut seen = std::collections::HashSet::with_capacity(members.len());
    members
        .iter()
        .filter(|member| !seen.insert(member.key.as_str()))
        .collect()
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Tree, ReadError> {
        if depth > MAX_DEPTH {
            return Err(self.error(
                ReadCode::TooDeep,
                &format!("nested deeper than {MAX_DEPTH}"),
            ));
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => {
                self.string()?;
                Kind::Text
            }
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Kind::Bool)?,
            Some(b'f') => self.word("false", Kind::Bool)?,
            Some(b'n') => self.word("null", Kind::Null)?,
            Some(_) => return Err(self.error(ReadCode::Syntax, "expected a value")),
            None => return Err(self.unfinished()),
        };
        Ok(Tree {
            span: start..self.at,
            kind,
        })
    }

    fn map(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.at += 1;
        let mut members = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Kind::Map(members));
        }
        loop {
            self.space();
            let start = self.at;
            if self.peek().is_some_and(|byte| byte != b'"') {
                return Err(self.error(ReadCode::Syntax, "expected a key in double quotes"));
            }
            let key = self.string()?;
            let key_span = start..self.at;
            self.space();
            if !self.take(b':') {
                return Err(self.expected("a colon after the key"));
            }
            self.space();
            let value = self.value(depth + 1)?;
            members.push(Member {
                key,
                key_span,
                value,
            });
            self.space();
            if self.take(b'}') {
                return Ok(Kind::Map(members));
            }
            if !self.take(b',') {
                return Err(self.expected("a comma or a closing brace"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Kind, ReadError> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Kind::List(items));
        }
        loop {
            self.space();
            items.push(self.value(depth + 1)?);
            self.space();
            if self.take(b']') {
                return Ok(Kind::List(items));
            }
            if !self.take(b',') {
                return Err(self.expected("a comma or a closing bracket"));
            }
        }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<Kind, ReadError> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Ok(kind);
        }
        if word.as_bytes().starts_with(&self.bytes[self.at..]) {
            return Err(self.unfinished());
        }
        Err(self.error(ReadCode::Syntax, "expected a value"))
    }

    fn number(&mut self) -> Result<Kind, ReadError> {
        let start = self.at;
        self.take(b'-');
        let whole = self.digits();
        let leading_zero = whole > 1 && self.bytes[self.at - whole] == b'0';
        let fraction = if self.take(b'.') { self.digits() } else { 1 };
        let exponent = if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()
        } else {
            1
        };
        if leading_zero {
            return Err(self.error(ReadCode::Syntax, "a number with a leading zero"));
        }
        if whole == 0 || fraction == 0 || exponent == 0 {
            return Err(self.expected("a number as JSON writes it"));
        }
        let finite = self.text[start..self.at]
            .parse::<f64>()
            .is_ok_and(f64::is_finite);
        if finite {
            return Ok(Kind::Number);
        }
        Err(ReadError {
            code: ReadCode::NumberRange,
            offset: start,
            message: format!(
                "the number {} is out of range",
                short(&self.text[start..self.at])
            ),
        })
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<String, ReadError> {
        if !self.take(b'"') {
            return Err(self.expected("a string"));
        }
        let mut out = String::new();
        loop {
            let start = self.at;
            while self
                .peek()
                .is_some_and(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f))
            {
                self.at += 1;
            }
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => out.push(self.escape()?),
                Some(_) => {
                    return Err(self.error(ReadCode::Syntax, "a raw control character in a string"));
                }
                None => return Err(self.unfinished()),
            }
        }
    }

    fn escape(&mut self) -> Result<char, ReadError> {
        let start = self.at;
        self.at += 1;
        let escaped = self.peek().ok_or_else(|| self.unfinished())?;
        self.at += 1;
        Ok(match escaped {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(start),
            _ => {
                self.at = start;
                return Err(self.error(ReadCode::Syntax, "an escape that JSON does not have"));
            }
        })
    }

    fn unicode(&mut self, start: usize) -> Result<char, ReadError> {
        let high = self.hex()?;
        let code = if (0xd800..0xdc00).contains(&high) && self.bytes[self.at..].starts_with(b"\\u")
        {
            self.at += 2;
            let low = self.hex()?;
            if !(0xdc00..0xe000).contains(&low) {
                return Err(lone(start));
            }
            0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
        } else {
            high
        };
        char::from_u32(code).ok_or_else(|| lone(start))
    }

    fn hex(&mut self) -> Result<u32, ReadError> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .ok_or_else(|| self.expected("four hexadecimal digits"))?;
        self.at += 4;
        Ok(code)
    }

    fn space(&mut self) {
        while self
            .peek()
            .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
        {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn expected(&self, what: &str) -> ReadError {
        if self.at >= self.bytes.len() {
            return self.unfinished();
        }
        self.error(ReadCode::Syntax, &format!("expected {what}"))
    }

    fn unfinished(&self) -> ReadError {
        self.error(
            ReadCode::Unfinished,
            "the text ends in the middle of a value",
        )
    }

    fn error(&self, code: ReadCode, message: &str) -> ReadError {
        ReadError {
            code,
            offset: self.at,
            message: message.to_owned(),
        }
    }
}

fn lone(offset: usize) -> ReadError {
    ReadError {
        code: ReadCode::LoneSurrogate,
        offset,
        message: "half of a surrogate pair, which is no character".to_owned(),
    }
}

fn short(text: &str) -> String {
    if text.len() <= 24 {
        text.to_owned()
    } else {
        format!("{}…", &text[..24])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> ReadCode {
        read(text).unwrap_err().code
    }

    #[test]
    fn keeps_duplicate_keys_and_their_places() {
        let tree = read(r#"{"a":1,"b":[{"x":1,"x":2}],"a":3}"#).unwrap();
        let found: Vec<String> = tree
            .duplicates()
            .iter()
            .map(|(p, _)| p.to_string())
            .collect();
        assert_eq!(found, ["a", "b[0].x"]);
    }

    #[test]
    fn names_each_way_to_be_unreadable() {
        assert_eq!(code(r#""\ud800""#), ReadCode::LoneSurrogate);
        assert_eq!(code(r#""\ud800\u0041""#), ReadCode::LoneSurrogate);
        assert_eq!(code("1e999999"), ReadCode::NumberRange);
        assert_eq!(code("NaN"), ReadCode::Syntax);
        assert_eq!(code("{} {}"), ReadCode::Trailing);
        assert_eq!(code(r#"{"a": [1, "#), ReadCode::Unfinished);
        assert_eq!(code(&"[".repeat(1000)), ReadCode::TooDeep);
        assert_eq!(code("01"), ReadCode::Syntax);
        assert_eq!(code("\"a\tb\""), ReadCode::Syntax);
    }

    #[test]
    fn agrees_with_serde_json_on_what_is_json() {
        for text in [
            "null",
            "[]",
            "{}",
            r#"{"":{}}"#,
            "-0.5e+3",
            r#""\u00e9\ud83d\ude00""#,
            "[1,2,[3]]",
            "[1,]",
            "{,}",
            "tru",
            "-",
            "1.",
            ".5",
            "+1",
            "'a'",
            "\u{feff}1",
            "[\"\\x\"]",
        ] {
            assert_eq!(
                read(text).is_ok(),
                serde_json::from_str::<serde_json::Value>(text).is_ok(),
                "{text}"
            );
        }
    }

    #[test]
    fn finds_a_place() {
        let tree = read(r#"{"a": [10, {"b": true}]}"#).unwrap();
        let at = Pointer::root().key("a").index(1).key("b");
        assert_eq!(tree.locate(&at).span, 17..21);
        assert_eq!(tree.locate_key(&at), Some(12..15));
    }
}
