//! `cases`: what there is, whether it is sound, and what follows from it.

use std::fmt::Write as _;
use std::path::Path;

use flowdrop_conformance::case::{Case, Diagnostics, Suite, bless as bless_source};
use flowdrop_conformance::report::safe;

use super::suite;
use crate::args::{CasesCommand, Choice};
use crate::diagnostics;
use crate::exit::{Problem, Status};
use crate::output;
use crate::pending::Pending;

/// Does what was asked of the cases.
pub(crate) fn run(command: CasesCommand) -> Result<Status, Problem> {
    match command {
        CasesCommand::List(choice) => list(&choice),
        CasesCommand::Show(choice) => show(&choice),
        CasesCommand::Check { folder } => check(folder),
        CasesCommand::Bless { folder, check } => bless(&folder, check),
    }
}

fn list(choice: &Choice) -> Result<Status, Problem> {
    let suite = suite::load(choice)?;
    let mut text = String::new();
    for case in suite::selection(choice)
        .of(&suite)
        .map_err(Problem::usage)?
    {
        let _ = writeln!(
            text,
            "{:<60} {:<8} {}",
            safe(&case.id),
            clauses(case),
            safe(&case.title)
        );
    }
    output::out(&text);
    Ok(Status::Fine)
}

fn clauses(case: &Case) -> String {
    case.clauses
        .iter()
        .map(|clause| format!("¶{clause}"))
        .collect::<Vec<_>>()
        .join(" ")
}

fn show(choice: &Choice) -> Result<Status, Problem> {
    let suite = suite::load(choice)?;
    let mut text = String::new();
    for rule in &suite.rules {
        let _ = writeln!(
            text,
            "{} ({}): {}\n  {}",
            rule.rule,
            rule.level,
            safe(&rule.about),
            rule.url
        );
        for clause in &rule.clauses {
            let _ = writeln!(text, "  ¶{}  {}", clause.number, safe(&clause.obligation));
        }
        text.push('\n');
    }
    for case in suite::selection(choice)
        .of(&suite)
        .map_err(Problem::usage)?
    {
        let _ = writeln!(
            text,
            "{}  {}\n  {}\n  why    {}",
            safe(&case.id),
            clauses(case),
            safe(&case.title),
            safe(&case.why)
        );
        let scenario = serde_json::to_string_pretty(&case.scenario).map_err(Problem::usage)?;
        for line in scenario.lines() {
            let _ = writeln!(text, "  {}", safe(line));
        }
        text.push('\n');
    }
    output::out(&text);
    Ok(Status::Fine)
}

fn check(folder: Option<std::path::PathBuf>) -> Result<Status, Problem> {
    let suite = suite::load(&Choice {
        folders: folder.into_iter().collect(),
        ..Choice::default()
    })?;
    output::out(&format!(
        "{} cases are sound: suite {} {}\n",
        suite.cases.len(),
        safe(&suite.name),
        suite.digest
    ));
    Ok(Status::Fine)
}

fn bless(folder: &Path, check: bool) -> Result<Status, Problem> {
    let sources = Suite::sources(folder).map_err(|faults| diagnostics::problem(&faults))?;
    if sources.is_empty() {
        return Err(Problem::usage(format!(
            "no case file below {}",
            folder.display()
        )));
    }
    let mut faults = Vec::new();
    let mut stale = Vec::new();
    for source in &sources {
        match bless_source(source) {
            Ok(Some(text)) => stale.push((source, text)),
            Ok(None) => {}
            Err(found) => faults.extend(found.0),
        }
    }
    if !faults.is_empty() {
        return Err(diagnostics::problem(&Diagnostics(faults)));
    }
    for (source, text) in &stale {
        output::out(&format!(
            "{} {}\n",
            if check { "stale" } else { "blessed" },
            safe(&source.file)
        ));
        if !check {
            Pending::open(Path::new(&source.file))?.finish(text.as_bytes())?;
        }
    }
    if check && !stale.is_empty() {
        let problem = Problem::usage(format!(
            "{} of {} case files are not blessed",
            stale.len(),
            sources.len()
        ));
        return Err(problem
            .with_status(Status::NotFine)
            .to_do("run `cases bless DIR`, and read what it wrote"));
    }
    output::out(&format!(
        "{} case files, {} written\n",
        sources.len(),
        if check { 0 } else { stale.len() }
    ));
    Ok(Status::Fine)
}
