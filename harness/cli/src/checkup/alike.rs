//! Whether two observations of one scenario say the same.

use flowdrop_conformance::adapter::{Invoked, Observation};
use serde_json::Value;

/// The way to the first place in which two observations differ. The order in which calls
/// returned is not looked at: nothing promises it.
pub(super) fn difference(first: &Observation, second: &Observation) -> Option<String> {
    let (first, second) = (comparable(first), comparable(second));
    let mut way = Vec::new();
    differs(&first, &second, &mut way).then(|| way.join("."))
}

/// Whether a text stands anywhere in an observation.
pub(super) fn holds(observation: &Observation, text: &str) -> bool {
    comparable(observation).to_string().contains(text)
}

fn comparable(observation: &Observation) -> Value {
    let mut plain = observation.clone();
    for pass in &mut plain.passes {
        pass.invoked
            .sort_by(|a: &Invoked, b: &Invoked| a.script.cmp(&b.script));
    }
    // What cannot be written as JSON is different from everything.
    serde_json::to_value(&plain).unwrap_or(Value::Null)
}

fn differs(first: &Value, second: &Value, way: &mut Vec<String>) -> bool {
    match (first, second) {
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            let mut keys = keys.map(String::as_str);
            keys.any(|key| at(key, a.get(key), b.get(key), way))
        }
        (Value::Array(a), Value::Array(b)) => (0..a.len().max(b.len()))
            .any(|index| at(&index.to_string(), a.get(index), b.get(index), way)),
        (a, b) => a != b,
    }
}

fn at(step: &str, first: Option<&Value>, second: Option<&Value>, way: &mut Vec<String>) -> bool {
    way.push(step.to_owned());
    let found = match (first, second) {
        (Some(first), Some(second)) => differs(first, second, way),
        _ => true,
    };
    if !found {
        way.pop();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn observed(json: Value) -> Observation {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn the_first_difference_is_told_by_the_way_to_it() {
        let of = |content: &str| {
            observed(json!({ "passes": [{ "tool_messages": [
            { "tool_call_id": "c1", "content": "same" }, { "tool_call_id": "c2", "content": content } ] }] }))
        };
        assert_eq!(difference(&of("a"), &of("a")), None);
        let way = difference(&of("a"), &of("b"));
        assert_eq!(way.as_deref(), Some("passes.0.tool_messages.1.content"));
    }

    #[test]
    fn the_order_of_completion_is_no_difference() {
        let of = |order: [&str; 2]| {
            let invoked = order.map(|script| json!({ "script": script, "artifacts": 1 }));
            observed(json!({ "passes": [{ "invoked": invoked }] }))
        };
        assert_eq!(difference(&of(["s1", "s2"]), &of(["s2", "s1"])), None);
    }
}
