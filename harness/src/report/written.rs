//! JSON as it is written to a file or a terminal.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use super::safe::needs_code;

/// Pretty JSON with a newline at its end, in which every character that could control a
/// terminal or deceive a reader is written as its `\u` escape: the same value, harmless
/// wherever it is printed.
///
/// # Errors
///
/// The value cannot be JSON.
pub fn json_text(value: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut bytes = Vec::new();
    let formatter = Harmless(PrettyFormatter::new());
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
    bytes.push(b'\n');
    // The formatter writes what it is given, which is text.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct Harmless(PrettyFormatter<'static>);

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        // `‹` is only special where codes are shown.
        while let Some((at, c)) = rest
            .char_indices()
            .find(|(_, c)| needs_code(*c) && *c != '‹')
        {
            writer.write_all(&rest.as_bytes()[..at])?;
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_is_written_is_harmless_and_reads_as_the_same() {
        let hostile = json!({
            "\u{1b}[31m": ["\u{9b}2J", "\u{202e}abc", "a\u{2028}b", "\u{e0041}", "plain é 語 😀 ‹1B› \" \\ /"],
            "empty": [[], {}, ""],
        });
        let text = json_text(&hostile).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), hostile);
        assert!(
            text.contains("\\u009b2J") && text.contains("\\u202eabc"),
            "{text}"
        );
        assert!(text.contains("\\udb40\\udc41"), "{text}");
        assert!(text.contains("plain é 語 😀 ‹1B›"), "{text}");
        assert!(
            text.chars()
                .all(|c| c == '\n' || c == '‹' || !needs_code(c))
        );
    }

    #[test]
    fn harmless_text_is_written_as_serde_json_does() {
        let value = json!({ "a": [1, 2.5, "x\n", null, true], "b": { "c": [], "d": {} } });
        let expected = serde_json::to_string_pretty(&value).unwrap() + "\n";
        assert_eq!(json_text(&value).unwrap(), expected);
    }
}
