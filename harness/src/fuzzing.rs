//! What `harness/fuzz` drives with any bytes, and property tests with likely ones. No part
//! of the library's surface.

use std::sync::OnceLock;

use crate::adapter::{Answer, Description, Driver, Facet, Feature, read_any, read_any_line};
use crate::case::{Source, Suite, bless};
use crate::check::Outcome;
use crate::report::{Paint, case_report_text, json_text, safe};
use crate::run::judge_case;
use crate::run::known::{Date, Judged, KnownFailures, hold, update};
use crate::scenario::Scenario;

/// A case file: it is read, or told what is wrong with it.
pub fn case_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let told: Option<serde_json::Value> = serde_json::from_str(text).ok();
    let id = told.as_ref().and_then(|told| told["id"].as_str());
    let source = Source {
        file: "cases/fuzz.json".to_owned(),
        id: id.unwrap_or("RT-TOOL-3/fuzz").to_owned(),
        text: text.to_owned(),
    };
    match bless(&source) {
        Ok(Some(text)) => {
            let again = bless(&Source {
                text,
                ..source.clone()
            });
            assert!(matches!(again, Ok(None)), "blessed twice: {again:?}");
        }
        Ok(None) => {}
        Err(faults) => assert!(!faults.0.is_empty()),
    }
    match Suite::read("fuzz".to_owned(), "0".to_owned(), vec![source]) {
        Ok(suite) => {
            for case in &suite.cases {
                judge_case(case, &mut Silent::new(), 0);
            }
        }
        Err(faults) => {
            assert!(!faults.0.is_empty());
            for fault in &faults.0 {
                assert!(fault.place() >= (1, 1));
                assert!(fault.span.start <= fault.text.len());
                assert_eq!(fault.message.is_empty(), safe(&fault.message).is_empty());
            }
        }
    }
}

/// A file of known failures: it is read, or told what is wrong with it; and what is read
/// can be held, told, updated and written.
pub fn known_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let judged = judged();
    let Ok(known) = KnownFailures::from_draft("known.json", text) else {
        return;
    };
    let entries = &known.content.known;
    let held = hold(entries, &judged, Date::today());
    let stale = known.stale(&held, &judged);
    assert_eq!(stale.0.len(), held.stale.len());
    let made = update(entries, &judged, true, "a reason");
    let again = hold(
        &made.entries,
        &judged,
        Date::parse("0001-01-01").unwrap_or_else(Date::today),
    );
    assert!(again.is_fine(), "an updated file does not hold: {again:?}");
    let written = json_text(&known.content).unwrap_or_default();
    let read = KnownFailures::from_draft("known.json", &written);
    assert_eq!(read.map(|read| read.content), Ok(known.content));
}

/// Everything that an adapter writes.
pub fn adapter_output(bytes: &[u8]) {
    read_any(bytes);
}

/// What an adapter answers to each run of a case, a line each: an outcome and a text.
pub fn answers(bytes: &[u8]) {
    static SUITE: OnceLock<Option<Suite>> = OnceLock::new();
    let suite = SUITE.get_or_init(|| Suite::embedded().ok());
    let (Some(suite), Some((first, rest))) = (suite, bytes.split_first()) else {
        return;
    };
    let case = &suite.cases[usize::from(*first) % suite.cases.len()];
    let mut driver = Scripted::new(rest);
    let result = judge_case(case, &mut driver, 0);
    for clause in &case.clauses {
        assert!(result.outcomes.contains_key(clause));
    }
    let text = case_report_text(
        case,
        suite.rule(case.rule()),
        &result,
        "again",
        Paint::plain(),
    );
    assert!(!text.contains('\u{1b}') && !text.contains('\0'));
}

fn judged() -> Vec<Judged> {
    let one = |case: &str, clause, outcome, codes: &[&str]| Judged {
        case: case.to_owned(),
        clause,
        outcome,
        codes: codes.iter().map(|code| (*code).to_owned()).collect(),
        counts: case != "RT-TOOL-3/provisional",
        provisional: case == "RT-TOOL-3/provisional",
    };
    vec![
        one("RT-TOOL-3/a", 1, Outcome::Passed, &[]),
        one("RT-TOOL-3/a", 2, Outcome::Unsupported, &[]),
        one(
            "RT-TOOL-3/b",
            1,
            Outcome::Failed,
            &["extra-key", "missing-key"],
        ),
        one("RT-TOOL-3/b", 2, Outcome::Unsupported, &[]),
        one("RT-TOOL-3/c", 1, Outcome::TimedOut, &["timed-out"]),
        one("RT-TOOL-3/c", 3, Outcome::Inapplicable, &[]),
        one(
            "RT-TOOL-3/provisional",
            3,
            Outcome::Failed,
            &["prose-changes"],
        ),
    ]
}

fn everything() -> Description {
    let mut description = Description::native("fuzz", "0");
    description.supports = Feature::ALL.into_iter().collect();
    description.facets.exposure = Facet::Native;
    description
}

/// Observes nothing.
struct Silent(Description);

impl Silent {
    fn new() -> Self {
        Silent(everything())
    }
}

impl Driver for Silent {
    fn description(&self) -> &Description {
        &self.0
    }

    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer> {
        let nothing = || Answer::Observed(crate::Observation::default());
        scenarios.iter().map(|_| nothing()).collect()
    }
}

/// Answers with the lines of a text, from the first again after the last.
struct Scripted {
    description: Description,
    answers: Vec<Answer>,
    next: usize,
}

impl Scripted {
    fn new(bytes: &[u8]) -> Self {
        Scripted {
            description: everything(),
            answers: bytes
                .split(|byte| *byte == b'\n')
                .map(read_any_line)
                .collect(),
            next: 0,
        }
    }
}

impl Driver for Scripted {
    fn description(&self) -> &Description {
        &self.description
    }

    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer> {
        let mut answer = || {
            self.next += 1;
            self.answers[(self.next - 1) % self.answers.len()].clone()
        };
        scenarios.iter().map(|_| answer()).collect()
    }
}
