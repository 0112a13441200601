//! Smaller forms of a JSON value, the boldest first.

use serde_json::{Map, Number, Value, json};

use crate::json::sorted;

/// How long a text may be for each of its characters to be tried alone.
const SHORT: usize = 40;

/// Values that may be smaller, each by one step, at any depth.
pub(super) fn smaller(value: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    match value {
        Value::Array(items) => list(items, &mut found),
        Value::Object(members) => map(members, &mut found),
        Value::String(text) => texts(text, &mut found),
        Value::Number(number) => numbers(number, &mut found),
        Value::Null | Value::Bool(_) => found.push(json!("a")),
    }
    found
}

fn list(items: &[Value], found: &mut Vec<Value>) {
    found.push(json!("a"));
    found.extend(items.iter().take(8).cloned());
    for (from, to) in chunks(items.len()) {
        let kept = items[..from].iter().chain(&items[to..]);
        found.push(kept.cloned().collect());
    }
    found.push(items.iter().map(|_| json!("a")).collect());
    for (at, item) in items.iter().enumerate() {
        for other in smaller(item) {
            let mut items = items.to_vec();
            items[at] = other;
            found.push(Value::Array(items));
        }
    }
}

fn map(members: &Map<String, Value>, found: &mut Vec<Value>) {
    found.push(json!({ "a": "a" }));
    found.push(json!("a"));
    let ordered = sorted(members);
    let values = ordered.iter().map(|(_, value)| *value);
    found.extend(values.filter(|value| is_container(value)).cloned());
    for (from, to) in chunks(ordered.len()) {
        let kept = ordered[..from].iter().chain(&ordered[to..]);
        let kept = kept.map(|(key, value)| ((*key).to_owned(), (*value).clone()));
        found.push(kept.collect());
    }
    for (key, value) in &ordered {
        for other in smaller(value) {
            let mut members = members.clone();
            members.insert((*key).to_owned(), other);
            found.push(Value::Object(members));
        }
    }
    for (key, value) in &ordered {
        let mut names = Vec::new();
        texts(key, &mut names);
        for name in names.iter().filter_map(Value::as_str) {
            let mut renamed = members.clone();
            renamed.remove(*key);
            if renamed.insert(name.to_owned(), (*value).clone()).is_none() {
                found.push(Value::Object(renamed));
            }
        }
    }
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// Stretches to leave out: halves, quarters and so on, down to single places. Of long
/// sequences only the ends, once the stretches are short.
fn chunks(length: usize) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut size = length;
    while size > 0 {
        let few = length / size <= 16;
        let starts = (0..length).step_by(size);
        let kept = starts.filter(|from| few || *from == 0 || from + size >= length);
        found.extend(kept.map(|from| (from, (from + size).min(length))));
        size /= 2;
    }
    found
}

fn texts(text: &str, found: &mut Vec<Value>) {
    let chars: Vec<char> = text.chars().collect();
    let mut add = |chars: Vec<char>| found.push(Value::String(chars.into_iter().collect()));
    add(vec!['a']);
    add(vec!['a'; chars.len()]);
    for (from, to) in chunks(chars.len()) {
        if chars.len() <= SHORT || to - from > 1 || to == chars.len() {
            add([&chars[..from], &chars[to..]].concat());
        }
    }
    if chars.len() > SHORT {
        return;
    }
    for (at, c) in chars.iter().enumerate().filter(|(_, c)| **c != 'a') {
        let mut plainer = chars.clone();
        plainer[at] = 'a';
        add(plainer.clone());
        if c.is_uppercase() {
            plainer[at] = c.to_lowercase().next().unwrap_or('a');
            add(plainer);
        }
    }
}

fn numbers(number: &Number, found: &mut Vec<Value>) {
    found.extend([json!("a"), json!(1), json!(0)]);
    if let Some(whole) = number.as_i64() {
        found.extend([
            json!(whole / 10),
            json!(whole / 2),
            json!(-whole),
            json!(whole - 1),
        ]);
    } else if let Some(fraction) = number.as_f64() {
        let rounded = [10.0, 1000.0].map(|scale: f64| (fraction * scale).round() / scale);
        found.extend([json!(0.5), json!(1.5), json!(-fraction)]);
        found.extend(rounded.map(|number| json!(number)));
    }
}
