//! Whether a report fits itself.

use std::collections::BTreeSet;

use flowdrop_conformance::report::Report;
use flowdrop_conformance::run::{ClauseStanding, RuleStanding};

/// Everything that does not fit, but for what single cases tell.
pub(super) fn reasons(report: &Report, drawn: &[RuleStanding]) -> Vec<String> {
    let mut reasons = standing(report, drawn);
    reasons.extend(ids(report));
    reasons.extend(command(report));
    if report.complete
        && let Some(case) = report
            .cases
            .iter()
            .find(|case| case.reason.as_deref() == Some("the run was interrupted"))
    {
        reasons.push(format!(
            "it says that the run was complete, and {} that it was interrupted",
            case.id
        ));
    }
    reasons
}

/// The standing is drawn again from the cases, by the function that drew it first.
fn standing(report: &Report, drawn: &[RuleStanding]) -> Vec<String> {
    let mut reasons = Vec::new();
    let names = |standing: &[RuleStanding]| -> Vec<String> {
        standing.iter().map(|rule| rule.rule.clone()).collect()
    };
    let (told, own) = (names(&report.standing), names(drawn));
    if told != own {
        reasons.push(format!(
            "its standing is of {}, and its suite has {}",
            told.join(", "),
            own.join(", ")
        ));
        return reasons;
    }
    for (told, own) in report.standing.iter().zip(drawn) {
        let name = &told.rule;
        if told.clauses.len() != own.clauses.len() {
            reasons.push(format!(
                "{name}: its standing tells {} clauses, and its suite {}",
                told.clauses.len(),
                own.clauses.len()
            ));
        }
        for (told, own) in told.clauses.iter().zip(&own.clauses) {
            reasons.extend(clause(name, told, own));
        }
        if told.outcome != own.outcome {
            reasons.push(format!(
                "{name}: it says {}, and {} follows from its cases",
                told.outcome.name(),
                own.outcome.name()
            ));
        }
    }
    reasons
}

fn clause(rule: &str, told: &ClauseStanding, own: &ClauseStanding) -> Vec<String> {
    let name = format!("{rule} ¶{}", told.clause);
    let mut reasons = Vec::new();
    if told.clause != own.clause {
        reasons.push(format!("{name} stands where ¶{} should", own.clause));
    }
    if told.outcome != own.outcome {
        reasons.push(format!(
            "{name}: it says {}, and {} follows from its cases",
            told.outcome, own.outcome
        ));
    }
    if told.facet != own.facet {
        reasons.push(
            format!(
                "{name}: it says facet {:?}, and {:?} is the weakest it rests on",
                told.facet, own.facet
            )
            .to_lowercase(),
        );
    }
    if told.counts != own.counts {
        let counts = |standing: &ClauseStanding| {
            let counts = standing.counts.iter();
            counts
                .map(|(outcome, count)| format!("{count} {outcome}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        reasons.push(format!(
            "{name}: it counts {}, and its cases are {}",
            counts(told),
            counts(own)
        ));
    }
    reasons
}

fn ids(report: &Report) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut reasons: Vec<String> = report
        .cases
        .iter()
        .filter(|case| !seen.insert(case.id.as_str()))
        .map(|case| format!("the case {} stands twice", case.id))
        .collect();
    if reasons.is_empty() && !report.cases.is_sorted_by(|a, b| a.id < b.id) {
        reasons.push("its cases are not in order of id".to_owned());
    }
    reasons
}

/// The command that a reader would type must ask for what the report says was asked for.
fn command(report: &Report) -> Vec<String> {
    let Some(words) = shlex::split(&report.reproduce.command) else {
        return vec!["its command cannot be read as a shell reads it".to_owned()];
    };
    let own = words.split(|word| word == "--").next().unwrap_or(&[]);
    let values = |option: &str| -> Vec<String> {
        let pairs = own.windows(2).filter(|pair| pair[0] == option);
        pairs.map(|pair| pair[1].clone()).collect()
    };
    let clauses: Vec<String> = report.selection.clauses.iter().map(u8::to_string).collect();
    let told = [
        ("--rule", report.selection.rules.clone()),
        ("--clause", clauses),
        ("--case", report.selection.cases.clone()),
        ("--seed", vec![report.reproduce.seed.to_string()]),
    ];
    told.into_iter()
        .filter(|(option, told)| values(option) != *told)
        .map(|(option, _)| format!("its command has another {option} than the report tells"))
        .collect()
}
