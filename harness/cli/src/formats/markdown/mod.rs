//! Markdown for a pull-request comment or a job summary: the standing first, failures
//! folded. It stays below what a comment may hold, whatever the number of cases.

mod escape;
mod failures;

use std::fmt::Write as _;

use flowdrop_conformance::report::Report;
use flowdrop_conformance::report::reading::{bridged_clauses, not_verified};
use flowdrop_conformance::run::RuleStanding;

use super::words;
pub(crate) use escape::{block, code, prose};

/// The most bytes that are written; a comment on GitHub holds 65,536 characters.
const MOST: usize = 64_000;
/// What the end takes, at most.
const END: usize = 4_000;

/// The report as Markdown.
pub(crate) fn markdown(report: &Report) -> String {
    let mut out = String::new();
    for rule in &report.standing {
        let sign = words::rule_sign(rule.outcome);
        let verdict = prose(&words::verdict(report, rule));
        let _ = writeln!(out, "## {sign} {verdict}\n");
    }
    subject(report, &mut out);
    for rule in &report.standing {
        standing(report, rule, &mut out);
    }
    let end = end(report);
    let room = MOST.saturating_sub(out.len() + end.len());
    out.push_str(&failures::failures(report, room));
    out.push_str(&end);
    out
}

fn subject(report: &Report, out: &mut String) {
    let tested = &report.implementation;
    let _ = write!(out, "{} {}", code(&tested.name), code(&tested.version));
    let notes = [&tested.configuration, &tested.language];
    for note in notes.into_iter().flatten() {
        let _ = write!(out, ", {}", code(note));
    }
    let _ = writeln!(
        out,
        " over {} {}, with the suite {} {}\n",
        code(&report.adapter.name),
        code(&report.adapter.version),
        code(&report.suite.name),
        code(&report.suite.version),
    );
    if let Some(warning) = words::other_suite(report) {
        let _ = writeln!(out, "**{}**\n", prose(&warning));
    }
}

fn standing(report: &Report, rule: &RuleStanding, out: &mut String) {
    out.push_str("| clause | what it asks | outcome | cases | observed |\n");
    out.push_str("| --- | --- | --- | ---: | --- |\n");
    for clause in &rule.clauses {
        let _ = writeln!(
            out,
            "| ¶{} | {} | {} {} | {} | {} |",
            clause.clause,
            prose(words::obligation(report, &rule.rule, clause.clause)),
            words::sign(clause.outcome),
            clause.outcome,
            words::of_all(clause),
            words::facet(clause.facet),
        );
    }
    out.push('\n');
    for open in not_verified(report, rule) {
        let clauses = words::clauses(&open.clauses);
        let _ = writeln!(
            out,
            "Not verified: {clauses}, because {}.\n",
            prose(&open.reason)
        );
    }
    let bridged = bridged_clauses(rule);
    if !bridged.is_empty() {
        let _ = writeln!(
            out,
            "Not the runtime's own: {}, because the adapter assembled part of what was judged.\n",
            words::clauses(&bridged)
        );
    }
}

fn end(report: &Report) -> String {
    let mut out = String::from("<details><summary>How to run it again</summary>\n\n");
    out.push_str(&block(&report.reproduce.command));
    let _ = writeln!(
        out,
        "Suite digest {}, program version {}.",
        code(&report.suite.digest),
        code(&report.program.version)
    );
    for rule in &report.suite.rules {
        let (name, hash) = (code(&rule.rule), code(&rule.rule_hash));
        let _ = writeln!(out, "{name} has the rule hash {hash}.");
    }
    let _ = writeln!(out, "\n</details>\n\n{}", words::NOTICE);
    if out.len() > END {
        return format!("{}\n", words::NOTICE);
    }
    out
}
