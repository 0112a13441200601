//! Writing the entries anew from what came out.

use std::collections::BTreeSet;

use super::hold::{Held, Judged, hold};
use super::{Date, KnownEntry};
use crate::check::Outcome;

/// The entries as what came out asks for them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Update {
    /// All of them: the old ones that still hold, in their order, then the new ones.
    pub entries: Vec<KnownEntry>,
    /// How many old ones stayed as they were.
    pub kept: usize,
    /// Old ones that were taken out.
    pub dropped: Vec<Dropped>,
    /// How many new ones there are, without a reason unless one was given.
    pub added: usize,
}

/// An old entry that was taken out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The entry.
    pub entry: KnownEntry,
    /// How many entries for single cases took its place, with its reason.
    pub became: usize,
}

/// Writes entries anew. What still holds keeps its reason, link and date; what names only
/// cases that were not selected is kept as it is. `whole` says that the whole suite was
/// run, so that one entry may speak for a rule.
#[must_use]
pub fn update(old: &[KnownEntry], judged: &[Judged], whole: bool, reason: &str) -> Update {
    // A date that has passed is the user's to decide about.
    let mut made = Update::default();
    let held = hold(old, judged, beginning());
    for (at, entry) in old.iter().enumerate() {
        let singles = keep(entry, at, &held, judged);
        match singles {
            None => {
                made.kept += 1;
                made.entries.push(entry.clone());
            }
            Some(singles) => {
                made.dropped.push(Dropped {
                    entry: entry.clone(),
                    became: singles.len(),
                });
                made.entries.extend(singles);
            }
        }
    }
    let before = made.entries.len();
    let open = hold(&made.entries, judged, beginning()).open;
    let mut open: Vec<&Judged> = open.iter().map(|at| &judged[*at]).collect();
    open.retain(|judged| judged.outcome != Outcome::NotRun);
    if whole {
        made.entries.extend(for_rules(&mut open, judged, reason));
    }
    for judged in open {
        let new = for_case(judged, reason);
        let fresh = new.into_iter().filter(|new| !said(&made.entries, new));
        let fresh: Vec<KnownEntry> = fresh.collect();
        made.entries.extend(fresh);
    }
    made.added = made.entries.len() - before;
    made
}

fn beginning() -> Date {
    Date::parse("0000-01-01").unwrap_or_else(Date::today)
}

fn said(entries: &[KnownEntry], new: &KnownEntry) -> bool {
    let same = |old: &KnownEntry| {
        (&old.case, old.clause, old.outcome, &old.code)
            == (&new.case, new.clause, new.outcome, &new.code)
    };
    entries.iter().any(same)
}

/// Nothing, if an old entry stays as it is; else what takes its place.
fn keep(entry: &KnownEntry, at: usize, held: &Held, judged: &[Judged]) -> Option<Vec<KnownEntry>> {
    if !held.stale.iter().any(|stale| stale.entry == at) {
        return None;
    }
    let fits = |one: &&Judged| one.counts && entry.names(one) && entry.matches(one);
    let fitting: Vec<&Judged> = judged.iter().filter(fits).collect();
    if !entry.is_glob() && !fitting.is_empty() {
        // It names one of several codes; the others become entries of their own.
        return None;
    }
    let single = |one: &Judged| KnownEntry {
        case: one.case.clone(),
        ..entry.clone()
    };
    Some(fitting.into_iter().map(single).collect())
}

/// One entry for a rule of which nothing could be observed on a clause, which says
/// something of the adapter rather than of cases.
fn for_rules(open: &mut Vec<&Judged>, judged: &[Judged], reason: &str) -> Vec<KnownEntry> {
    let pairs: BTreeSet<(&str, u8)> = open.iter().map(|one| (rule(one), one.clause)).collect();
    let mut entries = Vec::new();
    for (name, clause) in pairs {
        let of_pair = |one: &&Judged| rule(one) == name && one.clause == clause;
        let unseen =
            |one: &Judged| matches!(one.outcome, Outcome::Unsupported | Outcome::Inapplicable);
        let all: Vec<&Judged> = (judged.iter().filter(|one| one.counts))
            .filter(of_pair)
            .collect();
        let still_open = open.iter().filter(|one| of_pair(one)).count();
        let to_tell = all.iter().filter(|one| !one.outcome.is_fine()).count();
        if all.iter().all(|one| unseen(one)) && still_open == to_tell && to_tell > 1 {
            open.retain(|one| !of_pair(one));
            entries.push(KnownEntry {
                case: format!("{name}/*"),
                clause,
                outcome: Some(Outcome::Unsupported),
                ..blank(reason)
            });
        }
    }
    entries
}

fn rule(judged: &Judged) -> &str {
    judged.case.split('/').next().unwrap_or_default()
}

/// An entry for each code, or one for the outcome where there is none.
fn for_case(judged: &Judged, reason: &str) -> Vec<KnownEntry> {
    let entry = |outcome, code| KnownEntry {
        case: judged.case.clone(),
        clause: judged.clause,
        outcome,
        code,
        ..blank(reason)
    };
    if judged.codes.is_empty() || judged.outcome == Outcome::TimedOut {
        return vec![entry(Some(judged.outcome), None)];
    }
    let codes = judged.codes.iter();
    codes.map(|code| entry(None, Some(code.clone()))).collect()
}

fn blank(reason: &str) -> KnownEntry {
    KnownEntry {
        case: String::new(),
        clause: 0,
        outcome: None,
        code: None,
        reason: reason.to_owned(),
        link: None,
        expires: None,
    }
}
