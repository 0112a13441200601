//! Keys and values of the tool that come through.

use serde_json::Value;

use super::with;
use crate::mutant::{Mutant, entry};
use crate::runtime::{Made, Object};

pub(crate) static TABLE: &[Mutant] = &[
    entry(
        "spreads-over-entry",
        "PHP `array_merge($entry, $artifact)`: the tool's keys win",
        |_, made, mut entry| {
            entry.extend(made.artifact.clone());
            entry.into()
        },
    ),
    entry(
        "spreads-under-entry",
        "JS `{ ...artifact, tool_call_id }`: the tool's other keys come through",
        |_, made, entry| extras(made, entry, |_, _| true),
    ),
    entry(
        "keeps-underscore-keys",
        "Python: keys that start with `_` are taken for internal and kept",
        |_, made, entry| extras(made, entry, |key, _| key.starts_with('_')),
    ),
    entry(
        "keeps-x-keys",
        "JS: keys that start with `x-` are kept as extensions",
        |_, made, entry| extras(made, entry, |key, _| key.to_lowercase().starts_with("x-")),
    ),
    entry(
        "keeps-known-optionals",
        "Java: optional title, name, description, mime_type and metadata are copied",
        |_, made, entry| {
            let known = ["title", "name", "description", "mime_type", "metadata"];
            extras(made, entry, |key, _| known.contains(&key))
        },
    ),
    entry(
        "denies-known-keys",
        "PHP `array_diff_key` with a list of forbidden keys lets all others through",
        |_, made, entry| {
            let denied = [
                "id",
                "index",
                "name",
                "title",
                "role",
                "content",
                "success",
                "data",
                "error",
                "artifacts",
                "extra",
                "call_id",
                "toolCallId",
                "metadata",
                "_private",
                "admin",
            ];
            extras(made, entry, |key, _| !denied.contains(&key))
        },
    ),
    entry(
        "keeps-scalar-extras",
        "Go: extra keys are copied when their values are scalars",
        |_, made, entry| {
            extras(made, entry, |_, value| {
                !value.is_object() && !value.is_array()
            })
        },
    ),
    entry(
        "folds-extras-into-payload",
        "Rust `#[serde(flatten)]`: unknown keys end up in the payload",
        |_, made, mut entry| {
            let unknown = extras(made, Object::new(), |key, _| !KEYS.contains(&key));
            if let (Some(payload), Value::Object(unknown)) =
                (entry["payload"].as_object_mut(), unknown)
            {
                payload.extend(unknown);
            }
            entry.into()
        },
    ),
    entry(
        "folds-key-case",
        "Go `encoding/json`: `Type` and `PAYLOAD` are read as `type` and `payload`",
        |_, made, entry| reread(made, entry, str::to_lowercase),
    ),
    entry(
        "flattens-payload",
        "JS `{ type, ...payload, tool_call_id }`",
        |_, _, mut entry| {
            if let Some(Value::Object(payload)) = entry.remove("payload") {
                let own = std::mem::replace(&mut entry, payload);
                entry.extend(own);
            }
            entry.into()
        },
    ),
    entry(
        "payload-overrides-type",
        "JS: a `type` inside the payload wins",
        |_, made, entry| {
            let kind = made.payload_text("type").unwrap_or(made.kind());
            with(entry, "type", kind)
        },
    ),
    entry(
        "rebuilds-first-artifact-only",
        "JS: the first artifact is rebuilt, the others of the call are spread with the id filled in only where missing",
        |_, made, mut entry| {
            if made.nth > 0 {
                entry.extend(made.artifact.clone());
            }
            entry.into()
        },
    ),
    entry(
        "keeps-prototype-keys",
        "JS: own keys `__proto__` and `constructor` come through a filter with `in`",
        |_, made, entry| {
            extras(made, entry, |key, _| {
                ["__proto__", "constructor", "prototype", "toString"].contains(&key)
            })
        },
    ),
    entry(
        "trims-artifact-keys",
        "Python `{k.strip(): v}` over the artifact before it is read, so that `payload ` is the payload and ` tool_call_id` the id",
        |_, made, entry| reread(made, entry, |key| key.trim().to_owned()),
    ),
    entry(
        "reads-artifact-by-position",
        "PHP `$a[0] ?? $a['type']`, `$a[1] ?? $a['payload']`",
        |_, made, entry| {
            reread(made, entry, |key| match key {
                "0" => "type".to_owned(),
                "1" => "payload".to_owned(),
                other => other.to_owned(),
            })
        },
    ),
];

const KEYS: [&str; 3] = ["type", "payload", "tool_call_id"];

/// An entry with those of the tool's other keys that pass.
fn extras(made: &Made, entry: Object, passes: impl Fn(&str, &Value) -> bool) -> Value {
    let extra = made.artifact.iter();
    let extra = extra.filter(|(key, value)| !KEYS.contains(&key.as_str()) && passes(key, value));
    let mut with: Object = extra
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    with.extend(entry);
    with.into()
}

/// An entry that takes what stands under keys that come to the same.
fn reread(made: &Made, mut entry: Object, read: impl Fn(&str) -> String) -> Value {
    for (key, value) in &made.artifact {
        let known = read(key);
        if known != *key && KEYS.contains(&known.as_str()) {
            entry.insert(known, value.clone());
        }
    }
    entry.into()
}
