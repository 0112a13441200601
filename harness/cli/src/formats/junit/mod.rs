//! JUnit XML as the strict schema of Jenkins' xUnit plugin has it, without times.
//!
//! One test suite for each clause, one test case for each case that tells of it: a clause
//! that failed is a failure, an adapter in trouble an error, and whatever else is no pass
//! is skipped, with the word and the reason. A run that judged nothing, or was
//! interrupted, has an error of its own, so that no CI shows it green.

mod write;

use std::io;

use flowdrop_conformance::case::Status;
use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::{CaseReport, Paint, Report, case_text, safe};

use super::words;

/// The report as JUnit XML.
pub(crate) fn junit(report: &Report) -> io::Result<Vec<u8>> {
    write::document(&report.program.name, &suites(report))
}

struct TestSuite {
    name: String,
    properties: Vec<(String, String)>,
    tests: Vec<Test>,
}

struct Test {
    class: String,
    name: String,
    told: Option<Told>,
}

/// What came of a test that did not pass.
struct Told {
    word: Word,
    kind: &'static str,
    message: String,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Failure,
    Error,
    Skipped,
}

fn suites(report: &Report) -> Vec<TestSuite> {
    let mut suites = vec![run_suite(report)];
    for rule in &report.standing {
        for clause in &rule.clauses {
            let number = clause.clause;
            let own = report.cases.iter().filter(|case| case.rule() == rule.rule);
            let tests = own.filter_map(|case| test(report, case, number));
            suites.push(TestSuite {
                name: safe(&format!("{} ¶{number}", rule.rule)).into_owned(),
                properties: Vec::new(),
                tests: tests.collect(),
            });
        }
    }
    suites
}

/// What no case tells: who was tested, and whether there was a run at all.
fn run_suite(report: &Report) -> TestSuite {
    let judged = report
        .cases
        .iter()
        .flat_map(|case| &case.outcomes)
        .any(|own| matches!(own.outcome, Outcome::Passed | Outcome::Failed));
    let error = |message: &str| {
        Some(Told {
            word: Word::Error,
            kind: "not-run",
            message: message.to_owned(),
            text: String::new(),
        })
    };
    let test = |name: &str, told| Test {
        class: "run".to_owned(),
        name: name.to_owned(),
        told,
    };
    let interrupted = (!report.complete)
        .then(|| error("the run was interrupted: what was not begun is not-run"))
        .flatten();
    let nothing = (!judged)
        .then(|| error("no clause of any case could be judged"))
        .flatten();
    TestSuite {
        name: "run".to_owned(),
        properties: properties(report),
        tests: vec![
            test("the run was completed", interrupted),
            test("something was judged", nothing),
        ],
    }
}

fn properties(report: &Report) -> Vec<(String, String)> {
    let tested = &report.implementation;
    let mut properties = vec![
        ("implementation".to_owned(), tested.name.clone()),
        ("implementation.version".to_owned(), tested.version.clone()),
    ];
    if let Some(configuration) = &tested.configuration {
        properties.push(("configuration".to_owned(), configuration.clone()));
    }
    let adapter = format!("{} {}", report.adapter.name, report.adapter.version);
    let suite = format!("{} {}", report.suite.name, report.suite.version);
    properties.extend([
        ("adapter".to_owned(), adapter),
        ("suite".to_owned(), suite),
        ("suite.digest".to_owned(), report.suite.digest.clone()),
        ("command".to_owned(), report.reproduce.command.clone()),
    ]);
    for rule in &report.standing {
        let outcome = rule.outcome.name().to_owned();
        properties.push((format!("{}.outcome", rule.rule), outcome));
    }
    properties
}

fn test(report: &Report, case: &CaseReport, clause: u8) -> Option<Test> {
    let outcome = case.outcome(clause)?;
    let word = match outcome {
        Outcome::Passed => None,
        _ if case.status != Status::Stable => Some(Word::Skipped),
        Outcome::Failed => Some(Word::Failure),
        Outcome::Errored | Outcome::TimedOut => Some(Word::Error),
        _ => Some(Word::Skipped),
    };
    Some(Test {
        class: safe(&format!("{}.clause-{clause}", case.rule())).into_owned(),
        name: safe(&case.id).into_owned(),
        told: word.map(|word| told(report, case, clause, word, outcome)),
    })
}

fn told(report: &Report, case: &CaseReport, clause: u8, word: Word, outcome: Outcome) -> Told {
    let finding = case.findings.iter().find(|found| found.clause == clause);
    let fault = case.faults.first().map(|fault| &fault.message);
    let reason = match word {
        Word::Failure => finding.map(|found| &found.message).or(fault),
        _ => case
            .reason
            .as_ref()
            .or(fault)
            .or(finding.map(|found| &found.message)),
    };
    let reason = reason.map_or_else(|| words::meaning(outcome).to_owned(), Clone::clone);
    let provisional = match case.status {
        Status::Stable => "",
        _ => " (provisional: never decides)",
    };
    let known = words::known(report, case);
    let known = known.iter().find(|known| known.clause == clause);
    let known = known.map_or_else(String::new, |known| format!(" (known: {})", known.reason));
    let message = format!("{outcome}: {reason}{provisional}{known}");
    Told {
        word,
        kind: outcome.name(),
        message: safe(&message).into_owned(),
        text: clause_text(report, case, clause),
    }
}

/// What a person would read of one clause of a case.
fn clause_text(report: &Report, case: &CaseReport, clause: u8) -> String {
    let mut own = case.clone();
    own.findings.retain(|finding| finding.clause == clause);
    let again = words::again(report, &case.id).unwrap_or_default();
    case_text(&own, report.rule(case.rule()), &again, Paint::plain())
}
