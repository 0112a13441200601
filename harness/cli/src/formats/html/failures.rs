//! What did not pass, grouped by cause: the first case of each told in full, the others
//! folded; all in short once the page has grown large.

use flowdrop_conformance::case::Status;
use flowdrop_conformance::report::reading::{Cause, causes};
use flowdrop_conformance::report::{CaseReport, FaultReport, Report};
use maud::{Markup, PreEscaped, html};

use super::finding::{finding, scenario};
use super::observed::command;
use super::standing::chip;
use super::text::{anchor, link, shown};
use crate::formats::words;

/// How many bytes of cases are told in full.
const ROOM: usize = 6_000_000;
/// How many cases of a cause stand in one list; a browser lays out what is in sight.
const CHUNK: usize = 50;

/// Whether there is anything to tell.
pub(super) fn any(report: &Report) -> bool {
    !causes(report).is_empty()
}

/// The whole section; nothing, where everything passed.
pub(super) fn section(report: &Report) -> Markup {
    let mut room = ROOM;
    let causes = causes(report);
    html! {
        @if !causes.is_empty() {
            section #failures {
                h2 { "What did not pass" }
                @for told in &causes { (cause(report, told, &mut room)) }
            }
        }
    }
}

fn cause(report: &Report, cause: &Cause<'_>, room: &mut usize) -> Markup {
    let (first, rest) = cause.cases.split_at(1.min(cause.cases.len()));
    html! {
        section.cause {
            div.what {
                (chip(cause.outcome))
                h3 { (summary(cause)) }
                p.dim { (words::cases(cause.cases.len())) }
            }
            @for case in first { article.case id=(anchor(&case.id)) { (whole(report, case, room)) } }
            @if !rest.is_empty() { p.same { "The same in " (words::cases(rest.len())) " more:" } }
            @for chunk in rest.chunks(CHUNK) {
                div.chunk.long[chunk.len() == CHUNK] { @for case in chunk { (folded(report, case, room)) } }
            }
        }
    }
}

/// What the cause is, in words: the likely cause, or how the adapter went wrong.
fn summary(cause: &Cause<'_>) -> Markup {
    let fault = cause.cases.first().and_then(|case| case.faults.first());
    html! {
        @for (at, (clause, tells)) in cause.tells.iter().enumerate() {
            @if at > 0 { "; " }
            @match (clause, fault) {
                (0, Some(fault)) if fault.code == *tells => { "the adapter: " (shown(&fault.message)) }
                (0, _) => { "the adapter: " (shown(tells)) }
                (clause, _) if cause.tells.len() > 1 => { "¶" (clause) " " (shown(tells)) }
                _ => { (shown(&words::sentence(tells))) }
            }
        }
    }
}

fn folded(report: &Report, case: &CaseReport, room: &mut usize) -> Markup {
    if *room == 0 {
        return html! { div.short id=(anchor(&case.id)) { (title(case)) (in_short(case)) } };
    }
    html! {
        details.case id=(anchor(&case.id)) {
            summary { code { (shown(&case.id)) } span.dim { (shown(&case.title)) } }
            (whole(report, case, room))
        }
    }
}

/// A case in full, which takes its size from the room that is left.
fn whole(report: &Report, case: &CaseReport, room: &mut usize) -> Markup {
    if *room == 0 {
        return html! { (title(case)) (in_short(case)) };
    }
    let told = html! {
        (title(case))
        p.outcomes { (outcomes(case)) }
        @for known in words::known(report, case) {
            p.known {
                strong { "Known, ¶" (known.clause) ": " } (shown(&known.reason))
                @if let Some(url) = &known.link { " " (link(url, "where it is worked on")) }
            }
        }
        @for one in &case.faults { (fault(one)) }
        @for one in case.told_findings() { (finding(report, case, one)) }
        @if let Some(given) = &case.scenario { (scenario(given)) }
        @if let Some(again) = words::again(report, &case.id) {
            p.label { "Run this case alone" }
            (command(&again))
        }
    };
    *room = room.saturating_sub(told.0.len());
    PreEscaped(told.into_string())
}

fn title(case: &CaseReport) -> Markup {
    html! {
        h4 { a href={ "#" (anchor(&case.id)) } { (shown(&case.id)) } }
        p.title {
            (shown(&case.title))
            @if case.status == Status::Provisional { " " em { "(provisional: never decides)" } }
        }
    }
}

fn in_short(case: &CaseReport) -> Markup {
    html! {
        p.dim {
            @for one in case.told_findings().take(1) { "¶" (one.clause) " " (shown(&one.message)) ". " }
            "Told in short: this page has grown large, and the JSON report holds the rest."
        }
    }
}

/// What came of a case's clauses: `failed ¶3, passed ¶1 ¶2`.
pub(super) fn outcomes(case: &CaseReport) -> Markup {
    let all = flowdrop_conformance::check::Outcome::ALL;
    let of = |outcome| {
        let own = case
            .outcomes
            .iter()
            .filter(move |own| own.outcome == outcome);
        own.map(|own| format!(" ¶{}", own.clause))
            .collect::<String>()
    };
    let told: Vec<_> = all
        .into_iter()
        .map(|one| (one, of(one)))
        .filter(|(_, of)| !of.is_empty())
        .collect();
    html! {
        @for (outcome, clauses) in told {
            span.outcome.(outcome.name()) {
                span.sign aria-hidden="true" { (words::sign(outcome)) }
                (outcome.name()) (clauses)
            }
            " "
        }
    }
}

fn fault(fault: &FaultReport) -> Markup {
    html! {
        div.finding {
            p.message { (shown(&words::sentence(&fault.message))) " " code.tag { (shown(&fault.code)) } }
            @if let Some(detail) = &fault.detail { p { (shown(detail)) } }
            @if !fault.stderr.is_empty() {
                pre tabindex="0" { @for line in &fault.stderr { (shown(line)) "\n" } }
            }
            dl.advice { div { dt { "To do" } dd { (shown(&fault.to_do)) } } }
        }
    }
}
