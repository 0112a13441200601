//! The table that people read.

use std::fmt::Write as _;

use flowdrop_conformance::case::Suite;

use crate::matrix::{Matrix, OtherRow};

/// The whole matrix in Markdown.
pub(crate) fn markdown(suite: &Suite, matrix: &Matrix) -> String {
    let mut out = String::from("# Kill matrix\n\n");
    let _ = writeln!(
        out,
        "Made by `cargo run --release -p flowdrop-mutants --bin kill-matrix -- --write reports`, and held by CI.\n\n\
         Suite {} {}, `{}`.\n",
        suite.name, suite.version, suite.digest
    );
    clauses(suite, matrix, &mut out);
    mutants(matrix, &mut out);
    others(
        "Conforming variants",
        "Built differently within the latitude; none may fail.",
        &matrix.variants,
        &mut out,
    );
    others(
        "Null adapters",
        "They observe nothing, or always the same; none may pass a clause.",
        &matrix.nulls,
        &mut out,
    );
    cases(matrix, &mut out);
    out
}

fn clauses(suite: &Suite, matrix: &Matrix, out: &mut String) {
    for rule in &suite.rules {
        let _ = writeln!(out, "## {}\n\nrule_hash `{}`\n", rule.rule, rule.rule_hash);
        out.push_str("| clause | obligation | cases | mutants | killed | blamed right |\n|---|---|--:|--:|--:|--:|\n");
        for (row, clause) in matrix.clauses.iter().zip(&rule.clauses) {
            let _ = writeln!(
                out,
                "| ¶{} | {} | {} | {} | {} | {} |",
                row.clause, clause.obligation, row.cases, row.mutants, row.killed, row.blamed_right
            );
        }
        out.push('\n');
    }
}

fn mutants(matrix: &Matrix, out: &mut String) {
    let _ = writeln!(
        out,
        "## Mutants\n\n{} runtimes that break one clause in one way.\n",
        matrix.mutants.len()
    );
    out.push_str("| mutant | breaks | failed | cases | found | what real code does it |\n|---|---|---|--:|---|---|\n");
    for row in &matrix.mutants {
        let codes: Vec<&str> = row.codes.iter().copied().collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            row.name,
            marks(&row.breaks),
            marks(&row.failed),
            row.killed_by.len(),
            codes.join(", "),
            cell(row.story)
        );
    }
    out.push('\n');
}

fn others(title: &str, about: &str, rows: &[OtherRow], out: &mut String) {
    let _ = writeln!(out, "## {title}\n\n{} of them. {about}\n", rows.len());
    out.push_str("| name | ¶1 | ¶2 | ¶3 | ¶4 | what it does |\n|---|---|---|---|---|---|\n");
    for row in rows {
        let outcome = |clause| {
            row.outcomes
                .get(&clause)
                .map_or("–", |outcome| outcome.name())
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            row.name,
            outcome(1),
            outcome(2),
            outcome(3),
            outcome(4),
            cell(row.story)
        );
    }
    out.push('\n');
}

fn cases(matrix: &Matrix, out: &mut String) {
    let _ = writeln!(
        out,
        "## Cases\n\n{} of them, each with the mutant that it exists for.\n",
        matrix.cases.len()
    );
    out.push_str(
        "| case | clauses | exists for | kills it | kills in all |\n|---|---|---|---|--:|\n",
    );
    for row in &matrix.cases {
        let kills = if row.kills_it { "yes" } else { "NO" };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {kills} | {} |",
            row.id,
            marks(&row.clauses),
            row.mutant,
            row.kills
        );
    }
}

fn marks(clauses: &[u8]) -> String {
    let marks: Vec<String> = clauses.iter().map(|clause| format!("¶{clause}")).collect();
    if marks.is_empty() {
        "–".to_owned()
    } else {
        marks.join(" ")
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}

/// The line that a test runner's reader looks for.
pub(crate) fn last_line(matrix: &Matrix, faults: usize) -> String {
    let judged =
        matrix.mutants.len() + matrix.variants.len() + matrix.nulls.len() + matrix.cases.len();
    format!(
        "kill-matrix: {} passed, {faults} failed\n",
        judged.saturating_sub(faults)
    )
}
