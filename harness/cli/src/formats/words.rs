//! Words and signs that several formats share.

use std::sync::OnceLock;

use flowdrop_conformance::adapter::Facet;
use flowdrop_conformance::case::Suite;
use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::{CaseReport, KnownReport, Report, SelectionReport};
use flowdrop_conformance::run::{ClauseStanding, RuleOutcome, RuleStanding};

/// What a report is, and what it is not.
pub(crate) const NOTICE: &str = "A report is its owner's own standing, as one run saw it. \
The specification confers no status, grants no mark and issues no certificate.";

/// Which text the suite is about.
pub(crate) const SPECIFICATION: &str = "FlowDrop Workflow Specification 1.0-draft";

/// A sign for an outcome, for who does not see colours; the word always stands beside it.
pub(crate) fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "✓",
        Outcome::Failed => "✗",
        Outcome::Errored => "!",
        Outcome::TimedOut => "…",
        Outcome::Inconclusive => "?",
        Outcome::NotRun => "○",
        Outcome::Unsupported => "–",
        Outcome::Inapplicable => "∅",
    }
}

/// A sign for a rule's outcome.
pub(crate) fn rule_sign(outcome: RuleOutcome) -> &'static str {
    match outcome {
        RuleOutcome::Passed => "✓",
        RuleOutcome::Failed => "✗",
        RuleOutcome::Incomplete => "○",
    }
}

/// What an outcome means, for who reads one for the first time.
pub(crate) fn meaning(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "the runtime keeps the clause",
        Outcome::Failed => "the runtime breaks the clause",
        Outcome::Errored => "the adapter itself went wrong, which says nothing of the runtime",
        Outcome::TimedOut => "there was no answer in time",
        Outcome::Inconclusive => "it ran, and what came out does not allow a judgement",
        Outcome::NotRun => "it was not run",
        Outcome::Unsupported => "it cannot be observed through this adapter",
        Outcome::Inapplicable => "the runtime has no such feature, so there is nothing to break",
    }
}

/// How something was observed, in a word; a dash where it was not.
pub(crate) fn facet(facet: Facet) -> &'static str {
    match facet {
        Facet::None => "not observed",
        Facet::Bridged => "bridged",
        Facet::Native => "native",
        Facet::Witnessed => "witnessed",
    }
}

/// `RT-TOOL-3 is failed: ¶3`, or what else came of a rule.
pub(crate) fn verdict(report: &Report, rule: &RuleStanding) -> String {
    let name = &rule.rule;
    match rule.outcome {
        RuleOutcome::Passed => format!("{name} is passed"),
        RuleOutcome::Failed => format!("{name} is failed: {}", clauses(&failed(rule))),
        RuleOutcome::Incomplete if !report.complete => {
            format!("{name} is incomplete: the run was interrupted")
        }
        RuleOutcome::Incomplete if report.selection != SelectionReport::default() => {
            format!("{name} is incomplete: only a part of the suite was selected")
        }
        RuleOutcome::Incomplete => format!("{name} is incomplete"),
    }
}

/// The clauses of a rule that failed.
pub(crate) fn failed(rule: &RuleStanding) -> Vec<u8> {
    let failed = rule
        .clauses
        .iter()
        .filter(|clause| clause.outcome == Outcome::Failed);
    failed.map(|clause| clause.clause).collect()
}

/// `¶1, ¶3`
pub(crate) fn clauses(numbers: &[u8]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| format!("¶{number}")).collect();
    names.join(", ")
}

/// What a clause asks, in the suite's words.
pub(crate) fn obligation<'r>(report: &'r Report, rule: &str, clause: u8) -> &'r str {
    let rule = report.rule(rule);
    rule.and_then(|rule| rule.clauses.iter().find(|known| known.clause == clause))
        .map_or("", |clause| clause.obligation.as_str())
}

/// `3 of 61 cases`, or `61 cases` where all came out the same.
pub(crate) fn of_all(clause: &ClauseStanding) -> String {
    let all: usize = clause.counts.values().sum();
    match clause.counts.get(&clause.outcome) {
        Some(own) if *own < all => format!("{own} of {}", cases(all)),
        _ => cases(all),
    }
}

/// `1 case`, `2 cases`
pub(crate) fn cases(count: usize) -> String {
    match count {
        1 => "1 case".to_owned(),
        _ => format!("{count} cases"),
    }
}

/// With its first letter as a capital.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// The command that runs one case of a report alone, from the report's own command.
pub(crate) fn again(report: &Report, id: &str) -> Option<String> {
    let words = shlex::split(&report.reproduce.command)?;
    let (own, command) = match words.iter().position(|word| word == "--") {
        Some(at) => words.split_at(at),
        None => (words.as_slice(), &[][..]),
    };
    let mut again = vec!["flowdrop-conformance", "run", "--case", id];
    for pair in own.windows(2) {
        let kept = matches!(pair[0].as_str(), "--cases" | "--adapter");
        if kept || (pair[0] == "--seed" && pair[1] != "0") {
            again.extend([pair[0].as_str(), pair[1].as_str()]);
        }
    }
    again.extend(command.iter().map(String::as_str));
    shlex::try_join(again).ok()
}

/// The command that checks a report file.
pub(crate) fn verify(report: &Report) -> String {
    let words = shlex::split(&report.reproduce.command).unwrap_or_default();
    let mut verify = vec!["flowdrop-conformance", "report", "verify", "report.json"];
    if let Some(at) = words.iter().position(|word| word == "--") {
        verify.extend(words[at..].iter().map(String::as_str));
    }
    shlex::try_join(verify).unwrap_or_else(|_| "flowdrop-conformance report verify".to_owned())
}

/// What was known to be open of a case, before the run; it changes no outcome.
pub(crate) fn known<'r>(report: &'r Report, case: &CaseReport) -> Vec<&'r KnownReport> {
    let entries = report.known.iter().flatten();
    entries
        .filter(|entry| entry.cases.contains(&case.id))
        .collect()
}

/// A warning where the cases are not those of the official suite.
pub(crate) fn other_suite(report: &Report) -> Option<String> {
    static OFFICIAL: OnceLock<Option<Suite>> = OnceLock::new();
    let official = OFFICIAL.get_or_init(|| Suite::embedded().ok()).as_ref()?;
    let told = &report.suite;
    let claims = told.name == official.name && told.version != "0";
    if claims && (told.version != official.version || told.digest == official.digest) {
        return None;
    }
    Some(format!(
        "These are the cases of the suite {} {}, not those of the official suite {}.",
        told.name, told.version, official.name
    ))
}
