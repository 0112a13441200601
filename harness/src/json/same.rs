//! Sameness under the latitude that the rule leaves to languages.

use serde_json::{Map, Number, Value};

use super::sorted;

/// Whether a delivered value is the expected one.
///
/// Key order is open (maps are compared as maps); numbers are compared by value, however
/// they are spelled; an empty map may come back as an empty list, since some languages
/// cannot tell the two apart. Everything else must be equal, strings by code point.
pub(crate) fn same(expected: &Value, actual: &Value) -> bool {
    match (expected, actual) {
        (Value::Number(a), Value::Number(b)) => match (a.as_i64(), b.as_i64()) {
            (Some(a), Some(b)) => a == b,
            _ => number_key(a) == number_key(b),
        },
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Array(b)) => a.is_empty() && b.is_empty(),
        (Value::Object(a), Value::Object(b)) => same_maps(a, b),
        _ => expected == actual,
    }
}

fn same_maps(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    a.len() == b.len()
        && a.iter()
            .all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
}

/// A spelling that equal numbers share.
///
/// Whole numbers that fit are written out in full; others as the shortest decimal of
/// their double. Goes through text, because what a `Number` holds depends on
/// serde_json's features.
pub(crate) fn number_key(number: &Number) -> String {
    if let Some(whole) = number.as_i64() {
        return whole.to_string();
    }
    let text = number.to_string();
    if let Ok(whole) = text.parse::<i128>() {
        return whole.to_string();
    }
    match text.parse::<f64>() {
        Ok(float) if float.fract() == 0.0 && float.abs() < 1e30 => {
            format!("{float:.0}").replace("-0", "0")
        }
        Ok(float) => format!("{float:e}"),
        Err(_) => text,
    }
}

/// A spelling that values which are [`same`] both ways share: sorted keys, numbers by
/// value. Empty maps and lists keep their own spelling.
pub(crate) fn canonical(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, "{}", &mut out);
    out
}

/// As [`canonical`], where empty maps and empty lists need not be told apart.
pub(crate) fn canonical_unified(value: &Value) -> String {
    let mut out = String::new();
    write_canonical(value, "[]", &mut out);
    out
}

fn write_canonical(value: &Value, empty_map: &str, out: &mut String) {
    match value {
        Value::Number(number) => out.push_str(&number_key(number)),
        Value::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, empty_map, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(members) if members.is_empty() => out.push_str(empty_map),
        Value::Object(members) => {
            out.push('{');
            for (key, value) in sorted(members) {
                write_text(key, out);
                out.push(':');
                write_canonical(value, empty_map, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::String(text) => write_text(text, out),
        other => out.push_str(&other.to_string()),
    }
}

/// A string as serde_json writes it. Most need no escapes.
fn write_text(text: &str, out: &mut String) {
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&Value::from(text).to_string());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn equal_numbers_may_be_spelled_apart() {
        for (a, b) in [
            ("1", "1.0"),
            ("1.0", "1.00"),
            ("100", "1e2"),
            ("0", "-0.0"),
            ("0.1", "1e-1"),
            ("-10", "-10.0"),
            ("9007199254740991", "9007199254740991.0"),
            ("-9007199254740991", "-9.007199254740991e15"),
            ("1784.0315960923133", "0.17840315960923133e4"),
        ] {
            assert!(same(&parsed(a), &parsed(b)), "{a} {b}");
            assert_eq!(canonical(&parsed(a)), canonical(&parsed(b)), "{a} {b}");
        }
        for (a, b) in [
            ("1", "2"),
            ("0.1", "0.10000000149"),
            ("9007199254740991", "9007199254740990"),
        ] {
            assert!(!same(&parsed(a), &parsed(b)), "{a} {b}");
        }
    }

    #[test]
    fn an_empty_map_may_come_back_as_an_empty_list_and_nothing_else_may() {
        assert!(same(&json!({"a": {}}), &json!({"a": []})));
        assert!(!same(&json!({"a": []}), &json!({"a": {}})));
        assert!(!same(&json!({"0": "a"}), &json!(["a"])));
        assert!(!same(&json!("1"), &json!(1)));
        assert!(!same(&json!(null), &json!([])));
    }

    #[test]
    fn strings_are_compared_by_code_point() {
        assert!(!same(&json!("\u{e9}"), &json!("e\u{301}")));
        assert!(!same(&json!("a "), &json!("a")));
    }
}
