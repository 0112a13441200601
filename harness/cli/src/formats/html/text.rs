//! Texts that somebody else wrote, on a page.

use std::fmt::Write as _;

use flowdrop_conformance::report::safe;
use maud::{Markup, html};

/// The longest text that is shown in a line.
const LONGEST: usize = 600;

/// A text in a line: cut where it is long, with its whole length told.
pub(crate) fn shown(text: &str) -> Markup {
    cut(text, LONGEST)
}

/// The beginning of a text, and how long the whole is.
pub(super) fn cut(text: &str, longest: usize) -> Markup {
    let count = text.chars().count();
    if count <= longest {
        return glyphs(text);
    }
    let head: String = text.chars().take(longest).collect();
    html! { (glyphs(&head)) (left_out(count - longest)) }
}

/// Tells how much is not shown.
pub(super) fn left_out(count: usize) -> Markup {
    html! { span.cut { " … " (thousands(count)) " more characters … " } }
}

/// A text in which nothing is invisible: codes are set apart from what stands around
/// them, and a line feed also breaks the line.
pub(super) fn glyphs(text: &str) -> Markup {
    let text = safe(text);
    let mut parts = text.split('‹');
    let first = parts.next().unwrap_or("");
    html! {
        (first)
        @for part in parts {
            @let (code, rest) = part.split_once('›').unwrap_or((part, ""));
            span.ctl { "‹" (code) "›" }
            @if code == "0A" { "\n" }
            (rest)
        }
    }
}

/// A link, if it leads to the web; else the text alone.
pub(crate) fn link(url: &str, text: &str) -> Markup {
    let web = url.starts_with("https://") || url.starts_with("http://");
    let plain = url.chars().all(|c| c.is_ascii_graphic());
    html! {
        @if web && plain { a href=(url) rel="noopener noreferrer nofollow" { (text) } }
        @else { (shown(url)) }
    }
}

/// A case's anchor: its id, with whatever an id does not have spelled out.
pub(crate) fn anchor(id: &str) -> String {
    let mut anchor = String::new();
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || b"/_.-".contains(&byte) {
            anchor.push(char::from(byte));
        } else {
            let _ = write!(anchor, "~{byte:02X}");
        }
    }
    // Our own anchors have no slash.
    if anchor.contains('/') {
        anchor
    } else {
        format!("case/{anchor}")
    }
}

/// 12345 as `12,345`.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_is_linked() {
        let shown = |url: &str| link(url, "homepage").into_string();
        assert!(shown("https://example.com/a").contains("href"));
        for hostile in [
            "javascript:alert(1)",
            "data:text/html,x",
            "https://a b",
            "//x",
            "file:///x",
        ] {
            assert!(!shown(hostile).contains("href"), "{hostile}");
        }
    }

    #[test]
    fn two_ids_never_have_one_anchor() {
        assert_eq!(anchor("RT-TOOL-3/prose/a"), "RT-TOOL-3/prose/a");
        assert_ne!(anchor("a b"), anchor("a~20b"));
        assert_eq!(anchor("main"), "case/main");
    }

    #[test]
    fn codes_are_set_apart() {
        assert_eq!(
            glyphs("a\u{1b}<b>").into_string(),
            "a<span class=\"ctl\">‹1B›</span>&lt;b&gt;"
        );
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
