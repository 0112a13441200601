//! `explore`: generated scenarios against an adapter, and what is found shrunk to case
//! files.

mod limit;
mod progress;
mod session;
mod shrink;
mod tell;
mod words;

use crate::args::ExploreArgs;
use crate::exit::{Problem, Status};

/// Explores, or shrinks a case that is given.
pub(crate) fn run(args: &ExploreArgs) -> Result<Status, Problem> {
    match &args.shrink {
        Some(case) => shrink::run(args, case),
        None => session::run(args),
    }
}
