//! What changed, case by case.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::{CaseReport, Report};

use crate::formats::markdown::{code, prose};
use crate::formats::words;

/// How many cases of one kind are listed.
const LISTED: usize = 200;

/// A clause of a case that came out otherwise, or came or went.
pub(super) struct Change<'a> {
    pub(super) kind: Kind,
    case: &'a CaseReport,
    clause: u8,
    old: Option<Outcome>,
    new: Option<Outcome>,
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Lost,
    NewAndNot,
    Other,
    Mended,
    New,
    Gone,
}

/// Every change, in order of id.
pub(super) fn changes<'a>(old: &'a Report, new: &'a Report) -> Vec<Change<'a>> {
    let by_id = |report: &'a Report| -> BTreeMap<&'a str, &'a CaseReport> {
        report
            .cases
            .iter()
            .map(|case| (case.id.as_str(), case))
            .collect()
    };
    let (before, after) = (by_id(old), by_id(new));
    let mut ids: Vec<&str> = before.keys().chain(after.keys()).copied().collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter()
        .flat_map(|id| of_case(before.get(id).copied(), after.get(id).copied()))
        .collect()
}

fn of_case<'a>(old: Option<&'a CaseReport>, new: Option<&'a CaseReport>) -> Vec<Change<'a>> {
    let Some(case) = new.or(old) else {
        return Vec::new();
    };
    let all = [old, new]
        .into_iter()
        .flatten()
        .flat_map(|case| &case.outcomes);
    let mut clauses: Vec<u8> = all.map(|own| own.clause).collect();
    clauses.sort_unstable();
    clauses.dedup();
    let outcome = |case: Option<&CaseReport>, clause| case.and_then(|case| case.outcome(clause));
    let changes = clauses.into_iter().filter_map(|clause| {
        let (before, after) = (outcome(old, clause), outcome(new, clause));
        let kind = match (old.is_some(), new.is_some()) {
            (true, false) => Kind::Gone,
            (false, true) if after.is_some_and(Outcome::is_fine) => Kind::New,
            (false, true) => Kind::NewAndNot,
            _ if before == after => return None,
            _ if before == Some(Outcome::Passed) => Kind::Lost,
            _ if after == Some(Outcome::Passed) => Kind::Mended,
            _ => Kind::Other,
        };
        Some(Change {
            kind,
            case,
            clause,
            old: before,
            new: after,
        })
    });
    changes.collect()
}

impl Kind {
    /// In the order in which they are told.
    pub(super) const ALL: [Kind; 6] = [
        Kind::Lost,
        Kind::NewAndNot,
        Kind::Other,
        Kind::Mended,
        Kind::New,
        Kind::Gone,
    ];

    fn title(self) -> &'static str {
        match self {
            Kind::Lost => "Passed, and no longer does",
            Kind::NewAndNot => "New in the suite, and not passed",
            Kind::Other => "Came out otherwise",
            Kind::Mended => "Passes now",
            Kind::New => "New in the suite, and passed",
            Kind::Gone => "Went away from the suite",
        }
    }

    /// Tells those of one kind.
    pub(super) fn list(self, changes: &[Change<'_>], out: &mut String) {
        let own: Vec<&Change<'_>> = changes
            .iter()
            .filter(|change| change.kind == self)
            .collect();
        if own.is_empty() {
            return;
        }
        let _ = writeln!(out, "### {} ({})\n", self.title(), own.len());
        for change in own.iter().take(LISTED) {
            let name = |outcome: Option<Outcome>| outcome.map_or("–", Outcome::name);
            let _ = writeln!(
                out,
                "- {} ¶{}: {} → {}{}",
                code(&change.case.id),
                change.clause,
                name(change.old),
                name(change.new),
                why(change)
            );
        }
        if own.len() > LISTED {
            let _ = writeln!(out, "- and {} more", own.len() - LISTED);
        }
        out.push('\n');
    }
}

/// What the new report finds, where it is worse.
fn why(change: &Change<'_>) -> String {
    if !matches!(change.kind, Kind::Lost | Kind::NewAndNot) {
        return String::new();
    }
    let case = change.case;
    let finding = case
        .findings
        .iter()
        .find(|found| found.clause == change.clause);
    let message = finding.map(|found| &found.message);
    let message = message
        .or(case.reason.as_ref())
        .or(case.faults.first().map(|fault| &fault.message));
    message.map_or_else(String::new, |message| {
        format!(". {}", prose(&words::sentence(message)))
    })
}
