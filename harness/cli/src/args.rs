//! Arguments, as they are typed.

mod report;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::commands::AdapterCommand;
use crate::format::ReportTarget;
pub(crate) use report::{KnownArgs, ReportCommand, SiteArgs, VerifyArgs};

/// Conformance harness for rule RT-TOOL-3 of the FlowDrop Workflow Specification.
#[derive(Debug, Parser)]
#[command(name = "flowdrop-conformance", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the suite against an adapter.
    Run(RunArgs),
    /// Look at cases, check them, or spell out what follows from them.
    #[command(subcommand)]
    Cases(CasesCommand),
    /// Write a new adapter, or look at whether one is sound.
    #[command(subcommand)]
    Adapter(AdapterCommand),
    /// Show, check, compare and publish reports.
    #[command(subcommand)]
    Report(ReportCommand),
    /// Write a file of known failures, for `run --known`, from a report.
    Known(KnownArgs),
    /// Print the JSON Schema of a format.
    Schema(SchemaArgs),
    /// Make scenarios at random, judge them as the suite would, and shrink what is found.
    Explore(ExploreArgs),
}

/// `run`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Exit status: 0 every selected clause passed or was inapplicable (or matches --known), \
1 something did not, or the run was interrupted, 2 bad usage or a bad file, 3 the adapter could not be \
started or kept running."
)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// How many workers, each with an adapter of its own [default: all cores for the
    /// built-in adapter, 1 for a command].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// How long an adapter may take for one run, in seconds.
    #[arg(long, value_name = "SECS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,
    /// What orders and canaries are drawn from.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// What is known to be open, with reasons; `known` writes such a file from a report.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Write a report; may be given several times. `-` is standard output.
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    pub(crate) reports: Vec<ReportTarget>,
    /// Print the standing only.
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// What is tested.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Target {
    /// A built-in adapter.
    #[arg(
        long,
        value_name = "NAME",
        default_value = "reference",
        conflicts_with = "command"
    )]
    pub(crate) adapter: String,
    /// The command of an adapter that speaks protocol 1.
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// Which cases.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct Choice {
    /// Only cases of this rule.
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<String>,
    /// Only cases written for this clause, and only this clause counts.
    #[arg(long = "clause", value_name = "N")]
    pub(crate) clauses: Vec<u8>,
    /// Only cases whose id matches; `*` is any text, `?` one character.
    #[arg(long = "case", value_name = "GLOB")]
    pub(crate) cases: Vec<String>,
    /// Cases from this folder instead of the embedded ones.
    #[arg(long = "cases", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
}

/// `cases …`
#[derive(Debug, Subcommand)]
pub(crate) enum CasesCommand {
    /// List cases: id, clauses, title.
    List(Choice),
    /// Print cases, and the clauses of their rules.
    Show(Choice),
    /// Check the case files of a folder; without one, the embedded ones.
    Check {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
    /// Write what follows from each scenario into its file's `expect`.
    Bless {
        /// The folder.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Write nothing; fail where something would be written.
        #[arg(long)]
        check: bool,
    },
}

/// `schema`
#[derive(Debug, ClapArgs)]
pub(crate) struct SchemaArgs {
    /// Which format; without one, they are listed.
    #[arg(value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Write every schema into this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub(crate) write: Option<PathBuf>,
    /// Write nothing; fail where something would be written.
    #[arg(long, requires = "write")]
    pub(crate) check: bool,
}

/// `explore`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Exit status: 0 nothing was found, 1 something was, 2 bad usage or a bad case file, \
3 the adapter could not be started or kept running; what was found until then is told all the same."
)]
pub(crate) struct ExploreArgs {
    #[command(flatten)]
    pub(crate) target: Target,
    /// How many scenarios to judge [default: 1000, or as many as --time allows].
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u64>,
    /// How long to go on, in seconds.
    #[arg(long, value_name = "SECS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// What scenarios are drawn from; the same seed replays exactly.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How long an adapter may take for one run, in seconds.
    #[arg(long, value_name = "SECS", default_value = "10", value_parser = seconds)]
    pub(crate) timeout: f64,
    /// Go on after a finding, and collect distinct ones: the smallest of each code and cause.
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Tell all that was covered, not only the rarest.
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Where case files are written; `run --cases DIR` runs them.
    #[arg(long, value_name = "DIR", default_value = "found")]
    pub(crate) out: PathBuf,
    /// Shrink this case instead, if the adapter fails it.
    #[arg(long, value_name = "CASEFILE-OR-ID", conflicts_with_all = ["count", "time"])]
    pub(crate) shrink: Option<String>,
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("a number of seconds above 0 and up to 86400".to_owned()),
    }
}
