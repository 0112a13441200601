//! The end of a run: causes, the standing by clause, what was not verified.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Paint, case_text};
use crate::adapter::Facet;
use crate::case::Status;
use crate::check::Outcome;
use crate::report::{CaseReport, Report, safe};
use crate::run::{ClauseStanding, RuleOutcome, RuleStanding};

/// How many further cases of one cause are named.
const NAMED: usize = 8;

/// Everything that a run has to say: one block for each cause, then the standing.
/// `again` makes the command that runs one case.
#[must_use]
pub fn summary_text(report: &Report, again: &dyn Fn(&str) -> String, paint: Paint) -> String {
    let mut out = String::new();
    for group in causes(report) {
        let Some((first, rest)) = group.split_first() else {
            continue;
        };
        let rule = report.rule(first.id.split('/').next().unwrap_or(""));
        out.push_str(&case_text(first, rule, &again(&first.id), paint));
        also(rest, &mut out);
        out.push('\n');
    }
    out.push_str(&head(report));
    for rule in &report.standing {
        out.push_str(&rule_table(report, rule, paint));
    }
    for advisory in &report.advisories {
        let _ = writeln!(out, "  note  {} ({})", advisory.text, cases(advisory.cases));
    }
    for rule in &report.standing {
        out.push_str(&not_verified(report, rule));
        let _ = writeln!(out, "{}", verdict(report, rule, paint));
    }
    out
}

/// Cases that did not pass, grouped by what they tell: one cause in fifty cases is told
/// once.
fn causes(report: &Report) -> Vec<Vec<&CaseReport>> {
    let mut groups: BTreeMap<(Outcome, Vec<(u8, &str)>), Vec<&CaseReport>> = BTreeMap::new();
    let unknown = report.cases.iter().filter(|case| !report.is_known(case));
    for case in unknown {
        let faults = case.faults.iter().map(|fault| (0, fault.code.as_str()));
        let failed = case
            .findings
            .iter()
            .any(|finding| finding.outcome == Outcome::Failed);
        let findings = case
            .findings
            .iter()
            .filter(|finding| !failed || finding.outcome == Outcome::Failed)
            .map(|finding| (finding.clause, finding.likely.as_str()));
        let mut key: Vec<(u8, &str)> = faults.chain(findings).collect();
        key.sort_unstable();
        key.dedup();
        let worst = case
            .outcomes
            .iter()
            .map(|o| o.outcome)
            .min()
            .unwrap_or(Outcome::NotRun);
        if !key.is_empty() && (!worst.is_fine() || case.status == Status::Provisional) {
            groups.entry((worst, key)).or_default().push(case);
        }
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    // The worst comes last, where a terminal stops.
    groups.sort_by_key(|((outcome, _), cases)| {
        (std::cmp::Reverse(*outcome), std::cmp::Reverse(cases.len()))
    });
    groups.into_iter().map(|(_, cases)| cases).collect()
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
        " over {} {}    suite {} {} {digest}…  seed {}\n",
        safe(&report.adapter.name),
        safe(&report.adapter.version),
        safe(&report.suite.name),
        safe(&report.suite.version),
        report.reproduce.seed
    );
    out
}

fn rule_table(report: &Report, rule: &RuleStanding, paint: Paint) -> String {
    let mut out = String::new();
    let told = report.rule(&rule.rule);
    let obligation = |clause: u8| {
        told.and_then(|rule| rule.clauses.iter().find(|known| known.clause == clause))
            .map_or("", |clause| clause.obligation.as_str())
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
        paint.bold(&rule.rule),
        rule.level
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
fn not_verified(report: &Report, rule: &RuleStanding) -> String {
    let mut why: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for clause in &rule.clauses {
        if matches!(clause.outcome, Outcome::Passed | Outcome::Failed) {
            continue;
        }
        let reason = reason(report, clause);
        why.entry(reason)
            .or_default()
            .push(format!("¶{}", clause.clause));
    }
    let mut out = String::new();
    for (reason, clauses) in why {
        let _ = writeln!(
            out,
            "Not verified: {}, because {}.",
            clauses.join(", "),
            safe(&reason)
        );
    }
    let bridged: Vec<String> = rule
        .clauses
        .iter()
        .filter(|clause| clause.outcome == Outcome::Passed && clause.facet == Facet::Bridged)
        .map(|clause| format!("¶{}", clause.clause))
        .collect();
    if !bridged.is_empty() {
        let _ = writeln!(
            out,
            "Not the runtime's own: {}, because the adapter assembled part of what was judged (bridged).",
            bridged.join(", ")
        );
    }
    out
}

fn reason(report: &Report, clause: &ClauseStanding) -> String {
    if clause.facet == Facet::None {
        return "this adapter cannot observe it (facet none)".to_owned();
    }
    let open = report.cases.iter().filter(|case| {
        case.outcomes
            .iter()
            .any(|o| o.clause == clause.clause && o.outcome == clause.outcome)
    });
    let mut reasons = open.filter_map(|case| {
        let fault = case.faults.first().map(|fault| fault.message.clone());
        let finding = case
            .findings
            .iter()
            .find(|finding| finding.clause == clause.clause)
            .map(|f| f.message.clone());
        case.reason.clone().or(fault).or(finding)
    });
    match (reasons.next(), clause.counts.get(&clause.outcome)) {
        (Some(reason), Some(count)) => {
            format!("{} came out {}: {reason}", cases(*count), clause.outcome)
        }
        _ => format!("it came out {}", clause.outcome),
    }
}

fn verdict(report: &Report, rule: &RuleStanding, paint: Paint) -> String {
    let partial = report.selection != crate::report::SelectionReport::default();
    let interrupted = if report.complete {
        ""
    } else {
        " The run was interrupted: this report is incomplete."
    };
    let text = match rule.outcome {
        RuleOutcome::Passed => paint.green(&format!("{} is passed.", rule.rule)),
        RuleOutcome::Failed => paint.red(&format!("{} is failed.", rule.rule)),
        RuleOutcome::Incomplete if partial => format!(
            "{} is incomplete: only a part of the suite was selected.",
            rule.rule
        ),
        RuleOutcome::Incomplete => paint.yellow(&format!("{} is incomplete.", rule.rule)),
    };
    format!("{text}{interrupted}")
}
