//! What was found: which finding it is, and the case that shows it.

use serde_json::Value;

use super::digest::digest;
use crate::adapter::FaultCode;
use crate::case::{Case, Source, Status, ascii, bless, needs};
use crate::check::{Code, Outcome};
use crate::run::CaseResult;
use crate::scenario::Scenario;

/// What makes two findings one: what was found of which clause, or how the adapter went
/// wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Signature {
    /// A clause is broken.
    Broken {
        /// Which.
        clause: u8,
        /// What was found.
        code: Code,
    },
    /// The adapter itself went wrong.
    Fault(FaultCode),
}

impl Signature {
    /// Every finding of a result, the adapter's own trouble last.
    #[must_use]
    pub fn all(result: &CaseResult) -> Vec<Signature> {
        let broken = result
            .findings
            .iter()
            .filter(|finding| finding.outcome == Outcome::Failed)
            .map(|finding| Signature::Broken {
                clause: finding.clause,
                code: finding.code,
            });
        let faults = result
            .faults
            .iter()
            .map(|run| Signature::Fault(run.fault.code));
        let mut all: Vec<Signature> = Vec::new();
        for one in broken.chain(faults) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }

    /// Whether a result shows it.
    #[must_use]
    pub fn shows_in(&self, result: &CaseResult) -> bool {
        Signature::all(result).contains(self)
    }

    /// The permanent name of what was found.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Signature::Broken { code, .. } => code.name(),
            Signature::Fault(code) => code.name(),
        }
    }

    /// The clauses that a case which shows it is written for.
    #[must_use]
    pub fn clauses(&self) -> Vec<u8> {
        match self {
            Signature::Broken { clause, .. } => vec![*clause],
            Signature::Fault(_) => vec![1],
        }
    }
}

/// Something that an exploration found, as it was first seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it is.
    pub signature: Signature,
    /// The case that shows it.
    pub case: Case,
    /// What came of it.
    pub result: CaseResult,
}

/// A case made of a scenario alone. It speaks of every clause, so that each finding is
/// told.
#[must_use]
pub fn synthetic(scenario: Scenario) -> Case {
    Case {
        schema: Some("../../schema/case.schema.json".to_owned()),
        id: format!("RT-TOOL-3/found/{:016x}", digest(&scenario)),
        title: "A generated scenario".to_owned(),
        why: "Made by the grammar.".to_owned(),
        status: Status::Provisional,
        since: env!("CARGO_PKG_VERSION").to_owned(),
        clauses: vec![1, 2, 3, 4],
        mutant: "none-yet".to_owned(),
        requires: needs(&scenario).into_iter().collect(),
        scenario,
        expect: None,
    }
}

/// The text of a case file, blessed, as the suite takes it in.
///
/// # Panics
///
/// Never: what cannot be written as JSON was never made.
#[must_use]
pub fn case_text(case: &Case) -> String {
    let case = Case {
        expect: None,
        ..case.clone()
    };
    let text = serde_json::to_string_pretty(&case).unwrap_or_default();
    let source = Source {
        file: format!("{}.json", case.id),
        id: case.id.clone(),
        text: format!("{}\n", ascii(&text)),
    };
    bless(&source).ok().flatten().unwrap_or(source.text)
}

/// What a case says of itself once it is found: the title, the reason, and its name.
pub(super) fn label(case: &mut Case, found: &CaseResult, signature: Signature, why: &str) {
    let message = match signature {
        Signature::Broken { clause, code } => found
            .findings
            .iter()
            .find(|finding| finding.code == code && finding.clause == clause)
            .map(|finding| finding.message.clone()),
        Signature::Fault(code) => found
            .faults
            .iter()
            .find(|run| run.fault.code == code)
            .map(|run| run.fault.message.clone()),
    };
    case.clauses = signature.clauses();
    case.title = one_line(
        &format!("Found by exploring: {}", message.unwrap_or_default()),
        100,
    );
    case.why = one_line(why, 400);
}

/// A text on one line, cut.
fn one_line(text: &str, most: usize) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match line.chars().count() > most {
        true => line.chars().take(most - 1).chain(['…']).collect(),
        false => line,
    }
}

/// The size of a scenario as it is sent, in bytes.
pub(super) fn size(scenario: &Scenario) -> usize {
    serde_json::to_value(scenario).map_or(0, |value: Value| value.to_string().len())
}
