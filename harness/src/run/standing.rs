//! The standing of clauses and rules, drawn from the cases.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CaseResult;
use super::plan::clause_facet;
use crate::adapter::{Description, Facet};
use crate::case::{Rule, Status};
use crate::check::Outcome;

/// A rule's standing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleStanding {
    /// The rule.
    pub rule: String,
    /// Its level in the specification.
    pub level: String,
    /// What came of it.
    pub outcome: RuleOutcome,
    /// What came of each clause.
    pub clauses: Vec<ClauseStanding>,
}

/// What came of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleOutcome {
    /// Every clause passed, on what the runtime made itself or the harness saw.
    Passed,
    /// A clause failed.
    Failed,
    /// Neither.
    Incomplete,
}

impl RuleOutcome {
    /// The outcome's permanent name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RuleOutcome::Passed => "passed",
            RuleOutcome::Failed => "failed",
            RuleOutcome::Incomplete => "incomplete",
        }
    }
}

/// A clause's standing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseStanding {
    /// The clause's number.
    pub clause: u8,
    /// What came of it.
    pub outcome: Outcome,
    /// The weakest facet that it rests on.
    pub facet: Facet,
    /// How many cases came out how.
    pub counts: BTreeMap<Outcome, usize>,
}

/// Draws a rule's standing from its cases. Provisional cases do not decide.
#[must_use]
pub fn standing(rule: &Rule, results: &[CaseResult], description: &Description) -> RuleStanding {
    let clauses: Vec<ClauseStanding> = rule
        .clauses
        .iter()
        .map(|clause| clause_standing(rule, clause.number, results, description))
        .collect();
    let firm = |clause: &ClauseStanding| {
        clause.outcome == Outcome::Passed && clause.facet >= Facet::Native
    };
    let outcome = if clauses
        .iter()
        .any(|clause| clause.outcome == Outcome::Failed)
    {
        RuleOutcome::Failed
    } else if clauses.iter().all(firm) {
        RuleOutcome::Passed
    } else {
        RuleOutcome::Incomplete
    };
    RuleStanding {
        rule: rule.rule.clone(),
        level: rule.level.clone(),
        outcome,
        clauses,
    }
}

fn clause_standing(
    rule: &Rule,
    clause: u8,
    results: &[CaseResult],
    description: &Description,
) -> ClauseStanding {
    let mut counts = BTreeMap::new();
    for result in results
        .iter()
        .filter(|result| result.status == Status::Stable)
    {
        let own = result.id.split('/').next() == Some(rule.rule.as_str());
        if let Some(outcome) = result.outcomes.get(&clause).filter(|_| own) {
            *counts.entry(*outcome).or_insert(0) += 1;
        }
    }
    // The order of the outcomes is the order of precedence, but for inapplicable, which
    // counts only where nothing passed, and is last anyway.
    let outcome = counts.keys().copied().min().unwrap_or(Outcome::NotRun);
    ClauseStanding {
        clause,
        outcome,
        facet: clause_facet(clause, &description.facets),
        counts,
    }
}
