//! Holding entries against what came out. Pure.

use std::collections::{BTreeMap, BTreeSet};

use super::{Date, KnownEntry};
use crate::check::Outcome;

/// What came of one clause in one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The case.
    pub case: String,
    /// The clause.
    pub clause: u8,
    /// What came of it.
    pub outcome: Outcome,
    /// What the outcome rests on: findings' codes, or faults'.
    pub codes: BTreeSet<String>,
    /// Whether it was selected, was run and decides. What does not count neither makes an
    /// entry stale nor is excused by one.
    pub counts: bool,
    /// The case runs and is told, and never decides.
    pub provisional: bool,
}

/// An entry that does not hold any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    /// Which entry, from 0.
    pub entry: usize,
    /// How.
    pub kind: StaleKind,
    /// What it names that came out otherwise: places in the list that it was held against.
    pub judged: Vec<usize>,
}

/// How an entry does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StaleKind {
    /// Its last day has passed.
    Expired,
    /// It names nothing that decides.
    Unmatched,
    /// What it knows as open passes.
    Passed,
    /// What it knows came out otherwise, or with a code that no entry names.
    Changed,
}

/// What came of holding entries against what came out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// What each entry excuses: places in the list that it was held against.
    pub known: BTreeMap<usize, Vec<usize>>,
    /// Entries that do not hold.
    pub stale: Vec<Stale>,
    /// What is open and not known.
    pub open: Vec<usize>,
}

impl Held {
    /// Whether everything that is open is known, and everything known is so.
    #[must_use]
    pub fn is_fine(&self) -> bool {
        self.stale.is_empty() && self.open.is_empty()
    }

    /// How many open outcomes are known.
    #[must_use]
    pub fn count(&self) -> usize {
        let places: BTreeSet<usize> = self.known.values().flatten().copied().collect();
        places.len()
    }
}

/// Holds entries against what came out.
#[must_use]
pub fn hold(entries: &[KnownEntry], judged: &[Judged], today: Date) -> Held {
    let mut held = Held::default();
    let known: BTreeSet<usize> = (0..judged.len())
        .filter(|at| judged[*at].counts && is_known(entries, &judged[*at]))
        .collect();
    for (at, entry) in entries.iter().enumerate() {
        let named: Vec<usize> = (0..judged.len())
            .filter(|at| entry.names(&judged[*at]))
            .collect();
        let counts: Vec<usize> = named
            .iter()
            .copied()
            .filter(|at| judged[*at].counts)
            .collect();
        let excused: Vec<usize> = counts
            .iter()
            .copied()
            .filter(|at| known.contains(at) && entry.matches(&judged[*at]))
            .collect();
        held.stale
            .extend(
                stale(entry, &named, &counts, judged, &known, today).map(|(kind, judged)| Stale {
                    entry: at,
                    kind,
                    judged,
                }),
            );
        if !excused.is_empty() {
            held.known.insert(at, excused);
        }
    }
    held.open = (0..judged.len())
        .filter(|at| judged[*at].counts && !judged[*at].outcome.is_fine() && !known.contains(at))
        .collect();
    held
}

/// Whether entries name an open outcome, or every code that it rests on.
fn is_known(entries: &[KnownEntry], judged: &Judged) -> bool {
    if judged.outcome.is_fine() {
        return false;
    }
    let fitting = entries
        .iter()
        .filter(|entry| entry.names(judged) && entry.matches(judged));
    let mut codes = BTreeSet::new();
    for entry in fitting {
        match &entry.code {
            Some(code) => codes.insert(code),
            None => return true,
        };
    }
    !codes.is_empty() && judged.codes.iter().all(|code| codes.contains(code))
}

fn stale<'a>(
    entry: &'a KnownEntry,
    named: &[usize],
    counts: &[usize],
    judged: &'a [Judged],
    known: &'a BTreeSet<usize>,
    today: Date,
) -> impl Iterator<Item = (StaleKind, Vec<usize>)> {
    let last = entry.expires.as_deref().and_then(Date::parse);
    let expired = last.is_some_and(|last| today > last);
    // What was not selected, or not reached, says nothing of the entry.
    let unmatched = named.iter().all(|at| judged[*at].provisional);
    let otherwise = |at: &usize| {
        let judged = &judged[*at];
        // An entry for one of several codes holds, and the other codes are told.
        !entry.matches(judged) || !known.contains(at)
    };
    let (passed, changed): (Vec<usize>, Vec<usize>) = counts
        .iter()
        .copied()
        .filter(otherwise)
        .partition(|at| judged[*at].outcome == Outcome::Passed);
    [
        expired.then(|| (StaleKind::Expired, Vec::new())),
        unmatched.then(|| (StaleKind::Unmatched, named.to_vec())),
        (!passed.is_empty()).then_some((StaleKind::Passed, passed)),
        (!changed.is_empty()).then_some((StaleKind::Changed, changed)),
    ]
    .into_iter()
    .flatten()
}
