//! Protocol 1: JSON Lines over stdio. The messages, both ways.

use serde::{Deserialize, Serialize};

use super::{Description, Observation};
use crate::scenario::Scenario;

/// The protocol's number.
pub const PROTOCOL: u32 = 1;

/// What the harness asks, as it is written.
#[derive(Debug, Serialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub(crate) enum Question<'a> {
    /// The first line.
    Hello {
        protocols: [u32; 1],
        harness: Harness,
    },
    /// Run a scenario.
    Run { seq: u64, scenario: &'a Scenario },
    /// The last line.
    Bye {},
}

/// Who asks.
#[derive(Debug, Serialize)]
pub(crate) struct Harness {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// What the harness asks, as an adapter reads it: members that it does not know are
/// ignored. No tagged enum, since those lose numbers where somebody's tree turns on
/// serde_json's `arbitrary_precision`.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) cmd: String,
    #[serde(default)]
    pub(crate) seq: Option<u64>,
    #[serde(default)]
    pub(crate) scenario: Option<Scenario>,
}

/// The answer to `hello`: the description, and which protocol is spoken.
#[derive(Debug, Serialize)]
pub(crate) struct Hello<'a> {
    pub(crate) protocol: u32,
    pub(crate) implementation: &'a super::Implementation,
    pub(crate) adapter: &'a super::HarnessAdapter,
    pub(crate) facets: &'a super::Facets,
    pub(crate) read_from: &'a std::collections::BTreeMap<String, String>,
    pub(crate) supports: &'a std::collections::BTreeSet<super::Feature>,
    pub(crate) max_in_flight: usize,
}

impl<'a> Hello<'a> {
    pub(crate) fn of(description: &'a Description) -> Self {
        Hello {
            protocol: PROTOCOL,
            implementation: &description.implementation,
            adapter: &description.adapter,
            facets: &description.facets,
            read_from: &description.read_from,
            supports: &description.supports,
            max_in_flight: description.max_in_flight,
        }
    }
}

/// The answer to `run`: one of the three members stands beside `seq`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) seq: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) observation: Option<Observation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unsupported: Option<Lacking>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<Trouble>,
}

/// What the runtime or the adapter lacks.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Lacking {
    pub(crate) feature: String,
    #[serde(default)]
    pub(crate) reason: String,
}

/// The adapter's own trouble.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Trouble {
    pub(crate) message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) detail: Option<String>,
}
