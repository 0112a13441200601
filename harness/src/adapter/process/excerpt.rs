//! What an adapter had sent, as evidence: cut, and never lossy about it.

/// How many characters are shown.
const SHOWN: usize = 500;

/// The text around a byte offset, at most 500 characters, with `…` where it was cut.
///
/// Text stays as it is: reports show control characters as their codes. Only bytes that
/// are no UTF-8 are shown as `\xff`.
pub(super) fn excerpt(bytes: &[u8], offset: usize) -> String {
    let from = if offset > SHOWN - 100 {
        boundary(bytes, offset - (SHOWN - 100))
    } else {
        0
    };
    // No character is longer than four bytes.
    let to = boundary(bytes, (from + 4 * SHOWN + 4).min(bytes.len()));
    let mut text = String::new();
    for chunk in bytes[from..to].utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02x}"));
        }
    }
    let cut = text.char_indices().nth(SHOWN).map(|(at, _)| at);
    let shown = &text[..cut.unwrap_or(text.len())];
    let before = if from > 0 { "…" } else { "" };
    let after = if cut.is_some() || to < bytes.len() {
        "…"
    } else {
        ""
    };
    format!("{before}{shown}{after}")
}

/// The last place at or before an offset where a character may begin.
fn boundary(bytes: &[u8], offset: usize) -> usize {
    (offset.saturating_sub(3)..=offset)
        .rev()
        .find(|at| bytes.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80))
        .unwrap_or(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_shown_whole_and_bytes_that_are_no_text_as_codes() {
        assert_eq!(excerpt("é\u{1b}".as_bytes(), 0), "é\u{1b}");
        assert_eq!(excerpt(b"a\xffb", 0), "a\\xffb");
        assert_eq!(excerpt(b"", 0), "");
    }

    #[test]
    fn a_long_line_is_shown_around_the_trouble() {
        let text = "é".repeat(5000) + "HERE" + &"語".repeat(5000);
        let shown = excerpt(text.as_bytes(), 10_000);
        assert!(shown.starts_with("…é") && shown.ends_with("語…"), "{shown}");
        assert!(shown.contains("HERE"));
        assert!(shown.chars().count() <= SHOWN + 2);
    }
}
