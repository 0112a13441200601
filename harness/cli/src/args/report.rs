//! The arguments of `report` and `known`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};

use super::seconds;
use crate::format::ReportTarget;

/// `report …`
#[derive(Debug, Subcommand)]
pub(crate) enum ReportCommand {
    /// Print a saved report as a run tells it, or write it in other formats.
    Show {
        /// The report; `-` is standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Write this format; may be given several times. `-` is standard output.
        #[arg(long = "report", value_name = "FORMAT=FILE")]
        reports: Vec<ReportTarget>,
    },
    /// Check a report: refuse one that was edited, then run it again and say, case by
    /// case, whether the claim holds.
    Verify(VerifyArgs),
    /// Tell what changed from one report to another, as Markdown.
    #[command(
        after_help = "Exit status: 0 all that passed still passes, 1 something no longer does, \
2 bad usage or a bad report."
    )]
    Compare {
        /// The earlier report.
        #[arg(value_name = "OLD")]
        old: PathBuf,
        /// The later report.
        #[arg(value_name = "NEW")]
        new: PathBuf,
    },
    /// Make one page of all reports in a folder, and a page of each.
    Site(SiteArgs),
}

/// `report verify`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Exit status: 0 the claim holds, 1 it does not, 2 bad usage, or the report is bad or was \
edited, 3 the adapter could not be started."
)]
pub(crate) struct VerifyArgs {
    /// The report.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Only look whether the report fits itself and its suite.
    #[arg(long)]
    pub(crate) no_run: bool,
    /// The cases, for a report that was made with `--cases DIR`.
    #[arg(long = "cases", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// How long an adapter may take for one run, in seconds.
    #[arg(long, value_name = "SECS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,
    /// The command of the adapter. A report's own command is never run by itself.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// `report site`
#[derive(Debug, ClapArgs)]
pub(crate) struct SiteArgs {
    /// The folder that holds the reports.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The page [default: DIR/index.html]; each report's own page is written beside it.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Where the reports are of several suites, show each suite's apart.
    #[arg(long)]
    pub(crate) by_suite: bool,
    /// Write nothing; fail where something would be written.
    #[arg(long)]
    pub(crate) check: bool,
}

/// `known`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Entries that still hold keep their reason, link and date. A new one has an empty reason, \
which `run --known` does not take: say why it is open."
)]
pub(crate) struct KnownArgs {
    /// A report that `run --report json=FILE` wrote; `-` is standard input.
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,
    /// The file to update, or to make [default: a new one to standard output].
    #[arg(long, value_name = "FILE")]
    pub(crate) update: Option<PathBuf>,
    /// The reason of every new entry.
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}
