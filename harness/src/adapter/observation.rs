//! What came out of one run.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What came out of one run. Members that the harness does not know are ignored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Observation {
    /// Which ports the node shows. Absent: not reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ports: Option<ObservedPorts>,
    /// What happened in each pass, in order. Null is none.
    #[serde(deserialize_with = "null_as_none")]
    pub passes: Vec<ObservedPass>,
    /// The list that the run delivers, before exposure strips the port, or as the turn
    /// reports it. Null or absent: nothing was delivered. Any JSON value, since a
    /// runtime may deliver something that is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_artifacts: Option<Value>,
    /// Set only if the runtime gave up the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aborted: Option<Aborted>,
    /// Where the text of an entry had a key twice. Known only of replies that the harness
    /// read as text; an adapter in process leaves it empty.
    #[serde(skip)]
    pub duplicate_keys: Vec<String>,
    /// Where the adapter said something else than the harness saw on the wire. Filled by
    /// a [`super::WitnessSession`] only.
    #[serde(skip)]
    pub disagreements: Vec<String>,
}

/// The ports that the node shows, by direction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObservedPorts {
    /// The output ports. Null is none.
    #[serde(deserialize_with = "null_as_none")]
    pub outputs: Vec<ObservedPort>,
}

/// One port and whether it is exposed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedPort {
    /// The port's id.
    pub id: String,
    /// Whether it is exposed.
    pub exposed: bool,
}

/// What happened in one pass.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObservedPass {
    /// Written by each fake tool as it returns, in that order. Null is none.
    #[serde(deserialize_with = "null_as_none")]
    pub invoked: Vec<Invoked>,
    /// The tool messages that the model would be sent. Null is none.
    #[serde(deserialize_with = "null_as_none")]
    pub tool_messages: Vec<ToolMessage>,
    /// Every message that the model was sent after this pass, verbatim. Absent: prose is
    /// known from the tool messages only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_input: Option<Vec<Value>>,
    /// What this pass delivered, for runtimes that deliver pass by pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_artifacts: Option<Value>,
}

/// A fake tool returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invoked {
    /// The call's `args.script`.
    pub script: String,
    /// How many artifacts it handed over to the runtime.
    #[serde(default)]
    pub artifacts: usize,
}

/// One tool message. Only these two members are compared.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ToolMessage {
    /// The id of the call that it answers, as the model would see it. Null: none.
    pub tool_call_id: Value,
    /// Exactly what the model would be sent, any JSON value.
    pub content: Value,
}

/// The runtime gave up the run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aborted {
    /// What it said.
    pub message: String,
}

impl ToolMessage {
    /// A message that answers a call.
    pub fn new(tool_call_id: impl Into<Value>, content: impl Into<Value>) -> Self {
        ToolMessage {
            tool_call_id: tool_call_id.into(),
            content: content.into(),
        }
    }
}

impl ObservedPorts {
    /// One output port.
    pub fn output(id: impl Into<String>, exposed: bool) -> Self {
        ObservedPorts {
            outputs: vec![ObservedPort {
                id: id.into(),
                exposed,
            }],
        }
    }

    /// Whether an output port is exposed, if it is listed.
    #[must_use]
    pub fn exposed(&self, id: &str) -> Option<bool> {
        self.outputs
            .iter()
            .find(|port| port.id == id)
            .map(|port| port.exposed)
    }
}

/// Languages that know null where a list might be write it.
fn null_as_none<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}
