//! What the model answers, whole or as a stream of events.

use serde_json::{Value, json};

use super::request::Request;
use crate::scenario::{CallId, ToolCall};

/// An answer to a request, to be written as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChatReply {
    /// The HTTP status.
    pub status: u16,
    /// The body's type.
    pub content_type: &'static str,
    /// The body.
    pub body: Vec<u8>,
}

impl ChatReply {
    /// An error as the API tells it.
    #[must_use]
    pub fn refusal(status: u16, code: &str, message: &str) -> Self {
        let error = json!({ "message": message, "type": "invalid_request_error", "param": null, "code": code });
        Self::json(status, &json!({ "error": error }))
    }

    pub(super) fn models(name: &str) -> Self {
        Self::json(200, &json!({ "object": "list", "data": [card(name)] }))
    }

    pub(super) fn model(name: &str) -> Self {
        Self::json(200, &card(name))
    }

    fn json(status: u16, value: &Value) -> Self {
        ChatReply {
            status,
            content_type: "application/json",
            body: value.to_string().into_bytes(),
        }
    }
}

/// What the model says once.
#[derive(Debug)]
pub(super) struct Completion<'a> {
    /// Its own in the run: some runtimes replace a message by a later one of the same id.
    /// The same in every run, so that nothing differs between runs that need not.
    id: String,
    text: Option<&'a str>,
    calls: &'a [ToolCall],
}

impl<'a> Completion<'a> {
    /// The calls of a pass.
    pub(super) fn calls(number: usize, calls: &'a [ToolCall]) -> Self {
        Completion {
            id: id(number),
            // Without calls it is an answer like any other, and empty.
            text: calls.is_empty().then_some(""),
            calls,
        }
    }

    /// Words.
    pub(super) fn text(number: usize, text: &'a str) -> Self {
        Completion {
            id: id(number),
            text: Some(text),
            calls: &[],
        }
    }

    /// In the form that was asked for.
    pub(super) fn reply(&self, request: &Request) -> ChatReply {
        if request.wants_stream() {
            self.streamed(request)
        } else {
            self.whole(request)
        }
    }

    fn whole(&self, request: &Request) -> ChatReply {
        let mut message = json!({ "role": "assistant", "content": self.text });
        if !self.calls.is_empty() {
            let calls = self
                .calls
                .iter()
                .map(|call| tool_call(call, &arguments(call)));
            message["tool_calls"] = calls.collect();
        }
        let choice = json!({ "index": 0, "message": message, "finish_reason": self.finish() });
        let mut body = self.object("chat.completion", request, &[choice]);
        body["usage"] = usage();
        ChatReply::json(200, &body)
    }

    fn streamed(&self, request: &Request) -> ChatReply {
        let mut body = String::new();
        let mut event = |choices: Vec<Value>, usage: Option<Value>| {
            let mut chunk = self.object("chat.completion.chunk", request, &choices);
            if request.wants_usage() {
                chunk["usage"] = usage.unwrap_or(Value::Null);
            }
            body.push_str(&format!("data: {chunk}\n\n"));
        };
        for delta in self.deltas() {
            event(vec![choice(&delta, None)], None);
        }
        event(vec![choice(&json!({}), Some(self.finish()))], None);
        if request.wants_usage() {
            event(Vec::new(), Some(usage()));
        }
        body.push_str("data: [DONE]\n\n");
        ChatReply {
            status: 200,
            content_type: "text/event-stream; charset=utf-8",
            body: body.into_bytes(),
        }
    }

    /// Pieces, cut as the API cuts them: a call's id and name first, then its arguments.
    fn deltas(&self) -> Vec<Value> {
        let start = self.text.map(|_| "");
        let mut deltas = vec![json!({ "role": "assistant", "content": start })];
        if let Some(text) = self.text.filter(|text| !text.is_empty()) {
            deltas.push(json!({ "content": text }));
        }
        for (index, call) in self.calls.iter().enumerate() {
            let mut start = tool_call(call, "");
            start["index"] = json!(index);
            deltas.push(json!({ "tool_calls": [start] }));
            let rest = json!({ "index": index, "function": { "arguments": arguments(call) } });
            deltas.push(json!({ "tool_calls": [rest] }));
        }
        deltas
    }

    fn finish(&self) -> &'static str {
        if self.calls.is_empty() {
            "stop"
        } else {
            "tool_calls"
        }
    }

    fn object(&self, kind: &str, request: &Request, choices: &[Value]) -> Value {
        json!({
            "id": self.id,
            "object": kind,
            "created": 0,
            "model": request.model(),
            "choices": choices,
        })
    }
}

fn id(number: usize) -> String {
    format!("chatcmpl-conformance-{number}")
}

fn choice(delta: &Value, finish: Option<&str>) -> Value {
    json!({ "index": 0, "delta": delta, "finish_reason": finish })
}

/// The call's id as scripted: a missing one is left out.
fn tool_call(call: &ToolCall, arguments: &str) -> Value {
    let function = json!({ "name": call.name, "arguments": arguments });
    let mut told = json!({ "type": "function", "function": function });
    match &call.tool_call_id {
        CallId::Missing => {}
        CallId::Null => told["id"] = Value::Null,
        CallId::Text(id) => told["id"] = json!(id),
    }
    told
}

fn arguments(call: &ToolCall) -> String {
    json!({ "script": call.args.script }).to_string()
}

fn usage() -> Value {
    json!({ "prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2 })
}

fn card(name: &str) -> Value {
    json!({ "id": name, "object": "model", "created": 0, "owned_by": "flowdrop-conformance" })
}
