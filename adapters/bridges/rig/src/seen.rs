//! What is read of a run: the host's side by a hook, the model's side from its requests.

use std::sync::{Arc, Mutex};

use flowdrop_conformance::adapter::{AdapterError, ObservedPass, ToolMessage};
use rig::agent::{AgentHook, HookContext, OutcomeAction, OutcomeEvent};
use rig::completion::{CompletionRequest, Message};
use rig::message::{ToolResult, UserContent};
use serde_json::{Value, json};

use crate::script::{Artifacts, lock};

/// Reads what each call published, and whose it is, from rig's own event.
#[derive(Clone, Default)]
pub(crate) struct Host {
    entries: Arc<Mutex<Vec<Value>>>,
    naive: bool,
}

impl Host {
    pub(crate) fn new(naive: bool) -> Self {
        Host {
            naive,
            ..Host::default()
        }
    }

    pub(crate) fn entries(&self) -> Vec<Value> {
        lock(&self.entries).clone()
    }

    /// The naive tool's whole result is what the model reads.
    fn artifacts(&self, event: &OutcomeEvent<'_>) -> Vec<Value> {
        if self.naive {
            let output = event.tool_result().map(|result| result.output());
            let whole = output.and_then(|output| output.as_json());
            let list = whole.and_then(|whole| whole["artifacts"].as_array());
            return list.cloned().unwrap_or_default();
        }
        let published = event
            .tool_context()
            .map(|context| context.result::<Artifacts>());
        match published {
            Some(Ok(Some(Artifacts(artifacts)))) => artifacts,
            _ => Vec::new(),
        }
    }
}

impl AgentHook for Host {
    async fn on_outcome(&self, _: &HookContext, event: OutcomeEvent<'_>) -> OutcomeAction {
        if event.tool_result().is_some() {
            let id = event.call_id.map(|id| id.wire().into_owned());
            let made = self.artifacts(&event).into_iter().filter_map(|artifact| {
                let (kind, payload) = (artifact.get("type")?, artifact.get("payload")?);
                let fits = kind.is_string() && payload.is_object();
                fits.then(|| json!({ "type": kind, "payload": payload, "tool_call_id": id }))
            });
            lock(&self.entries).extend(made);
        }
        OutcomeAction::proceed()
    }
}

/// What the model was sent after a pass, from the request that followed it.
pub(crate) fn fed_back(
    requests: &[CompletionRequest],
    pass: usize,
) -> Result<ObservedPass, AdapterError> {
    let mut observed = ObservedPass::default();
    let Some(request) = requests.get(pass + 1) else {
        return Ok(observed);
    };
    let history = &request.chat_history;
    let is_answer = |message: &Message| matches!(message, Message::Assistant { .. });
    let from = history.iter().rposition(is_answer).map_or(0, |at| at + 1);
    for message in &history[from..] {
        let Message::User { content, .. } = message else {
            continue;
        };
        for part in content {
            if let UserContent::ToolResult(result) = part {
                observed.tool_messages.push(tool_message(result)?);
            }
        }
    }
    let input: Result<Vec<Value>, _> = history.iter().map(serde_json::to_value).collect();
    observed.model_input = Some(input.map_err(failed)?);
    Ok(observed)
}

fn tool_message(result: &ToolResult) -> Result<ToolMessage, AdapterError> {
    let content = serde_json::to_value(&result.content).map_err(failed)?;
    Ok(ToolMessage::new(result.call.wire().into_owned(), content))
}

fn failed(error: serde_json::Error) -> AdapterError {
    AdapterError::failed(error.to_string())
}
