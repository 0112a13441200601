//! The model: what it asks for, and what it is sent.

use serde_json::{Value, json};

/// Something that reads a conversation and goes on with it.
pub trait Model {
    /// Reads every message so far, in OpenAI's chat format, and says what comes next.
    fn reply(&mut self, messages: &[Value]) -> Reply;
}

/// What a model says next.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It wants these calls made, as one batch.
    Calls(Vec<Call>),
    /// It has finished.
    Text(String),
}

/// One call that a model asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The call's id. An empty one is none.
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// The arguments.
    pub args: Value,
}

impl Call {
    /// A call of a tool.
    pub fn new(id: Option<&str>, name: impl Into<String>, args: Value) -> Self {
        Call {
            id: id.filter(|id| !id.is_empty()).map(str::to_owned),
            name: name.into(),
            args,
        }
    }

    fn to_chat(&self) -> Value {
        json!({
            "id": self.id,
            "type": "function",
            "function": { "name": self.name, "arguments": self.args.to_string() },
        })
    }
}

/// The message that answers one call: all that a model learns of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolMessage {
    /// The id of the call that was made.
    pub tool_call_id: Option<String>,
    /// The prose.
    pub content: String,
}

impl ToolMessage {
    /// The message in the chat format.
    #[must_use]
    pub fn to_chat(&self) -> Value {
        json!({ "role": "tool", "tool_call_id": self.tool_call_id, "content": self.content })
    }
}

/// What a user says, in the chat format.
#[must_use]
pub fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

/// A model's request for calls, in the chat format.
#[must_use]
pub fn assistant(calls: &[Call]) -> Value {
    let calls: Value = calls.iter().map(Call::to_chat).collect();
    let mut message = json!({ "role": "assistant", "content": null });
    message["tool_calls"] = calls;
    message
}

/// A model that says what it was told to, and keeps every conversation that it was sent.
#[derive(Debug, Default)]
pub struct ScriptedModel {
    /// What it was sent before each reply, word for word.
    pub sent: Vec<Vec<Value>>,
    batches: Vec<Vec<Call>>,
    closing: String,
}

impl ScriptedModel {
    /// A model that asks for these batches, one after another, and then says its closing
    /// words.
    pub fn new(batches: Vec<Vec<Call>>, closing: impl Into<String>) -> Self {
        ScriptedModel {
            sent: Vec::new(),
            batches,
            closing: closing.into(),
        }
    }
}

impl Model for ScriptedModel {
    fn reply(&mut self, messages: &[Value]) -> Reply {
        let turn = self.sent.len();
        self.sent.push(messages.to_vec());
        match self.batches.get(turn) {
            Some(calls) => Reply::Calls(calls.clone()),
            None => Reply::Text(self.closing.clone()),
        }
    }
}
