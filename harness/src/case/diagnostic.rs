//! What is wrong with a file of ours: one message each, with a place and what to do.

use std::fmt;
use std::ops::Range;

use crate::json::Place;

/// What can be wrong with a case file, a folder of them, or a file of known failures: a
/// closed list of permanent names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DiagCode {
    /// The file or folder cannot be read.
    Unreadable,
    /// The text is not JSON.
    JsonSyntax,
    /// A key stands twice in one object.
    DuplicateKey,
    /// A member that the format does not have.
    UnknownField,
    /// A member is missing or has another type.
    WrongShape,
    /// The id is not the file's path.
    IdNotPath,
    /// The id or a name has characters outside `[A-Za-z0-9/_.-]`.
    BadName,
    /// The case is of a rule that the suite does not have.
    RuleUnknown,
    /// A clause that the rule does not have, or none.
    ClauseUnknown,
    /// A scripted call without its result, or a result that no call asks for.
    ScriptMismatch,
    /// A call of a tool that is not declared or not in the closed list.
    ToolUnknown,
    /// `requires` is not what the scenario needs.
    RequiresMismatch,
    /// The scenario goes past what the rule decides.
    OutOfBounds,
    /// A title or reason that a reader needs is empty or too long.
    Wording,
    /// The expectation does not follow from the scenario.
    ExpectContradicts,
    /// Two files have the same id.
    IdTwice,
    /// Nothing was found to run.
    NothingFound,
    /// An entry says neither an outcome nor a code, or both.
    OutcomeOrCode,
    /// An outcome that needs no entry, or that none can excuse.
    NothingToKnow,
    /// No check finds such a code, and no adapter goes wrong in such a way.
    CodeUnknown,
    /// A date that is none.
    BadDate,
    /// Two entries say the same.
    EntryTwice,
    /// What an entry knows as open passes.
    KnownPassed,
    /// What an entry knows came out otherwise.
    KnownChanged,
    /// An entry names nothing that decides.
    KnownUnmatched,
    /// An entry's date has passed.
    KnownExpired,
}

impl DiagCode {
    /// The code's permanent name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DiagCode::Unreadable => "unreadable",
            DiagCode::JsonSyntax => "json-syntax",
            DiagCode::DuplicateKey => "duplicate-key",
            DiagCode::UnknownField => "unknown-field",
            DiagCode::WrongShape => "wrong-shape",
            DiagCode::IdNotPath => "id-not-path",
            DiagCode::BadName => "bad-name",
            DiagCode::RuleUnknown => "rule-unknown",
            DiagCode::ClauseUnknown => "clause-unknown",
            DiagCode::ScriptMismatch => "script-mismatch",
            DiagCode::ToolUnknown => "tool-unknown",
            DiagCode::RequiresMismatch => "requires-mismatch",
            DiagCode::OutOfBounds => "out-of-bounds",
            DiagCode::Wording => "wording",
            DiagCode::ExpectContradicts => "expect-contradicts",
            DiagCode::IdTwice => "id-twice",
            DiagCode::NothingFound => "nothing-found",
            DiagCode::OutcomeOrCode => "outcome-or-code",
            DiagCode::NothingToKnow => "nothing-to-know",
            DiagCode::CodeUnknown => "code-unknown",
            DiagCode::BadDate => "bad-date",
            DiagCode::EntryTwice => "entry-twice",
            DiagCode::KnownPassed => "known-passed",
            DiagCode::KnownChanged => "known-changed",
            DiagCode::KnownUnmatched => "known-unmatched",
            DiagCode::KnownExpired => "known-expired",
        }
    }
}

/// One fault of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of fault.
    pub code: DiagCode,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The file, as the user named its folder.
    pub file: String,
    /// The file's text, empty where it could not be read.
    pub text: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// What is wrong just there.
    pub label: String,
    /// What to do.
    pub to_do: String,
}

impl Diagnostic {
    /// The line and the column, both from 1; the column counts characters.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        let place = Place::of(&self.text, self.span.start);
        (place.line, place.column)
    }
}

/// Every fault of every file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics(vec![diagnostic])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.0 {
            let (line, column) = diagnostic.place();
            writeln!(
                f,
                "error[{}]: {}\n  --> {}:{line}:{column}\n   = to do: {}",
                diagnostic.code.name(),
                diagnostic.message,
                diagnostic.file,
                diagnostic.to_do
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}
