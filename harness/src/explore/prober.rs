//! Asking an adapter whether it still shows a finding.

use super::explorer::JUDGE_SEED;
use super::{Found, Signature};
use crate::adapter::{Answer, Driver, Fault, FaultCode};
use crate::case::Case;
use crate::check::Outcome;
use crate::run::{CaseResult, RunFault, Skip, judge_case, plan_case};
use crate::scenario::Variant;

/// Starts the adapter afresh, with nothing remembered.
pub type Start<'a> = dyn FnMut() -> Result<Box<dyn Driver + Send>, Fault> + 'a;

/// Judges candidates on an adapter of its own.
pub(super) struct Prober<'a> {
    start: &'a mut Start<'a>,
    driver: Box<dyn Driver + Send>,
    /// The one variant in which the adapter goes wrong, where that is all that is looked
    /// for: a hang costs a deadline each time.
    only: Option<Variant>,
    /// Whether each candidate gets an adapter that was just started.
    pub(super) afresh: bool,
    /// Why the adapter could not be started again.
    pub(super) lost: Option<Fault>,
}

impl<'a> Prober<'a> {
    pub(super) fn new(start: &'a mut Start<'a>) -> Result<Self, Fault> {
        let driver = start()?;
        Ok(Prober {
            start,
            driver,
            only: None,
            afresh: false,
            lost: None,
        })
    }

    /// Starts the adapter again.
    pub(super) fn restart(&mut self) -> Result<(), Fault> {
        self.driver = (self.start)()?;
        Ok(())
    }

    /// Looks for the fault of one variant alone from now on, if that shows it.
    pub(super) fn narrow(&mut self, found: &Found) {
        if !matches!(found.signature, Signature::Fault(_)) {
            return;
        }
        self.only = found.result.faults.first().map(|run| run.variant);
        let shows = self
            .probe(&found.case)
            .is_some_and(|result| found.signature.shows_in(&result));
        if !shows {
            self.only = None;
        }
    }

    /// What comes of a candidate; nothing once the adapter cannot be started any more.
    pub(super) fn probe(&mut self, case: &Case) -> Option<CaseResult> {
        if self.afresh {
            self.try_restart()?;
        }
        let result = self.once(case);
        let gave_up = |result: &CaseResult| {
            let mut faults = result.faults.iter();
            faults.any(|run| run.fault.code == FaultCode::GaveUp)
        };
        if !gave_up(&result) {
            return Some(result);
        }
        self.try_restart()?;
        Some(self.once(case))
    }

    /// What comes of a case in full, on an adapter that was just started.
    pub(super) fn afresh(&mut self, case: &Case) -> Result<CaseResult, Fault> {
        self.restart()?;
        Ok(judge_case(case, self.driver.as_mut(), JUDGE_SEED))
    }

    fn try_restart(&mut self) -> Option<()> {
        self.restart().map_err(|fault| self.lost = Some(fault)).ok()
    }

    fn once(&mut self, case: &Case) -> CaseResult {
        match self.only {
            None => judge_case(case, self.driver.as_mut(), JUDGE_SEED),
            Some(variant) => self.one_variant(case, variant),
        }
    }

    fn one_variant(&mut self, case: &Case, variant: Variant) -> CaseResult {
        let plan = match plan_case(case, self.driver.description(), JUDGE_SEED) {
            Ok(plan) => plan,
            Err(skip) => return CaseResult::skipped(case, skip),
        };
        let mut result = CaseResult::skipped(
            case,
            Skip {
                outcome: Outcome::NotRun,
                reason: "one variant alone was run".to_owned(),
            },
        );
        let wanted = plan.runs.iter().find(|(other, _)| *other == variant);
        let answers = wanted.map(|(_, scenario)| self.driver.run_all(&[scenario]));
        for answer in answers.into_iter().flatten() {
            if let Answer::Fault(fault) = answer {
                result.faults.push(RunFault { variant, fault });
            }
        }
        result
    }
}
