//! `report show`: a saved report, as a run would have told it, or in another format.

use std::path::Path;

use flowdrop_conformance::report::summary_text;

use super::read::read;
use crate::exit::{Problem, Status};
use crate::format::{ReportTarget, Reports};
use crate::formats::words;
use crate::output;

/// Prints the summary, or writes the formats that were asked for.
pub(super) fn show(file: &Path, targets: &[ReportTarget]) -> Result<Status, Problem> {
    let read = read(file)?;
    if targets.is_empty() {
        let again = |id: &str| words::again(&read.report, id).unwrap_or_default();
        output::out(&summary_text(&read.report, &again, output::paint()));
    } else {
        Reports::open(targets)?.write(&read.report)?;
    }
    Ok(Status::Fine)
}
