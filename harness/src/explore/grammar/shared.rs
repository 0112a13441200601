//! Payloads that hold what the data says, and data that holds what a payload says.

use serde_json::{Map, Value, json};

use super::Maker;
use crate::json::sorted;

/// Longer texts are not copied: prose may be cut, and so data stays short.
const LONGEST: usize = 500;

impl Maker<'_> {
    /// Lets a payload say what the data says: the same, more, less, or shouted. Whatever
    /// is made of it, the data alone is for the model.
    pub(super) fn echo(&mut self, data: &Value, artifacts: &mut [Value]) {
        let said = first_text(data);
        let payload = artifacts
            .iter_mut()
            .find_map(|artifact| artifact.get_mut("payload")?.as_object_mut());
        let (Some(said), Some(payload)) = (said, payload) else {
            return;
        };
        let said: String = said.chars().take(LONGEST).collect();
        let text = match self.random.below(5) {
            0 => said,
            1 | 2 => format!("{said} {}", self.sentence()),
            3 => said.to_uppercase(),
            _ => said.split(' ').take(3).collect::<Vec<_>>().join(" "),
        };
        let key = *self
            .random
            .pick(&["text", "title", "summary", "content", "result"]);
        payload.insert(key.to_owned(), text.into());
    }

    /// Data that holds what a payload holds too: it must stay in the prose.
    pub(super) fn shared_data(&mut self, artifacts: &[Value]) -> Value {
        let payload = artifacts
            .iter()
            .find_map(|artifact| artifact.get("payload")?.as_object());
        let Some(payload) = payload else {
            return json!({ "result": format!("See {} for {}.", self.url(), self.word()) });
        };
        let text: String = sorted(payload)
            .into_iter()
            .find_map(|(_, value)| value.as_str())
            .unwrap_or("")
            .chars()
            .take(LONGEST)
            .collect();
        match self.random.below(3) {
            0 if may_be_data(payload) => json!(payload),
            1 => json!({ "result": text }),
            _ => json!({ "result": format!("{} {text}", self.sentence()) }),
        }
    }
}

fn first_text(data: &Value) -> Option<&str> {
    match data {
        Value::String(text) => Some(text),
        Value::Object(members) => sorted(members)
            .into_iter()
            .find_map(|(_, value)| value.as_str()),
        _ => None,
    }
}

/// Small enough, and without the key that data may not have.
fn may_be_data(payload: &Map<String, Value>) -> bool {
    !payload.contains_key("artifacts") && json!(payload).to_string().len() < 900
}
