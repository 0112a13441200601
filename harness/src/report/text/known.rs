//! What was known, in the text that ends a run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Paint;
use crate::report::{KnownReport, Report, safe};

/// How many entries of one reason are named.
const NAMED: usize = 4;

/// What was known to be open, by reasons; nothing, if no file was given.
#[must_use]
pub fn known_text(report: &Report, file: &str, paint: Paint) -> String {
    let Some(known) = &report.known else {
        return String::new();
    };
    let places: BTreeSet<(&str, u8)> = known
        .iter()
        .flat_map(|entry| entry.cases.iter().map(|case| (case.as_str(), entry.clause)))
        .collect();
    let mut out = format!(
        "{}   {} open and known, by {} of {}\n",
        paint.bold("Known"),
        counted(places.len(), "outcome is", "outcomes are"),
        counted(known.len(), "entry", "entries"),
        safe(file)
    );
    for group in groups(known) {
        lines(&group, paint, &mut out);
    }
    out
}

/// Entries that differ in nothing but the case, in the order of the first of each.
fn groups(known: &[KnownReport]) -> Vec<Vec<&KnownReport>> {
    let mut groups: Vec<Vec<&KnownReport>> = Vec::new();
    for entry in known {
        let alike = |other: &KnownReport| {
            let parts = |one: &KnownReport| (one.clause, one.outcome, one.code.clone());
            parts(other) == parts(entry)
                && (&other.reason, &other.link, &other.expires)
                    == (&entry.reason, &entry.link, &entry.expires)
        };
        match groups.iter_mut().find(|group| alike(group[0])) {
            Some(group) => group.push(entry),
            None => groups.push(vec![entry]),
        }
    }
    groups
}

fn lines(group: &[&KnownReport], paint: Paint, out: &mut String) {
    let Some((first, rest)) = group.split_first() else {
        return;
    };
    let what = match (first.outcome, &first.code) {
        (Some(outcome), _) => outcome.name().to_owned(),
        (None, code) => safe(code.as_deref().unwrap_or_default()).into_owned(),
    };
    let _ = writeln!(out, "  ¶{}  {what:<22} {}", first.clause, named(first));
    for entry in rest.iter().take(NAMED - 1) {
        let _ = writeln!(out, "{:28} {}", "", named(entry));
    }
    if rest.len() >= NAMED {
        let _ = writeln!(out, "{:28} … and {} more", "", rest.len() + 1 - NAMED);
    }
    let because = paint.dim("because");
    let _ = write!(out, "      {because} {}", safe(&first.reason));
    if let Some(link) = &first.link {
        let _ = write!(out, "  {}", safe(link));
    }
    if let Some(expires) = &first.expires {
        let _ = write!(out, "  (until {})", safe(expires));
    }
    out.push('\n');
}

/// The case, or the glob and how many cases it names.
fn named(entry: &KnownReport) -> String {
    let case = safe(&entry.case);
    if entry.cases.len() == 1 && entry.cases.first() == Some(&entry.case) {
        return case.into_owned();
    }
    format!("{case}  ({})", counted(entry.cases.len(), "case", "cases"))
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
