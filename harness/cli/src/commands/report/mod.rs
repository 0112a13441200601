//! `report …`: what is done with reports that were written.

mod audit;
mod compare;
mod described;
mod read;
mod show;
mod site;
mod verify;

pub(crate) use read::read as read_report;

use crate::args::ReportCommand;
use crate::exit::{Problem, Status};

/// Does what was asked of reports.
pub(crate) fn run(command: ReportCommand) -> Result<Status, Problem> {
    match command {
        ReportCommand::Show { file, reports } => show::show(&file, &reports),
        ReportCommand::Compare { old, new } => compare::compare(&old, &new),
        ReportCommand::Site(args) => site::site(&args),
        ReportCommand::Verify(args) => verify::verify(&args),
    }
}
