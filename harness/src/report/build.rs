//! From a run's result to the report.

use std::collections::BTreeMap;

use super::model::{
    AdvisoryReport, CallReport, CaseReport, ClauseReport, FaultReport, FindingReport, LeakReport,
    OutcomeReport, Program, REPORT_VERSION, Report, ReproduceReport, RuleReport, SelectionReport,
    SuiteReport,
};
use super::text::{Paint, case_text};
use crate::case::{Case, Rule, Suite};
use crate::check::{Advisory, Finding, Outcome};
use crate::run::{CaseResult, RunFault, RunResult, Selection, standing};
use crate::scenario::CallId;

/// How a run can be made again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reproduce {
    /// The canonical command, without output options.
    pub command: String,
    /// The seed.
    pub seed: u64,
}

/// The report of a run.
#[must_use]
pub fn report(
    suite: &Suite,
    selection: &Selection,
    result: &RunResult,
    reproduce: Reproduce,
) -> Report {
    let described = &result.description;
    Report {
        report_version: REPORT_VERSION,
        complete: !result.interrupted,
        suite: suite_report(suite),
        program: Program {
            name: "flowdrop-conformance".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        implementation: described.implementation.clone(),
        adapter: described.adapter.clone(),
        facets: described.facets,
        read_from: described.read_from.clone(),
        supports: described.supports.clone(),
        selection: SelectionReport {
            rules: selection.rules.clone(),
            clauses: selection.clauses.clone(),
            cases: selection.cases.clone(),
        },
        reproduce: ReproduceReport {
            command: reproduce.command,
            seed: reproduce.seed,
        },
        standing: suite
            .rules
            .iter()
            .map(|rule| standing(rule, &result.cases, described))
            .collect(),
        cases: result
            .cases
            .iter()
            .zip(&suite.cases)
            .map(|(result, case)| case_report(case, result))
            .collect(),
        advisories: advisories(&result.cases),
        known: None,
    }
}

impl Report {
    /// Whether every selected clause of every selected, deciding case passed or was
    /// inapplicable, in a run that was not interrupted.
    #[must_use]
    pub fn is_fine(&self, result: &RunResult, selection: &Selection, suite: &Suite) -> bool {
        self.complete && result.is_fine(selection, suite)
    }

    /// The rule of that identifier, as the suite tells it.
    #[must_use]
    pub fn rule(&self, rule: &str) -> Option<&RuleReport> {
        self.suite.rules.iter().find(|known| known.rule == rule)
    }
}

fn suite_report(suite: &Suite) -> SuiteReport {
    let rules = suite.rules.iter().map(rule_report).collect();
    SuiteReport {
        name: suite.name.clone(),
        version: suite.version.clone(),
        digest: suite.digest.clone(),
        rules,
    }
}

/// A rule, as reports tell it.
fn rule_report(rule: &Rule) -> RuleReport {
    RuleReport {
        rule: rule.rule.clone(),
        rule_hash: rule.rule_hash.clone(),
        about: rule.about.clone(),
        url: rule.url.clone(),
        clauses: rule
            .clauses
            .iter()
            .map(|clause| ClauseReport {
                clause: clause.number,
                obligation: clause.obligation.clone(),
                limit: clause.limit.clone(),
            })
            .collect(),
    }
}

/// What one case alone has to say, for a test runner.
#[must_use]
pub fn case_report_text(
    case: &Case,
    rule: Option<&Rule>,
    result: &CaseResult,
    again: &str,
    paint: Paint,
) -> String {
    let rule = rule.map(rule_report);
    case_text(&case_report(case, result), rule.as_ref(), again, paint)
}

/// The report of one case.
#[must_use]
pub fn case_report(case: &Case, result: &CaseResult) -> CaseReport {
    let failed = result
        .outcomes
        .values()
        .any(|outcome| *outcome == Outcome::Failed);
    CaseReport {
        id: case.id.clone(),
        title: case.title.clone(),
        status: case.status,
        clauses: case.clauses.clone(),
        outcomes: result
            .outcomes
            .iter()
            .map(|(clause, outcome)| OutcomeReport {
                clause: *clause,
                outcome: *outcome,
            })
            .collect(),
        findings: result.findings.iter().map(finding_report).collect(),
        faults: faults(&result.faults),
        reason: result.skip.as_ref().map(|skip| skip.reason.clone()),
        scenario: failed.then(|| case.scenario.clone()),
    }
}

fn finding_report(finding: &Finding) -> FindingReport {
    FindingReport {
        check: finding.code.check().to_owned(),
        code: finding.code.name().to_owned(),
        clause: finding.clause,
        outcome: finding.outcome,
        variant: finding.variant_text(),
        message: finding.message.clone(),
        call: finding.call.as_ref().map(|call| CallReport {
            pass: call.pass + 1,
            place: call.index + 1,
            tool_call_id: match &call.id {
                CallId::Text(id) => Some(id.clone()),
                CallId::Missing | CallId::Null => None,
            },
            tool: call.tool.clone(),
        }),
        expected: finding.expected.clone(),
        actual: finding.actual.clone(),
        leak: finding.leak.as_ref().map(|leak| LeakReport {
            path: leak.path.clone(),
            quoted: leak.quoted.clone(),
            spelling: leak.spelling.to_owned(),
            start: leak.span.start,
            end: leak.span.end,
        }),
        likely: finding.code.likely().to_owned(),
        to_do: finding.code.to_do().to_owned(),
    }
}

/// A case's faults, one of each kind and message.
fn faults(faults: &[RunFault]) -> Vec<FaultReport> {
    let mut told: Vec<FaultReport> = Vec::new();
    for RunFault { variant, fault } in faults {
        if told.iter().any(|other| other.code == fault.code.name()) {
            continue;
        }
        told.push(FaultReport {
            code: fault.code.name().to_owned(),
            variant: variant.to_string(),
            message: fault.message.clone(),
            to_do: fault.code.to_do().to_owned(),
            stderr: fault.stderr.clone(),
            detail: fault.detail.clone(),
            restarts: fault.restarts,
        });
    }
    told
}

fn advisories(results: &[CaseResult]) -> Vec<AdvisoryReport> {
    let mut counts: BTreeMap<Advisory, usize> = BTreeMap::new();
    for advisory in results.iter().flat_map(|result| &result.advisories) {
        *counts.entry(*advisory).or_insert(0) += 1;
    }
    counts
        .into_iter()
        .map(|(advisory, cases)| AdvisoryReport {
            code: advisory.name().to_owned(),
            text: advisory.text().to_owned(),
            cases,
        })
        .collect()
}
