//! A tiny runtime, to be replaced by yours. It knows nothing of the harness.
//!
//! A model is called with the messages so far and answers with calls or with a text; a
//! turn invokes the calls' tools, feeds the model what they say, and carries what they
//! attach.

use std::collections::BTreeMap;
use std::thread;

use serde_json::{Map, Value, json};

/// What a tool hands back.
pub struct Output {
    pub data: Value,
    pub artifacts: Vec<Value>,
}

/// A tool: arguments in, an output or why there is none.
pub type Tool<'a> = Box<dyn Fn(&Value) -> Result<Output, String> + Send + Sync + 'a>;

/// A call that a model makes.
pub struct Call {
    pub id: Value,
    pub name: String,
    pub args: Value,
}

/// What a model answers.
pub enum Reply {
    Calls(Vec<Call>),
    Text(String),
}

/// Invokes a batch of calls. The port `tool_artifacts` is hidden until an author shows it.
pub struct ToolNode<'a> {
    pub tools: BTreeMap<String, Tool<'a>>,
    pub overrides: BTreeMap<String, bool>,
}

impl ToolNode<'_> {
    pub fn exposed(&self, port: &str) -> bool {
        self.overrides.get(port).copied().unwrap_or(false)
    }

    fn invoke(&self, calls: &[Call]) -> Vec<Result<Output, String>> {
        thread::scope(|scope| {
            let started: Vec<_> = calls
                .iter()
                .map(|call| scope.spawn(|| self.result_of(call)))
                .collect();
            let broke = |_| Err("the tool broke".to_owned());
            let results = started.into_iter().map(|call| call.join().unwrap_or_else(broke));
            results.collect()
        })
    }

    fn result_of(&self, call: &Call) -> Result<Output, String> {
        match self.tools.get(&call.name) {
            Some(tool) => tool(&call.args),
            None => Err(format!("{} is not an available tool", call.name)),
        }
    }
}

/// What a turn carries when it is over.
#[derive(Default)]
pub struct Turn {
    pub artifacts: Vec<Value>,
}

impl Turn {
    /// Takes one turn of a conversation.
    pub fn run(
        &mut self,
        node: &ToolNode<'_>,
        model: &mut dyn FnMut(&[Value]) -> Reply,
        prompt: &str,
    ) -> String {
        let mut messages = vec![json!({ "role": "user", "content": prompt })];
        loop {
            let calls = match model(&messages) {
                Reply::Text(text) => return text,
                Reply::Calls(calls) => calls,
            };
            messages.push(json!({ "role": "assistant", "calls": calls.len() }));
            for (call, result) in calls.iter().zip(node.invoke(&calls)) {
                messages.push(json!({ "role": "tool", "tool_call_id": call.id, "content": prose(&result) }));
                let attached = result.map_or_else(|_| Vec::new(), |output| output.artifacts);
                self.artifacts.extend(attached.iter().filter_map(|artifact| entry(artifact, &call.id)));
            }
        }
    }
}

/// What the model reads: from `data` alone; `artifacts` is a reserved key of it (RT-TOOL-2).
fn prose(result: &Result<Output, String>) -> String {
    match result {
        Err(error) => format!("The tool failed: {error}"),
        Ok(Output { data: Value::Object(data), .. }) => {
            let kept = data.iter().filter(|(key, _)| *key != "artifacts");
            let kept = kept.map(|(key, value)| (key.clone(), value.clone()));
            Value::Object(kept.collect::<Map<_, _>>()).to_string()
        }
        Ok(Output { data, .. }) => data.to_string(),
    }
}

/// Key by key, so that nothing else that the tool wrote comes along. What is malformed is
/// dropped (RT-TOOL-2).
fn entry(artifact: &Value, id: &Value) -> Option<Value> {
    let kind = artifact.get("type")?.as_str().filter(|kind| !kind.is_empty())?;
    let payload = artifact.get("payload")?.as_object()?;
    Some(json!({ "type": kind, "payload": payload, "tool_call_id": id }))
}
