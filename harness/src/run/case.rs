//! One case, run and judged.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{Trouble, first_runs, run_again};
use super::plan::clause_facet;
use super::{Skip, plan_case};
use crate::adapter::{Description, Driver, Facet, Fault, FaultCode};
use crate::case::{Case, Status};
use crate::check::{Advisory, Finding, Outcome, REPEATS, Sight, Verdicts, judge};
use crate::scenario::Variant;

/// What came of one case.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseResult {
    /// The case's id.
    pub id: String,
    /// Whether the case decides.
    pub status: Status,
    /// What came of each clause that the case was written for or could judge.
    pub outcomes: BTreeMap<u8, Outcome>,
    /// What the checks found.
    pub findings: Vec<Finding>,
    /// What went wrong with the adapter.
    pub faults: Vec<RunFault>,
    /// Why it was not run, or not in full.
    pub skip: Option<Skip>,
    /// Uses of the latitude.
    pub advisories: BTreeSet<Advisory>,
}

/// The adapter went wrong in one run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFault {
    /// In which variant.
    pub variant: Variant,
    /// How.
    pub fault: Fault,
}

impl CaseResult {
    /// A case that was not run.
    #[must_use]
    pub fn skipped(case: &Case, skip: Skip) -> Self {
        CaseResult {
            id: case.id.clone(),
            status: case.status,
            outcomes: case
                .clauses
                .iter()
                .map(|clause| (*clause, skip.outcome))
                .collect(),
            findings: Vec::new(),
            faults: Vec::new(),
            skip: Some(skip),
            advisories: BTreeSet::new(),
        }
    }

    /// The first of its outcomes in the order of precedence.
    #[must_use]
    pub fn worst(&self) -> Outcome {
        self.outcomes
            .values()
            .copied()
            .min()
            .unwrap_or(Outcome::NotRun)
    }
}

/// More rounds than the comparisons of a case can ask for.
const ROUNDS: usize = 16 * REPEATS;

/// Runs a case with all its variants and judges it.
pub fn judge_case(case: &Case, driver: &mut dyn Driver, seed: u64) -> CaseResult {
    let description = driver.description().clone();
    let plan = match plan_case(case, &description, seed) {
        Ok(plan) => plan,
        Err(skip) => return CaseResult::skipped(case, skip),
    };
    let mut trouble = Trouble::default();
    let mut runs = first_runs(&plan, driver, &description, &mut trouble);
    let sight = Sight {
        exposure: description.facets.exposure != Facet::None,
    };
    let mut verdicts = judge(&runs, sight);
    // Each comparison asks for what it needs, one after another; there are few.
    for _ in 0..ROUNDS {
        if verdicts.again.is_empty() {
            break;
        }
        run_again(&mut runs, &verdicts, driver, &description, &mut trouble);
        verdicts = judge(&runs, sight);
    }
    result(case, &description, verdicts, trouble)
}

fn result(
    case: &Case,
    description: &Description,
    verdicts: Verdicts,
    trouble: Trouble,
) -> CaseResult {
    let seen = |clause: u8| clause_facet(clause, &description.facets) != Facet::None;
    let written_for = |clause: u8| case.clauses.contains(&clause);
    let kept_from: Option<Outcome> = trouble
        .faults
        .iter()
        .map(|run| fault_outcome(run.fault.code))
        .chain(trouble.lacking.iter().map(|(_, skip)| skip.outcome))
        .min();
    let judged = |clause: u8| verdicts.outcome(clause).filter(|_| seen(clause));
    let mut outcomes: BTreeMap<u8, Outcome> = verdicts
        .clauses()
        .into_iter()
        .filter_map(|clause| Some((clause, judged(clause)?)))
        .filter(|(_, outcome)| matches!(outcome, Outcome::Failed | Outcome::Passed))
        .collect();
    for clause in &case.clauses {
        let outcome = judged(*clause)
            .into_iter()
            .chain(kept_from)
            .min()
            .unwrap_or(Outcome::Inconclusive);
        outcomes.insert(
            *clause,
            if seen(*clause) {
                outcome
            } else {
                Outcome::Unsupported
            },
        );
    }
    let told = |finding: &Finding| {
        seen(finding.clause) && (finding.outcome == Outcome::Failed || written_for(finding.clause))
    };
    CaseResult {
        id: case.id.clone(),
        status: case.status,
        outcomes,
        findings: verdicts.findings.into_iter().filter(told).collect(),
        faults: trouble.faults,
        skip: trouble.lacking.map(|(_, skip)| skip),
        advisories: verdicts.advisories,
    }
}

pub(crate) fn fault_outcome(code: FaultCode) -> Outcome {
    match code {
        FaultCode::TimedOut => Outcome::TimedOut,
        FaultCode::GaveUp => Outcome::NotRun,
        _ => Outcome::Errored,
    }
}
