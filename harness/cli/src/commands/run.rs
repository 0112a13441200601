//! `run`: the suite against an adapter.

use std::ffi::OsString;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use flowdrop_conformance::adapter::{
    Driver, Fault, FaultCode, Local, Process, ProcessOptions, Witness,
};
use flowdrop_conformance::case::Suite;
use flowdrop_conformance::report::{CaseReport, Report, Reproduce, report, summary_text};
use flowdrop_conformance::run::known::Held;
use flowdrop_conformance::run::{Event, RunOptions, run as run_suite};

use super::{again, known, suite};
use crate::args::{RunArgs, Target};
use crate::exit::{Problem, Status};
use crate::format::Reports;
use crate::interrupt;
use crate::output;
use crate::progress::Progress;

/// Runs the suite and tells what came of it.
pub(crate) fn run(args: &RunArgs) -> Result<Status, Problem> {
    interrupt::listen()?;
    let suite: Suite = suite::load(&args.choice)?;
    let selection = suite::selection(&args.choice);
    let selected = selection.of(&suite).map_err(Problem::usage)?;
    let known = args.known.as_deref().map(known::read).transpose()?;
    let reports = Reports::open(&args.reports)?;
    let start = || start(&args.target, args.timeout);
    let first = start().map_err(|fault| match interrupt::came() {
        true => interrupt::too_early(),
        false => not_started(&fault),
    })?;
    let options = RunOptions {
        jobs: jobs(args),
        seed: args.seed,
        stop: Some(interrupt::flag()),
    };
    let mut progress = Progress::new(args.quiet);
    let mut hear = |event: &Event| progress.hear(event);
    let result = run_suite(&suite, &selected, first, &start, options, &mut hear);
    drop(progress);
    let reproduce = Reproduce {
        command: again::canonical(&args.target, &args.choice, args.seed),
        seed: args.seed,
    };
    let mut report = report(&suite, &selection, &result, reproduce);
    let held = known::hold(known.as_ref(), &mut report);
    let again = |id: &str| again::one_case(id, &args.target, &args.choice, args.seed);
    let mut text = summary_text(&report, &again, output::paint());
    text.push_str(&known::text(known.as_ref(), &held, &report));
    if reports.take_stdout() {
        output::err(&text);
    } else {
        output::out(&text);
    }
    reports.write(&report)?;
    known::show_stale(known.as_ref(), &held, &report);
    Ok(status(&report, &held))
}

fn status(report: &Report, held: &Held) -> Status {
    let gave_up = |case: &CaseReport| {
        let mut faults = case.faults.iter();
        faults.any(|fault| fault.code == FaultCode::GaveUp.name())
    };
    if !report.complete {
        Status::NotFine
    } else if report.cases.iter().any(gave_up) {
        Status::Adapter
    } else if held.is_fine() {
        Status::Fine
    } else {
        Status::NotFine
    }
}

/// Starts the adapter that was asked for.
pub(crate) fn start(target: &Target, timeout: f64) -> Result<Box<dyn Driver + Send>, Fault> {
    if target.command.is_empty() {
        return Ok(Box::new(Local::new(flowdrop_reference::adapter())));
    }
    Ok(Box::new(start_command(&target.command, timeout)?))
}

/// Starts an adapter's command, with the witness for what it may support.
pub(crate) fn start_command(command: &[OsString], timeout: f64) -> Result<Process, Fault> {
    let mut options = ProcessOptions::new(Duration::from_secs_f64(timeout));
    options.witness = witness();
    Process::start(command, options)
}

/// Who plays the model, if this program can.
#[cfg(feature = "witness")]
pub(super) fn witness() -> Option<Arc<dyn Witness>> {
    Some(crate::witness::witness())
}

/// Who plays the model, if this program can.
#[cfg(not(feature = "witness"))]
pub(super) fn witness() -> Option<Arc<dyn Witness>> {
    None
}

/// Why there is nothing to test.
pub(crate) fn not_started(fault: &Fault) -> Problem {
    let mut detail: Vec<String> = fault.detail.iter().cloned().collect();
    detail.extend(fault.stderr.iter().cloned());
    Problem::usage(format!(
        "the adapter could not be started [{}]: {}",
        fault.code, fault.message
    ))
    .with_status(Status::Adapter)
    .detail(detail)
    .to_do(fault.code.to_do())
}

fn jobs(args: &RunArgs) -> usize {
    match args.jobs {
        Some(jobs) => usize::from(jobs),
        None if args.target.command.is_empty() => available_parallelism().map_or(1, NonZero::get),
        None => 1,
    }
}
