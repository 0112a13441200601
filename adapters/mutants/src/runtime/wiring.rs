//! The places at which the runtime can be wired otherwise.

use flowdrop_conformance::adapter::{Feature, ObservedPorts};
use flowdrop_conformance::scenario::{Failure, ToolCall};
use serde_json::{Map, Value};

use super::{Done, Message, Place, Run};

/// A JSON map.
pub(crate) type Object = Map<String, Value>;

/// What the runtime asks at each place where real code goes wrong.
#[derive(Clone, Copy)]
pub(crate) struct Wiring {
    /// What the adapter announces.
    pub(crate) features: &'static [Feature],
    /// How the calls of a batch are made.
    pub(crate) calls: Calls,
    /// What becomes of a call whose id is already recorded.
    pub(crate) repeats: Repeats,
    /// The id by which the runtime knows a call.
    pub(crate) own_id: fn(&Run<'_>, &ToolCall) -> Value,
    /// Whether this outcome ends the run.
    pub(crate) ends: fn(&Done<'_>) -> bool,

    /// Whether the port is exposed.
    pub(crate) exposed: fn(&Run<'_>) -> bool,
    /// Whether it is shown all the same where no override says anything.
    pub(crate) shown: Option<fn(&Run<'_>) -> bool>,
    /// The ports that are listed.
    pub(crate) ports: fn(&Run<'_>, bool) -> Option<ObservedPorts>,

    /// The artifacts that a call's result carries.
    pub(crate) lift: fn(&Run<'_>, &Done<'_>) -> Vec<Value>,
    /// Which of the run's artifacts are collected.
    pub(crate) collect: fn(&Run<'_>, Vec<Made>) -> Vec<Made>,
    /// Whether a single artifact is collected.
    pub(crate) keep: Option<fn(&Run<'_>, &Made) -> bool>,
    /// The id that an entry carries.
    pub(crate) id: fn(&Run<'_>, &Made) -> Value,
    /// What becomes of it, where it is text.
    pub(crate) id_change: Option<fn(&str) -> Value>,
    /// The type that an entry carries.
    pub(crate) kind: fn(&str) -> Value,
    /// What becomes of a payload on its way into an entry.
    pub(crate) payload: Change,
    /// Builds an entry from its three values.
    pub(crate) entry: fn(&Run<'_>, &Made, Object) -> Value,
    /// Which entries are delivered; may look at the exposure.
    pub(crate) deliver: fn(&Run<'_>, Vec<Built>) -> Vec<Built>,
    /// Whether the run is given up while it delivers, and with what words.
    pub(crate) gives_up: Option<fn(&Run<'_>) -> Option<String>>,
    /// The list made of the entries.
    pub(crate) shape: fn(&Run<'_>, Vec<Built>) -> Option<Value>,
    /// Where lists are delivered.
    pub(crate) lists: Lists,

    /// Renders data.
    pub(crate) render: fn(&Value) -> Value,
    /// Words a failure.
    pub(crate) fail: fn(Failure<'_>) -> Value,
    /// The content of a call's message.
    pub(crate) say: fn(&Run<'_>, &Done<'_>) -> Value,
    /// What of the artifacts reaches the model.
    pub(crate) leak: Option<Leak>,
    /// Arranges a batch's messages.
    pub(crate) arrange: fn(&Run<'_>, Vec<Message>) -> Vec<Message>,
    /// Arranges everything that the model is sent.
    pub(crate) input: fn(&Run<'_>, Vec<Value>) -> Option<Vec<Value>>,
}

/// How the calls of a batch are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// One after another.
    OneByOne,
    /// At once, where there is more than one and an order of completion is asked for.
    Together,
    /// Always on threads of their own.
    Pooled,
}

/// What becomes of a call whose id is already recorded (RT-TOOL-9).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// The stored message answers it.
    Answered,
    /// It is invoked again.
    Invoked,
    /// It is not answered.
    Dropped,
}

/// Where lists are delivered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lists {
    /// One for the run.
    Run,
    /// One for each pass.
    Pass,
    /// One for each pass, with those of the passes before.
    Growing,
    /// One for each pass and one for the run.
    Both,
}

/// What becomes of a payload on its way into an entry.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// It is copied.
    Nothing,
    /// Each string in it is changed.
    Texts(fn(&str) -> Value),
    /// Each number and boolean in it is changed.
    Scalars(fn(&Value) -> Value),
    /// Each map in it is changed, inner ones first.
    Maps(fn(Object) -> Object),
    /// Each list in it is changed, inner ones first.
    Lists(fn(Vec<Value>) -> Value),
    /// The whole of it is changed.
    Whole(fn(Object) -> Value),
    /// It is taken from elsewhere.
    Made(fn(&Run<'_>, &Made) -> Value),
}

/// An artifact on its way to the list.
#[derive(Clone)]
pub(crate) struct Made {
    /// Which of the run's calls it came from.
    pub(crate) call: usize,
    /// Its place in the call, from 0.
    pub(crate) nth: usize,
    /// The artifact as the tool wrote it.
    pub(crate) artifact: Object,
    /// The entry, where the runtime made it up as a whole.
    pub(crate) whole: Option<Value>,
}

/// An artifact and the entry built from it.
#[derive(Clone)]
pub(crate) struct Built {
    pub(crate) made: Made,
    pub(crate) entry: Value,
}

/// What of a call's artifacts reaches the model: in which form, where, and when.
#[derive(Clone, Copy)]
pub(crate) struct Leak {
    pub(crate) form: fn(&[&Object]) -> String,
    pub(crate) place: Place,
    pub(crate) when: fn(&Run<'_>, &Done<'_>) -> bool,
}

impl Made {
    /// The artifact's type.
    pub(crate) fn kind(&self) -> &str {
        self.text("type")
    }

    /// A string that the tool wrote beside type and payload.
    pub(crate) fn text(&self, key: &str) -> &str {
        self.artifact.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// The artifact's payload.
    pub(crate) fn payload(&self) -> &Value {
        self.artifact.get("payload").unwrap_or(&Value::Null)
    }

    /// A string of the payload.
    pub(crate) fn payload_text(&self, key: &str) -> Option<&str> {
        self.payload().get(key).and_then(Value::as_str)
    }

    /// The same artifact, delivered as something else.
    pub(crate) fn as_whole(&self, entry: Value) -> Made {
        Made {
            whole: Some(entry),
            ..self.clone()
        }
    }
}

impl Change {
    /// The changed payload.
    pub(crate) fn apply(self, run: &Run<'_>, made: &Made) -> Value {
        match self {
            Change::Made(change) => change(run, made),
            Change::Whole(change) => match made.payload() {
                Value::Object(map) => change(map.clone()),
                other => other.clone(),
            },
            _ => self.walk(made.payload().clone()),
        }
    }

    fn walk(self, value: Value) -> Value {
        let value = match value {
            Value::Object(map) => {
                let map = map.into_iter().map(|(key, value)| (key, self.walk(value)));
                Value::Object(map.collect())
            }
            Value::Array(items) => {
                Value::Array(items.into_iter().map(|item| self.walk(item)).collect())
            }
            scalar => scalar,
        };
        match (self, value) {
            (Change::Texts(change), Value::String(text)) => change(&text),
            (Change::Scalars(change), value @ (Value::Number(_) | Value::Bool(_))) => {
                change(&value)
            }
            (Change::Maps(change), Value::Object(map)) => Value::Object(change(map)),
            (Change::Lists(change), Value::Array(items)) => change(items),
            (_, value) => value,
        }
    }
}
