//! What a tool returns when it is called, in RT-TOOL-1's shape.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tool returns for one value of `args.script`.
///
/// `{success, data, error[, artifacts]}` as RT-TOOL-1 has it. With `raises` the tool
/// throws instead of returning.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Scripted {
    /// Whether the call succeeds.
    pub success: bool,
    /// What the tool hands to the model. A map, unless the case requires `data:any`.
    #[serde(default)]
    pub data: Value,
    /// What went wrong, in a failure that the tool reports.
    #[serde(default)]
    pub error: Option<String>,
    /// What the tool attaches beside its data. May be hostile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Value>,
    /// The message of the error that the tool throws instead of returning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raises: Option<String>,
    /// The order, from 1, in which concurrent calls of one pass complete. A fake tool
    /// waits at most 50 ms for its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finishes: Option<u32>,
}

/// How a scripted call fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure<'a> {
    /// The tool reports an error in the runtime's idiom for recoverable ones.
    Reported(&'a str),
    /// The tool throws.
    Raised(&'a str),
}

impl Scripted {
    /// How the call fails, if it does.
    #[must_use]
    pub fn failure(&self) -> Option<Failure<'_>> {
        match (&self.raises, self.success) {
            (Some(message), _) => Some(Failure::Raised(message)),
            (None, false) => Some(Failure::Reported(self.error.as_deref().unwrap_or(""))),
            (None, true) => None,
        }
    }
}
