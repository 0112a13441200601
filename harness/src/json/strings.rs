//! The strings inside a value.

use serde_json::Value;

use super::Pointer;

/// Every string in a value, keys too, each with the way to it.
pub(crate) fn leaf_strings(value: &Value) -> Vec<(Pointer, String)> {
    let mut found = Vec::new();
    collect(value, &Pointer::root(), &mut found);
    found
}

fn collect(value: &Value, here: &Pointer, found: &mut Vec<(Pointer, String)>) {
    match value {
        Value::String(text) => found.push((here.clone(), text.clone())),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, &here.index(index), found);
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                let there = here.key(key);
                found.push((there.clone(), key.clone()));
                collect(value, &there, found);
            }
        }
        _ => {}
    }
}

/// Every string in a value, keys too, one behind the other.
pub(crate) fn joined_strings(value: &Value) -> String {
    let mut joined = String::new();
    join(value, &mut joined);
    joined
}

fn join(value: &Value, joined: &mut String) {
    match value {
        Value::String(text) => joined.push_str(text),
        Value::Array(items) => items.iter().for_each(|item| join(item, joined)),
        Value::Object(members) => {
            for (key, value) in members {
                joined.push_str(key);
                join(value, joined);
            }
        }
        _ => {}
    }
}

/// A value as a reader of prose sees it: a string itself, anything else as JSON.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
