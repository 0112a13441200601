//! Every case that the causes did not tell, folded by outcome.

use std::collections::BTreeSet;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::reading::causes;
use flowdrop_conformance::report::{CaseReport, Report};
use maud::{Markup, html};

use super::failures::outcomes;
use super::standing::chip;
use super::text::{anchor, shown};
use crate::formats::words;

/// How many cases stand in one list; a browser lays out what is in sight.
const CHUNK: usize = 100;

/// What the section is called.
pub(super) fn title(report: &Report) -> &'static str {
    if causes(report).is_empty() {
        "Every case"
    } else {
        "Every other case"
    }
}

/// The section.
pub(super) fn section(report: &Report) -> Markup {
    let told: BTreeSet<&str> = causes(report)
        .iter()
        .flat_map(|cause| &cause.cases)
        .map(|case| case.id.as_str())
        .collect();
    let rest: Vec<&CaseReport> = report
        .cases
        .iter()
        .filter(|case| !told.contains(case.id.as_str()))
        .collect();
    html! {
        section #cases {
            h2 { (title(report)) }
            @if rest.is_empty() { p { "There is none." } }
            @for outcome in Outcome::ALL { (of_outcome(&rest, outcome)) }
        }
    }
}

fn of_outcome(rest: &[&CaseReport], outcome: Outcome) -> Markup {
    let own: Vec<&CaseReport> = rest
        .iter()
        .copied()
        .filter(|case| case.worst() == outcome)
        .collect();
    html! {
        @if !own.is_empty() {
            details.group {
                summary { (chip(outcome)) span { (words::cases(own.len())) } span.dim { (words::meaning(outcome)) } }
                @for chunk in own.chunks(CHUNK) { ul.rows.long[chunk.len() == CHUNK] { @for case in chunk { (row(case)) } } }
            }
        }
    }
}

fn row(case: &CaseReport) -> Markup {
    html! {
        li id=(anchor(&case.id)) {
            a href={ "#" (anchor(&case.id)) } { (shown(&case.id)) }
            span.title { (shown(&case.title)) }
            span.outcomes { (outcomes(case)) }
            @if let Some(reason) = &case.reason { span.dim { (shown(reason)) } }
        }
    }
}
