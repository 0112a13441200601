//! A rule of the specification, as the suite records it: in our own words, with the
//! hashes by which a change of the text is noticed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule that the suite tests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Rule {
    /// The JSON Schema of this file, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The rule's permanent identifier.
    pub rule: String,
    /// Its level in the specification.
    pub level: String,
    /// What it is about, in our own words.
    pub about: String,
    /// Where to read it.
    pub url: String,
    /// The specification and its version.
    pub specification: String,
    /// The specification's own hash of the rule's text.
    pub rule_hash: String,
    /// Its clauses, in order.
    pub clauses: Vec<Clause>,
}

/// One numbered sentence of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Clause {
    /// Its number, from 1.
    pub number: u8,
    /// What it asks, in our own words.
    pub obligation: String,
    /// What is tested and what is not, where that needs saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// The hash of its text: SHA-256 with white space folded, first 12 hex digits.
    pub clause_hash: String,
}

impl Rule {
    /// The clause of that number.
    #[must_use]
    pub fn clause(&self, number: u8) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.number == number)
    }
}
