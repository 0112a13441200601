//! The shape of a file of known failures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wildmatch::WildMatch;

use super::hold::Judged;
use crate::check::Outcome;

/// What is known to be open, for `run --known FILE`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KnownFile {
    /// The JSON Schema of this file, for editors.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// What is known, an entry each.
    pub known: Vec<KnownEntry>,
}

/// One thing that is known to be open. Exactly one of `outcome` and `code` is given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct KnownEntry {
    /// A case's id, or a glob: `*` is any text, `?` one character. A glob names every case
    /// that says something of the clause, but for those where it is inapplicable.
    pub case: String,
    /// The clause.
    pub clause: u8,
    /// What comes of the clause: failed, errored, timed-out, inconclusive or unsupported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What a check finds, or how the adapter goes wrong. Where there are several codes,
    /// each has an entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why it is open, for whoever reads the report.
    pub reason: String,
    /// Where it is worked on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The last day, `YYYY-MM-DD` in UTC, on which the entry holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}

impl KnownEntry {
    /// Whether it names more than one case.
    #[must_use]
    pub fn is_glob(&self) -> bool {
        self.case.contains(['*', '?'])
    }

    /// Whether it is about this.
    pub(super) fn names(&self, judged: &Judged) -> bool {
        self.clause == judged.clause
            && if self.is_glob() {
                judged.outcome != Outcome::Inapplicable
                    && WildMatch::new(&self.case).matches(&judged.case)
            } else {
                self.case == judged.case
            }
    }

    /// Whether what came out is what it says.
    pub(super) fn matches(&self, judged: &Judged) -> bool {
        match (self.outcome, &self.code) {
            (Some(outcome), _) => judged.outcome == outcome,
            (None, Some(code)) => !judged.outcome.is_fine() && judged.codes.contains(code),
            (None, None) => false,
        }
    }

    /// The outcome or the code, by its name.
    #[must_use]
    pub fn what(&self) -> &str {
        match (self.outcome, &self.code) {
            (Some(outcome), _) => outcome.name(),
            (None, Some(code)) => code,
            (None, None) => "",
        }
    }
}
