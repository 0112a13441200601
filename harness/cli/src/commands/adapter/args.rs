//! Arguments of `adapter`, as they are typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use crate::args::seconds;

/// `adapter …`
#[derive(Debug, Subcommand)]
pub(crate) enum AdapterCommand {
    /// Write a starting point: an adapter that works, over a tiny runtime to be replaced.
    New {
        /// The language to write it in.
        #[arg(value_name = "LANGUAGE", value_enum)]
        language: Language,
        /// The folder, new or empty.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Tell what is wrong with an adapter itself, apart from its runtime.
    #[command(
        after_help = "Exit status: 0 no error was found, 1 one was, 2 bad usage, 3 the adapter could \
not be started or does not answer `hello`."
    )]
    Check {
        /// How long an adapter may take for one run, in seconds.
        #[arg(long, value_name = "SECS", default_value = "10", value_parser = seconds)]
        timeout: f64,
        /// The command of an adapter that speaks protocol 1.
        #[arg(last = true, required = true, value_name = "COMMAND")]
        command: Vec<OsString>,
    },
}

/// A language that there is a starting point in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Python 3.9 or later.
    Python,
    /// Node.js 18 or later.
    Node,
    /// PHP 8.2 or later.
    Php,
    /// Rust, with the harness's library by path.
    Rust,
}
