//! What was known, in the text that ends a run.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::Paint;
use crate::report::{KnownReport, Report, safe};

/// What was known to be open, an entry each; nothing, if no file was given.
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
    for entry in known {
        line(entry, paint, &mut out);
    }
    out
}

fn line(entry: &KnownReport, paint: Paint, out: &mut String) {
    let what = match (entry.outcome, &entry.code) {
        (Some(outcome), _) => outcome.name().to_owned(),
        (None, code) => safe(code.as_deref().unwrap_or_default()).into_owned(),
    };
    let mut cases = String::new();
    if entry.cases.len() != 1 || entry.cases.first() != Some(&entry.case) {
        cases = format!("  ({})", counted(entry.cases.len(), "case", "cases"));
    }
    let _ = writeln!(
        out,
        "  ¶{}  {what:<22} {}{cases}",
        entry.clause,
        safe(&entry.case)
    );
    let _ = write!(
        out,
        "      {} {}",
        paint.dim("because"),
        safe(&entry.reason)
    );
    if let Some(link) = &entry.link {
        let _ = write!(out, "  {}", safe(link));
    }
    if let Some(expires) = &entry.expires {
        let _ = write!(out, "  (until {})", safe(expires));
    }
    out.push('\n');
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
