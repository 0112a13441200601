//! Keys added, renamed and left out, and entries of another shape.

use serde_json::{Value, json};

use super::with;
use crate::mutant::{Mutant, entry, wired};
use crate::runtime::{Built, HONEST, Object, Run, Wiring};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
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
];

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
