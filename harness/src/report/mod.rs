//! What is told of a run: one model, from which every format is made.

mod build;
mod known;
mod model;
pub mod reading;
mod safe;
mod text;
mod written;

pub use build::{Reproduce, case_report, case_report_text, report};
pub use model::{
    AdvisoryReport, CallReport, CaseReport, ClauseReport, FaultReport, FindingReport, KnownReport,
    LeakReport, OutcomeReport, Program, REPORT_VERSION, Report, ReproduceReport, RuleReport,
    SelectionReport, SuiteReport,
};
pub use safe::safe;
pub use text::{Paint, case_text, known_text, summary_text};
pub use written::json_text;
