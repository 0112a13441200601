//! A badge: the rule and its standing in words. Never a percentage, mark or seal.

use flowdrop_conformance::report::{Report, safe};
use flowdrop_conformance::run::{RuleOutcome, RuleStanding};
use maud::html;
use serde_json::json;
use unicode_width::UnicodeWidthStr as _;

use super::words;

/// The most that is said on a badge, in characters.
const LONGEST: usize = 60;

/// The endpoint JSON that shields.io reads.
pub(crate) fn endpoint(report: &Report) -> String {
    let badge = Badge::of(report);
    let document = json!({
        "schemaVersion": 1,
        "label": badge.label,
        "message": badge.message,
        "color": badge.colour,
    });
    format!("{document:#}\n")
}

/// A plain picture, without anything from elsewhere.
pub(crate) fn svg(report: &Report) -> String {
    let badge = Badge::of(report);
    let (left, right) = (width(&badge.label), width(&badge.message));
    let title = format!("{}: {}", badge.label, badge.message);
    let text = |text: &str, start: usize, width: usize| {
        html! {
            text x=(start + width / 2) y="14" text-anchor="middle" textLength=(width - 12)
                lengthAdjust="spacingAndGlyphs" { (text) }
        }
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(left + right) height="20" role="img" aria-label=(title) {
            title { (title) }
            clipPath id="r" { rect width=(left + right) height="20" rx="3" fill="#fff" {} }
            g clip-path="url(#r)" {
                rect width=(left) height="20" fill="#3f444d" {}
                rect x=(left) width=(right) height="20" fill=(badge.colour) {}
            }
            g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11" {
                (text(&badge.label, 0, left))
                (text(&badge.message, left, right))
            }
        }
    };
    format!("{}\n", picture.into_string())
}

struct Badge {
    label: String,
    message: String,
    colour: &'static str,
}

impl Badge {
    fn of(report: &Report) -> Self {
        let rules = &report.standing;
        let worst = rules.iter().map(|rule| rule.outcome).min_by_key(|outcome| {
            let order = [
                RuleOutcome::Failed,
                RuleOutcome::Incomplete,
                RuleOutcome::Passed,
            ];
            order.iter().position(|known| known == outcome)
        });
        let (label, message) = match rules.as_slice() {
            [one] => (one.rule.clone(), message(one)),
            [] => ("conformance".to_owned(), "incomplete".to_owned()),
            several => {
                let all = several
                    .iter()
                    .map(|rule| format!("{} {}", rule.rule, message(rule)));
                ("conformance".to_owned(), all.collect::<Vec<_>>().join(", "))
            }
        };
        let suite = words::other_suite(report).map(|_| format!(" · {}", report.suite.name));
        Badge {
            label: short(&(label + &suite.unwrap_or_default())),
            message: short(&message),
            // White on each of them can be read (4.5 to 1 and more).
            colour: match worst {
                Some(RuleOutcome::Passed) => "#1a6b3c",
                Some(RuleOutcome::Failed) => "#b3261e",
                _ => "#5c6068",
            },
        }
    }
}

fn message(rule: &RuleStanding) -> String {
    match rule.outcome {
        RuleOutcome::Failed => {
            let failed = words::failed(rule);
            format!("failed {}", words::clauses(&failed).replace(',', ""))
        }
        other => other.name().to_owned(),
    }
}

fn short(text: &str) -> String {
    let text = safe(text);
    if text.chars().count() <= LONGEST {
        return text.into_owned();
    }
    let head: String = text.chars().take(LONGEST).collect();
    format!("{head}…")
}

/// About what Verdana takes; `textLength` makes it exact.
fn width(text: &str) -> usize {
    text.width() * 7 + 12
}
