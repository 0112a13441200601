//! The one stream that everything which is shown is made from.

use super::CaseResult;

/// Something happened in a run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The run begins.
    Started {
        /// How many cases will be run.
        cases: usize,
    },
    /// A case was judged, or turned out not to be runnable.
    Finished(Box<CaseResult>),
    /// The run was interrupted; what was not begun stays not-run.
    Interrupted,
}
