//! Known failures: in a run, and `known`, which writes the file from a report.

use std::path::Path;

use flowdrop_conformance::report::{Report, json_text, known_text, safe};
use flowdrop_conformance::run::known::{
    Date, Held, KnownEntry, KnownFailures, KnownFile, Update, hold as hold_entries, update,
};

use super::report::read_report;
use crate::args::KnownArgs;
use crate::diagnostics;
use crate::exit::{Problem, Status};
use crate::output;
use crate::pending::Pending;

/// Reads the file for a run.
pub(crate) fn read(path: &Path) -> Result<KnownFailures, Problem> {
    KnownFailures::read(path)
        .map_err(|faults| diagnostics::problem_in("the file of known failures", &faults))
}

/// Holds the file, if there is one, against a report, and adds to it what was known.
pub(crate) fn hold(known: Option<&KnownFailures>, report: &mut Report) -> Held {
    let judged = report.judged();
    let Some(known) = known else {
        return hold_entries(&[], &judged, Date::today());
    };
    let entries = &known.content.known;
    let held = hold_entries(entries, &judged, Date::today());
    report.tell_known(entries, &held, &judged);
    held
}

/// What a run says of what was known.
pub(crate) fn text(known: Option<&KnownFailures>, held: &Held, report: &Report) -> String {
    let Some(known) = known else {
        return String::new();
    };
    let mut text = known_text(report, known.file(), output::paint());
    text.push_str(&match (held.open.len(), held.stale.len()) {
        (0, 0) => "  Nothing else is open.\n".to_owned(),
        (open, 0) => format!(
            "  {} not known.\n",
            counted(open, "open outcome is", "open outcomes are")
        ),
        (open, stale) => format!(
            "  {} not known, and {} hold any more (told below).\n",
            counted(open, "open outcome is", "open outcomes are"),
            counted(stale, "entry does not", "entries do not"),
        ),
    });
    text
}

/// Shows the entries that do not hold, with their lines.
pub(crate) fn show_stale(known: Option<&KnownFailures>, held: &Held, report: &Report) {
    if let Some(known) = known {
        diagnostics::show(&known.stale(held, &report.judged()));
    }
}

/// Writes or updates the file from a report.
pub(crate) fn run(args: &KnownArgs) -> Result<Status, Problem> {
    let report = read_report(&args.report)?.report;
    let old = match &args.update {
        Some(path) if path.exists() => Some(read_draft(path)?),
        _ => None,
    };
    let content = old.map(|old| old.content).unwrap_or_default();
    let reason = args.reason.as_deref().unwrap_or_default();
    let made = update(&content.known, &report.judged(), report.is_whole(), reason);
    let file = KnownFile {
        schema: content.schema,
        known: made.entries.clone(),
    };
    let text = json_text(&file).map_err(Problem::usage)?;
    match &args.update {
        Some(path) => {
            Pending::open(path)?.finish(text.as_bytes())?;
            output::out(&told(&made, &path.display().to_string()));
        }
        None => {
            output::out(&text);
            output::err(&told(&made, "standard output"));
        }
    }
    Ok(Status::Fine)
}

fn read_draft(path: &Path) -> Result<KnownFailures, Problem> {
    KnownFailures::read_draft(path)
        .map_err(|faults| diagnostics::problem_in("the file of known failures", &faults))
}

/// What was written, and what is left to do.
fn told(made: &Update, file: &str) -> String {
    let mut text = format!(
        "{}: {} kept, {} new, {} taken out\n",
        safe(file),
        made.kept,
        made.added,
        made.dropped.len()
    );
    for dropped in &made.dropped {
        let KnownEntry { case, clause, .. } = &dropped.entry;
        let became = match dropped.became {
            0 => String::new(),
            count => format!(", and {} in its place", counted(count, "entry", "entries")),
        };
        text.push_str(&format!(
            "  out  {} ¶{clause} {}{became}\n",
            safe(case),
            safe(dropped.entry.what())
        ));
    }
    let empty = made
        .entries
        .iter()
        .filter(|entry| entry.reason.trim().is_empty());
    let empty = empty.count();
    if empty > 0 {
        text.push_str(&format!(
            "  to do: {} no reason yet; `run --known` takes the file once each says why it is open\n",
            counted(empty, "entry has", "entries have")
        ));
    }
    text
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
