//! Cases that did not pass, grouped by what they tell: one cause in fifty cases is told
//! once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::case::Status;
use crate::check::Outcome;
use crate::report::CaseReport;
use crate::report::Report;

/// Cases that tell the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause<'a> {
    /// The first, in the order of precedence, of what came of them.
    pub outcome: Outcome,
    /// What they tell: a clause and a likely cause each, or 0 and a fault's code.
    pub tells: Vec<(u8, &'a str)>,
    /// The cases; at least one. Those that were written for what they tell come first.
    pub cases: Vec<&'a CaseReport>,
}

/// What came of a case, and what it tells of it.
type Key<'a> = (Outcome, Vec<(u8, &'a str)>);

/// The causes, the worst first, and of equal ones the most frequent.
#[must_use]
pub fn causes(report: &Report) -> Vec<Cause<'_>> {
    let mut groups: BTreeMap<Key<'_>, Vec<&CaseReport>> = BTreeMap::new();
    for case in &report.cases {
        let tells = tells(case);
        let worst = case.worst();
        if !tells.is_empty() && (!worst.is_fine() || case.status == Status::Provisional) {
            groups.entry((worst, tells)).or_default().push(case);
        }
    }
    let mut causes: Vec<Cause<'_>> = groups
        .into_iter()
        .map(|((outcome, tells), mut cases)| {
            cases.sort_by_key(|case| !tells.iter().any(|(told, _)| case.clauses.contains(told)));
            Cause {
                outcome,
                tells,
                cases,
            }
        })
        .collect();
    causes.sort_by_key(|cause| (cause.outcome, Reverse(cause.cases.len())));
    causes
}

fn tells(case: &CaseReport) -> Vec<(u8, &str)> {
    let faults = case.faults.iter().map(|fault| (0, fault.code.as_str()));
    let findings = case
        .told_findings()
        .map(|finding| (finding.clause, finding.likely.as_str()));
    let mut tells: Vec<(u8, &str)> = faults.chain(findings).collect();
    tells.sort_unstable();
    tells.dedup();
    tells
}
