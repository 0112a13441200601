//! `report compare`: what changed from one report to another, as Markdown.
//!
//! A regression is something that passed in the old report and does not in the new one: a
//! case's clause, a clause's standing, or a rule's. A skip is never a pass.

mod cases;

use std::fmt::Write as _;
use std::path::Path;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::Report;
use flowdrop_conformance::run::RuleOutcome;

use super::audit::refuse_edited;
use super::read::read;
use crate::exit::{Problem, Status};
use crate::formats::markdown::{code, prose};
use crate::formats::words;
use crate::output;
use cases::{Kind, changes};

/// Tells what changed.
pub(super) fn compare(old: &Path, new: &Path) -> Result<Status, Problem> {
    let (old, new) = (read(old)?, read(new)?);
    refuse_edited(&old, None)?;
    refuse_edited(&new, None)?;
    let (old, new) = (&old.report, &new.report);
    let changes = changes(old, new);
    let standing = standing(old, new);
    let regression = standing.regression || changes.iter().any(|change| change.kind == Kind::Lost);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "## {}\n",
        if regression {
            "✗ Something that passed no longer does"
        } else {
            "✓ All that passed still passes"
        }
    );
    out.push_str(&tested(old, new));
    out.push_str(&standing.text);
    for kind in Kind::ALL {
        kind.list(&changes, &mut out);
    }
    if changes.is_empty() {
        out.push_str("No case came out otherwise.\n");
    }
    output::out(&out);
    Ok(if regression {
        Status::NotFine
    } else {
        Status::Fine
    })
}

/// What was tested with what, and what of it changed.
fn tested(old: &Report, new: &Report) -> String {
    let of = |report: &Report| {
        let tested = &report.implementation;
        let suite = &report.suite;
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
                "adapter",
                format!("{} {}", report.adapter.name, report.adapter.version),
            ),
            ("suite", format!("{} {}", suite.name, suite.version)),
            ("suite digest", suite.digest.chars().take(19).collect()),
            ("program", report.program.version.clone()),
            ("seed", report.reproduce.seed.to_string()),
            (
                "run",
                if report.complete {
                    "complete".to_owned()
                } else {
                    "interrupted".to_owned()
                },
            ),
        ]
    };
    let mut out = String::from("| | old | new | |\n| --- | --- | --- | --- |\n");
    for ((what, old), (_, new)) in of(old).into_iter().zip(of(new)) {
        let changed = if old == new { "" } else { "changed" };
        let _ = writeln!(
            out,
            "| {what} | {} | {} | {changed} |",
            code(&old),
            code(&new)
        );
    }
    out.push('\n');
    out
}

struct Standing {
    text: String,
    regression: bool,
}

/// Each clause of either report, old against new.
fn standing(old: &Report, new: &Report) -> Standing {
    let mut text =
        String::from("| clause | what it asks | old | new | |\n| --- | --- | --- | --- | --- |\n");
    let mut regression = false;
    for (rule, clause) in both(old, new) {
        let told = |report: &Report| {
            let rule = report.standing.iter().find(|own| own.rule == rule)?;
            let own = rule.clauses.iter().find(|own| own.clause == clause)?;
            Some((
                own.outcome,
                format!(
                    "{} {}, {}",
                    words::sign(own.outcome),
                    own.outcome,
                    words::facet(own.facet)
                ),
            ))
        };
        let (before, after) = (told(old), told(new));
        let lost = before
            .as_ref()
            .is_some_and(|(outcome, _)| *outcome == Outcome::Passed)
            && after
                .as_ref()
                .is_none_or(|(outcome, _)| *outcome != Outcome::Passed);
        regression |= lost;
        let asks = [new, old].map(|report| words::obligation(report, &rule, clause));
        let asks = asks.into_iter().find(|asks| !asks.is_empty()).unwrap_or("");
        let note = if lost {
            "**no longer passed**"
        } else if before == after {
            ""
        } else {
            "changed"
        };
        let cell = |told: &Option<(Outcome, String)>| {
            told.as_ref()
                .map_or("not in the suite".to_owned(), |(_, text)| text.clone())
        };
        let _ = writeln!(
            text,
            "| {} ¶{clause} | {} | {} | {} | {note} |",
            code(&rule),
            prose(asks),
            cell(&before),
            cell(&after)
        );
    }
    text.push('\n');
    for rule in &old.standing {
        let after = new
            .standing
            .iter()
            .find(|own| own.rule == rule.rule)
            .map(|own| own.outcome);
        if rule.outcome == RuleOutcome::Passed && after != Some(RuleOutcome::Passed) {
            regression = true;
            let after = after.map_or("not in the suite", RuleOutcome::name);
            let _ = writeln!(
                text,
                "**{} was passed and is {after}.**\n",
                code(&rule.rule)
            );
        }
    }
    Standing { text, regression }
}

/// Every clause that either report stands on.
fn both(old: &Report, new: &Report) -> Vec<(String, u8)> {
    let all = [old, new].into_iter().flat_map(|report| &report.standing);
    let mut clauses: Vec<(String, u8)> = all
        .flat_map(|rule| {
            rule.clauses
                .iter()
                .map(|own| (rule.rule.clone(), own.clause))
        })
        .collect();
    clauses.sort();
    clauses.dedup();
    clauses
}
