//! Reading a file of known failures.

use std::path::Path;

use super::{Date, KnownEntry, KnownFile};
use crate::adapter::FaultCode;
use crate::case::{DiagCode, Diagnostic, Diagnostics, Document, Format, read_text, shown};
use crate::check::{Code, Outcome};
use crate::json::Pointer;

const KNOWN: Format = Format {
    name: "a file of known failures",
    schema: "known",
};

/// A file of known failures, and where its entries stand.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownFailures {
    pub(super) file: String,
    pub(super) text: String,
    /// What the file says.
    pub content: KnownFile,
}

impl KnownFailures {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        let text = read_text(path)?;
        KnownFailures::from_text(&shown(path), &text)
    }

    /// Reads a file in which reasons may still be empty.
    ///
    /// # Errors
    ///
    /// Everything else that is wrong with it.
    pub fn read_draft(path: &Path) -> Result<Self, Diagnostics> {
        let text = read_text(path)?;
        KnownFailures::from_draft(&shown(path), &text)
    }

    /// The file's name, as it was given.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn from_text(file: &str, text: &str) -> Result<Self, Diagnostics> {
        let read = KnownFailures::from_draft(file, text)?;
        let document = read.document()?;
        let reasons = read.content.known.iter().enumerate();
        let faults: Vec<Diagnostic> = reasons
            .filter(|(_, entry)| entry.reason.trim().is_empty())
            .map(|(at, _)| no_reason(&document, at))
            .collect();
        if faults.is_empty() {
            Ok(read)
        } else {
            Err(Diagnostics(faults))
        }
    }

    /// Reads the text of a file in which reasons may still be empty, as they are in one
    /// that was just written from a report.
    ///
    /// # Errors
    ///
    /// Everything else that is wrong with it.
    pub fn from_draft(file: &str, text: &str) -> Result<Self, Diagnostics> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = Document::read(file, text, KNOWN)?;
        let mut faults = document.duplicates();
        let Some(content) = document.shape::<KnownFile>(&mut faults) else {
            return Err(Diagnostics(faults));
        };
        for (at, entry) in content.known.iter().enumerate() {
            examine(&document, at, entry, &content.known[..at], &mut faults);
        }
        if faults.is_empty() {
            Ok(KnownFailures {
                file: file.to_owned(),
                text: text.to_owned(),
                content,
            })
        } else {
            Err(Diagnostics(faults))
        }
    }

    pub(super) fn document(&self) -> Result<Document<'_>, Diagnostics> {
        Document::read(&self.file, &self.text, KNOWN)
    }
}

pub(super) fn place(entry: usize) -> Pointer {
    Pointer::root().key("known").index(entry)
}

fn examine(
    document: &Document<'_>,
    at: usize,
    entry: &KnownEntry,
    before: &[KnownEntry],
    faults: &mut Vec<Diagnostic>,
) {
    let here = place(at);
    let mut fault = |code, pointer: Pointer, message: &str, to_do: &str| {
        faults.push(document.at_pointer(code, (&pointer, false), message, message, to_do));
    };
    if entry.case.trim().is_empty() {
        let message = "the case is empty";
        let to_do = "name a case by its id, or several by a glob; `cases list` lists them";
        fault(DiagCode::Wording, here.key("case"), message, to_do);
    }
    match (entry.outcome, &entry.code) {
        (Some(outcome), None) if outcome.is_fine() => {
            let message = format!("{outcome} needs no entry: nothing is open");
            let to_do = "take the entry out";
            fault(
                DiagCode::NothingToKnow,
                here.key("outcome"),
                &message,
                to_do,
            );
        }
        (Some(Outcome::NotRun), None) => {
            let message = "what was not run cannot be known";
            let to_do = "find out what keeps it from being run; `--case` selects a part";
            fault(DiagCode::NothingToKnow, here.key("outcome"), message, to_do);
        }
        (Some(_), None) => {}
        (None, Some(code)) if is_code(code) => {}
        (None, Some(code)) => {
            let message = format!("{code:?} is no code of a finding or a fault");
            let to_do = "copy the code from the report, where it stands in `code`";
            fault(DiagCode::CodeUnknown, here.key("code"), &message, to_do);
        }
        (both, _) => {
            let (message, to_do) = if both.is_some() {
                (
                    "both outcome and code are given",
                    "keep the code, which says more",
                )
            } else {
                (
                    "neither outcome nor code is given",
                    "write the code that the report gives, or else the outcome",
                )
            };
            fault(DiagCode::OutcomeOrCode, here.clone(), message, to_do);
        }
    }
    if let Some(expires) = &entry.expires
        && Date::parse(expires).is_none()
    {
        let message = format!("{expires:?} is no day");
        let to_do = "write the last day on which the entry holds as YYYY-MM-DD";
        fault(DiagCode::BadDate, here.key("expires"), &message, to_do);
    }
    let same = |other: &KnownEntry| {
        (&other.case, other.clause, other.outcome, &other.code)
            == (&entry.case, entry.clause, entry.outcome, &entry.code)
    };
    if before.iter().any(same) {
        let message = "an entry before says the same";
        fault(DiagCode::EntryTwice, here, message, "keep one of the two");
    }
}

fn is_code(code: &str) -> bool {
    Code::ALL.iter().any(|known| known.name() == code)
        || (FaultCode::ALL.iter()).any(|known| known.name() == code && *known != FaultCode::GaveUp)
}

fn no_reason(document: &Document<'_>, at: usize) -> Diagnostic {
    let message = "the reason is empty";
    let to_do = "say why it is open, for whoever reads the report";
    let pointer = place(at).key("reason");
    document.at_pointer(
        DiagCode::Wording,
        (&pointer, false),
        message,
        message,
        to_do,
    )
}
