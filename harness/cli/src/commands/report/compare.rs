//! `report compare`: what changed from one report to another, as Markdown.
//!
//! A regression is something that passed in the old report and does not in the new one: a
//! case's clause, a clause's standing, or a rule's. A skip is never a pass.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::{CaseReport, Report};
use flowdrop_conformance::run::RuleOutcome;

use super::audit::refuse_edited;
use super::read::read;
use crate::exit::{Problem, Status};
use crate::formats::markdown::{code, prose};
use crate::formats::words;
use crate::output;

/// How many cases of one kind are listed.
const LISTED: usize = 200;

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
                    .unwrap_or_else(|| "–".to_owned()),
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

struct Change<'a> {
    kind: Kind,
    case: &'a CaseReport,
    clause: u8,
    old: Option<Outcome>,
    new: Option<Outcome>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lost,
    NewAndNot,
    Other,
    Mended,
    New,
    Gone,
}

fn changes<'a>(old: &'a Report, new: &'a Report) -> Vec<Change<'a>> {
    let by_id = |report: &'a Report| -> BTreeMap<&'a str, &'a CaseReport> {
        report
            .cases
            .iter()
            .map(|case| (case.id.as_str(), case))
            .collect()
    };
    let (before, after) = (by_id(old), by_id(new));
    let mut ids: Vec<&str> = before.keys().chain(after.keys()).copied().collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter()
        .flat_map(|id| of_case(before.get(id).copied(), after.get(id).copied()))
        .collect()
}

fn of_case<'a>(old: Option<&'a CaseReport>, new: Option<&'a CaseReport>) -> Vec<Change<'a>> {
    let Some(case) = new.or(old) else {
        return Vec::new();
    };
    let all = [old, new]
        .into_iter()
        .flatten()
        .flat_map(|case| &case.outcomes);
    let mut clauses: Vec<u8> = all.map(|own| own.clause).collect();
    clauses.sort_unstable();
    clauses.dedup();
    let outcome = |case: Option<&CaseReport>, clause| case.and_then(|case| case.outcome(clause));
    let changes = clauses.into_iter().filter_map(|clause| {
        let (before, after) = (outcome(old, clause), outcome(new, clause));
        let kind = match (old.is_some(), new.is_some()) {
            (true, false) => Kind::Gone,
            (false, true) if after.is_some_and(Outcome::is_fine) => Kind::New,
            (false, true) => Kind::NewAndNot,
            _ if before == after => return None,
            _ if before == Some(Outcome::Passed) => Kind::Lost,
            _ if after == Some(Outcome::Passed) => Kind::Mended,
            _ => Kind::Other,
        };
        Some(Change {
            kind,
            case,
            clause,
            old: before,
            new: after,
        })
    });
    changes.collect()
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Lost,
        Kind::NewAndNot,
        Kind::Other,
        Kind::Mended,
        Kind::New,
        Kind::Gone,
    ];

    fn title(self) -> &'static str {
        match self {
            Kind::Lost => "Passed, and no longer does",
            Kind::NewAndNot => "New in the suite, and not passed",
            Kind::Other => "Came out otherwise",
            Kind::Mended => "Passes now",
            Kind::New => "New in the suite, and passed",
            Kind::Gone => "Went away from the suite",
        }
    }

    fn list(self, changes: &[Change<'_>], out: &mut String) {
        let own: Vec<&Change<'_>> = changes
            .iter()
            .filter(|change| change.kind == self)
            .collect();
        if own.is_empty() {
            return;
        }
        let _ = writeln!(out, "### {} ({})\n", self.title(), own.len());
        for change in own.iter().take(LISTED) {
            let name = |outcome: Option<Outcome>| outcome.map_or("–", Outcome::name);
            let _ = writeln!(
                out,
                "- {} ¶{}: {} → {}{}",
                code(&change.case.id),
                change.clause,
                name(change.old),
                name(change.new),
                why(change)
            );
        }
        if own.len() > LISTED {
            let _ = writeln!(out, "- and {} more", own.len() - LISTED);
        }
        out.push('\n');
    }
}

/// What the new report finds, where it is worse.
fn why(change: &Change<'_>) -> String {
    if !matches!(change.kind, Kind::Lost | Kind::NewAndNot) {
        return String::new();
    }
    let case = change.case;
    let finding = case
        .findings
        .iter()
        .find(|found| found.clause == change.clause);
    let message = finding.map(|found| &found.message);
    let message = message
        .or(case.reason.as_ref())
        .or(case.faults.first().map(|fault| &fault.message));
    message.map_or_else(String::new, |message| {
        format!(". {}", prose(&words::sentence(message)))
    })
}
