//! Whether a report fits the suite that it names.

use std::collections::BTreeMap;

use flowdrop_conformance::case::{Case, Rule, Suite};
use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::{CaseReport, Report, RuleReport};
use flowdrop_conformance::run::plan_case;

use super::super::described::{description, selection};

/// Everything that does not fit. The digest is looked at first: with another suite,
/// nothing else could.
pub(super) fn reasons(report: &Report, suite: &Suite) -> Vec<String> {
    let told = &report.suite;
    if told.digest != suite.digest {
        return vec![format!(
            "its suite is {} {} with the digest {}, and this program's is {} {} with {}",
            told.name, told.version, told.digest, suite.name, suite.version, suite.digest
        )];
    }
    let mut reasons = Vec::new();
    if (&told.name, &told.version) != (&suite.name, &suite.version) {
        reasons.push(format!(
            "it calls the suite {} {}, and it is {} {}",
            told.name, told.version, suite.name, suite.version
        ));
    }
    reasons.extend(rules(&told.rules, &suite.rules));
    reasons.extend(cases(report, suite));
    reasons
}

fn rules(told: &[RuleReport], own: &[Rule]) -> Vec<String> {
    let mut reasons = Vec::new();
    for rule in told {
        let Some(own) = own.iter().find(|own| own.rule == rule.rule) else {
            reasons.push(format!("the suite has no rule {}", rule.rule));
            continue;
        };
        if rule.rule_hash != own.rule_hash {
            reasons.push(format!(
                "{} has the rule_hash {}, and the suite was written for {}",
                rule.rule, rule.rule_hash, own.rule_hash
            ));
        }
        let clauses = own
            .clauses
            .iter()
            .map(|own| (own.number, &own.obligation, &own.limit));
        let worded = rule
            .clauses
            .iter()
            .map(|told| (told.clause, &told.obligation, &told.limit));
        if !clauses.eq(worded) || (&rule.about, &rule.url) != (&own.about, &own.url) {
            reasons.push(format!("{} is not told in the suite's words", rule.rule));
        }
    }
    for rule in own
        .iter()
        .filter(|own| told.iter().all(|rule| rule.rule != own.rule))
    {
        reasons.push(format!("the rule {} is missing", rule.rule));
    }
    reasons
}

fn cases(report: &Report, suite: &Suite) -> Vec<String> {
    let told: BTreeMap<&str, &CaseReport> = report
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case))
        .collect();
    let mut reasons = Vec::new();
    for case in &suite.cases {
        match told.get(case.id.as_str()) {
            None => reasons.push(format!("the case {} is missing", case.id)),
            Some(told) => {
                reasons.extend(one(report, told, case).map(|what| format!("{}: {what}", case.id)));
            }
        }
    }
    for id in told
        .keys()
        .filter(|id| suite.cases.iter().all(|case| case.id != ***id))
    {
        reasons.push(format!("the suite has no case {id}"));
    }
    reasons
}

/// What does not fit in one case.
fn one(report: &Report, told: &CaseReport, case: &Case) -> Option<String> {
    if (&told.title, told.status, &told.clauses) != (&case.title, case.status, &case.clauses) {
        return Some("its title, status or clauses are not the suite's".to_owned());
    }
    if told
        .scenario
        .as_ref()
        .is_some_and(|given| *given != case.scenario)
    {
        return Some("its scenario is not the suite's".to_owned());
    }
    let judged = told
        .outcomes
        .iter()
        .any(|own| own.outcome != Outcome::NotRun);
    if !selection(report).takes(case) {
        return judged.then(|| "it is outside the selection, and has an outcome".to_owned());
    }
    let skip = plan_case(case, &description(report), report.reproduce.seed).err()?;
    let skipped = told
        .outcomes
        .iter()
        .all(|own| own.outcome == skip.outcome || own.outcome == Outcome::NotRun);
    (!skipped).then(|| format!("it must be {} ({})", skip.outcome, skip.reason))
}
