//! What was found, each thing once.

use flowdrop_conformance::adapter::Fault;

use super::code::{Code, Severity};

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: Code,
    pub(crate) what: String,
    /// Evidence, a line each.
    pub(crate) detail: Vec<String>,
}

/// Everything that was found so far.
#[derive(Debug, Default)]
pub(crate) struct Findings(Vec<Finding>);

impl Findings {
    /// Adds a finding. Only the first with a code is kept: the others follow from it, or
    /// say the same of another scenario.
    pub(super) fn add(&mut self, code: Code, what: impl Into<String>) {
        self.add_with(code, what, Vec::new());
    }

    /// Adds a finding with evidence.
    pub(super) fn add_with(&mut self, code: Code, what: impl Into<String>, detail: Vec<String>) {
        if self.0.iter().all(|finding| finding.code != code) {
            let what = what.into();
            self.0.push(Finding { code, what, detail });
        }
    }

    /// Adds what came instead of an answer.
    pub(super) fn fault(&mut self, place: &str, fault: Fault) {
        let mut detail: Vec<String> = fault.detail.into_iter().collect();
        detail.extend(fault.stderr);
        self.add_with(
            Code::Fault(fault.code),
            format!("{place}: {}", fault.message),
            detail,
        );
    }

    /// Whether there is nothing worse than a note.
    pub(super) fn is_clean(&self) -> bool {
        self.0
            .iter()
            .all(|finding| finding.code.severity() == Severity::Note)
    }

    pub(super) fn has(&self, code: Code) -> bool {
        self.0.iter().any(|finding| finding.code == code)
    }

    /// The findings, the worst first.
    pub(crate) fn sorted(&self) -> Vec<&Finding> {
        let mut all: Vec<&Finding> = self.0.iter().collect();
        all.sort_by_key(|finding| finding.code.severity());
        all
    }

    pub(crate) fn count(&self, severity: Severity) -> usize {
        let has = |finding: &&Finding| finding.code.severity() == severity;
        self.0.iter().filter(has).count()
    }
}
