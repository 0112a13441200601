//! `adapter check`: what is wrong with an adapter itself.

use std::ffi::OsString;
use std::time::Duration;

use crate::checkup::{Severity, Subject, examine, told};
use crate::commands::run::witness;
use crate::exit::{Problem, Status};
use crate::output;

/// Looks at an adapter and tells what was found.
pub(super) fn run(command: &[OsString], timeout: f64) -> Result<Status, Problem> {
    let subject = Subject {
        command,
        timeout: Duration::from_secs_f64(timeout),
        witness: witness(),
    };
    let checkup = examine(&subject).map_err(Problem::usage)?;
    output::out(&told(&checkup, output::paint()));
    Ok(if checkup.description.is_none() {
        Status::Adapter
    } else if checkup.findings.count(Severity::Error) > 0 {
        Status::NotFine
    } else {
        Status::Fine
    })
}
