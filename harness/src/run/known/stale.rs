//! Entries that do not hold, told with their line in the file.

use super::KnownEntry;
use super::hold::{Held, Judged, Stale, StaleKind};
use super::load::{KnownFailures, place};
use crate::case::{DiagCode, Diagnostic, Diagnostics, Document};
use crate::check::Outcome;

/// How many cases are named.
const NAMED: usize = 5;

impl KnownFailures {
    /// What does not hold, one message each.
    #[must_use]
    pub fn stale(&self, held: &Held, judged: &[Judged]) -> Diagnostics {
        // The text was read as JSON before.
        match self.document() {
            Ok(document) => {
                let stale = held.stale.iter();
                Diagnostics(stale.map(|one| self.told(&document, one, judged)).collect())
            }
            Err(faults) => faults,
        }
    }

    fn told(&self, document: &Document<'_>, stale: &Stale, judged: &[Judged]) -> Diagnostic {
        let entry = &self.content.known[stale.entry];
        let named: Vec<&Judged> = stale.judged.iter().map(|at| &judged[*at]).collect();
        let (code, key, message, label, to_do) = match stale.kind {
            StaleKind::Expired => expired(entry),
            StaleKind::Unmatched => unmatched(entry, &named),
            StaleKind::Passed => passed(entry, &named),
            StaleKind::Changed => changed(entry, &named),
        };
        let pointer = place(stale.entry).key(key);
        document.at_pointer(code, (&pointer, false), &message, &label, to_do)
    }
}

type Told = (DiagCode, &'static str, String, String, &'static str);

fn expired(entry: &KnownEntry) -> Told {
    let day = entry.expires.as_deref().unwrap_or_default();
    (
        DiagCode::KnownExpired,
        "expires",
        format!("the entry held until {day}"),
        "this day has passed".to_owned(),
        "mend what it is about, or decide anew how long it may stay open",
    )
}

fn unmatched(entry: &KnownEntry, named: &[&Judged]) -> Told {
    let why = if !named.is_empty() {
        "is provisional and never decides"
    } else if entry.is_glob() {
        "matches no case to which the clause applies"
    } else {
        "is no case that says something of the clause"
    };
    (
        DiagCode::KnownUnmatched,
        "case",
        format!("{} {why} (¶{})", entry.case, entry.clause),
        "nothing matches this".to_owned(),
        "take the entry out, or mend the id; `cases list` shows what there is",
    )
}

fn passed(entry: &KnownEntry, named: &[&Judged]) -> Told {
    let message = match (named, entry.is_glob()) {
        ([one], false) => format!("{} passes ¶{} now", one.case, one.clause),
        _ => format!(
            "of what {} names, {} now: {}",
            entry.case,
            passes(named.len(), entry.clause),
            list(named.iter().map(|one| one.case.clone()))
        ),
    };
    (
        DiagCode::KnownPassed,
        key(entry),
        message,
        format!("known as {}", entry.what()),
        "take out of the entry what passes; `known REPORT.json --update FILE` does it",
    )
}

fn passes(count: usize, clause: u8) -> String {
    if count == 1 {
        format!("1 case passes ¶{clause}")
    } else {
        format!("{count} cases pass ¶{clause}")
    }
}

fn changed(entry: &KnownEntry, named: &[&Judged]) -> Told {
    let message = match (named, entry.is_glob()) {
        ([one], false) => format!("{} came out {} on ¶{}", one.case, came_out(one), one.clause),
        _ => format!(
            "of what {} names on ¶{}, some came out otherwise: {}",
            entry.case,
            entry.clause,
            list(
                named
                    .iter()
                    .map(|one| format!("{} {}", one.case, came_out(one)))
            )
        ),
    };
    (
        DiagCode::KnownChanged,
        key(entry),
        message,
        format!("known as {}", entry.what()),
        "look at what is new; `known REPORT.json --update FILE` writes the entry anew",
    )
}

/// The outcome, and the codes that it rests on.
fn came_out(judged: &Judged) -> String {
    if judged.codes.is_empty() || judged.outcome == Outcome::TimedOut {
        return judged.outcome.name().to_owned();
    }
    let codes: Vec<&str> = judged.codes.iter().map(String::as_str).collect();
    format!("{} ({})", judged.outcome, codes.join(", "))
}

fn key(entry: &KnownEntry) -> &'static str {
    if entry.outcome.is_some() {
        "outcome"
    } else {
        "code"
    }
}

fn list(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let mut names: Vec<String> = names.take(NAMED).collect();
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}
