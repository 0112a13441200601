//! Runtimes by clause, and by case where they did not all pass.

use std::collections::BTreeSet;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::RuleReport;
use flowdrop_conformance::run::RuleStanding;
use maud::{Markup, html};

use super::Entry;
use crate::formats::html::{anchor, chip, link, shown};
use crate::formats::words;

/// A rule: one row for each runtime, one column for each clause.
pub(super) fn by_clause(group: &[&Entry], rule: &RuleReport) -> Markup {
    let name = format!("{} by runtime and clause", rule.rule);
    html! {
        h2 { (shown(&rule.rule)) }
        p.about { (shown(&words::sentence(&rule.about))) ". " (link(&rule.url, "Read the rule")) }
        section.scroll tabindex="0" aria-label=(shown_text(&name)) {
            table {
                thead {
                    tr {
                        th scope="col" { "Runtime" }
                        th scope="col" { "Rule" }
                        @for clause in &rule.clauses {
                            th scope="col" { "¶" (clause.clause) span.dim { (shown(&clause.obligation)) } }
                        }
                    }
                }
                tbody { @for entry in group { (row(entry, &rule.rule)) } }
            }
        }
    }
}

fn row(entry: &Entry, rule: &str) -> Markup {
    let tested = &entry.report.implementation;
    let adapter = &entry.report.adapter;
    let standing = entry.report.standing.iter().find(|own| own.rule == rule);
    html! {
        tr {
            th scope="row" {
                a href=(entry.page) { (shown(&tested.name)) " " (shown(&tested.version)) }
                @if let Some(configuration) = &tested.configuration { span.dim { "configuration " (shown(configuration)) } }
                @if let Some(language) = &tested.language { span.dim { (shown(language)) } }
                span.dim { "through " (shown(&adapter.name)) " " (shown(&adapter.version)) }
            }
            @match standing {
                Some(standing) => (cells(entry, standing)),
                None => td { "not in this report" },
            }
        }
    }
}

fn cells(entry: &Entry, standing: &RuleStanding) -> Markup {
    html! {
        td {
            span.chip.(standing.outcome.name()) {
                span.sign aria-hidden="true" { (words::rule_sign(standing.outcome)) }
                (standing.outcome.name())
            }
            @if !entry.report.complete { span.dim { "the run was interrupted" } }
        }
        @for clause in &standing.clauses {
            td {
                a.cell href={ (entry.page) "#" (target(entry, clause.outcome)) } {
                    (chip(clause.outcome))
                    span.dim { (words::of_all(clause)) }
                    span.dim { (words::facet(clause.facet)) }
                }
            }
        }
    }
}

/// Where a reader looks first.
fn target(entry: &Entry, outcome: Outcome) -> &'static str {
    let told = matches!(
        outcome,
        Outcome::Failed | Outcome::Errored | Outcome::TimedOut | Outcome::Inconclusive
    );
    let any = entry
        .report
        .cases
        .iter()
        .any(|case| !case.findings.is_empty() || !case.faults.is_empty());
    if told && any { "failures" } else { "standing" }
}

/// The cases that not every runtime passed.
pub(super) fn by_case(group: &[&Entry]) -> Markup {
    let ids = open_cases(group);
    html! {
        @if !ids.is_empty() {
            details.group {
                summary { span { "Case by case: " (words::cases(ids.len())) " that not every runtime passed" } }
                section.scroll tabindex="0" aria-label="Runtimes by case" {
                    table.marks {
                        thead {
                            tr {
                                th scope="col" { "Case" }
                                @for entry in group {
                                    th scope="col" { (shown(&entry.report.implementation.name)) span.dim { (shown(entry.report.implementation.configuration.as_deref().unwrap_or(""))) } }
                                }
                            }
                        }
                        tbody { @for id in &ids { (case_row(group, id)) } }
                    }
                }
            }
        }
    }
}

fn open_cases<'e>(group: &[&'e Entry]) -> BTreeSet<&'e str> {
    let cases = group.iter().flat_map(|entry| &entry.report.cases);
    let open = cases.filter(|case| {
        !matches!(
            case.worst(),
            Outcome::Passed | Outcome::NotRun | Outcome::Inapplicable | Outcome::Unsupported
        )
    });
    open.map(|case| case.id.as_str()).collect()
}

fn case_row(group: &[&Entry], id: &str) -> Markup {
    html! {
        tr {
            th scope="row" { (shown(id)) }
            @for entry in group {
                @let case = entry.report.cases.iter().find(|case| case.id == id);
                td {
                    @match case {
                        Some(case) => a.cell href={ (entry.page) "#" (anchor(id)) } { (chip(case.worst())) },
                        None => "not in this report",
                    }
                }
            }
        }
    }
}

fn shown_text(text: &str) -> String {
    flowdrop_conformance::report::safe(text).into_owned()
}
