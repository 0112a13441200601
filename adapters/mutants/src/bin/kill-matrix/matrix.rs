//! The matrix, as it is published.

use std::collections::{BTreeMap, BTreeSet};

use flowdrop_conformance::case::{Status, Suite};
use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::run::{CaseResult, standing};
use serde::Serialize;

use crate::measure::{Kind, Measured};

/// Everything that was measured.
#[derive(Serialize)]
pub(crate) struct Matrix {
    matrix_version: u32,
    suite: Named,
    /// The cases, in order of id; `killed_by` counts in this list, from 0.
    pub(crate) cases: Vec<CaseRow>,
    pub(crate) clauses: Vec<ClauseRow>,
    pub(crate) mutants: Vec<MutantRow>,
    pub(crate) variants: Vec<OtherRow>,
    pub(crate) nulls: Vec<OtherRow>,
}

#[derive(Serialize)]
struct Named {
    name: String,
    version: String,
    digest: String,
    rule_hashes: BTreeMap<String, String>,
}

/// A case and what it is good for.
#[derive(Serialize)]
pub(crate) struct CaseRow {
    pub(crate) id: String,
    pub(crate) clauses: Vec<u8>,
    /// The mutant that it exists for.
    pub(crate) mutant: String,
    /// Whether it kills that one, through a clause of its own.
    pub(crate) kills_it: bool,
    /// How many mutants it kills.
    pub(crate) kills: usize,
}

/// A clause: its cases, its mutants, its kills.
#[derive(Serialize)]
pub(crate) struct ClauseRow {
    pub(crate) clause: u8,
    pub(crate) cases: usize,
    pub(crate) mutants: usize,
    pub(crate) killed: usize,
    pub(crate) blamed_right: usize,
}

/// A mutant and what became of it.
#[derive(Serialize)]
pub(crate) struct MutantRow {
    pub(crate) name: &'static str,
    pub(crate) story: &'static str,
    /// The clauses that it breaks.
    pub(crate) breaks: Vec<u8>,
    /// The clauses that failed.
    pub(crate) failed: Vec<u8>,
    /// What was found.
    pub(crate) codes: BTreeSet<&'static str>,
    /// The cases that failed it.
    pub(crate) killed_by: Vec<usize>,
}

/// A variant or a null adapter, and what came of each clause.
#[derive(Serialize)]
pub(crate) struct OtherRow {
    pub(crate) name: &'static str,
    pub(crate) story: &'static str,
    pub(crate) outcomes: BTreeMap<u8, Outcome>,
    /// What keeps a clause from being passed.
    pub(crate) codes: BTreeSet<&'static str>,
    /// Whether a run of it would exit 0.
    pub(crate) exits_0: bool,
}

impl Matrix {
    pub(crate) fn of(suite: &Suite, measured: &[Measured]) -> Self {
        let of = |kind| {
            measured
                .iter()
                .filter(move |measured| measured.kind == kind)
        };
        let mutants: Vec<MutantRow> = of(Kind::Mutant).map(mutant_row).collect();
        Matrix {
            matrix_version: 1,
            suite: Named {
                name: suite.name.clone(),
                version: suite.version.clone(),
                digest: suite.digest.clone(),
                rule_hashes: suite
                    .rules
                    .iter()
                    .map(|rule| (rule.rule.clone(), rule.rule_hash.clone()))
                    .collect(),
            },
            cases: case_rows(suite, measured, &mutants),
            clauses: clause_rows(suite, &mutants),
            variants: of(Kind::Variant)
                .map(|measured| other_row(suite, measured))
                .collect(),
            nulls: of(Kind::Null)
                .map(|measured| other_row(suite, measured))
                .collect(),
            mutants,
        }
    }

    pub(crate) fn json(&self) -> Result<String, String> {
        let mut text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        // A line for each row, so that a change of one reads as such.
        for row in [
            "{\"id\":",
            "{\"name\":",
            "{\"clause\":",
            "\"cases\":[",
            "\"mutants\":[",
            "\"variants\":[",
            "\"nulls\":[",
        ] {
            text = text.replace(row, &format!("\n{row}"));
        }
        text.push('\n');
        Ok(text)
    }
}

fn failed(result: &CaseResult) -> BTreeSet<u8> {
    let decides = result.status == Status::Stable;
    let failed = result
        .outcomes
        .iter()
        .filter(|(_, outcome)| decides && **outcome == Outcome::Failed);
    failed.map(|(clause, _)| *clause).collect()
}

fn mutant_row(measured: &Measured) -> MutantRow {
    let cases = &measured.result.cases;
    let clauses: BTreeSet<u8> = cases.iter().flat_map(failed).collect();
    let findings = cases.iter().flat_map(|case| &case.findings);
    MutantRow {
        name: measured.runtime.name,
        story: measured.runtime.story,
        breaks: measured.runtime.clauses.to_vec(),
        failed: clauses.into_iter().collect(),
        codes: findings
            .filter(|found| found.outcome == Outcome::Failed)
            .map(|found| found.code.name())
            .collect(),
        killed_by: (0..cases.len())
            .filter(|at| !failed(&cases[*at]).is_empty())
            .collect(),
    }
}

fn other_row(suite: &Suite, measured: &Measured) -> OtherRow {
    let result = &measured.result;
    let outcomes = suite
        .rules
        .iter()
        .flat_map(|rule| standing(rule, &result.cases, &result.description).clauses)
        .map(|clause| (clause.clause, clause.outcome))
        .collect();
    OtherRow {
        name: measured.runtime.name,
        story: measured.runtime.story,
        outcomes,
        codes: result
            .cases
            .iter()
            .flat_map(|case| &case.findings)
            .map(|found| found.code.name())
            .collect(),
        exits_0: result.is_fine(&flowdrop_conformance::run::Selection::default(), suite),
    }
}

fn case_rows(suite: &Suite, measured: &[Measured], mutants: &[MutantRow]) -> Vec<CaseRow> {
    suite
        .cases
        .iter()
        .enumerate()
        .map(|(at, case)| {
            let own = measured
                .iter()
                .find(|m| m.kind == Kind::Mutant && m.runtime.name == case.mutant);
            let kills_it = own.is_some_and(|own| {
                failed(&own.result.cases[at]).iter().any(|clause| {
                    case.clauses.contains(clause) && own.runtime.clauses.contains(clause)
                })
            });
            CaseRow {
                id: case.id.clone(),
                clauses: case.clauses.clone(),
                mutant: case.mutant.clone(),
                kills_it,
                kills: mutants
                    .iter()
                    .filter(|mutant| mutant.killed_by.contains(&at))
                    .count(),
            }
        })
        .collect()
}

fn clause_rows(suite: &Suite, mutants: &[MutantRow]) -> Vec<ClauseRow> {
    let clauses = suite
        .rules
        .iter()
        .flat_map(|rule| &rule.clauses)
        .map(|clause| clause.number);
    clauses
        .map(|clause| {
            let own = || {
                mutants
                    .iter()
                    .filter(|mutant| mutant.breaks.contains(&clause))
            };
            ClauseRow {
                clause,
                cases: suite
                    .cases
                    .iter()
                    .filter(|case| case.clauses.contains(&clause))
                    .count(),
                mutants: own().count(),
                killed: own()
                    .filter(|mutant| mutant.failed.contains(&clause))
                    .count(),
                blamed_right: own()
                    .filter(|mutant| mutant.failed == mutant.breaks)
                    .count(),
            }
        })
        .collect()
}
