//! What CI fails for.

use flowdrop_conformance::case::Suite;
use flowdrop_conformance::check::Outcome;

use crate::matrix::{Matrix, MutantRow, OtherRow};

/// Variants whose prose or reading changes nothing that can be judged: inconclusive is
/// right for them, and failed would be wrong.
const OPEN: [(&str, &str); 4] = [
    ("prose-unstable", "random ids or times in prose"),
    (
        "override-without-effect",
        "a port that no override can expose",
    ),
    ("delivery-unstable", "a race that the rule does not decide"),
    ("port-not-reported", "a port that is not listed"),
];

/// Everything that is wrong with the suite or its mutants.
pub(crate) fn faults(suite: &Suite, matrix: &Matrix) -> Vec<String> {
    let mut faults: Vec<String> = matrix.mutants.iter().filter_map(mutant).collect();
    faults.extend(matrix.variants.iter().filter_map(variant));
    faults.extend(matrix.nulls.iter().filter_map(null));
    for case in &matrix.cases {
        if !matrix
            .mutants
            .iter()
            .any(|mutant| mutant.name == case.mutant)
        {
            faults.push(format!(
                "case {}: there is no mutant {}",
                case.id, case.mutant
            ));
        } else if !case.kills_it {
            faults.push(format!(
                "case {}: does not kill {} through a clause of its own",
                case.id, case.mutant
            ));
        }
    }
    for rule in &suite.rules {
        let unkilled = matrix
            .clauses
            .iter()
            .filter(|clause| clause.mutants == 0 || clause.cases == 0);
        faults.extend(
            unkilled
                .map(|clause| format!("{} ¶{}: no case or no mutant", rule.rule, clause.clause)),
        );
    }
    faults
}

fn mutant(row: &MutantRow) -> Option<String> {
    if row.failed.is_empty() {
        return Some(format!("mutant {} lives: {}", row.name, row.story));
    }
    (row.failed != row.breaks).then(|| {
        format!(
            "mutant {} breaks ¶{:?} and is blamed on ¶{:?} ({:?})",
            row.name, row.breaks, row.failed, row.codes
        )
    })
}

fn variant(row: &OtherRow) -> Option<String> {
    let wrong: Vec<String> = row
        .outcomes
        .iter()
        .filter(|(_, outcome)| match outcome {
            Outcome::Passed | Outcome::Inapplicable | Outcome::Unsupported => false,
            Outcome::Inconclusive => !OPEN.iter().any(|(code, _)| row.codes.contains(code)),
            _ => true,
        })
        .map(|(clause, outcome)| format!("¶{clause} {outcome}"))
        .collect();
    (!wrong.is_empty()).then(|| {
        format!(
            "variant {}: {} ({:?})",
            row.name,
            wrong.join(", "),
            row.codes
        )
    })
}

fn null(row: &OtherRow) -> Option<String> {
    let earned: Vec<String> = row
        .outcomes
        .iter()
        .filter(|(_, outcome)| **outcome == Outcome::Passed)
        .map(|(clause, _)| format!("¶{clause}"))
        .collect();
    if row.exits_0 {
        return Some(format!("null adapter {} exits 0", row.name));
    }
    (!earned.is_empty()).then(|| format!("null adapter {} earns {}", row.name, earned.join(", ")))
}
