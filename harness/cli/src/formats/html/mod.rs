//! The page of a report: one file that works from disk, offline and without scripts.
//!
//! Markup is escaped by construction (maud), every text is made safe to show first, and a
//! policy in the page lets nothing run or load should either ever fail.

mod cases;
mod failures;
mod finding;
mod head;
mod observed;
mod standing;
mod text;

use flowdrop_conformance::report::Report;
use maud::{DOCTYPE, Markup, html};

use super::words;
pub(crate) use head::head;
pub(crate) use standing::chip;
pub(crate) use text::{anchor, link, shown};

/// The report as a page.
pub(crate) fn page(report: &Report) -> String {
    let tested = &report.implementation;
    let verdicts: Vec<String> = report
        .standing
        .iter()
        .map(|rule| words::verdict(report, rule))
        .collect();
    let title = format!(
        "{} {}: {}",
        tested.name,
        tested.version,
        verdicts.join(", ")
    );
    let failures = failures::section(report);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title))
            body {
                a.skip href="#main" { "Skip to the standing" }
                (top(report))
                main #main {
                    @for rule in &report.standing { (standing::rule(report, rule)) }
                    (notices(report))
                    p.claim { (words::NOTICE) }
                    div.pair { (observed::observed(report)) (observed::replay(report)) }
                    (failures)
                    (cases::section(report))
                }
                (foot(report))
            }
        }
    };
    page.into_string()
}

fn top(report: &Report) -> Markup {
    let tested = &report.implementation;
    html! {
        header.top {
            p.eyebrow { "Conformance report · " (words::SPECIFICATION) }
            h1 { (shown(&tested.name)) " " span.version { (shown(&tested.version)) } }
            p.lede {
                @if let Some(configuration) = &tested.configuration {
                    "configuration " strong { (shown(configuration)) } " · "
                }
                @if let Some(language) = &tested.language { (shown(language)) " · " }
                "observed through " (shown(&report.adapter.name)) " " (shown(&report.adapter.version))
                @if let Some(homepage) = &tested.homepage { " · " (link(homepage, "homepage")) }
            }
            nav aria-label="On this page" {
                ul {
                    li { a href="#standing" { "Standing" } }
                    li { a href="#observed" { "How it was observed" } }
                    li { a href="#replay" { "How to check it" } }
                    @if failures::any(report) { li { a href="#failures" { "What did not pass" } } }
                    li { a href="#cases" { (cases::title(report)) } }
                }
            }
        }
    }
}

fn notices(report: &Report) -> Markup {
    html! {
        @if !report.complete {
            p.notice { strong { "The run was interrupted." } " What was not begun is not-run." }
        }
        @if let Some(warning) = words::other_suite(report) { p.notice { strong { (shown(&warning)) } } }
        @for advisory in &report.advisories {
            p.note { "Noted, and changing no outcome: " (shown(&advisory.text)) " (" (words::cases(advisory.cases)) ")." }
        }
    }
}

fn foot(report: &Report) -> Markup {
    html! {
        footer.foot {
            p {
                "Made by " (shown(&report.program.name)) " " (shown(&report.program.version)) ". "
                "The rules are cited from the " a href="https://flowdrop.io/spec" { (words::SPECIFICATION) }
                " (CC BY 4.0); what they ask is told in the suite's own words."
            }
        }
    }
}
