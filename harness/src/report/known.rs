//! What a report says to a file of known failures, and what it tells of it.

use std::collections::BTreeSet;

use super::{CaseReport, KnownReport, OutcomeReport, Report};
use crate::adapter::FaultCode;
use crate::case::Status;
use crate::check::Outcome;
use crate::run::Selection;
use crate::run::known::{Held, Judged, KnownEntry};

impl Report {
    /// What came of every clause of every case, as entries are held against it.
    #[must_use]
    pub fn judged(&self) -> Vec<Judged> {
        let selection = self.selected();
        let mut judged = Vec::new();
        for case in &self.cases {
            let taken = selection.takes_id(&case.id, case.status, &case.clauses);
            for OutcomeReport { clause, outcome } in &case.outcomes {
                // What an interrupted run has not reached says nothing.
                let reached = self.complete || *outcome != Outcome::NotRun;
                judged.push(Judged {
                    case: case.id.clone(),
                    clause: *clause,
                    outcome: *outcome,
                    codes: codes(case, *clause, *outcome),
                    counts: taken
                        && reached
                        && selection.counts(*clause)
                        && case.status == Status::Stable,
                    provisional: case.status == Status::Provisional,
                });
            }
        }
        judged
    }

    /// Whether the whole suite was run.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.complete && self.selected().is_all()
    }

    /// Adds what was known.
    pub fn tell_known(&mut self, entries: &[KnownEntry], held: &Held, judged: &[Judged]) {
        let told = held.known.iter().map(|(at, excused)| {
            let entry = entries[*at].clone();
            KnownReport {
                case: entry.case,
                clause: entry.clause,
                outcome: entry.outcome,
                code: entry.code,
                reason: entry.reason,
                link: entry.link,
                expires: entry.expires,
                cases: excused.iter().map(|at| judged[*at].case.clone()).collect(),
            }
        });
        self.known = Some(told.collect());
    }

    /// Whether everything that is open in a case is known.
    #[must_use]
    pub fn is_known(&self, case: &CaseReport) -> bool {
        let mut open = case.outcomes.iter().filter(|own| !own.outcome.is_fine());
        let known = |own: &OutcomeReport| {
            let mut entries = self.known.iter().flatten();
            entries.any(|entry| entry.clause == own.clause && entry.cases.contains(&case.id))
        };
        self.known.is_some() && open.clone().next().is_some() && open.all(known)
    }

    fn selected(&self) -> Selection {
        Selection {
            rules: self.selection.rules.clone(),
            clauses: self.selection.clauses.clone(),
            cases: self.selection.cases.clone(),
        }
    }
}

/// What an outcome rests on: findings, or the adapter's faults.
fn codes(case: &CaseReport, clause: u8, outcome: Outcome) -> BTreeSet<String> {
    let findings = case
        .findings
        .iter()
        .filter(|finding| finding.clause == clause && finding.outcome == outcome)
        .map(|finding| finding.code.clone());
    let faults = case
        .faults
        .iter()
        .filter(|fault| fault_outcome(&fault.code) == outcome)
        .map(|fault| fault.code.clone());
    findings.chain(faults).collect()
}

fn fault_outcome(code: &str) -> Outcome {
    let known = FaultCode::ALL.iter().find(|known| known.name() == code);
    known.map_or(Outcome::Errored, |code| crate::run::fault_outcome(*code))
}
