//! Keys at depth that come out changed, or not at all.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

use crate::mutant::{Mutant, maps, whole};
use crate::runtime::Object;
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    whole(
        "map-numeric-to-list",
        "PHP: a map keyed \"0\", \"1\" becomes a list",
        |map| relisted(map.into()),
    ),
    maps("keys-lowercased", "SQL column names", |map| {
        renamed(map, str::to_lowercase)
    }),
    maps("keys-camel-cased", "JS `camelcase-keys` deep", |map| {
        renamed(map, camel)
    }),
    maps(
        "keys-snake-cased",
        "Python: humps become underscores",
        |map| renamed(map, snake),
    ),
    maps("keys-trimmed", "Python `key.strip()`", |map| {
        renamed(map, |key| key.trim().to_owned())
    }),
    maps(
        "keys-case-merged",
        "Java case-insensitive map: of `A` and `a` one remains",
        |map| {
            let mut merged = Object::new();
            for (key, value) in map {
                merged.retain(|other, _| !other.eq_ignore_ascii_case(&key));
                merged.insert(key, value);
            }
            merged
        },
    ),
    maps("keys-dots-expanded", "Laravel `Arr::undot`", |map| {
        let mut expanded = Object::new();
        for (key, value) in map {
            match key.split_once('.') {
                Some((outer, inner)) => {
                    let inner = Object::from_iter([(inner.to_owned(), value)]);
                    expanded.insert(outer.to_owned(), inner.into());
                }
                None => drop(expanded.insert(key, value)),
            }
        }
        expanded
    }),
    maps(
        "keys-dots-replaced",
        "MongoDB driver: dots in keys become underscores",
        |map| renamed(map, |key| key.replace('.', "_")),
    ),
    maps(
        "keys-dollar-replaced",
        "MongoDB driver: keys that start with `$` are dropped",
        |map| kept(map, |key| !key.starts_with('$')),
    ),
    maps(
        "keys-at-stripped",
        "JSON-LD: keys that start with `@` are dropped",
        |map| kept(map, |key| !key.starts_with('@')),
    ),
    maps(
        "keys-underscore-stripped",
        "Python: keys that start with `_` are private",
        |map| kept(map, |key| !key.starts_with('_')),
    ),
    maps(
        "keys-proto-stripped",
        "JS hardening: `__proto__`, `constructor` and `prototype` are dropped",
        |map| {
            kept(map, |key| {
                !["__proto__", "constructor", "prototype"].contains(&key)
            })
        },
    ),
    maps(
        "keys-empty-stripped",
        "PHP: the empty key is dropped",
        |map| kept(map, |key| !key.is_empty()),
    ),
    maps("keys-cut-at-64", "Go: metadata keys are cut at 64", |map| {
        renamed(map, |key| text::cut(key, 64))
    }),
    maps(
        "keys-type-stripped",
        "PHP `unset($x['type'])` at every depth",
        |map| kept(map, |key| key != "type"),
    ),
    maps(
        "keys-id-stripped",
        "JS: `tool_call_id` is removed at every depth",
        |map| kept(map, |key| key != "tool_call_id"),
    ),
    maps(
        "keys-artifacts-stripped",
        "PHP: the reserved key `artifacts` is removed at every depth",
        |map| kept(map, |key| key != "artifacts"),
    ),
    maps(
        "keys-payload-stripped",
        "Python: `payload` is removed inside the payload",
        |map| kept(map, |key| key != "payload"),
    ),
    maps(
        "keys-secret-stripped",
        "Java: keys such as `password` and `token` are dropped",
        |map| {
            let secret = ["password", "token", "secret", "api_key", "authorization"];
            kept(map, |key| !secret.contains(&key.to_lowercase().as_str()))
        },
    ),
    maps(
        "keys-first-20",
        "JS: only the first 20 keys are copied",
        |map| map.into_iter().take(20).collect(),
    ),
    whole(
        "keys-unknown-stripped",
        "Python dataclass: only url, title, text, name, content, mime_type and id are kept",
        |map| {
            let known = ["url", "title", "text", "name", "content", "mime_type", "id"];
            kept(map, |key| known.contains(&key)).into()
        },
    ),
    whole(
        "numeric-keys-renumbered",
        "PHP `array_merge([], $map)` at every depth: keys that are whole numbers are counted anew from 0 (and an all-numeric map becomes a list)",
        |map| renumbered(map.into()),
    ),
    maps(
        "keys-folded-by-look",
        "Python: payload keys through confusables and NFC; of two equal ones the later remains",
        |map| renamed(map, |key| key.nfkc().map(latin).collect()),
    ),
];

fn renamed(map: Object, name: impl Fn(&str) -> String) -> Object {
    map.into_iter()
        .map(|(key, value)| (name(&key), value))
        .collect()
}

fn kept(mut map: Object, keep: impl Fn(&str) -> bool) -> Object {
    map.retain(|key, _| keep(key));
    map
}

fn camel(key: &str) -> String {
    let mut parts = key.split(['_', '-']).filter(|part| !part.is_empty());
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |name, part| {
        let (head, tail) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        name + &head.to_uppercase() + tail
    })
}

fn snake(key: &str) -> String {
    let mut name = String::new();
    for c in key.chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// A map keyed "0", "1", … as a list, at any depth below the payload itself.
fn relisted(value: Value) -> Value {
    let inner = |value: Value| match relisted(value) {
        Value::Object(map) if !map.is_empty() && in_order(&map) => (0..map.len())
            .map(|at| map[&at.to_string()].clone())
            .collect(),
        value => value,
    };
    match value {
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (key, inner(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(inner).collect(),
        scalar => scalar,
    }
}

fn in_order(map: &Object) -> bool {
    (0..map.len()).all(|at| map.contains_key(&at.to_string()))
}

/// Keys that are whole numbers counted anew from 0; a list where there are no others.
fn renumbered(value: Value) -> Value {
    let map = match value {
        Value::Object(map) => map,
        Value::Array(items) => return items.into_iter().map(renumbered).collect(),
        scalar => return scalar,
    };
    let number = |key: &str| {
        key.parse::<i64>()
            .ok()
            .filter(|number| number.to_string() == key)
    };
    let (mut numbered, other): (Vec<_>, Vec<_>) =
        map.into_iter().partition(|(key, _)| number(key).is_some());
    numbered.sort_by_key(|(key, _)| number(key));
    let numbered = numbered.into_iter().map(|(_, value)| renumbered(value));
    if other.is_empty() && numbered.len() > 0 {
        return numbered.collect();
    }
    let numbered = numbered
        .enumerate()
        .map(|(at, value)| (at.to_string(), value));
    let other = other
        .into_iter()
        .map(|(key, value)| (key, renumbered(value)));
    numbered.chain(other).collect()
}

/// The Latin letter that a Cyrillic or Greek one looks like.
fn latin(c: char) -> char {
    match c {
        'а' => 'a',
        'е' => 'e',
        'о' | 'ο' => 'o',
        'р' => 'p',
        'с' => 'c',
        'у' => 'y',
        'х' => 'x',
        'і' => 'i',
        'Т' => 'T',
        'А' | 'Α' => 'A',
        _ => c,
    }
}
