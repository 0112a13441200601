//! Text from adapters and cases, made safe to show.

use std::borrow::Cow;

/// Shows a text so that it cannot control a terminal or a CI log, and so that two
/// different texts never look the same.
///
/// Control, format and direction characters, private and unassigned ones, and lone line
/// ends are shown as their code in `‹›`, such as `‹1B›` for ESC; so is `‹` itself, which
/// makes the spelling unambiguous. A colon pair or `##` at the start of a line, which
/// some CI systems obey, has its first character shown so.
#[must_use]
pub fn safe(text: &str) -> Cow<'_, str> {
    let start_matters = begins_a_command(text);
    if !start_matters && !text.chars().any(needs_code) && !text.contains('\n') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut fresh_line = true;
    for (at, c) in text.char_indices() {
        let command = fresh_line && !c.is_whitespace() && begins_a_command(&text[at..]);
        if needs_code(c) || command {
            push_code(c, &mut out);
        } else {
            out.push(c);
        }
        fresh_line = c == '\n' || c == '\r' || (fresh_line && c.is_whitespace());
    }
    Cow::Owned(out)
}

fn begins_a_command(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("::") || text.starts_with("##")
}

fn push_code(c: char, out: &mut String) {
    out.push_str(&format!("‹{:02X}›", u32::from(c)));
}

/// Whether a character is shown as its code.
pub(super) fn needs_code(c: char) -> bool {
    match c {
        ' '..='~' => false,
        '‹' => true,
        c if c.is_control() => true,
        // Soft hyphen, Arabic and Mongolian format marks, zero-width and direction marks,
        // line and paragraph separators, invisible operators, interlinear marks, tags,
        // variation selectors, blanks that look like nothing, private use.
        '\u{ad}'
        | '\u{34f}'
        | '\u{600}'..='\u{605}'
        | '\u{61c}'
        | '\u{6dd}'
        | '\u{70f}'
        | '\u{890}'..='\u{891}'
        | '\u{8e2}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2000}'..='\u{200f}'
        | '\u{2028}'..='\u{202f}'
        | '\u{205f}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3000}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fdd0}'..='\u{fdef}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{a0}'
        | '\u{e000}'..='\u{f8ff}'
        | '\u{110bd}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}'
        | '\u{f0000}'..='\u{10ffff}' => true,
        // Marks that combine with what stands before them can hide or change it.
        '\u{300}'..='\u{36f}'
        | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}'
        | '\u{fe20}'..='\u{fe2f}' => true,
        // The last two of every plane are no characters, and XML has no way to hold two of them.
        c => u32::from(c) & 0xfffe == 0xfffe,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn nothing_controls_a_terminal_or_a_log() {
        assert_eq!(safe("\u{1b}[31mred"), "‹1B›[31mred");
        assert_eq!(safe("a\nb\r"), "a‹0A›b‹0D›");
        assert_eq!(safe("\u{202e}abc\u{200b}"), "‹202E›abc‹200B›");
        assert_eq!(safe("::error::x"), "‹3A›:error::x");
        assert_eq!(safe("ok\n  ::warning::x"), "ok‹0A›  ‹3A›:warning::x");
        assert_eq!(safe("\u{fdd0}\u{ffff}\u{1fffe}"), "‹FDD0›‹FFFF›‹1FFFE›");
        assert_eq!(safe("##[group]"), "‹23›#[group]");
        assert_eq!(safe("plain é 語 😀 std::fmt"), "plain é 語 😀 std::fmt");
    }

    #[test]
    fn two_texts_never_become_one() {
        let texts = [
            "\u{1b}",
            "‹1B›",
            "‹",
            "‹2039›",
            "\n",
            "‹0A›",
            "e\u{301}",
            "é",
            "a\u{200b}b",
            "ab",
            "::",
            ": :",
        ];
        let shown: BTreeSet<String> = texts.iter().map(|text| safe(text).into_owned()).collect();
        assert_eq!(shown.len(), texts.len());
    }
}
