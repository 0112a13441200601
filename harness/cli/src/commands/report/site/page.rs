//! The page of all reports.

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::SuiteReport;
use maud::{DOCTYPE, Markup, html};

use super::{Entry, matrix};
use crate::formats::html::{chip, head, shown};
use crate::formats::words;

/// The whole page, a section for each suite.
pub(super) fn page(groups: &[Vec<&Entry>]) -> String {
    let count: usize = groups.iter().map(Vec::len).sum();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (head("Conformance reports"))
            body.wide {
                a.skip href="#main" { "Skip to the reports" }
                header.top {
                    p.eyebrow { (words::SPECIFICATION) }
                    h1 { "Conformance reports" }
                    p.lede {
                        @if count == 1 { "One report" } @else { (count) " reports" }
                        ", each its owner's own. Choose one to see every case."
                    }
                }
                main #main {
                    @for group in groups { (suite(group, groups.len() > 1)) }
                    (legend())
                }
                footer.foot { p { (words::NOTICE) } }
            }
        }
    };
    page.into_string()
}

fn suite(group: &[&Entry], several: bool) -> Markup {
    let Some(first) = group.first() else {
        return html! {};
    };
    let told = &first.report.suite;
    html! {
        section {
            @if several { h2 { "Suite " (shown(&told.name)) " " (shown(&told.version)) } }
            @for rule in &told.rules {
                (matrix::by_clause(group, rule))
            }
            (matrix::by_case(group))
            (provenance(told))
        }
    }
}

fn provenance(suite: &SuiteReport) -> Markup {
    html! {
        p.note {
            "All with the suite " (shown(&suite.name)) " " (shown(&suite.version)) ", digest "
            code { (shown(&suite.digest)) }
            @for rule in &suite.rules {
                "; rule " (shown(&rule.rule)) " with hash " code { (shown(&rule.rule_hash)) }
            }
            "."
        }
    }
}

fn legend() -> Markup {
    html! {
        section #words {
            h2 { "What the words mean" }
            dl.words {
                @for outcome in Outcome::ALL {
                    div { dt { (chip(outcome)) } dd { (words::meaning(outcome)) } }
                }
            }
            p.note {
                "Native: the runtime made what was judged. Bridged: the adapter assembled it. "
                "Both as the adapter declares. Witnessed: the harness saw it on the wire. "
                "Numbers count cases: 3 of 61 failed means that 61 cases tell of the clause, and 3 of them fail."
            }
        }
    }
}
