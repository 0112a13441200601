//! Running cases: what is run, in which order, on how many workers, and what came of it.
//!
//! Workers send a stream of [`Event`]s; whoever shows progress listens to it, and the
//! [`RunResult`] that every report is made from is collected from the same stream.

mod ask;
mod case;
mod event;
pub mod known;
mod plan;
mod select;
mod standing;
mod workers;

pub(crate) use case::fault_outcome;
pub use case::{CaseResult, RunFault, judge_case};
pub use event::Event;
pub use plan::{CasePlan, Skip, plan_case};
pub use select::{EmptySelection, Selection};
pub use standing::{ClauseStanding, RuleOutcome, RuleStanding, standing};
pub use workers::{RunOptions, RunResult, run};
