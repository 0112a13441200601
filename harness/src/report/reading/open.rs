//! What a report leaves open, and why.

use std::collections::BTreeMap;

use crate::adapter::Facet;
use crate::check::Outcome;
use crate::report::Report;
use crate::run::{ClauseStanding, RuleStanding};

/// Clauses that were not verified for one and the same reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotVerified {
    /// The clauses.
    pub clauses: Vec<u8>,
    /// Why: what follows "because".
    pub reason: String,
}

/// Which clauses of a rule were not verified, and why.
#[must_use]
pub fn not_verified(report: &Report, rule: &RuleStanding) -> Vec<NotVerified> {
    let mut why: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for clause in &rule.clauses {
        if !matches!(clause.outcome, Outcome::Passed | Outcome::Failed) {
            let reason = reason(report, rule, clause);
            why.entry(reason).or_default().push(clause.clause);
        }
    }
    why.into_iter()
        .map(|(reason, clauses)| NotVerified { clauses, reason })
        .collect()
}

/// Clauses that passed on what the adapter assembled.
#[must_use]
pub fn bridged_clauses(rule: &RuleStanding) -> Vec<u8> {
    rule.clauses
        .iter()
        .filter(|clause| clause.outcome == Outcome::Passed && clause.facet == Facet::Bridged)
        .map(|clause| clause.clause)
        .collect()
}

fn reason(report: &Report, rule: &RuleStanding, clause: &ClauseStanding) -> String {
    if clause.facet == Facet::None {
        return "this adapter cannot observe it (facet none)".to_owned();
    }
    let of_rule = report.cases.iter().filter(|case| case.rule() == rule.rule);
    let open = of_rule.filter(|case| case.outcome(clause.clause) == Some(clause.outcome));
    let mut reasons = open.filter_map(|case| {
        let fault = case.faults.first().map(|fault| fault.message.clone());
        let finding = case
            .findings
            .iter()
            .find(|finding| finding.clause == clause.clause)
            .map(|finding| finding.message.clone());
        case.reason.clone().or(fault).or(finding)
    });
    match (reasons.next(), clause.counts.get(&clause.outcome)) {
        (Some(reason), Some(1)) => format!("1 case came out {}: {reason}", clause.outcome),
        (Some(reason), Some(count)) => {
            format!("{count} cases came out {}: {reason}", clause.outcome)
        }
        _ => format!("it came out {}", clause.outcome),
    }
}
