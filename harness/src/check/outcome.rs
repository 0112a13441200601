//! What can come of a clause.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of a clause, in one case or in all. Never merged into each other.
///
/// In the order of precedence: of several, the first here is the clause's.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The runtime breaks the clause.
    Failed,
    /// The adapter itself went wrong.
    Errored,
    /// There was no answer in time.
    TimedOut,
    /// It ran, and what came out does not allow a judgement.
    Inconclusive,
    /// It was not run.
    NotRun,
    /// It cannot be observed.
    Unsupported,
    /// The runtime keeps the clause.
    Passed,
    /// The runtime has no such feature, so there is nothing to break.
    Inapplicable,
}

impl Outcome {
    /// Every outcome, in order of precedence.
    pub const ALL: [Outcome; 8] = [
        Outcome::Failed,
        Outcome::Errored,
        Outcome::TimedOut,
        Outcome::Inconclusive,
        Outcome::NotRun,
        Outcome::Unsupported,
        Outcome::Passed,
        Outcome::Inapplicable,
    ];

    /// The outcome's permanent name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Failed => "failed",
            Outcome::Errored => "errored",
            Outcome::TimedOut => "timed-out",
            Outcome::Inconclusive => "inconclusive",
            Outcome::NotRun => "not-run",
            Outcome::Unsupported => "unsupported",
            Outcome::Passed => "passed",
            Outcome::Inapplicable => "inapplicable",
        }
    }

    /// Whether nothing has to be done about it.
    #[must_use]
    pub fn is_fine(self) -> bool {
        matches!(self, Outcome::Passed | Outcome::Inapplicable)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
