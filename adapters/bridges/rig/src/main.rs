//! rig under flowdrop-conformance: a real agent run, unmodified. See the README beside
//! this package.
//!
//! Artifacts travel the way rig documents: a tool publishes them with
//! `ToolContext::insert_result`, and the host reads them in the `on_outcome` hook.

mod bridge;
mod options;
mod script;
mod seen;

use std::process::ExitCode;

use bridge::Bridge;
use options::Options;

fn main() -> ExitCode {
    let options = match Options::read(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match flowdrop_conformance::serve(|| Bridge::new(options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
