//! The strings inside a value.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Pointer, Step};

/// Where a walk stands, linked back to where it began: most of what is passed is never
/// asked for its place.
pub(crate) enum Way<'a> {
    Root,
    Key(&'a Way<'a>, &'a str),
    Index(&'a Way<'a>, usize),
}

impl Way<'_> {
    pub(crate) fn pointer(&self) -> Pointer {
        let mut steps = Vec::new();
        let mut way = self;
        loop {
            let (before, step) = match way {
                Way::Root => break,
                Way::Key(before, key) => (before, Step::Key((*key).to_owned())),
                Way::Index(before, index) => (before, Step::Index(*index)),
            };
            steps.push(step);
            way = before;
        }
        steps.reverse();
        Pointer(steps)
    }
}

/// Every string in a value, keys too.
pub(crate) fn leaf_strings(value: &Value) -> Vec<&str> {
    let mut found = Vec::new();
    each_string(value, &Way::Root, &mut |_, text| found.push(text));
    found
}

/// Shows every string in a value, keys too, each with the way to it.
pub(crate) fn each_string<'v>(
    value: &'v Value,
    here: &Way<'_>,
    show: &mut impl FnMut(&Way<'_>, &'v str),
) {
    match value {
        Value::String(text) => show(here, text),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                each_string(item, &Way::Index(here, index), show);
            }
        }
        Value::Object(members) => {
            for (key, value) in sorted(members) {
                let there = Way::Key(here, key);
                show(&there, key);
                each_string(value, &there, show);
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
pub(crate) fn sorted(members: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let members = members.iter().map(|(key, value)| (key.as_str(), value));
    let mut members: Vec<_> = members.collect();
    // Without that feature they are sorted, and this is one look at each.
    members.sort_unstable_by_key(|(key, _)| *key);
    members
}
