//! Two texts, one under the other, with what differs marked.

use unicode_width::UnicodeWidthStr;

use super::Paint;
use crate::report::reading::{Piece, difference};
use crate::report::safe;

/// How much of what is equal is kept on either side of a difference.
const CONTEXT: usize = 40;
/// How wide a line may become.
const WIDEST: usize = 240;

/// Two labelled lines; under each that has something of its own, carets.
pub(super) fn two_lines(
    (label_a, a): (&str, &str),
    (label_b, b): (&str, &str),
    paint: Paint,
    indent: &str,
) -> String {
    let (a, b) = (safe(a).into_owned(), safe(b).into_owned());
    let (pieces_a, pieces_b) = difference(&a, &b);
    let wide = label_a.len().max(label_b.len()) + 2;
    let mut out = String::new();
    for (label, pieces) in [(label_a, pieces_a), (label_b, pieces_b)] {
        let (line, carets) = line(&shortened(pieces), paint);
        out.push_str(format!("{indent}{label:<wide$}{line}").trim_end());
        out.push('\n');
        if !carets.is_empty() {
            out.push_str(&format!("{indent}{:<wide$}{}\n", "", paint.red(&carets)));
        }
    }
    out
}

/// Long stretches of what is equal are cut in the middle.
fn shortened(mut pieces: Vec<Piece>) -> Vec<Piece> {
    let last = pieces.len().saturating_sub(1);
    for (at, piece) in pieces.iter_mut().enumerate() {
        let len = piece.text.chars().count();
        let keep = if piece.changed { 2 * CONTEXT } else { CONTEXT };
        if len <= 2 * keep {
            continue;
        }
        let head: String = piece.text.chars().take(keep).collect();
        let tail: String = piece.text.chars().skip(len - keep).collect();
        piece.text = match (piece.changed, at) {
            (false, 0) if last > 0 => format!("… {tail}"),
            (false, at) if at == last => format!("{head} …"),
            _ => format!("{head} … {tail}"),
        };
    }
    pieces
}

fn line(pieces: &[Piece], paint: Paint) -> (String, String) {
    let mut line = String::new();
    let mut carets = String::new();
    let mut width = 0;
    for piece in pieces {
        if width > WIDEST {
            line.push('…');
            break;
        }
        let wide = piece.text.width();
        line.push_str(&if piece.changed {
            paint.marked(&piece.text)
        } else {
            piece.text.clone()
        });
        carets.push_str(&if piece.changed { "^" } else { " " }.repeat(wide));
        width += wide;
    }
    (line, carets.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_what_is_only_in_one() {
        let shown = two_lines(
            (
                "as given",
                "Created node 5 (draft). See https://example.com",
            ),
            ("removed", "Created node 5 (draft)."),
            Paint::plain(),
            "  ",
        );
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[0],
            "  as given  Created node 5 (draft). See https://example.com"
        );
        assert_eq!(lines[1].trim(), "^".repeat(24));
        assert_eq!(lines[2], "  removed   Created node 5 (draft).");
    }

    #[test]
    fn a_trailing_space_shows() {
        let shown = two_lines(
            ("as given", "Done. "),
            ("removed", "Done."),
            Paint::plain(),
            "",
        );
        assert_eq!(shown.lines().nth(1), Some("               ^"));
    }

    #[test]
    fn a_long_common_part_is_cut() {
        let long = "word ".repeat(100);
        let shown = two_lines(
            ("a", &format!("{long}X")),
            ("b", &format!("{long}Y")),
            Paint::plain(),
            "",
        );
        assert!(
            shown.lines().all(|line| line.chars().count() < 100),
            "{shown}"
        );
    }
}
