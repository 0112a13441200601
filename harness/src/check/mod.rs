//! Judging: pure functions from observations to findings.
//!
//! A check sees a case's runs and nothing else: no adapter, no clock, no expectation
//! but what follows from the scenario. Where a comparison would fail something, it asks
//! for both sides to be run again, and decides only when each side equals itself.

mod advisory;
mod code;
mod decoders;
mod delivered;
mod entries;
mod evidence;
mod finding;
mod hidden;
mod kept;
mod minted;
mod noise;
mod outcome;
mod prose;
mod quotation;
mod quote;
mod sameness;
#[cfg(test)]
mod tests;
mod texts;

pub use advisory::Advisory;
pub use code::Code;
pub use finding::{CallRef, Finding, Leak};
pub use outcome::Outcome;

use std::collections::{BTreeMap, BTreeSet};

use delivered::Account;

use crate::adapter::Observation;
use crate::scenario::{Scenario, Variant};

/// One variant of a case and what came of running it.
#[derive(Debug)]
pub struct Run<'a> {
    /// Which variant.
    pub variant: Variant,
    /// Its scenario.
    pub scenario: &'a Scenario,
    /// What came out, if the adapter reported anything.
    pub first: Option<Observation>,
    /// What came out each time when it was run again, as checks asked for that.
    pub again: Vec<Observation>,
}

/// How often each side of a comparison is run again before a difference fails anything
/// that nothing else explains. Once would do for a text that never repeats; a random
/// digit repeats itself once in ten times.
pub(crate) const REPEATS: usize = 3;

/// What the checks made of a case's runs.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// Failures, and reasons why there is no judgement.
    pub findings: Vec<Finding>,
    /// Clauses that something was seen to keep.
    pub kept: BTreeSet<u8>,
    /// Runs that must be made again before anything is decided, and how often.
    pub again: BTreeMap<usize, usize>,
    /// Uses of the latitude, for the reader.
    pub advisories: BTreeSet<Advisory>,
}

impl Verdicts {
    fn add(&mut self, finding: impl Into<Option<Finding>>) {
        self.findings.extend(finding.into());
    }

    fn extend(&mut self, finding: Option<Finding>) {
        self.findings.extend(finding);
    }

    fn pass(&mut self, clause: u8) {
        self.kept.insert(clause);
    }

    /// Asks for a run to be made again until it was, so often.
    fn run_again(&mut self, at: usize, run: &Run<'_>, times: usize) {
        let lacking = times.saturating_sub(run.again.len());
        if lacking > 0 {
            self.again.insert(at, lacking);
        }
    }

    /// The clauses that something is said of.
    #[must_use]
    pub fn clauses(&self) -> BTreeSet<u8> {
        self.findings
            .iter()
            .map(|finding| finding.clause)
            .chain(self.kept.iter().copied())
            .collect()
    }

    /// What comes of a clause: nothing, if no check could judge it.
    #[must_use]
    pub fn outcome(&self, clause: u8) -> Option<Outcome> {
        let found = self
            .findings
            .iter()
            .filter(|finding| finding.clause == clause)
            .map(|finding| finding.outcome);
        let kept = self.kept.contains(&clause).then_some(Outcome::Passed);
        found.chain(kept).min()
    }
}

/// What the checks need to know beside the runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// Whether the port's exposure can be set and seen.
    pub exposure: bool,
}

/// Judges a case's runs. Where [`Verdicts::again`] names runs, they must be made again
/// and the judgement repeated.
#[must_use]
pub fn judge(runs: &[Run<'_>], sight: Sight) -> Verdicts {
    let mut verdicts = Verdicts::default();
    let accounts: Vec<Option<Account<'_>>> = runs
        .iter()
        .map(|run| Some(Account::of(run, run.first.as_ref()?)))
        .collect();
    sameness::check(runs, &accounts, sight.exposure, &mut verdicts);
    if !verdicts.again.is_empty() {
        return verdicts;
    }
    minted::check(runs, &mut verdicts);
    if sight.exposure {
        hidden::check(runs, &accounts, &mut verdicts);
    }
    prose::check(runs, &accounts, &mut verdicts);
    if !verdicts.again.is_empty() {
        return verdicts;
    }
    advisory::note(runs, &accounts, &mut verdicts);
    verdicts.findings = distinct(verdicts.findings);
    kept::name_pairs(runs, &mut verdicts);
    verdicts
}

/// One fault shows in several variants; the first tells it.
fn distinct(findings: Vec<Finding>) -> Vec<Finding> {
    let mut kept: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = |other: &Finding| {
            (other.code, other.clause, &other.call, other.outcome)
                == (finding.code, finding.clause, &finding.call, finding.outcome)
        };
        if !kept.iter().any(same) {
            kept.push(finding);
        }
    }
    kept.sort_by_key(|finding| (finding.clause, finding.outcome, finding.code));
    kept
}
