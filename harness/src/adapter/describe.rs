//! What an adapter says of itself and of the runtime it drives.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

/// What an adapter says of itself: protocol 1's answer to `hello`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// The runtime that is tested.
    pub implementation: Implementation,
    /// The adapter that drives it.
    pub adapter: HarnessAdapter,
    /// How each side of an observation is obtained.
    pub facets: Facets,
    /// Where the adapter reads each thing from, in words, for a report's reader.
    #[serde(default)]
    pub read_from: BTreeMap<String, String>,
    /// The features that scenarios may use.
    #[serde(default, deserialize_with = "known_features")]
    pub supports: BTreeSet<Feature>,
    /// How many runs may be under way at once, from 1.
    #[serde(default = "one")]
    pub max_in_flight: usize,
}

/// The runtime that is tested.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Implementation {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Which options it was run with, where they change its behaviour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub configuration: Option<String>,
    /// The programming language it is written in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Where to read about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub homepage: Option<String>,
}

/// The adapter's own name and version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HarnessAdapter {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// How one side of an observation is obtained, from weakest to strongest.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Facet {
    /// It cannot be observed.
    #[default]
    None,
    /// The adapter assembled it.
    Bridged,
    /// The runtime made it.
    Native,
    /// The harness saw it on the wire. Never declared by an adapter.
    Witnessed,
}

/// The facets of an observation. One that is not declared is `none`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Facets {
    /// What the model is sent (¶3).
    pub prose: Facet,
    /// Which call an artifact belongs to (¶1).
    pub pairing: Facet,
    /// Who built the three keys (¶1).
    pub entries: Facet,
    /// Whether the port is exposed (¶2, ¶4).
    pub exposure: Facet,
}

/// A feature that a scenario may require: a closed list.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[non_exhaustive]
pub enum Feature {
    /// Calls of one batch run at the same time and may complete out of order.
    #[serde(rename = "concurrent-calls")]
    ConcurrentCalls,
    /// A run has more than one batch.
    #[serde(rename = "passes")]
    Passes,
    /// A call may have no id.
    #[serde(rename = "null-id")]
    NullId,
    /// Two calls of a run may have the same id.
    #[serde(rename = "repeated-id")]
    RepeatedId,
    /// A tool may throw.
    #[serde(rename = "raises")]
    Raises,
    /// `data` may be something else than a map.
    #[serde(rename = "data:any")]
    DataAny,
    /// The port's exposure can be set and read. Never required by a case: the facet
    /// decides.
    #[serde(rename = "exposure")]
    Exposure,
    /// The runtime's model can be pointed at the harness's chat endpoint.
    #[serde(rename = "witness:openai-chat")]
    WitnessOpenaiChat,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 8] = [
        Feature::ConcurrentCalls,
        Feature::Passes,
        Feature::NullId,
        Feature::RepeatedId,
        Feature::Raises,
        Feature::DataAny,
        Feature::Exposure,
        Feature::WitnessOpenaiChat,
    ];

    /// The feature's name on the wire.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Feature::ConcurrentCalls => "concurrent-calls",
            Feature::Passes => "passes",
            Feature::NullId => "null-id",
            Feature::RepeatedId => "repeated-id",
            Feature::Raises => "raises",
            Feature::DataAny => "data:any",
            Feature::Exposure => "exposure",
            Feature::WitnessOpenaiChat => "witness:openai-chat",
        }
    }

    /// The feature of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Feature::ALL
            .into_iter()
            .find(|feature| feature.name() == name)
    }

    /// Whether a runtime without the feature has nothing to break, so that a case which
    /// requires it is inapplicable rather than unsupported.
    #[must_use]
    pub fn inapplicable_without(self) -> bool {
        matches!(
            self,
            Feature::ConcurrentCalls
                | Feature::Passes
                | Feature::NullId
                | Feature::RepeatedId
                | Feature::Raises
        )
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Description {
    /// A description with everything native and no optional feature.
    pub fn native(name: impl Into<String>, version: impl Into<String>) -> Self {
        let (name, version) = (name.into(), version.into());
        Description {
            adapter: HarnessAdapter {
                name: format!("{name}-adapter"),
                version: version.clone(),
            },
            implementation: Implementation {
                name,
                version,
                ..Implementation::default()
            },
            facets: Facets {
                prose: Facet::Native,
                pairing: Facet::Native,
                entries: Facet::Native,
                exposure: Facet::Native,
            },
            read_from: BTreeMap::new(),
            supports: BTreeSet::new(),
            max_in_flight: 1,
        }
    }
}

fn one() -> usize {
    1
}

/// Names that this harness does not know are ignored, so that an adapter written
/// against a later one still works.
fn known_features<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeSet<Feature>, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    Ok(names
        .iter()
        .filter_map(|name| Feature::from_name(name))
        .collect())
}
