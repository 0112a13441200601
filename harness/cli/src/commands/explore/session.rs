//! One exploration.

use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{Driver, Fault, FaultCode};
use flowdrop_conformance::explore::{Explorer, Found, Groups, Judged, Signature, investigate};

use super::progress::Progress;
use super::tell::Teller;
use crate::args::ExploreArgs;
use crate::commands::run::{not_started, start};
use crate::exit::{Problem, Status};

/// How many scenarios are judged where nobody says.
const COUNT: u64 = 1000;
/// How often in a row an adapter may be lost before there is no sense in going on.
const LOST: usize = 3;

/// Explores until something is found, or until the count or the time is over.
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
        lost: 0,
        args,
    };
    while session.goes_on() {
        let judged = session.explorer.step(session.driver.as_mut());
        session.keep_running(&judged, &mut start)?;
        session.take(&judged, &mut start)?;
        session
            .progress
            .step(session.explorer.coverage(), session.groups.all().len());
    }
    session.progress.finish();
    session
        .teller
        .end(session.explorer.coverage(), &session.groups);
    Ok(match session.groups.all().is_empty() {
        true => Status::Fine,
        false => Status::NotFine,
    })
}

/// When to stop.
struct Limit {
    count: u64,
    until: Option<Instant>,
}

impl Limit {
    fn new(args: &ExploreArgs) -> Self {
        let time = args.time.map(Duration::from_secs_f64);
        Limit {
            count: args.count.unwrap_or(match time {
                Some(_) => u64::MAX,
                None => COUNT,
            }),
            until: time.map(|time| Instant::now() + time),
        }
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

struct Session<'a> {
    args: &'a ExploreArgs,
    explorer: Explorer,
    driver: Box<dyn Driver + Send>,
    groups: Groups,
    teller: Teller<'a>,
    progress: Progress,
    limit: Limit,
    lost: usize,
}

type Start<'s> = dyn FnMut() -> Result<Box<dyn Driver + Send>, Fault> + 's;

impl Session<'_> {
    fn goes_on(&self) -> bool {
        let enough = !self.args.keep_going && !self.groups.all().is_empty();
        !enough && self.explorer.coverage().scenarios < self.limit.count && !self.limit.is_over()
    }

    /// Starts the adapter again when it was given up.
    fn keep_running(&mut self, judged: &Judged, start: &mut Start<'_>) -> Result<(), Problem> {
        let mut faults = judged.result.faults.iter();
        let Some(gave_up) = faults.find(|run| run.fault.code == FaultCode::GaveUp) else {
            self.lost = 0;
            return Ok(());
        };
        self.lost += 1;
        if self.lost >= LOST {
            return Err(not_started(&gave_up.fault));
        }
        self.driver = start().map_err(|fault| not_started(&fault))?;
        Ok(())
    }

    /// Investigates what no known cause explains.
    fn take(&mut self, judged: &Judged, start: &mut Start<'_>) -> Result<(), Problem> {
        for found in &judged.found {
            if matches!(found.signature, Signature::Fault(FaultCode::GaveUp))
                || self.groups.explains(found.signature, &found.case.scenario)
            {
                continue;
            }
            self.investigate(found.clone(), judged.nth, start)?;
            if !self.args.keep_going {
                return Ok(());
            }
        }
        Ok(())
    }

    fn investigate(
        &mut self,
        found: Found,
        nth: u64,
        start: &mut Start<'_>,
    ) -> Result<(), Problem> {
        let origin = format!("`explore --seed {}` in scenario {nth}", self.args.seed);
        let (limit, progress) = (&self.limit, &mut self.progress);
        progress.shrinking(found.signature.name());
        let mut go_on = || {
            progress.tried();
            !limit.is_over()
        };
        let investigation =
            investigate(found, &origin, start, &mut go_on).map_err(|fault| not_started(&fault))?;
        if self.groups.add(investigation.shrunk.found.clone()) {
            self.progress.hidden(|| self.teller.found(&investigation))?;
        }
        Ok(())
    }
}
