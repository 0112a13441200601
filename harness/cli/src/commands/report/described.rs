//! A report's cases, as the engine's own functions take them.

use std::collections::BTreeSet;

use flowdrop_conformance::adapter::Description;
use flowdrop_conformance::case::{Clause, Rule};
use flowdrop_conformance::report::{CaseReport, Report, RuleReport};
use flowdrop_conformance::run::{CaseResult, RuleStanding, Selection, standing};

/// What the adapter had said of itself.
pub(super) fn description(report: &Report) -> Description {
    Description {
        implementation: report.implementation.clone(),
        adapter: report.adapter.clone(),
        facets: report.facets,
        read_from: report.read_from.clone(),
        supports: report.supports.clone(),
        max_in_flight: 1,
    }
}

/// What was selected.
pub(super) fn selection(report: &Report) -> Selection {
    Selection {
        rules: report.selection.rules.clone(),
        clauses: report.selection.clauses.clone(),
        cases: report.selection.cases.clone(),
    }
}

/// The standing that follows from the report's cases, by the function that drew it.
pub(super) fn drawn_again(report: &Report) -> Vec<RuleStanding> {
    let description = description(report);
    let results: Vec<CaseResult> = report.cases.iter().map(result).collect();
    let rules = report.suite.rules.iter();
    rules
        .map(|told| standing(&rule(report, told), &results, &description))
        .collect()
}

fn result(case: &CaseReport) -> CaseResult {
    CaseResult {
        id: case.id.clone(),
        status: case.status,
        outcomes: case
            .outcomes
            .iter()
            .map(|own| (own.clause, own.outcome))
            .collect(),
        findings: Vec::new(),
        faults: Vec::new(),
        skip: None,
        advisories: BTreeSet::new(),
    }
}

/// A rule, as far as a report tells it.
fn rule(report: &Report, told: &RuleReport) -> Rule {
    let level = report.standing.iter().find(|own| own.rule == told.rule);
    let clause = |number, obligation: &String| Clause {
        number,
        obligation: obligation.clone(),
        limit: None,
        clause_hash: String::new(),
    };
    Rule {
        schema: None,
        rule: told.rule.clone(),
        level: level.map(|own| own.level.clone()).unwrap_or_default(),
        about: told.about.clone(),
        url: told.url.clone(),
        specification: String::new(),
        rule_hash: told.rule_hash.clone(),
        clauses: told
            .clauses
            .iter()
            .map(|own| clause(own.clause, &own.obligation))
            .collect(),
    }
}
