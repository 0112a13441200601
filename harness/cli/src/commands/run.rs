//! `run`: the suite against an adapter.

use std::ffi::OsString;
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use flowdrop_conformance::adapter::{Driver, Fault, Local, Process, ProcessOptions, Witness};
use flowdrop_conformance::case::Suite;
use flowdrop_conformance::report::{Reproduce, report, summary_text};
use flowdrop_conformance::run::{RunOptions, run as run_suite};

use super::{again, suite};
use crate::args::{RunArgs, Target};
use crate::exit::{Problem, Status};
use crate::format::Reports;
use crate::output;

/// Runs the suite and tells what came of it.
pub(crate) fn run(args: &RunArgs) -> Result<Status, Problem> {
    let suite: Suite = suite::load(&args.choice)?;
    let selection = suite::selection(&args.choice);
    let selected = selection.of(&suite).map_err(Problem::usage)?;
    let reports = Reports::open(&args.reports)?;
    let start = || start(&args.target, args.timeout);
    let first = start().map_err(|fault| not_started(&fault))?;
    let options = RunOptions {
        jobs: jobs(args),
        seed: args.seed,
        stop: None,
    };
    let result = run_suite(&suite, &selected, first, &start, options, &mut |_| {});
    let reproduce = Reproduce {
        command: again::canonical(&args.target, &args.choice, args.seed),
        seed: args.seed,
    };
    let report = report(&suite, &selection, &result, reproduce);
    let again = |id: &str| again::one_case(id, &args.target, &args.choice, args.seed);
    let text = summary_text(&report, &again, output::paint());
    if reports.take_stdout() {
        output::err(&text)
    } else {
        output::out(&text)
    }
    reports.write(&report)?;
    Ok(if report.is_fine(&result, &selection, &suite) {
        Status::Fine
    } else {
        Status::NotFine
    })
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

#[cfg(feature = "witness")]
fn witness() -> Option<Arc<dyn Witness>> {
    Some(crate::witness::witness())
}

#[cfg(not(feature = "witness"))]
fn witness() -> Option<Arc<dyn Witness>> {
    None
}

fn not_started(fault: &Fault) -> Problem {
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
