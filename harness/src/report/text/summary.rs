//! The end of a run: causes, the standing by clause, what was not verified.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{Paint, case_text};
use crate::adapter::Facet;
use crate::check::Outcome;
use crate::report::reading::{NotVerified, bridged_clauses, causes, not_verified};
use crate::report::{CaseReport, Report, safe};
use crate::run::{ClauseStanding, RuleOutcome, RuleStanding};

/// How many further cases of one cause are named.
const NAMED: usize = 8;

/// Everything that a run has to say: one block for each cause, then the standing.
/// `again` makes the command that runs one case.
#[must_use]
pub fn summary_text(report: &Report, again: &dyn Fn(&str) -> String, paint: Paint) -> String {
    let mut out = String::new();
    let mut causes = causes(report);
    // The worst comes last, where a terminal stops.
    causes.sort_by_key(|cause| Reverse(cause.outcome));
    for cause in causes {
        // What is known is listed apart, and not told again.
        let unknown: Vec<&CaseReport> = cause
            .cases
            .into_iter()
            .filter(|case| !report.is_known(case))
            .collect();
        let Some((first, rest)) = unknown.split_first() else {
            continue;
        };
        let rule = report.rule(first.rule());
        out.push_str(&case_text(first, rule, &again(&first.id), paint));
        also(rest, &mut out);
        out.push('\n');
    }
    out.push_str(&head(report));
    for rule in &report.standing {
        out.push_str(&rule_table(report, rule, paint));
    }
    for advisory in &report.advisories {
        let _ = writeln!(
            out,
            "  note  {} ({})",
            safe(&advisory.text),
            cases(advisory.cases)
        );
    }
    for rule in &report.standing {
        out.push_str(&open(report, rule));
        let _ = writeln!(out, "{}", verdict(report, rule, paint));
    }
    out
}

fn also(rest: &[&CaseReport], out: &mut String) {
    if rest.is_empty() {
        return;
    }
    let _ = writeln!(out, "  the same cause in {} more:", cases(rest.len()));
    for case in rest.iter().take(NAMED) {
        let _ = writeln!(out, "    {}", safe(&case.id));
    }
    if rest.len() > NAMED {
        let _ = writeln!(out, "    … and {} more", rest.len() - NAMED);
    }
}

fn cases(count: usize) -> String {
    format!("{count} case{}", if count == 1 { "" } else { "s" })
}

fn head(report: &Report) -> String {
    let tested = &report.implementation;
    let mut out = format!("{} {}", safe(&tested.name), safe(&tested.version));
    if let Some(configuration) = &tested.configuration {
        let _ = write!(out, ", {}", safe(configuration));
    }
    if let Some(language) = &tested.language {
        let _ = write!(out, " ({})", safe(language));
    }
    let digest: String = report
        .suite
        .digest
        .chars()
        .take("sha256:".len() + 12)
        .collect();
    let _ = writeln!(
        out,
        " over {} {}    suite {} {} {}…  seed {}\n",
        safe(&report.adapter.name),
        safe(&report.adapter.version),
        safe(&report.suite.name),
        safe(&report.suite.version),
        safe(&digest),
        report.reproduce.seed
    );
    out
}

fn rule_table(report: &Report, rule: &RuleStanding, paint: Paint) -> String {
    let mut out = String::new();
    let told = report.rule(&rule.rule);
    let obligation = |clause: u8| {
        told.and_then(|rule| rule.clauses.iter().find(|known| known.clause == clause))
            .map_or_else(String::new, |clause| safe(&clause.obligation).into_owned())
    };
    let wide = rule
        .clauses
        .iter()
        .map(|clause| obligation(clause.clause).chars().count())
        .max()
        .unwrap_or(0);
    let _ = writeln!(
        out,
        "{}   {:<wide$} outcome       cases                seen",
        paint.bold(&safe(&rule.rule)),
        safe(&rule.level)
    );
    for clause in &rule.clauses {
        let word = outcome_word(clause.outcome, paint);
        let pad = " ".repeat(14_usize.saturating_sub(clause.outcome.name().len()));
        let _ = writeln!(
            out,
            "  ¶{}  {:<wide$}     {word}{pad}{:<21}{}",
            clause.clause,
            obligation(clause.clause),
            count(clause),
            seen(clause.facet)
        );
    }
    out.push('\n');
    out
}

fn outcome_word(outcome: Outcome, paint: Paint) -> String {
    match outcome {
        Outcome::Passed => paint.green(outcome.name()),
        Outcome::Failed => paint.red("FAILED"),
        Outcome::Unsupported | Outcome::Inapplicable | Outcome::NotRun => paint.dim(outcome.name()),
        other => paint.yellow(other.name()),
    }
}

fn count(clause: &ClauseStanding) -> String {
    let all: usize = clause.counts.values().sum();
    match clause.counts.get(&clause.outcome) {
        Some(own) if *own < all => format!("{own} of {all}"),
        _ => all.to_string(),
    }
}

fn seen(facet: Facet) -> &'static str {
    match facet {
        Facet::None => "–",
        Facet::Bridged => "bridged",
        Facet::Native => "native",
        Facet::Witnessed => "witnessed",
    }
}

/// Which clauses were not verified, and why.
fn open(report: &Report, rule: &RuleStanding) -> String {
    let mut out = String::new();
    for NotVerified { clauses, reason } in not_verified(report, rule) {
        let clauses = named(&clauses);
        let _ = writeln!(out, "Not verified: {clauses}, because {}.", safe(&reason));
    }
    let bridged = bridged_clauses(rule);
    if !bridged.is_empty() {
        let _ = writeln!(
            out,
            "Not the runtime's own: {}, because the adapter assembled part of what was judged (bridged).",
            named(&bridged)
        );
    }
    out
}

fn named(clauses: &[u8]) -> String {
    let names: Vec<String> = clauses.iter().map(|clause| format!("¶{clause}")).collect();
    names.join(", ")
}

fn verdict(report: &Report, rule: &RuleStanding, paint: Paint) -> String {
    let partial = report.selection != crate::report::SelectionReport::default();
    let interrupted = if report.complete {
        ""
    } else {
        " The run was interrupted: this report is incomplete."
    };
    let name = safe(&rule.rule);
    let text = match rule.outcome {
        RuleOutcome::Passed => paint.green(&format!("{name} is passed.")),
        RuleOutcome::Failed => paint.red(&format!("{name} is failed.")),
        RuleOutcome::Incomplete if partial => {
            format!("{name} is incomplete: only a part of the suite was selected.")
        }
        RuleOutcome::Incomplete => paint.yellow(&format!("{name} is incomplete.")),
    };
    format!("{text}{interrupted}")
}
