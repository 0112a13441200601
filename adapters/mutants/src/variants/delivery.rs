//! How entries are listed, which artifacts are taken, and which ports there are.

use flowdrop_conformance::adapter::{ObservedPort, ObservedPorts};
use flowdrop_conformance::scenario::{CallId, ToolCall};
use serde_json::{Value, json};

use super::variant;
use crate::mutant::Mutant;
use crate::runtime::{
    Built, Change, Done, HONEST, Lists, Made, Object, Run, Wiring, accept, ports, render,
};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    collected(
        "entries-in-completion-order",
        "as calls finish",
        |run, mut made| {
            made.sort_by_key(|made| (run.call_of(made).pass, run.call_of(made).finished));
            made
        },
    ),
    collected("entries-reversed", "last first", |_, made| {
        made.into_iter().rev().collect()
    }),
    collected("entries-sorted-by-type", "by type", |_, mut made| {
        made.sort_by(|one, other| one.kind().cmp(other.kind()));
        made
    }),
    variant(
        "entries-per-pass",
        "one list a pass",
        Wiring {
            lists: Lists::Pass,
            ..HONEST
        },
    ),
    variant(
        "entries-accumulate",
        "one list a pass, with those of the passes before",
        Wiring {
            lists: Lists::Growing,
            ..HONEST
        },
    ),
    variant(
        "entries-both",
        "a list a pass and one for the run",
        Wiring {
            lists: Lists::Both,
            ..HONEST
        },
    ),
    shaped(
        "absent-when-empty",
        "no list where there is nothing",
        |_, built| match built.is_empty() {
            true => None,
            false => Some(list(built)),
        },
    ),
    shaped(
        "null-when-empty",
        "null where there is nothing",
        |_, built| match built.is_empty() {
            true => Some(Value::Null),
            false => Some(list(built)),
        },
    ),
    identified(
        "minted-ids",
        "calls without an id get a random one, in messages and entries",
        |_, call| match call.tool_call_id.given() {
            Some(id) => id.into(),
            None => text::random_id("call").into(),
        },
    ),
    identified(
        "minted-ids-counted",
        "calls without an id get \"call_0\"",
        |run, call| match call.tool_call_id.given() {
            Some(id) => id.into(),
            None => format!("call-without-id-{}", run.done.len()).into(),
        },
    ),
    identified(
        "empty-ids",
        "\"\" for a call without an id",
        |_, call| match &call.tool_call_id {
            CallId::Text(id) => id.as_str().into(),
            CallId::Missing | CallId::Null => "".into(),
        },
    ),
    variant(
        "keys-in-other-order",
        "tool_call_id first",
        Wiring {
            entry: |_, _, entry| entry.into_iter().rev().collect(),
            ..HONEST
        },
    ),
    lifted(
        "failed-artifacts-kept",
        "a reported failure's artifacts are delivered",
        |_, done| match done.repeat_of {
            Some(_) => Vec::new(),
            None => done
                .handed()
                .into_iter()
                .map(|artifact| Value::Object(artifact.clone()))
                .collect(),
        },
    ),
    lifted(
        "malformed-kept",
        "entries with odd type or payload are delivered as they are",
        |_, done| accepted(done, Value::is_object),
    ),
    lifted(
        "empty-list-payloads-kept",
        "PHP: an empty list is taken for an empty map",
        |_, done| {
            accepted(done, |artifact| {
                accept(artifact) || artifact["payload"] == json!([]) && artifact["type"].is_string()
            })
        },
    ),
    lifted(
        "data-artifacts-lifted",
        "a top-level `artifacts` key of data is lifted",
        |_, done| {
            let mut lifted = accepted(done, accept);
            if done.succeeded() && done.repeat_of.is_none() {
                let data = done.data().get("artifacts").and_then(Value::as_array);
                lifted.extend(
                    data.into_iter()
                        .flatten()
                        .filter(|artifact| accept(artifact))
                        .cloned(),
                );
            }
            lifted
        },
    ),
    variant(
        "data-artifacts-told",
        "a top-level `artifacts` key of data stays in the text",
        Wiring {
            say: |run, done| match done.succeeded() {
                true => render(done.data()),
                false => crate::runtime::say(run, done),
            },
            ..HONEST
        },
    ),
    variant(
        "empty-maps-as-lists",
        "PHP: `{}` is `[]`",
        Wiring {
            payload: Change::Made(|_, made| as_lists(made.payload())),
            render: |data| render(&as_lists(data)),
            ..HONEST
        },
    ),
    variant(
        "whole-numbers-as-fractions",
        "JS-like: 1 is 1.0",
        Wiring {
            payload: Change::Scalars(|value| match value.as_i64().filter(|n| n.abs() < 1 << 52) {
                #[allow(clippy::cast_precision_loss)]
                Some(number) => (number as f64).into(),
                None => value.clone(),
            }),
            ..HONEST
        },
    ),
    variant(
        "fractions-as-whole-numbers",
        "1.0 is 1",
        Wiring {
            payload: Change::Scalars(|value| match value.as_f64() {
                Some(number) if number.fract() == 0.0 && number.abs() < 1e15 => text::whole(number),
                _ => value.clone(),
            }),
            ..HONEST
        },
    ),
    collected(
        "bounds-exact",
        "exactly 50 artifacts, 512,000 bytes a payload, 2,000,000 a run",
        bounded,
    ),
    variant(
        "never-exposed",
        "no override can expose the port",
        Wiring {
            exposed: |_| false,
            ..HONEST
        },
    ),
    variant(
        "ports-all",
        "other ports are listed too",
        Wiring {
            ports: all_ports,
            ..HONEST
        },
    ),
];

