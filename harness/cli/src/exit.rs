//! Exit statuses, and problems that end the program.

use std::fmt::Display;
use std::process::ExitCode;

/// What the program's exit status says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Every selected clause of every selected case passed or was inapplicable.
    Fine = 0,
    /// Something did not.
    NotFine = 1,
    /// Bad usage, or a bad case file.
    Usage = 2,
    /// The adapter could not be started or kept running.
    Adapter = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Why the program cannot go on, and what to do.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: Status,
    pub(crate) what: String,
    pub(crate) to_do: Option<String>,
    /// Evidence, a line each.
    pub(crate) detail: Vec<String>,
}

impl Problem {
    pub(crate) fn usage(what: impl Display) -> Self {
        Problem {
            status: Status::Usage,
            what: what.to_string(),
            to_do: None,
            detail: Vec::new(),
        }
    }

    pub(crate) fn with_status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    #[allow(clippy::wrong_self_convention)] // "to do" is what it says
    pub(crate) fn to_do(mut self, to_do: impl Into<String>) -> Self {
        self.to_do = Some(to_do.into());
        self
    }

    pub(crate) fn detail(mut self, detail: Vec<String>) -> Self {
        self.detail = detail;
        self
    }
}
