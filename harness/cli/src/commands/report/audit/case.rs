//! Whether what a case tells fits its outcomes.

use std::collections::BTreeSet;

use flowdrop_conformance::adapter::{Facet, FaultCode};
use flowdrop_conformance::check::{Code, Outcome};
use flowdrop_conformance::report::{CaseReport, FindingReport, Report};
use flowdrop_conformance::run::RuleStanding;

/// What does not fit in each case, one reason a case. The facets are those that were
/// drawn again.
pub(super) fn all(report: &Report, drawn: &[RuleStanding]) -> Vec<String> {
    let facet = |rule: &str, clause: u8| {
        let rule = drawn.iter().find(|own| own.rule == rule)?;
        let clause = rule.clauses.iter().find(|own| own.clause == clause)?;
        Some(clause.facet)
    };
    let first = |case: &CaseReport| {
        let reasons = reasons(case, &|clause| facet(case.rule(), clause));
        let first = reasons.into_iter().next()?;
        Some(format!("{}: {first}", case.id))
    };
    report.cases.iter().filter_map(first).collect()
}

/// Everything that does not fit. `facet` is the weakest that a clause rests on; none
/// where the rule has no such clause.
fn reasons(case: &CaseReport, facet: &dyn Fn(u8) -> Option<Facet>) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut seen = BTreeSet::new();
    for own in &case.outcomes {
        let clause = own.clause;
        if !seen.insert(clause) {
            reasons.push(format!("¶{clause} has two outcomes"));
        }
        match facet(clause) {
            None => reasons.push(format!("its rule has no ¶{clause}")),
            Some(facet) => reasons.extend(outcome(case, clause, own.outcome, facet)),
        }
    }
    for clause in case.clauses.iter().filter(|clause| !seen.contains(clause)) {
        reasons.push(format!(
            "it was written for ¶{clause}, and tells nothing of it"
        ));
    }
    reasons.extend(
        case.findings
            .iter()
            .filter_map(|found| finding(case, found)),
    );
    for fault in &case.faults {
        if !FaultCode::ALL.iter().any(|code| code.name() == fault.code) {
            reasons.push(format!(
                "{} is no fault that an adapter can have",
                fault.code
            ));
        }
    }
    let failed = case.worst() == Outcome::Failed;
    if failed != case.scenario.is_some() {
        reasons.push("a scenario stands where a clause failed, and nowhere else".to_owned());
    }
    reasons
}

/// What an outcome needs beside it.
fn outcome(case: &CaseReport, clause: u8, outcome: Outcome, facet: Facet) -> Option<String> {
    let found = |wanted: Outcome| {
        let mut own = case.findings.iter().filter(|found| found.clause == clause);
        own.any(|found| found.outcome == wanted)
    };
    let fault = |wanted: fn(&str) -> bool| case.faults.iter().any(|fault| wanted(&fault.code));
    let skipped = case.reason.is_some();
    let unseen = facet == Facet::None;
    let lacking = match outcome {
        Outcome::Failed if unseen => "it cannot be observed (facet none)",
        Outcome::Passed | Outcome::Inconclusive if unseen => "it cannot be observed (facet none)",
        Outcome::Failed if !found(Outcome::Failed) => "no finding says why",
        Outcome::Passed if found(Outcome::Failed) => "a finding says that it failed",
        Outcome::Passed if found(Outcome::Inconclusive) => {
            "a finding says that it could not be judged"
        }
        Outcome::Errored if !fault(|code| !matches!(code, "timed-out" | "gave-up")) => {
            "no fault of the adapter says why"
        }
        Outcome::TimedOut if !fault(|code| code == "timed-out") => {
            "no fault of the adapter says so"
        }
        Outcome::NotRun if !skipped && !fault(|code| code == "gave-up") => "no reason is told",
        Outcome::Unsupported if !skipped && !unseen => "no reason is told",
        Outcome::Inapplicable if !skipped && !found(Outcome::Inapplicable) => "no reason is told",
        _ => return None,
    };
    Some(format!("¶{clause} is {outcome}, and {lacking}"))
}

fn finding(case: &CaseReport, finding: &FindingReport) -> Option<String> {
    let Some(code) = Code::ALL.iter().find(|code| code.name() == finding.code) else {
        return Some(format!("{} is nothing that a check can find", finding.code));
    };
    if code.check() != finding.check
        || code.likely() != finding.likely
        || code.to_do() != finding.to_do
    {
        return Some(format!(
            "what it says of {} is not what the program says",
            finding.code
        ));
    }
    if finding.outcome == Outcome::Failed && case.outcome(finding.clause) != Some(Outcome::Failed) {
        return Some(format!(
            "a finding says that ¶{} failed, and its outcome does not",
            finding.clause
        ));
    }
    None
}
