//! One exploration.

use flowdrop_conformance::adapter::{Driver, Fault, FaultCode};
use flowdrop_conformance::explore::{
    Explorer, Found, Groups, Investigation, Judged, Showing, Signature, investigate, unshrunk,
};

use super::limit::Limit;
use super::progress::Progress;
use super::tell::Teller;
use crate::args::ExploreArgs;
use crate::commands::again;
use crate::commands::run::{not_started, start};
use crate::exit::{Problem, Status};

/// How often in a row an adapter may be lost before there is no sense in going on.
const LOST: usize = 3;

/// Explores until something is found, until the count or the time is over, or until the
/// adapter is lost. What was found by then is told in any case.
pub(super) fn run(args: &ExploreArgs) -> Result<Status, Problem> {
    let mut start = || start(&args.target, args.timeout);
    let driver = start().map_err(|fault| not_started(&fault))?;
    let mut session = Session {
        explorer: Explorer::new(driver.description(), args.seed),
        teller: Teller::new(args, driver.description())?,
        progress: Progress::new(args),
        groups: Groups::default(),
        limit: Limit::new(args),
        driver,
        losses: 0,
        lost: None,
        args,
    };
    while session.goes_on() {
        let judged = session.explorer.step(session.driver.as_mut());
        session.take(&judged, &mut start)?;
        session.keep_running(&judged, &mut start);
        session
            .progress
            .step(session.explorer.coverage(), session.groups.all().len());
    }
    session.progress.finish();
    session.end()
}

struct Session<'a> {
    args: &'a ExploreArgs,
    explorer: Explorer,
    driver: Box<dyn Driver + Send>,
    groups: Groups,
    teller: Teller<'a>,
    progress: Progress,
    limit: Limit,
    /// How often in a row the adapter was lost.
    losses: usize,
    /// Why there is no adapter any more.
    lost: Option<Fault>,
}

type Start<'s> = dyn FnMut() -> Result<Box<dyn Driver + Send>, Fault> + 's;

impl Session<'_> {
    fn goes_on(&self) -> bool {
        let enough = !self.args.keep_going && !self.groups.all().is_empty();
        let over = enough || self.lost.is_some() || self.limit.is_over();
        !over && self.explorer.coverage().scenarios < self.limit.count
    }

    /// Starts the adapter again when it was given up.
    fn keep_running(&mut self, judged: &Judged, start: &mut Start<'_>) {
        let mut faults = judged.result.faults.iter();
        let Some(gave_up) = faults.find(|run| run.fault.code == FaultCode::GaveUp) else {
            self.losses = 0;
            return;
        };
        self.losses += 1;
        if self.losses >= LOST {
            self.lost = Some(gave_up.fault.clone());
        }
        if self.lost.is_none() && self.goes_on() {
            match start() {
                Ok(driver) => self.driver = driver,
                Err(fault) => self.lost = Some(fault),
            }
        }
    }

    /// Investigates what no known cause explains.
    fn take(&mut self, judged: &Judged, start: &mut Start<'_>) -> Result<(), Problem> {
        for found in &judged.found {
            if matches!(found.signature, Signature::Fault(FaultCode::GaveUp))
                || self.groups.explains(found.signature, &found.case.scenario)
            {
                continue;
            }
            let about = self.investigate(found.clone(), judged.nth, start);
            if self.groups.add(&about) {
                let again = self.again(&about, judged.nth);
                self.progress.hidden(|| self.teller.found(&about, &again))?;
            }
            self.lost = self.lost.take().or(about.lost);
            if !self.args.keep_going {
                return Ok(());
            }
        }
        Ok(())
    }

    fn investigate(&mut self, found: Found, nth: u64, start: &mut Start<'_>) -> Investigation {
        let origin = format!("`explore --seed {}` in scenario {nth}", self.args.seed);
        if let Some(fault) = &self.lost {
            return unshrunk(found, &origin, fault.clone());
        }
        let (limit, progress) = (&self.limit, &mut self.progress);
        progress.shrinking(found.signature.name());
        let mut go_on = || {
            progress.tried();
            !limit.is_over()
        };
        investigate(found, &origin, start, &mut go_on)
    }

    /// What shows a finding again: its case, or else all that came before it.
    fn again(&self, about: &Investigation, nth: u64) -> String {
        match about.showing {
            Showing::AfterOthers => again::exploring(&self.args.target, self.args.seed, nth + 1),
            _ => self.teller.again(&about.shrunk.found.case.id),
        }
    }

    fn end(&self) -> Result<Status, Problem> {
        let coverage = self.explorer.coverage();
        self.teller.end(coverage, &self.groups, self.lost.as_ref());
        match (&self.lost, self.groups.all()) {
            (Some(fault), _) => Err(ended_early(fault)),
            (None, []) => Ok(Status::Fine),
            (None, _) => Ok(Status::NotFine),
        }
    }
}

/// The adapter was there and is no more; what was found has been told.
pub(super) fn ended_early(fault: &Fault) -> Problem {
    let problem = not_started(fault);
    Problem {
        what: format!(
            "exploring ended early: the adapter could not be kept running [{}]: {}",
            fault.code, fault.message
        ),
        ..problem
    }
}
