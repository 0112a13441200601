//! ¶1: which keys and which type an entry has.

use serde_json::{Value, json};

use crate::mutant::{Mutant, entry, kind, wired};
use crate::runtime::{Built, HONEST, Made, Object, Run, Wiring};
use crate::text;

/// Entries that are not exactly `{type, payload, tool_call_id}`.
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
        |_, made, mut entry| {
            for (key, value) in &made.artifact {
                let folded = key.to_lowercase();
                if KEYS.contains(&folded.as_str()) && *key != folded {
                    entry.insert(folded, value.clone());
                }
            }
            entry.into()
        },
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
        "adds-index",
        "JS `map((a, index) => ({ ...entry, index }))`",
        |_, made, entry| with(entry, "index", made.nth),
    ),
    entry(
        "adds-created-at",
        "PHP: a stored row's `created_at` comes along",
        |_, _, entry| with(entry, "created_at", "2026-01-01T00:00:00Z"),
    ),
    entry(
        "adds-tool-name",
        "Python: the tool's name is added for convenience",
        |run, made, entry| with(entry, "tool_name", run.call_of(made).call.name.as_str()),
    ),
    entry(
        "adds-entry-id",
        "Java: the entity's own `id` is serialised",
        |_, _, entry| with(entry, "id", text::random_id("artifact")),
    ),
    entry(
        "adds-success",
        "Go: the result's success flag is copied",
        |_, _, entry| with(entry, "success", true),
    ),
    entry(
        "adds-null-title",
        "Rust: `Option<String>` without `skip_serializing_if`",
        |_, _, entry| with(entry, "title", Value::Null),
    ),
    entry(
        "adds-class",
        "Java Jackson default typing `@class`",
        |_, _, entry| with(entry, "@class", "org.example.Artifact"),
    ),
    entry(
        "adds-camel-id",
        "JS: the id stands under both spellings",
        |_, _, entry| {
            let id = entry["tool_call_id"].clone();
            with(entry, "toolCallId", id)
        },
    ),
    entry(
        "adds-pass-number",
        "Python: `pass` is added from the second pass on",
        |run, made, entry| match run.call_of(made).pass {
            0 => entry.into(),
            pass => with(entry, "pass", pass),
        },
    ),
    entry(
        "adds-error-beside-failure",
        "JS: entries of a batch with a failed call carry `partial`",
        |run, made, entry| {
            let mut batch = run.batch(run.call_of(made).pass);
            match batch.any(|done| done.failure().is_some()) {
                true => with(entry, "partial", true),
                false => entry.into(),
            }
        },
    ),
    entry("renames-id", "JS: `toolCallId`", |_, _, entry| {
        renamed(entry, "tool_call_id", "toolCallId")
    }),
    entry(
        "renames-payload",
        "Python: `data` instead of `payload`",
        |_, _, entry| renamed(entry, "payload", "data"),
    ),
    entry(
        "renames-type",
        "Go: `kind` instead of `type`",
        |_, _, entry| renamed(entry, "type", "kind"),
    ),
    entry(
        "capitalises-keys",
        "Go struct without json tags",
        |_, _, entry| {
            let entry = renamed(entry, "type", "Type");
            json!({ "Type": entry["Type"], "Payload": entry["payload"],
                "ToolCallId": entry["tool_call_id"] })
        },
    ),
    entry(
        "nests-artifact",
        "Java: `{tool_call_id, artifact: {type, payload}}`",
        |_, _, entry| {
            json!({ "tool_call_id": entry["tool_call_id"],
                "artifact": { "type": entry["type"], "payload": entry["payload"] } })
        },
    ),
    wired(
        "groups-by-call",
        &[1],
        "JS: `{tool_call_id, artifacts: […]}`",
        Wiring {
            shape: grouped,
            ..HONEST
        },
    ),
    entry(
        "entry-as-tuple",
        "Python: `[type, payload, tool_call_id]`",
        |_, _, entry| json!([entry["type"], entry["payload"], entry["tool_call_id"]]),
    ),
    entry(
        "entry-as-text",
        "PHP: each entry is a JSON string",
        |_, _, entry| Value::Object(entry).to_string().into(),
    ),
    entry(
        "omits-null-id",
        "Rust `skip_serializing_if = \"Option::is_none\"` on the id",
        |_, _, entry| omitted(entry, "tool_call_id", Value::is_null),
    ),
    entry(
        "omits-empty-payload",
        "Go `omitempty` on the payload",
        |_, _, entry| omitted(entry, "payload", empty),
    ),
    entry(
        "omits-falsy-members",
        "PHP `array_filter($entry)`: \"0\", \"\" and empty maps go",
        |_, _, entry| {
            let members = entry.into_iter();
            members
                .filter(|(_, value)| !empty(value) && !value.is_null() && value != "0")
                .collect()
        },
    ),
    entry(
        "omits-default-type",
        "Java: a type equal to the default is not serialised",
        |_, _, entry| omitted(entry, "type", |kind| kind == "link" || kind == "text"),
    ),
    kind("type-lowercased", "PHP `strtolower($type)`", |kind| {
        kind.to_lowercase().into()
    }),
    kind("type-trimmed", "Python `type.strip()`", |kind| {
        kind.trim().into()
    }),
    kind("type-prefixed", "JS: `artifact/` before the type", |kind| {
        format!("artifact/{kind}").into()
    }),
    kind(
        "type-mapped",
        "Python: text becomes text/plain, image becomes image/png",
        |kind| match kind {
            "text" => "text/plain".into(),
            "image" => "image/png".into(),
            other => other.into(),
        },
    ),
    kind(
        "type-unknown",
        "Java enum: types it does not know become `unknown`",
        |kind| match kind {
            "link" | "text" | "image" | "file" | "table" | "json" => kind.into(),
            _ => "unknown".into(),
        },
    ),
    kind("type-cut-at-32", "SQL column varchar(32)", |kind| {
        text::cut(kind, 32).into()
    }),
    kind(
        "type-slugged",
        "PHP machine name: anything else than `[a-z0-9_]` becomes `_`",
        |kind| text::replaced(kind, |c| !matches!(c, 'a'..='z' | '0'..='9' | '_'), '_').into(),
    ),
    kind(
        "type-as-number",
        "PHP array key: a numeric type becomes an integer",
        |kind| kind.parse::<i64>().map_or(kind.into(), Value::from),
    ),
    kind("type-before-slash", "JS `type.split(\"/\")[0]`", |kind| {
        kind.split('/').next().into()
    }),
    entry(
        "type-from-first",
        "JS: the type is read once a call",
        |run, made, entry| {
            let first = run.call_of(made).handed()[0]["type"].clone();
            with(entry, "type", first)
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

fn with(mut entry: Object, key: &str, value: impl Into<Value>) -> Value {
    entry.insert(key.to_owned(), value.into());
    entry.into()
}

fn renamed(mut entry: Object, from: &str, to: &str) -> Value {
    let value = entry.remove(from).unwrap_or_default();
    with(entry, to, value)
}

fn omitted(mut entry: Object, key: &str, when: impl Fn(&Value) -> bool) -> Value {
    if entry.get(key).is_some_and(when) {
        entry.remove(key);
    }
    entry.into()
}

/// Whether a member is an empty text, list or map.
fn empty(value: &Value) -> bool {
    *value == "" || *value == json!({}) || *value == json!([])
}

fn grouped(run: &Run<'_>, built: Vec<Built>) -> Option<Value> {
    let mut groups: Vec<(usize, Value)> = Vec::new();
    for Built { made, entry } in built {
        let artifact = json!({ "type": entry["type"], "payload": entry["payload"] });
        match groups.iter_mut().find(|(call, _)| *call == made.call) {
            Some((_, group)) => {
                let artifacts = group["artifacts"].as_array_mut();
                artifacts
                    .into_iter()
                    .for_each(|list| list.push(artifact.clone()));
            }
            None => groups.push((
                made.call,
                json!({
                    "tool_call_id": run.call_of(&made).id,
                    "artifacts": [artifact],
                }),
            )),
        }
    }
    Some(groups.into_iter().map(|(_, group)| group).collect())
}
