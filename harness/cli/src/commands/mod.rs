//! One file a command.

mod adapter;
mod again;
mod cases;
mod run;
mod schema;
mod suite;

use crate::args::Command;
use crate::exit::{Problem, Status};

/// Does what was asked.
pub(crate) fn run(command: Command) -> Result<Status, Problem> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Cases(command) => cases::run(command),
        Command::Adapter(command) => adapter::run(command),
        Command::Schema(args) => schema::run(&args),
    }
}
