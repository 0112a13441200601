//! `report verify`: whether a report can be what it says, and whether it holds.

use std::fmt::Write as _;
use std::num::NonZero;
use std::thread::available_parallelism;

use flowdrop_conformance::case::Suite;
use flowdrop_conformance::report::{CaseReport, Report, Reproduce, report, safe};
use flowdrop_conformance::run::{Event, RunOptions, run as run_suite};

use super::audit::refuse_edited;
use super::described::selection;
use super::read::read;
use crate::args::{Choice, Target, VerifyArgs};
use crate::commands::run::{not_started, start};
use crate::commands::suite;
use crate::exit::{Problem, Status};
use crate::output;
use crate::progress::Progress;

/// Refuses a report that was edited, then runs it again.
pub(super) fn verify(args: &VerifyArgs) -> Result<Status, Problem> {
    let file = read(&args.file)?;
    let suite = suite::load(&Choice {
        folders: args.folders.clone(),
        ..Choice::default()
    })?;
    refuse_edited(&file, Some(&suite))?;
    output::out(&format!(
        "{} fits itself and the suite {} {}\n",
        safe(&file.name),
        safe(&suite.name),
        safe(&suite.version)
    ));
    if args.no_run {
        return Ok(Status::Fine);
    }
    let target = target(args, &file.report)?;
    let again = run_again(&suite, &file.report, &target, args.timeout)?;
    let mut text = String::new();
    let same_runtime = tell_identity(&file.report, &again, &mut text);
    let same_cases = tell_cases(&file.report, &again, &mut text);
    let holds = same_runtime && same_cases;
    text.push_str(if holds {
        "The claim holds.\n"
    } else {
        "The claim does not hold.\n"
    });
    output::out(&text);
    Ok(if holds { Status::Fine } else { Status::NotFine })
}

/// What is run: the command that was given, or the built-in adapter that the report
/// names. A command that stands in a report is never run unasked.
fn target(args: &VerifyArgs, report: &Report) -> Result<Target, Problem> {
    let words = shlex::split(&report.reproduce.command).unwrap_or_default();
    let theirs = words.iter().position(|word| word == "--");
    if let (Some(at), true) = (theirs, args.command.is_empty()) {
        let command = words[at + 1..].join(" ");
        return Err(
            Problem::usage("the report was made with a command, which is not run unasked")
                .detail(vec![format!("its command: {command}")])
                .to_do("look at it, and give one after `--`; `--no-run` only reads the report"),
        );
    }
    let named = words.iter().position(|word| word == "--adapter");
    let adapter = named.and_then(|at| words.get(at + 1)).cloned();
    Ok(Target {
        adapter: adapter.unwrap_or_else(|| "reference".to_owned()),
        command: args.command.clone(),
    })
}

fn run_again(
    suite: &Suite,
    old: &Report,
    target: &Target,
    timeout: f64,
) -> Result<Report, Problem> {
    let selection = selection(old);
    let selected = selection.of(suite).map_err(Problem::usage)?;
    let start = || start(target, timeout);
    let first = start().map_err(|fault| not_started(&fault))?;
    let jobs = match target.command.is_empty() {
        true => available_parallelism().map_or(1, NonZero::get),
        false => 1,
    };
    let options = RunOptions {
        jobs,
        seed: old.reproduce.seed,
        stop: None,
    };
    let mut progress = Progress::new(false);
    let mut hear = |event: &Event| progress.hear(event);
    let result = run_suite(suite, &selected, first, &start, options, &mut hear);
    drop(progress);
    let reproduce = Reproduce {
        command: old.reproduce.command.clone(),
        seed: old.reproduce.seed,
    };
    Ok(report(suite, &selection, &result, reproduce))
}

/// Whether it is the runtime, the adapter and the way of observing of the report.
fn tell_identity(old: &Report, new: &Report, out: &mut String) -> bool {
    let of = |report: &Report| {
        let tested = &report.implementation;
        [
            ("runtime", format!("{} {}", tested.name, tested.version)),
            (
                "configuration",
                tested
                    .configuration
                    .clone()
                    .unwrap_or_else(|| "none".to_owned()),
            ),
            (
                "language",
                tested.language.clone().unwrap_or_else(|| "none".to_owned()),
            ),
            (
                "adapter",
                format!("{} {}", report.adapter.name, report.adapter.version),
            ),
            ("facets", serde_json::json!(report.facets).to_string()),
            ("features", serde_json::json!(report.supports).to_string()),
        ]
    };
    let mut same = true;
    for ((what, old), (_, new)) in of(old).into_iter().zip(of(new)) {
        if old != new {
            same = false;
            let _ = writeln!(
                out,
                "another {what}: the report says {}, this run {}",
                safe(&old),
                safe(&new)
            );
        }
    }
    same
}

/// Tells every case whose claim does not hold, and how many do.
fn tell_cases(old: &Report, new: &Report, out: &mut String) -> bool {
    let mut differ = 0;
    let mut reworded = 0;
    for (old, new) in old.cases.iter().zip(&new.cases) {
        let differences = differences(old, new);
        if !differences.is_empty() {
            differ += 1;
            let _ = writeln!(out, "{}: {}", safe(&old.id), safe(&differences.join("; ")));
        } else if old != new {
            reworded += 1;
        }
    }
    let all = old.cases.len();
    let _ = writeln!(
        out,
        "{} of {all} cases came out as the report says.",
        all - differ
    );
    if reworded > 0 {
        let _ = writeln!(
            out,
            "In {reworded} of them the evidence reads otherwise, with the same findings."
        );
    }
    differ == 0
}

fn differences(old: &CaseReport, new: &CaseReport) -> Vec<String> {
    let mut clauses: Vec<u8> = old
        .outcomes
        .iter()
        .chain(&new.outcomes)
        .map(|own| own.clause)
        .collect();
    clauses.sort_unstable();
    clauses.dedup();
    let told = |case: &CaseReport, clause| {
        case.outcome(clause)
            .map_or_else(|| "nothing".to_owned(), |outcome| outcome.to_string())
    };
    let mut differences: Vec<String> = clauses
        .into_iter()
        .filter(|clause| old.outcome(*clause) != new.outcome(*clause))
        .map(|clause| {
            format!(
                "¶{clause} the report says {}, this run {}",
                told(old, clause),
                told(new, clause)
            )
        })
        .collect();
    let (before, after) = (codes(old), codes(new));
    if differences.is_empty() && before != after {
        differences.push(format!(
            "the report finds {}, this run {}",
            list(&before),
            list(&after)
        ));
    }
    differences
}

fn codes(case: &CaseReport) -> Vec<String> {
    let findings = case
        .findings
        .iter()
        .map(|own| format!("¶{} {}", own.clause, own.code));
    let faults = case.faults.iter().map(|own| own.code.clone());
    findings.chain(faults).collect()
}

fn list(codes: &[String]) -> String {
    match codes {
        [] => "nothing".to_owned(),
        _ => codes.join(", "),
    }
}
