//! The shape of a case file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Expect;
use crate::adapter::Feature;
use crate::scenario::Scenario;

/// One case: a scenario, the clauses it tests, the mutant it exists for, and what
/// follows from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Case {
    /// The JSON Schema of this file, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The permanent id, equal to the file's path without its ending.
    pub id: String,
    /// What a reader learns from it, in one line.
    pub title: String,
    /// Why it exists: which real code goes wrong here.
    pub why: String,
    /// Whether it decides.
    #[serde(default)]
    pub status: Status,
    /// The suite version in which it came in.
    pub since: String,
    /// The clauses that it was written for.
    pub clauses: Vec<u8>,
    /// The mutant that it exists for.
    pub mutant: String,
    /// The features that its scenario needs.
    pub requires: Vec<Feature>,
    /// What one run is given.
    pub scenario: Scenario,
    /// What follows from the scenario, spelled out by `cases bless`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Expect>,
}

/// Whether a case decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It decides.
    #[default]
    Stable,
    /// It runs and is told, and never decides.
    Provisional,
    /// It is kept and never runs.
    Withdrawn,
}

impl Case {
    /// The rule that the case belongs to: the first part of its id.
    #[must_use]
    pub fn rule(&self) -> &str {
        self.id.split('/').next().unwrap_or("")
    }
}
