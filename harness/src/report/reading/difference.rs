//! What one text has that another has not.

use similar::{ChangeTag, TextDiff};

/// Up to how many bytes texts are compared word by word; of longer ones, what they begin
/// and end with alike is set aside first.
const BY_WORDS: usize = 8_000;

/// A piece of a text, and whether the other text lacks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The piece.
    pub text: String,
    /// Whether the other text lacks it.
    pub changed: bool,
}

/// Compares by words, so that a reader sees what changed rather than which letters.
#[must_use]
pub fn difference(a: &str, b: &str) -> (Vec<Piece>, Vec<Piece>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    if a.len().max(b.len()) <= BY_WORDS {
        words(a, b, &mut left, &mut right);
        return (left, right);
    }
    let start = common_start(a, b);
    let end = common_end(&a[start..], &b[start..]);
    let middle_a = &a[start..a.len() - end];
    let middle_b = &b[start..b.len() - end];
    push(&mut left, &a[..start], false);
    push(&mut right, &b[..start], false);
    if middle_a.len().max(middle_b.len()) <= BY_WORDS {
        words(middle_a, middle_b, &mut left, &mut right);
    } else {
        push(&mut left, middle_a, true);
        push(&mut right, middle_b, true);
    }
    push(&mut left, &a[a.len() - end..], false);
    push(&mut right, &b[b.len() - end..], false);
    (left, right)
}

fn words(a: &str, b: &str, left: &mut Vec<Piece>, right: &mut Vec<Piece>) {
    let diff = TextDiff::from_unicode_words(a, b);
    for change in diff.iter_all_changes() {
        let text = change.value();
        match change.tag() {
            ChangeTag::Equal => {
                push(left, text, false);
                push(right, text, false);
            }
            ChangeTag::Delete => push(left, text, true),
            ChangeTag::Insert => push(right, text, true),
        }
    }
}

fn common_start(a: &str, b: &str) -> usize {
    a.char_indices()
        .zip(b.chars())
        .find(|((_, x), y)| x != y)
        .map_or(a.len().min(b.len()), |((at, _), _)| at)
}

fn common_end(a: &str, b: &str) -> usize {
    a.chars()
        .rev()
        .zip(b.chars().rev())
        .take_while(|(x, y)| x == y)
        .map(|(x, _)| x.len_utf8())
        .sum()
}

fn push(pieces: &mut Vec<Piece>, text: &str, changed: bool) {
    if text.is_empty() {
        return;
    }
    match pieces.last_mut() {
        Some(last) if last.changed == changed => last.text.push_str(text),
        _ => pieces.push(Piece {
            text: text.to_owned(),
            changed,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(pieces: &[Piece]) -> String {
        let pieces = pieces.iter().filter(|piece| piece.changed);
        pieces.map(|piece| piece.text.as_str()).collect()
    }

    #[test]
    fn pieces_put_together_are_the_text() {
        let long = "wörd ".repeat(5_000);
        for (a, b) in [
            ("one two", "one three"),
            ("", "x"),
            (&*format!("{long}A{long}"), &*format!("{long}B{long}")),
            (&*long, &*format!("{long}{long}")),
            (&*"a".repeat(20_000), &*"b".repeat(20_000)),
        ] {
            let (left, right) = difference(a, b);
            let whole = |pieces: &[Piece]| -> String {
                pieces.iter().map(|piece| piece.text.as_str()).collect()
            };
            assert_eq!(whole(&left), a);
            assert_eq!(whole(&right), b);
        }
    }

    #[test]
    fn a_small_change_in_a_long_text_is_found() {
        let long = "word ".repeat(5_000);
        let (left, right) = difference(&format!("{long}A {long}"), &format!("{long}B {long}"));
        assert_eq!((changed(&left), changed(&right)), ("A".into(), "B".into()));
    }
}
