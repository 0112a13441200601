//! `adapter`: a starting point, and whether an adapter is sound.

mod args;
mod check;
mod new;

pub(crate) use args::{AdapterCommand, Language};

use crate::exit::{Problem, Status};

/// Does what was asked of adapters.
pub(super) fn run(command: AdapterCommand) -> Result<Status, Problem> {
    match command {
        AdapterCommand::New { language, folder } => new::run(language, &folder),
        AdapterCommand::Check { timeout, command } => check::run(&command, timeout),
    }
}
