//! Numbers, nulls, empty values, depth and lists that come out changed.

use serde_json::{Value, json};

use crate::mutant::{Mutant, lists, maps, scalars, whole};
use crate::runtime::Object;
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    scalars(
        "number-bool-to-int",
        "PHP: true and false through a tinyint column",
        |value| match value {
            Value::Bool(value) => i64::from(*value).into(),
            other => other.clone(),
        },
    ),
    scalars(
        "number-int-to-text",
        "JS: identifiers made strings past six digits",
        |value| match value.as_i64() {
            Some(number) if number.abs() > 999_999 => number.to_string().into(),
            _ => value.clone(),
        },
    ),
    scalars(
        "number-all-to-text",
        "PHP form values: every number is a string",
        |value| match value {
            Value::Number(number) => number.to_string().into(),
            other => other.clone(),
        },
    ),
    scalars("number-rounded-2", "PHP `round($x, 2)`", |value| {
        fraction(value, |x| (x * 100.0).round() / 100.0)
    }),
    scalars(
        "number-rounded-6",
        "SQL FLOAT: six significant digits",
        |value| fraction(value, |x| format!("{x:.5e}").parse().unwrap_or(x)),
    ),
    scalars("number-float32", "Go `float32`", |value| {
        number(value, |x| {
            #[allow(clippy::cast_possible_truncation)]
            f64::from(x as f32)
        })
    }),
    scalars(
        "number-int32",
        "Java `int`: wraps past 2^31",
        |value| match value.as_i64() {
            #[allow(clippy::cast_possible_truncation)]
            Some(number) => (number as i32).into(),
            None => value.clone(),
        },
    ),
    scalars(
        "number-truncated",
        "PHP `(int)` on every number",
        |value| match value.as_f64() {
            Some(number) if number.fract() != 0.0 => text::whole(number.trunc()),
            _ => value.clone(),
        },
    ),
    scalars(
        "number-negative-zeroed",
        "Go `uint`: negative numbers become 0",
        |value| match value.as_f64() {
            Some(number) if number < 0.0 => 0.into(),
            _ => value.clone(),
        },
    ),
    maps("nulls-stripped", "Java `Include.NON_NULL`", |map| {
        kept(map, |value| !value.is_null())
    }),
    maps("nulls-to-empty-text", "Go: a nil string is \"\"", |map| {
        mapped(map, |value| match value {
            Value::Null => "".into(),
            value => value,
        })
    }),
    lists(
        "nulls-out-of-lists",
        "JS `filter(x => x != null)`",
        |items| items.into_iter().filter(|item| !item.is_null()).collect(),
    ),
    maps(
        "empty-texts-stripped",
        "Java `Include.NON_EMPTY` on strings",
        |map| kept(map, |value| value != ""),
    ),
    maps("empty-lists-stripped", "Go `omitempty` on slices", |map| {
        kept(map, |value| *value != json!([]))
    }),
    maps("empty-maps-stripped", "Go `omitempty` on maps", |map| {
        kept(map, |value| *value != json!({}))
    }),
    lists(
        "empty-lists-to-null",
        "Go: a nil slice is null",
        |items| match items.is_empty() {
            true => Value::Null,
            false => items.into(),
        },
    ),
    maps(
        "falsy-stripped",
        "PHP `array_filter` at every depth",
        |map| {
            kept(map, |value| {
                let falsy = [
                    json!(null),
                    json!(false),
                    json!(0),
                    json!(0.0),
                    json!(""),
                    json!("0"),
                    json!([]),
                    json!({}),
                ];
                !falsy.contains(value)
            })
        },
    ),
    maps(
        "false-stripped",
        "protobuf: default scalars are not sent",
        |map| {
            kept(map, |value| {
                ![json!(false), json!(0), json!("")].contains(value)
            })
        },
    ),
    whole(
        "depth-4",
        "Python log formatter: deeper levels become text",
        |map| beyond(map.into(), 4, &|value| Some(value.to_string().into())),
    ),
    whole(
        "depth-10",
        "JS `depth: 10`: deeper levels become null",
        |map| beyond(map.into(), 10, &|_| Some(Value::Null)),
    ),
    whole("depth-20", "Java: deeper levels are dropped", |map| {
        beyond(map.into(), 20, &|_| None)
    }),
    lists(
        "list-sorted",
        "Python `sorted(…)` of plain lists",
        |mut items| {
            if items
                .iter()
                .all(|item| !item.is_object() && !item.is_array())
            {
                items.sort_by_key(Value::to_string);
            }
            items.into()
        },
    ),
    lists("list-deduplicated", "JS `[...new Set(list)]`", |items| {
        let mut seen: Vec<Value> = Vec::new();
        for item in items {
            if !seen.contains(&item) {
                seen.push(item);
            }
        }
        seen.into()
    }),
    lists(
        "list-reversed",
        "PHP `array_unshift` while copying",
        |mut items| {
            items.reverse();
            items.into()
        },
    ),
    lists(
        "list-unwrapped",
        "XML to JSON: a list of one is its item",
        |mut items| match items.len() {
            1 => items.remove(0),
            _ => items.into(),
        },
    ),
    lists("list-flattened", "JS `flat(Infinity)`", |items| {
        let flat = items.into_iter().flat_map(|item| match item {
            Value::Array(inner) => inner,
            item => vec![item],
        });
        flat.collect()
    }),
    lists("list-cut-at-100", "Python `items[:100]`", |mut items| {
        items.truncate(100);
        items.into()
    }),
    lists(
        "list-keyed",
        "PHP: nested lists become maps keyed \"0\", \"1\"",
        |items| match items.is_empty() {
            true => json!([]),
            false => numbered(items),
        },
    ),
];

fn fraction(value: &Value, round: impl Fn(f64) -> f64) -> Value {
    match value.as_f64() {
        Some(number) if number.fract() != 0.0 => round(number).into(),
        _ => value.clone(),
    }
}

fn number(value: &Value, change: impl Fn(f64) -> f64) -> Value {
    match value.as_f64().map(|number| (number, change(number))) {
        Some((before, after)) if before != after && after.fract() == 0.0 => text::whole(after),
        Some((before, after)) if before != after => after.into(),
        _ => value.clone(),
    }
}

fn kept(mut map: Object, keep: impl Fn(&Value) -> bool) -> Object {
    map.retain(|_, value| keep(value));
    map
}

fn mapped(map: Object, change: impl Fn(Value) -> Value) -> Object {
    map.into_iter()
        .map(|(key, value)| (key, change(value)))
        .collect()
}

fn numbered(items: Vec<Value>) -> Value {
    let items = items.into_iter().enumerate();
    items.map(|(at, item)| (at.to_string(), item)).collect()
}

/// A value whose maps and lists below a depth become something else, or go.
fn beyond(value: Value, depth: usize, deep: &dyn Fn(&Value) -> Option<Value>) -> Value {
    let inner = |value: Value| match (&value, depth) {
        (Value::Array(_) | Value::Object(_), 0) => deep(&value),
        _ => Some(beyond(value, depth.saturating_sub(1), deep)),
    };
    match value {
        Value::Object(map) => {
            let members = map.into_iter();
            members
                .filter_map(|(key, value)| Some((key, inner(value)?)))
                .collect()
        }
        Value::Array(items) => items.into_iter().filter_map(inner).collect(),
        scalar => scalar,
    }
}
