//! Entries that come out otherwise under one exposure: ¶1 and ¶4.

use serde_json::{Value, json};

use super::{is_exposed, is_hidden};
use crate::mutant::{Mutant, deliver, wired};
use crate::runtime::{Built, Exposure, HONEST, Wiring};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    wired(
        "count-unless-exposed",
        &[1, 4],
        "JS: a hidden port reports a number",
        Wiring {
            shape: |run, built| match is_exposed(run) {
                true => Some(built.into_iter().map(|built| built.entry).collect()),
                false => Some(built.len().into()),
            },
            ..HONEST
        },
    ),
    deliver(
        "extra-key-when-hidden",
        &[1, 4],
        "PHP: the hidden path spreads the tool's keys",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let mut entry = built.made.artifact.clone();
                entry.extend(built.entry.as_object().cloned().unwrap_or_default());
                entry.into()
            })
        },
    ),
    deliver(
        "extra-key-when-exposed",
        &[1, 4],
        "JS: entries for display get a `visible`",
        |run, built| {
            altered(built, is_exposed(run), |built| {
                with(built, "visible", true.into())
            })
        },
    ),
    deliver(
        "id-null-when-hidden",
        &[1, 4],
        "Python: the hidden path has no call at hand",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                with(built, "tool_call_id", Value::Null)
            })
        },
    ),
    deliver(
        "id-from-tool-when-exposed",
        &[1, 4],
        "Go: the display path trusts the tool's id",
        |run, built| {
            altered(built, is_exposed(run), |built| {
                match built.made.artifact.get("tool_call_id") {
                    Some(id) => with(built, "tool_call_id", id.clone()),
                    None => built.entry.clone(),
                }
            })
        },
    ),
    deliver(
        "payload-redacted-when-hidden",
        &[1, 4],
        "Java: hidden values are masked",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let keys = built
                    .made
                    .payload()
                    .as_object()
                    .into_iter()
                    .flat_map(|map| map.keys());
                let masked = keys.map(|key| (key.clone(), json!("***")));
                with(built, "payload", masked.collect())
            })
        },
    ),
    deliver(
        "payload-cut-when-hidden",
        &[1, 4],
        "Python: strings are previews of 12 characters",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let members = built.made.payload().as_object().into_iter().flatten();
                let members = members.map(|(key, value)| match value {
                    Value::String(value) => (key.clone(), text::cut(value, 12).into()),
                    value => (key.clone(), value.clone()),
                });
                with(built, "payload", members.collect())
            })
        },
    ),
    deliver(
        "payload-emptied-by-default",
        &[1, 4],
        "PHP: unexposed values are emptied, their entries kept",
        |run, built| {
            altered(built, run.exposure() == Exposure::Default, |built| {
                with(built, "payload", json!({}))
            })
        },
    ),
    deliver(
        "type-masked-when-hidden",
        &[1, 4],
        "JS: `type: \"hidden\"`",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                with(built, "type", "hidden".into())
            })
        },
    ),
    deliver(
        "duplicates-when-exposed",
        &[1, 4],
        "PHP: once from the port, once from the turn",
        |run, built| match is_exposed(run) {
            true => [built.clone(), built].concat(),
            false => built,
        },
    ),
    deliver(
        "placeholders-when-hidden",
        &[1, 4],
        "Go: null for each entry",
        |run, built| altered(built, is_hidden(run), |_| Value::Null),
    ),
    wired(
        "wrapped-when-exposed",
        &[1, 4],
        "JS: `{value: […]}`",
        Wiring {
            shape: |run, built| {
                let list: Value = built.into_iter().map(|built| built.entry).collect();
                Some(if is_exposed(run) {
                    json!({ "value": list })
                } else {
                    list
                })
            },
            ..HONEST
        },
    ),
    wired(
        "placeholder-when-exposed",
        &[1, 4],
        "JS: an empty list on a shown port is filled with one placeholder entry",
        Wiring {
            shape: |run, built| {
                let placeholder = json!({ "type": "none", "payload": {}, "tool_call_id": null });
                match built.is_empty() && is_exposed(run) {
                    true => Some(json!([placeholder])),
                    false => Some(built.into_iter().map(|built| built.entry).collect()),
                }
            },
            ..HONEST
        },
    ),
];

fn altered(mut built: Vec<Built>, when: bool, alter: impl Fn(&Built) -> Value) -> Vec<Built> {
    for built in built.iter_mut().filter(|_| when) {
        built.entry = alter(built);
    }
    built
}

fn with(built: &Built, key: &str, value: Value) -> Value {
    let mut entry = built.entry.clone();
    entry[key] = value;
    entry
}
