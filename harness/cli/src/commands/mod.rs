//! One file a command.

mod adapter;
mod again;
mod cases;
mod explore;
mod known;
mod report;
mod run;
mod schema;
mod suite;

pub(crate) use adapter::{AdapterCommand, Language};

use crate::args::Command;
use crate::exit::{Problem, Status};

/// Does what was asked.
pub(crate) fn run(command: Command) -> Result<Status, Problem> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Cases(command) => cases::run(command),
        Command::Adapter(command) => adapter::run(command),
        Command::Report(command) => report::run(command),
        Command::Known(args) => known::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Explore(args) => explore::run(&args),
    }
}
