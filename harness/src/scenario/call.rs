//! The model's side of a scenario: tools, calls, passes.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Tool {
    /// One of `create_node`, `search`, `lookup`, `export`.
    pub name: String,
    /// What the tool does, for the model.
    #[serde(default)]
    pub description: String,
    /// The JSON Schema of its arguments.
    #[serde(default = "default_input_schema")]
    pub input_schema: Value,
}

pub(crate) fn default_input_schema() -> Value {
    serde_json::json!({
        "type": "object",
        "properties": { "script": { "type": "string" } },
        "required": ["script"],
    })
}

/// One batch of calls.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Pass {
    /// The calls, in the order in which the model makes them.
    #[serde(default)]
    pub tool_calls: Vec<ToolCall>,
}

/// One call that the model makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ToolCall {
    /// The call's identifier. It may be missing or null, which are not the same.
    #[serde(default, skip_serializing_if = "CallId::is_missing")]
    pub tool_call_id: CallId,
    /// The tool's name.
    pub name: String,
    /// The arguments.
    pub args: Args,
}

/// A call's arguments: which scripted result its tool is to return.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Args {
    /// A key of the scenario's `script`, made of `[a-z0-9]`.
    pub script: String,
}

/// A call's identifier, as the model gave it.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallId {
    /// The member is not there.
    #[default]
    Missing,
    /// The member is there and null.
    Null,
    /// The member is a string, perhaps an empty one.
    Text(String),
}

impl CallId {
    /// Whether the member is not there at all.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        *self == CallId::Missing
    }

    /// The identifier, if the call has one. A missing, null or empty one is none
    /// (RT-TOOL-9 speaks of a call that carries no identifier).
    #[must_use]
    pub fn given(&self) -> Option<&str> {
        match self {
            CallId::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        }
    }
}

impl Serialize for CallId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            CallId::Missing | CallId::Null => serializer.serialize_none(),
            CallId::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Option::<String>::deserialize(deserializer)?;
        Ok(text.map_or(CallId::Null, CallId::Text))
    }
}

impl JsonSchema for CallId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "CallId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": ["string", "null"] })
    }
}
