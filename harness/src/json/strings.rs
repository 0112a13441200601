//! The strings inside a value.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

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
            for (key, value) in sorted(members) {
                let there = here.key(key);
                found.push((there.clone(), key.to_owned()));
                collect(value, &there, found);
            }
        }
        _ => {}
    }
}

/// The strings of a value that stand under one key, one behind the other: what a text
/// reads when it was cut into blocks. Only keys with two strings or more.
pub(crate) fn strings_by_key(value: &Value) -> Vec<String> {
    let mut found = BTreeMap::new();
    by_key(value, "", &mut found);
    found
        .into_values()
        .filter(|(_, strings)| *strings > 1)
        .map(|(joined, _)| joined)
        .collect()
}

fn by_key<'a>(value: &'a Value, key: &'a str, found: &mut BTreeMap<&'a str, (String, usize)>) {
    match value {
        Value::String(text) => {
            let (joined, strings) = found.entry(key).or_default();
            joined.push_str(text);
            *strings += 1;
        }
        Value::Array(items) => items.iter().for_each(|item| by_key(item, key, found)),
        Value::Object(members) => sorted(members)
            .into_iter()
            .for_each(|(key, member)| by_key(member, key, found)),
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

/// The members of a map in the order of their keys, whatever order somebody's tree keeps
/// them in (serde_json's `preserve_order`): what is derived must be the same everywhere.
pub(crate) fn sorted(members: &Map<String, Value>) -> BTreeMap<&str, &Value> {
    members
        .iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect()
}
