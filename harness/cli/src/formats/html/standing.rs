//! A rule's standing, clause by clause, in plain words.

use flowdrop_conformance::case::Status;
use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::Report;
use flowdrop_conformance::report::reading::{Cause, bridged_clauses, causes, not_verified};
use flowdrop_conformance::run::{ClauseStanding, RuleStanding};
use maud::{Markup, html};

use super::text::{link, shown};
use crate::formats::words;

/// A rule's standing.
pub(super) fn rule(report: &Report, rule: &RuleStanding) -> Markup {
    let told = report.rule(&rule.rule);
    let first = report
        .standing
        .first()
        .is_some_and(|first| std::ptr::eq(first, rule));
    html! {
        section.rule.(rule.outcome.name()) id=[first.then_some("standing")] {
            h2 {
                span.sign aria-hidden="true" { (words::rule_sign(rule.outcome)) }
                span { (shown(&words::verdict(report, rule))) }
            }
            @if let Some(told) = told {
                p.about {
                    (shown(&words::sentence(&told.about))) ". "
                    "Level " (shown(&rule.level)) ". "
                    (link(&told.url, "Read the rule"))
                }
            }
            ul.clauses { @for clause in &rule.clauses { li { (clause_row(report, rule, clause)) } } }
            (open(report, rule))
        }
    }
}

fn clause_row(report: &Report, rule: &RuleStanding, clause: &ClauseStanding) -> Markup {
    let told = report.rule(&rule.rule);
    let limit = told
        .and_then(|rule| rule.clauses.iter().find(|own| own.clause == clause.clause))
        .and_then(|own| own.limit.as_ref());
    html! {
        span.number { "¶" (clause.clause) }
        span.asks {
            (shown(&words::sentence(words::obligation(report, &rule.rule, clause.clause))))
            @if let Some(limit) = limit { span.limit { (shown(&words::sentence(limit))) "." } }
        }
        (chip(clause.outcome))
        span.facts { (words::of_all(clause)) " · " (words::facet(clause.facet)) }
    }
}

/// An outcome, as a sign and a word.
pub(crate) fn chip(outcome: Outcome) -> Markup {
    html! {
        span.chip.(outcome.name()) {
            span.sign aria-hidden="true" { (words::sign(outcome)) }
            (outcome.name())
        }
    }
}

fn open(report: &Report, rule: &RuleStanding) -> Markup {
    let bridged = bridged_clauses(rule);
    let failed = failed(report, rule);
    html! {
        @if let Some((causes, cases)) = failed {
            p.open {
                strong { (causes) ", " (words::cases(cases)) "." }
                " " a href="#failures" { "See what did not pass" }
            }
        }
        @for open in not_verified(report, rule) {
            p.open { strong { "Not verified: " (words::clauses(&open.clauses)) "," } " because " (shown(&open.reason)) "." }
        }
        @if !bridged.is_empty() {
            p.open {
                strong { "Not the runtime's own: " (words::clauses(&bridged)) "," }
                " because the adapter assembled part of what was judged (bridged)."
            }
        }
    }
}

/// How many causes failed how many cases of a rule.
fn failed(report: &Report, rule: &RuleStanding) -> Option<(String, usize)> {
    let causes = causes(report);
    let own = causes.iter().filter(|cause| {
        let first = cause.cases.first();
        cause.outcome == Outcome::Failed && first.is_some_and(|case| case.rule() == rule.rule)
    });
    let deciding = |cause: &Cause<'_>| {
        let cases = cause.cases.iter();
        cases.filter(|case| case.status == Status::Stable).count()
    };
    let cases: Vec<usize> = own.map(deciding).filter(|count| *count > 0).collect();
    match cases.len() {
        0 => None,
        1 => Some(("One cause".to_owned(), cases[0])),
        many => Some((format!("{many} causes"), cases.iter().sum())),
    }
}
