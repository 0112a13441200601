//! What the model is sent, read exactly.

use serde_json::{Map, Value};

use crate::adapter::process::Object;
use crate::adapter::{Fault, FaultCode};
use crate::json::canonical;

/// One chat request.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// The messages, verbatim.
    pub(super) messages: Vec<Value>,
    /// Everything else of it.
    pub(super) others: Map<String, Value>,
}

impl Request {
    /// Reads the request of that number.
    pub(super) fn read(number: usize, body: &[u8]) -> Result<Self, Fault> {
        let name = format!("request {number}");
        let no_chat = |fault: Fault| Fault {
            code: FaultCode::WitnessNotChat,
            message: match fault.message.strip_prefix(&name) {
                Some(_) => fault.message,
                None => format!("{name}: {}", fault.message),
            },
            ..fault
        };
        let mut object = Object::read_named(&name, body).map_err(no_chat)?;
        // Servers differ in which of two equal keys they read.
        if let Some(place) = object.duplicates().map_err(no_chat)?.first() {
            let message = format!("a key stands twice: {place}");
            return Err(no_chat(object.fault(FaultCode::DuplicateKey, &message)));
        }
        object.forget_tree();
        let mut others: Map<String, Value> = object.typed().map_err(no_chat)?;
        match others.remove("messages") {
            Some(Value::Array(messages)) if messages.iter().all(is_message) => {
                Ok(Request { messages, others })
            }
            found => {
                let message = match found {
                    None => "it has no `messages`",
                    Some(Value::Array(_)) => "a message is not an object with a `role`",
                    Some(_) => "`messages` is not an array",
                };
                Err(no_chat(object.fault(FaultCode::WrongShape, message)))
            }
        }
    }

    /// Whether the answer is to come in events.
    pub(super) fn wants_stream(&self) -> bool {
        self.others.get("stream") == Some(&Value::Bool(true))
    }

    /// Whether a streamed answer is to tell its usage too.
    pub(super) fn wants_usage(&self) -> bool {
        let options = self.others.get("stream_options");
        options.is_some_and(|options| options["include_usage"] == true)
    }

    /// The name of the model that was asked for.
    pub(super) fn model(&self) -> &str {
        self.others
            .get("model")
            .and_then(Value::as_str)
            .unwrap_or("")
    }

    /// The messages that answer calls.
    pub(super) fn tool_messages(&self) -> impl Iterator<Item = &Value> {
        let all = self.messages.iter();
        all.filter(|message| message["role"] == "tool")
    }

    /// Whether another request says the same.
    pub(super) fn repeats(&self, other: &Request) -> bool {
        let told = |messages: &[Value]| messages.iter().map(canonical).collect::<Vec<_>>();
        self.messages.len() == other.messages.len() && told(&self.messages) == told(&other.messages)
    }
}

fn is_message(message: &Value) -> bool {
    message.get("role").is_some_and(Value::is_string)
}