const fn collected(
    name: &'static str,
    story: &'static str,
    collect: fn(&Run<'_>, Vec<Made>) -> Vec<Made>,
) -> Mutant {
    variant(name, story, Wiring { collect, ..HONEST })
}

const fn shaped(
    name: &'static str,
    story: &'static str,
    shape: fn(&Run<'_>, Vec<Built>) -> Option<Value>,
) -> Mutant {
    variant(name, story, Wiring { shape, ..HONEST })
}

const fn identified(
    name: &'static str,
    story: &'static str,
    own_id: fn(&Run<'_>, &ToolCall) -> Value,
) -> Mutant {
    variant(name, story, Wiring { own_id, ..HONEST })
}

const fn lifted(
    name: &'static str,
    story: &'static str,
    lift: fn(&Run<'_>, &Done<'_>) -> Vec<Value>,
) -> Mutant {
    variant(name, story, Wiring { lift, ..HONEST })
}

fn list(built: Vec<Built>) -> Value {
    built.into_iter().map(|built| built.entry).collect()
}

/// Those artifacts of a success that pass.
fn accepted(done: &Done<'_>, passes: impl Fn(&Value) -> bool) -> Vec<Value> {
    let result = done
        .result
        .filter(|_| done.succeeded() && done.repeat_of.is_none());
    let artifacts = result.map(|result| &result.artifacts).into_iter().flatten();
    artifacts
        .filter(|artifact| passes(artifact))
        .cloned()
        .collect()
}

fn as_lists(value: &Value) -> Value {
    match value {
        Value::Object(map) if map.is_empty() => json!([]),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), as_lists(value)))
            .collect::<Object>()
            .into(),
        Value::Array(items) => items.iter().map(as_lists).collect(),
        scalar => scalar.clone(),
    }
}

/// RT-TOOL-6's least bounds, to the byte.
fn bounded(_: &Run<'_>, mut made: Vec<Made>) -> Vec<Made> {
    let (mut count, mut total) = (0, 0);
    made.retain(|made| {
        let size = made.payload().to_string().len();
        let fits = count < 50 && size <= 512_000 && total + size <= 2_000_000;
        if fits {
            count += 1;
            total += size;
        }
        fits
    });
    made
}

fn all_ports(run: &Run<'_>, exposed: bool) -> Option<ObservedPorts> {
    let mut all = ports(run, exposed)?;
    for (id, exposed) in [
        ("tool_messages", true),
        ("skipped", false),
        ("response", true),
    ] {
        let exposed = run.scenario.node.ports.output(id).unwrap_or(exposed);
        all.outputs.insert(
            0,
            ObservedPort {
                id: id.to_owned(),
                exposed,
            },
        );
    }
    Some(all)
}
