//! The wiring that keeps the rule.

use flowdrop_conformance::adapter::{Feature, ObservedPorts};
use flowdrop_conformance::scenario::{CallId, Failure, TOOL_ARTIFACTS, ToolCall};
use serde_json::{Value, json};

use super::{Built, Calls, Change, Done, Lists, Made, Repeats, Run, Wiring};

/// Everything that the runtime can do.
pub(crate) const FEATURES: &[Feature] = &[
    Feature::ConcurrentCalls,
    Feature::Passes,
    Feature::NullId,
    Feature::RepeatedId,
    Feature::Raises,
    Feature::DataAny,
    Feature::Exposure,
];

/// The wiring that keeps the rule.
pub(crate) const HONEST: Wiring = Wiring {
    features: FEATURES,
    calls: Calls::Together,
    repeats: Repeats::Answered,
    own_id,
    ends: |_| false,
    exposed: |run| {
        run.scenario
            .node
            .ports
            .output(TOOL_ARTIFACTS)
            .unwrap_or(false)
    },
    shown: None,
    ports,
    lift,
    collect: |_, made| made,
    keep: None,
    id: |run, made| run.call_of(made).id.clone(),
    id_change: None,
    kind: |kind| kind.into(),
    payload: Change::Nothing,
    entry: |_, _, entry| Value::Object(entry),
    deliver: |_, built| built,
    gives_up: None,
    shape: |_, built| Some(list(built)),
    lists: Lists::Run,
    render,
    fail,
    say,
    leak: None,
    arrange: |_, messages| messages,
    input: |_, messages| Some(messages),
};

/// The call's id as the model gave it; null if it gave none.
fn own_id(_: &Run<'_>, call: &ToolCall) -> Value {
    match &call.tool_call_id {
        CallId::Text(id) => id.as_str().into(),
        CallId::Missing | CallId::Null => Value::Null,
    }
}

/// The port, and whether it is exposed.
pub(crate) fn ports(_: &Run<'_>, exposed: bool) -> Option<ObservedPorts> {
    Some(ObservedPorts::output(TOOL_ARTIFACTS, exposed))
}

/// Whether an artifact is well formed (RT-TOOL-2, RT-TOOL-6).
pub(crate) fn accept(artifact: &Value) -> bool {
    let kind = artifact.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| !kind.is_empty())
        && artifact.get("payload").is_some_and(Value::is_object)
}

/// A successful call's well-formed artifacts; a repeat has none of its own.
fn lift(_: &Run<'_>, done: &Done<'_>) -> Vec<Value> {
    if done.repeat_of.is_some() || !done.succeeded() {
        return Vec::new();
    }
    let handed = done.handed().into_iter();
    handed
        .map(|artifact| Value::Object(artifact.clone()))
        .collect()
}

fn list(built: Vec<Built>) -> Value {
    built.into_iter().map(|built| built.entry).collect()
}

/// Data in words: a lone `result` as it is, text as it is, all else as JSON.
pub(crate) fn render(data: &Value) -> Value {
    match data {
        Value::String(text) => text.as_str().into(),
        Value::Object(map) if map.len() == 1 && map.contains_key("result") => {
            render(&map["result"])
        }
        other => other.to_string().into(),
    }
}

fn fail(failure: Failure<'_>) -> Value {
    let (Failure::Reported(message) | Failure::Raised(message)) = failure;
    format!("Error: {message}").into()
}

/// A call's message, from its data or its failure alone.
pub(crate) fn say(run: &Run<'_>, done: &Done<'_>) -> Value {
    let unknown = || {
        json!(format!(
            "Error: {} is not an available tool.",
            done.call.name
        ))
    };
    match (done.result, done.failure()) {
        (None, _) => unknown(),
        (_, Some(failure)) => (run.wiring.fail)(failure),
        _ => (run.wiring.render)(&without_reserved(done.data())),
    }
}

/// RT-TOOL-2: the reserved key is never in the data.
fn without_reserved(data: &Value) -> Value {
    let mut data = data.clone();
    if let Some(map) = data.as_object_mut() {
        map.remove("artifacts");
    }
    data
}

impl Made {
    /// An artifact of a call.
    pub(crate) fn new(call: usize, nth: usize, artifact: Value) -> Made {
        match artifact {
            Value::Object(artifact) => Made {
                call,
                nth,
                artifact,
                whole: None,
            },
            other => Made {
                call,
                nth,
                artifact: super::Object::from_iter([("payload".to_owned(), other)]),
                whole: None,
            },
        }
    }
}
