//! The suite that was asked for.

use flowdrop_conformance::case::Suite;
use flowdrop_conformance::run::Selection;

use crate::args::Choice;
use crate::diagnostics;
use crate::exit::Problem;

/// The embedded suite, or that of the folders.
pub(crate) fn load(choice: &Choice) -> Result<Suite, Problem> {
    let suite = if choice.folders.is_empty() {
        Suite::embedded()
    } else {
        Suite::below(&choice.folders)
    };
    suite.map_err(|faults| diagnostics::problem(&faults))
}

/// What was selected of it.
pub(crate) fn selection(choice: &Choice) -> Selection {
    Selection {
        rules: choice.rules.clone(),
        clauses: choice.clauses.clone(),
        cases: choice.cases.clone(),
    }
}
