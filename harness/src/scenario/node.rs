//! The node that invokes the tools, and its stored exposure overrides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The node that invokes the tools.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Node {
    /// The instance's `data.config.ports`.
    #[serde(default)]
    pub ports: Ports,
}

/// Stored exposure overrides, scoped by direction (EXPO-3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Ports {
    /// Overrides of input ports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<PortOverride>,
    /// Overrides of output ports. Always sent, so that an adapter need not ask whether
    /// it is there.
    #[serde(default)]
    pub outputs: Vec<PortOverride>,
}

/// One stored override: the port's id and whether the author exposed it (EXPO-2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PortOverride {
    /// The port's id.
    pub id: String,
    /// Whether the author exposed it.
    pub exposed: bool,
}

impl Ports {
    /// What the override of an output port says, if there is one.
    #[must_use]
    pub fn output(&self, id: &str) -> Option<bool> {
        self.outputs
            .iter()
            .find(|port| port.id == id)
            .map(|port| port.exposed)
    }
}
