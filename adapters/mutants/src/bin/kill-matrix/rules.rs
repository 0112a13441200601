//! Whether the rules' text has changed since the cases were written.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use flowdrop_conformance::case::{Rule, Suite, TextChange, text_change};
use serde_json::Value;

/// What a copy of the specification says of the suite's rules, and whether all is as it
/// was.
pub(crate) fn compare(suite: &Suite, path: &Path) -> Result<(String, bool), String> {
    let copies = copies(path)?;
    let mut out = String::new();
    let mut fine = true;
    for rule in &suite.rules {
        let changes = copies.iter().map(|copy| text_change(rule, copy));
        let change = changes
            .into_iter()
            .find(|change| *change != TextChange::Absent);
        let (text, same) = told(suite, rule, change.unwrap_or(TextChange::Absent));
        out.push_str(&text);
        fine &= same;
    }
    Ok((out, fine))
}

fn told(suite: &Suite, rule: &Rule, change: TextChange) -> (String, bool) {
    let recorded = &rule.rule_hash;
    match change {
        TextChange::Same => (format!("{} {recorded}: unchanged\n", rule.rule), true),
        TextChange::Absent => (
            format!("{} {recorded}: not in this copy\n", rule.rule),
            false,
        ),
        TextChange::Changed { rule_hash, clauses } => {
            let mut text = format!("{} {recorded}: changed, it is {rule_hash} now\n", rule.rule);
            for clause in clauses {
                let cases = suite
                    .cases
                    .iter()
                    .filter(|case| case.rule() == rule.rule && case.clauses.contains(&clause));
                let _ = writeln!(
                    text,
                    "  \u{b6}{clause} differs; {} cases were written for it",
                    cases.count()
                );
            }
            (text, false)
        }
    }
}

/// One file, or every JSON file of a folder.
fn copies(path: &Path) -> Result<Vec<Value>, String> {
    let mut files: Vec<PathBuf> = if path.is_dir() {
        let entries = fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let json = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "json");
        entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(json)
            .collect()
    } else {
        vec![path.to_path_buf()]
    };
    files.sort();
    let read = |file: &PathBuf| {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
    };
    files.iter().map(read).collect()
}
