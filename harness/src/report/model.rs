//! The JSON report: the same bytes for the same inputs.
//!
//! No times, no paths, no stderr: the owner dates it when publishing.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::adapter::{Facets, Feature, HarnessAdapter, Implementation};
use crate::case::Status;
use crate::check::Outcome;
use crate::run::RuleStanding;
use crate::scenario::Scenario;

/// The version of the report's format.
pub const REPORT_VERSION: u32 = 1;

/// A runtime's own standing against the suite, as one run saw it. Not a certification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of this format; 1.
    pub report_version: u32,
    /// Whether every selected case was run; false where the run was interrupted.
    pub complete: bool,
    /// What it was tested with.
    pub suite: SuiteReport,
    /// The program that ran the suite.
    pub program: Program,
    /// The runtime that was tested.
    pub implementation: Implementation,
    /// The adapter that drove it.
    pub adapter: HarnessAdapter,
    /// How each side of an observation was obtained.
    pub facets: Facets,
    /// Where each thing was read from, in the adapter's words.
    pub read_from: BTreeMap<String, String>,
    /// The features that the adapter supports.
    pub supports: BTreeSet<Feature>,
    /// What was selected; everything, where it is empty.
    pub selection: SelectionReport,
    /// How to run it again.
    pub reproduce: ReproduceReport,
    /// What came of each rule and clause.
    pub standing: Vec<RuleStanding>,
    /// What came of each case, in order of id.
    pub cases: Vec<CaseReport>,
    /// Uses of the latitude, which never change an outcome.
    pub advisories: Vec<AdvisoryReport>,
    /// What was known to be open, where a file of known failures was given. It changes no
    /// outcome and no standing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Vec<KnownReport>>,
}

/// The suite that a runtime was tested with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteReport {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The digest of its files.
    pub digest: String,
    /// Its rules.
    pub rules: Vec<RuleReport>,
}

/// A rule of the suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RuleReport {
    /// Its identifier.
    pub rule: String,
    /// The specification's hash of its text.
    pub rule_hash: String,
    /// What it is about, in the suite's words.
    pub about: String,
    /// Where to read it.
    pub url: String,
    /// Its clauses.
    pub clauses: Vec<ClauseReport>,
}

/// A clause of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClauseReport {
    /// Its number.
    pub clause: u8,
    /// What it asks, in the suite's words.
    pub obligation: String,
    /// What is tested and what is not, where that needs saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// A program and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What was selected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SelectionReport {
    /// Rules.
    pub rules: Vec<String>,
    /// Clauses.
    pub clauses: Vec<u8>,
    /// Globs of case ids.
    pub cases: Vec<String>,
}

/// How to run it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReproduceReport {
    /// The canonical command, without output options.
    pub command: String,
    /// The seed.
    pub seed: u64,
}

/// What came of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseReport {
    /// Its permanent id.
    pub id: String,
    /// What a reader learns from it.
    pub title: String,
    /// Whether it decides.
    pub status: Status,
    /// The clauses that it was written for.
    pub clauses: Vec<u8>,
    /// What came of each clause that it was written for or could judge.
    pub outcomes: Vec<OutcomeReport>,
    /// What the checks found.
    pub findings: Vec<FindingReport>,
    /// What went wrong with the adapter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultReport>,
    /// Why it was not run, or not in full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the runtime was given, where a check failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<Scenario>,
}

impl CaseReport {
    /// The rule that the case belongs to: the first part of its id.
    #[must_use]
    pub fn rule(&self) -> &str {
        self.id.split('/').next().unwrap_or("")
    }

    /// What came of a clause.
    #[must_use]
    pub fn outcome(&self, clause: u8) -> Option<Outcome> {
        let own = self.outcomes.iter().find(|own| own.clause == clause);
        own.map(|own| own.outcome)
    }

    /// The first of its outcomes in the order of precedence.
    #[must_use]
    pub fn worst(&self) -> Outcome {
        let outcomes = self.outcomes.iter().map(|own| own.outcome);
        outcomes.min().unwrap_or(Outcome::NotRun)
    }

    /// The findings that matter: where a clause failed, why another could not be judged
    /// only distracts.
    pub fn told_findings(&self) -> impl Iterator<Item = &FindingReport> {
        let failed = |finding: &FindingReport| finding.outcome == Outcome::Failed;
        let any = self.findings.iter().any(failed);
        self.findings.iter().filter(move |own| !any || failed(own))
    }
}

/// What came of one clause in one case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeReport {
    /// The clause.
    pub clause: u8,
    /// What came of it.
    pub outcome: Outcome,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingReport {
    /// The check.
    pub check: String,
    /// What it found; a permanent name.
    pub code: String,
    /// The clause it is about.
    pub clause: u8,
    /// What it makes of the clause.
    pub outcome: Outcome,
    /// In which variant it shows, and against which.
    pub variant: String,
    /// What was found, in one sentence.
    pub message: String,
    /// The call it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<CallReport>,
    /// What should have come out; for a change of prose, the text without the artifact.
    pub expected: Option<Value>,
    /// What came out; for a change of prose, the text with the artifact.
    pub actual: Option<Value>,
    /// Where the prose quotes an artifact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leak: Option<LeakReport>,
    /// The likely cause.
    pub likely: String,
    /// What to do.
    pub to_do: String,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CallReport {
    /// Its pass, from 1.
    pub pass: usize,
    /// Its place in the pass, from 1.
    pub place: usize,
    /// Its identifier; null where it has none.
    pub tool_call_id: Option<String>,
    /// Its tool.
    pub tool: String,
}

/// Where a text quotes an artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeakReport {
    /// The way to the string in the artifact.
    pub path: String,
    /// The string.
    pub quoted: String,
    /// How it is spelled there.
    pub spelling: String,
    /// The first byte of the text that it stands in.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

/// How the adapter went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FaultReport {
    /// How; a permanent name.
    pub code: String,
    /// In which variant.
    pub variant: String,
    /// What happened, in one sentence.
    pub message: String,
    /// What to do.
    pub to_do: String,
    /// The last lines of stderr; shown, never written into a report.
    #[serde(skip)]
    pub stderr: Vec<String>,
    /// What it had sent; shown, never written into a report.
    #[serde(skip)]
    pub detail: Option<String>,
    /// How often the adapter had been started again; shown, never written.
    #[serde(skip)]
    pub restarts: Option<(usize, usize)>,
}

/// A use of the latitude.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AdvisoryReport {
    /// Which; a permanent name.
    pub code: String,
    /// What it says.
    pub text: String,
    /// In how many cases.
    pub cases: usize,
}

/// An entry of a file of known failures, and what it excuses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KnownReport {
    /// The case or the glob that it names.
    pub case: String,
    /// The clause.
    pub clause: u8,
    /// What it says comes of the clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What it says is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why it is open.
    pub reason: String,
    /// Where it is worked on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day on which the entry holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// The cases that came out so.
    pub cases: Vec<String>,
}
