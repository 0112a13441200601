//! JSON on one line, as people write it: an entry's keys in the rule's order.

use serde_json::Value;

const FIRST: [&str; 3] = ["type", "payload", "tool_call_id"];

/// A value on one line, with spaces.
#[must_use]
pub fn one_line(value: &Value) -> String {
    match value {
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let known = FIRST.iter().filter_map(|key| members.get_key_value(*key));
            let rest = members
                .iter()
                .filter(|(key, _)| !FIRST.contains(&key.as_str()));
            let parts: Vec<String> = known
                .chain(rest)
                .map(|(key, value)| format!("{}: {}", Value::from(key.as_str()), one_line(value)))
                .collect();
            format!("{{ {} }}", parts.join(", "))
        }
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(items) => {
            let parts: Vec<String> = items.iter().map(one_line).collect();
            format!("[ {} ]", parts.join(", "))
        }
        other => other.to_string(),
    }
}
