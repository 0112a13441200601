//! `flowdrop-conformance`: runs the suite against any adapter, and reports.

mod args;
mod checkup;
mod commands;
mod diagnostics;
mod exit;
mod format;
mod formats;
mod interrupt;
mod output;
mod pending;
mod progress;
mod starter;
#[cfg(feature = "witness")]
mod witness;

use std::process::ExitCode;

use clap::Parser as _;

/// Most of a run's time goes into small values, made and dropped.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    flowdrop_conformance::adapter::end_all_on_panic();
    let args = match args::Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let status = if error.use_stderr() {
                exit::Status::Usage
            } else {
                exit::Status::Fine
            };
            // Nothing can be told where even that cannot be printed.
            let _ = error.print();
            return status.into();
        }
    };
    match commands::run(args.command) {
        Ok(status) => status.into(),
        Err(problem) => {
            output::complain(&problem);
            problem.status.into()
        }
    }
}
