//! One finding: expected against got, side by side, with the leak marked.

use std::ops::Range;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::reading::{Piece, Side, difference, place, sides};
use flowdrop_conformance::report::{CaseReport, FindingReport, Report};
use flowdrop_conformance::scenario::Scenario;
use maud::{Markup, html};

use super::text::{cut, glyphs, left_out, shown};
use crate::formats::words;

/// How much of what is equal is kept on either side of a difference.
const CONTEXT: usize = 120;
/// How much of what differs is shown.
const DIFFERENT: usize = 1_200;
/// How many pieces of one text are shown.
const PIECES: usize = 120;
/// How much of a scenario is shown.
const SCENARIO: usize = 6_000;

/// A finding.
pub(super) fn finding(report: &Report, case: &CaseReport, finding: &FindingReport) -> Markup {
    let obligation = words::obligation(report, case.rule(), finding.clause);
    html! {
        div.finding {
            p.where { strong { "¶" (finding.clause) } " " (shown(obligation)) " · " span.dim { (shown(&place(finding))) } }
            p.message {
                @if finding.outcome != Outcome::Failed { (finding.outcome.name()) ": " }
                (shown(&words::sentence(&finding.message))) " " code.tag { (shown(&finding.code)) }
            }
            (both_sides(finding))
            @if let Some(leak) = &finding.leak {
                p { "It quotes the artifact: " code { (shown(&leak.path)) } ", " (shown(&leak.spelling)) ": " mark { (shown(&leak.quoted)) } }
            }
            dl.advice {
                div { dt { "Likely" } dd { (shown(&finding.likely)) } }
                div { dt { "To do" } dd { (shown(&finding.to_do)) } }
            }
        }
    }
}

fn both_sides(finding: &FindingReport) -> Markup {
    let Some((first, second)) = sides(finding) else {
        return html! {};
    };
    let (a, b) = match (&first.text, &second.text) {
        (Some(a), Some(b)) => difference(a, b),
        (a, b) => (alone(a), alone(b)),
    };
    html! {
        div.sides {
            (side(&first, &a, leak_in(&first, finding)))
            (side(&second, &b, leak_in(&second, finding)))
        }
    }
}

fn alone(text: &Option<String>) -> Vec<Piece> {
    let text = text.clone();
    text.map(|text| Piece {
        text,
        changed: false,
    })
    .into_iter()
    .collect()
}

/// The bytes of a side's text in which the leak stands, where they are known.
fn leak_in(side: &Side, finding: &FindingReport) -> Range<usize> {
    let text = side.text.as_deref().filter(|_| side.actual);
    let raw = finding.actual.as_ref().and_then(|actual| actual.as_str());
    match (&finding.leak, text) {
        (Some(leak), Some(text))
            if raw == Some(text) && text.get(leak.start..leak.end).is_some() =>
        {
            leak.start..leak.end
        }
        _ => 0..0,
    }
}

fn side(side: &Side, pieces: &[Piece], leak: Range<usize>) -> Markup {
    html! {
        figure.side {
            figcaption { (side.label) }
            @if side.text.is_none() { p.nothing { "nothing" } }
            @else { div.value { (segments(pieces, &leak)) } }
        }
    }
}

/// A text in pieces: what the other side lacks, and what leaked, are set apart.
fn segments(pieces: &[Piece], leak: &Range<usize>) -> Markup {
    let mut at = 0;
    let mut parts: Vec<(&str, bool, bool)> = Vec::new();
    for piece in pieces {
        let start = at;
        at += piece.text.len();
        let inner = leak.start.clamp(start, at) - start..leak.end.clamp(start, at) - start;
        let text = piece.text.as_str();
        parts.push((&text[..inner.start], piece.changed, false));
        parts.push((&text[inner.clone()], piece.changed, true));
        parts.push((&text[inner.end..], piece.changed, false));
    }
    parts.retain(|(text, _, _)| !text.is_empty());
    let (told, left) = parts.split_at(parts.len().min(PIECES));
    let left: usize = left.iter().map(|(text, _, _)| text.chars().count()).sum();
    html! {
        @for (text, changed, leaked) in told {
            @if *leaked { mark { (middle(text, DIFFERENT)) } }
            @else if *changed { ins { (middle(text, DIFFERENT)) } }
            @else { (middle(text, CONTEXT)) }
        }
        @if left > 0 { (left_out(left)) }
        @if told.is_empty() { span.cut { "(an empty text)" } }
    }
}

/// A text whose middle is left out where it is long.
fn middle(text: &str, keep: usize) -> Markup {
    let count = text.chars().count();
    if count <= 2 * keep + 40 {
        return glyphs(text);
    }
    let head: String = text.chars().take(keep).collect();
    let tail: String = text.chars().skip(count - keep).collect();
    html! { (glyphs(&head)) (left_out(count - 2 * keep)) (glyphs(&tail)) }
}

/// What the runtime was given, folded.
pub(super) fn scenario(scenario: &Scenario) -> Markup {
    let text = serde_json::to_string_pretty(scenario).unwrap_or_default();
    html! {
        details.scenario {
            summary { "The scenario" }
            pre tabindex="0" { code {
                @for line in Lines::of(&text) { (cut(line, SCENARIO)) "\n" }
            } }
        }
    }
}

/// The lines of a text, as far as they are shown.
struct Lines;

impl Lines {
    fn of(text: &str) -> impl Iterator<Item = &str> {
        let mut room = SCENARIO;
        text.lines().take_while(move |line| {
            let fits = room > 0;
            room = room.saturating_sub(line.len());
            fits
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leak_is_marked_where_it_stands() {
        let (a, _) = difference("Created node 5. See https://x.y", "Created node 5.");
        let shown = segments(&a, &(20..31)).into_string();
        assert_eq!(
            shown,
            "Created node 5.<ins> See </ins><mark>https://x.y</mark>"
        );
    }

    #[test]
    fn a_long_text_is_cut_in_the_middle_and_the_length_told() {
        let shown = middle(&"x".repeat(10_000), 100).into_string();
        assert!(shown.contains("9,800 more characters"), "{shown}");
        assert!(shown.len() < 400);
    }
}
