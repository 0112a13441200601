//! Text that somebody else wrote, in Markdown: shown, and never obeyed.
//!
//! Every punctuation mark that could begin or end anything becomes a numeric reference,
//! which Markdown never takes for structure: no table cell, code span, tag, link or list
//! can be opened or closed by it. Inside `<code>` and `<pre>` GitHub makes no mention or
//! reference of `@x` and `#1`; elsewhere a zero-width space keeps them apart.

use std::fmt::Write as _;

use flowdrop_conformance::report::safe;

/// The longest text that is shown in a line.
const LONGEST: usize = 300;
/// The longest text that is shown in a block.
const LONGEST_BLOCK: usize = 1_200;

/// A name or a value, in a line.
pub(crate) fn code(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || " /_.,:+-".contains(c);
    if text.chars().all(plain) && text.trim() == text && (1..LONGEST).contains(&text.len()) {
        return format!("`{text}`");
    }
    let mut out = String::from("<code>");
    escaped(&cut(&safe(text), LONGEST), &mut out);
    out.push_str("</code>");
    out
}

/// A sentence, in a line.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    escaped(&cut(&safe(text), LONGEST), &mut out);
    out.replace("&#64;", "&#64;&#8203;")
        .replace("&#35;", "&#35;&#8203;")
        .replace("GH-", "GH-&#8203;")
}

/// Lines of text, as they are.
pub(crate) fn block(text: &str) -> String {
    format!("<pre>{}</pre>\n\n", block_text(text))
}

/// The inside of a block, in which Markdown looks for nothing but its end.
pub(crate) fn block_text(text: &str) -> String {
    let text = cut(&safe(text), LONGEST_BLOCK);
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}

fn escaped(text: &str, out: &mut String) {
    let start = out.len();
    let mut before = ' ';
    for c in text.chars() {
        let plain = match c {
            // Marks that stand in every sentence, and mean something at its start only.
            '.' => !www(out),
            ',' | ';' | '?' | '\'' | '"' | '/' | '-' | '(' | ')' | '=' | '%' => out.len() > start,
            ' ' | '\n' => before != ' ',
            c => !c.is_ascii_punctuation(),
        };
        if plain {
            out.push(c);
        } else {
            let _ = write!(out, "&#{};", u32::from(c));
        }
        before = c;
    }
}

/// `www.` makes a link of what follows.
fn www(out: &str) -> bool {
    out.len() >= 3
        && out
            .as_bytes()
            .get(out.len() - 3..)
            .is_some_and(|end| end.eq_ignore_ascii_case(b"www"))
}

/// Cut to a length, with the whole length told.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_owned();
    }
    let head: String = text.chars().take(longest).collect();
    format!("{head} … ({count} characters in all)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_obeyed() {
        let hostile = "a|b `c` <img src=x> [x](y) *z* _u_ ~s~ !i @me #1 https://x www.x\n\n# h";
        for shown in [code(hostile), prose(hostile)] {
            let inner = shown
                .trim_end()
                .trim_start_matches("<code>")
                .trim_end_matches("</code>");
            for c in [
                '|', '`', '<', '>', '[', ']', '*', '_', '~', '!', '@', '\n', ':', '$',
            ] {
                assert!(!inner.contains(c), "{c:?} in {inner}");
            }
            assert!(!inner.contains("www."), "{inner}");
            assert!(!inner.replace("&#", "").contains('#'), "{inner}");
        }
        assert_eq!(
            block("</pre> & `\n"),
            "<pre>&lt;/pre&gt; &amp; `‹0A›</pre>\n\n"
        );
        assert!(prose("@me").contains("&#64;&#8203;me"));
    }

    #[test]
    fn a_long_text_is_cut_and_its_length_told() {
        assert!(code(&"x".repeat(1_000)).contains("1000 characters in all"));
    }
}
