//! An artifact as a tool attached it, and the entry that leaves the node.

use serde_json::{Map, Value};

/// A well-formed artifact. Nothing but its type and its payload is left of what the
/// tool wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Artifact {
    /// The artifact's `type`, never empty.
    pub kind: String,
    /// The payload, untouched.
    pub payload: Map<String, Value>,
}

impl Artifact {
    /// Takes the two members that count from what a tool wrote. Anything else it wrote,
    /// an id of its own included, ends here. `None`: not well formed, and dropped
    /// without failing the call (RT-TOOL-2 ¶3, RT-TOOL-6 ¶5).
    #[must_use]
    pub fn read(written: Value) -> Option<Self> {
        let Value::Object(mut written) = written else {
            return None;
        };
        match (written.remove("type"), written.remove("payload")) {
            (Some(Value::String(kind)), Some(Value::Object(payload))) if !kind.is_empty() => {
                Some(Artifact { kind, payload })
            }
            _ => None,
        }
    }
}

/// One entry of `tool_artifacts`.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What the tool attached.
    pub artifact: Artifact,
    /// The id of the call that was made; `None` where the call had none.
    pub tool_call_id: Option<String>,
}

impl Entry {
    /// The entry on the wire: three keys, written one by one (RT-TOOL-3 ¶1). There is
    /// no map of the tool's to start from, so there is nothing to override.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut entry = Map::new();
        entry.insert("type".to_owned(), self.artifact.kind.clone().into());
        entry.insert("payload".to_owned(), self.artifact.payload.clone().into());
        entry.insert("tool_call_id".to_owned(), self.tool_call_id.clone().into());
        Value::Object(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_well_formed_artifacts_are_read() {
        for written in [
            json!("not a map"),
            json!({ "payload": {} }),
            json!({ "type": "link" }),
            json!({ "type": 1, "payload": {} }),
            json!({ "type": "", "payload": {} }),
            json!({ "type": "link", "payload": [] }),
        ] {
            assert_eq!(Artifact::read(written.clone()), None, "{written}");
        }
        assert!(Artifact::read(json!({ "type": "link", "payload": {} })).is_some());
    }
}
