//! The scripted model and the fake tools of one run.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use flowdrop_conformance::Scenario;
use flowdrop_conformance::adapter::{AdapterError, Invoked};
use flowdrop_conformance::scenario::{Failure, Scripted, Tool, ToolCall};
use rig::completion::AssistantContent;
use rig::core::test_utils::{MockCompletionModel, MockStreamEvent, MockTurn};
use rig::message::{ToolCall as RigCall, ToolFunction, ToolName};
use rig::tool::{ContextValue, DynamicTool, ToolContext, ToolExecutionError, ToolOutput};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How long a fake tool waits for its turn.
const TURN: Duration = Duration::from_millis(50);

/// What a call published for the host alone.
#[derive(Serialize, Deserialize)]
pub(crate) struct Artifacts(pub(crate) Vec<Value>);

impl ContextValue for Artifacts {
    const KEY: &'static str = "flowdrop.artifacts";
}

/// rig's own fake model: makes the scripted calls pass by pass, then says `closing`.
pub(crate) fn model(
    scenario: &Scenario,
    streaming: bool,
) -> Result<MockCompletionModel, AdapterError> {
    if streaming {
        let end = MockStreamEvent::final_response_with_default_usage;
        let calls = scenario.passes.iter().map(|pass| {
            let calls = pass.tool_calls.iter().enumerate();
            let mut events: Vec<_> = calls.map(|(at, call)| streamed(at, call)).collect();
            events.push(end());
            events
        });
        let closing = vec![MockStreamEvent::text(&*scenario.closing), end()];
        return Ok(MockCompletionModel::from_stream_turns(
            calls.chain([closing]),
        ));
    }
    let mut turns = Vec::new();
    for pass in &scenario.passes {
        let calls: Result<Vec<_>, _> = pass.tool_calls.iter().map(whole).collect();
        turns.push(MockTurn::from_contents(calls?));
    }
    turns.push(MockTurn::text(&*scenario.closing));
    Ok(MockCompletionModel::from_turns(turns))
}

/// A call as rig's clients make it of what came over the wire: no id is an empty one.
fn whole(call: &ToolCall) -> Result<AssistantContent, AdapterError> {
    let name = tool_name(&call.name)?;
    let id = call.tool_call_id.given().unwrap_or("");
    let function = ToolFunction::new(name, json!({ "script": call.args.script }));
    Ok(AssistantContent::ToolCall(RigCall::from_wire(id, function)))
}

fn streamed(at: usize, call: &ToolCall) -> MockStreamEvent {
    // A part of the stream; rig's mock takes such a name for none of the provider's.
    let part = format!("tool-{at}");
    let arguments = json!({ "script": call.args.script });
    let event = MockStreamEvent::tool_call(part, &*call.name, arguments);
    match call.tool_call_id.given() {
        Some(id) => event.with_call_id(id),
        None => event,
    }
}

fn tool_name(name: &str) -> Result<ToolName, AdapterError> {
    ToolName::new(name).map_err(|error| AdapterError::failed(error.to_string()))
}

/// What the fake tools return, when, and the record of it.
pub(crate) struct Script {
    scenario: Scenario,
    model: MockCompletionModel,
    invoked: Mutex<Vec<Vec<Invoked>>>,
    naive: bool,
}

impl Script {
    pub(crate) fn new(scenario: &Scenario, model: MockCompletionModel, naive: bool) -> Self {
        Script {
            scenario: scenario.clone(),
            model,
            invoked: Mutex::new(vec![Vec::new(); scenario.passes.len()]),
            naive,
        }
    }

    /// The record, pass by pass.
    pub(crate) fn invoked(&self) -> Vec<Vec<Invoked>> {
        lock(&self.invoked).clone()
    }

    /// One of the scenario's tools.
    pub(crate) fn tool(self: &Arc<Self>, tool: &Tool) -> Result<DynamicTool, AdapterError> {
        let script = Arc::clone(self);
        Ok(DynamicTool::new_with_context(
            tool_name(&tool.name)?,
            &*tool.description,
            tool.input_schema.clone(),
            move |context, args| {
                let script = Arc::clone(&script);
                Box::pin(async move { script.call(context, &args).await })
            },
        ))
    }

    async fn call(
        &self,
        context: &mut ToolContext,
        args: &Value,
    ) -> Result<ToolOutput, ToolExecutionError> {
        let key = args["script"].as_str().unwrap_or_default();
        let result = self.scenario.script.get(key);
        let result = result.ok_or_else(|| ToolExecutionError::invalid_args("no such script"))?;
        // The model was asked once before the first pass.
        let pass = self.model.request_count().saturating_sub(1);
        self.wait_for_turn(result, pass).await;
        let artifacts = match result.raises {
            Some(_) => Vec::new(),
            None => result.artifacts.clone(),
        };
        self.record(pass, key, artifacts.len());
        if !self.naive && result.raises.is_none() {
            context.insert_result(Artifacts(artifacts))?;
        }
        match result.failure() {
            None if self.naive => Ok(ToolOutput::json(json!(result))),
            None => Ok(output(&result.data)),
            Some(Failure::Reported(message)) => Err(ToolExecutionError::other(message)),
            Some(Failure::Raised(message)) => {
                Err(ToolExecutionError::from_error(io::Error::other(message)))
            }
        }
    }

    fn record(&self, pass: usize, key: &str, artifacts: usize) {
        let mut invoked = lock(&self.invoked);
        if let Some(pass) = invoked.get_mut(pass) {
            pass.push(Invoked {
                script: key.to_owned(),
                artifacts,
            });
        }
    }

    async fn wait_for_turn(&self, result: &Scripted, pass: usize) {
        let (Some(place), Some(calls)) = (result.finishes, self.scenario.passes.get(pass)) else {
            return;
        };
        let calls = calls.tool_calls.iter();
        let earlier = calls.filter(|call| {
            let place_of = |result: &Scripted| result.finishes;
            let other = self.scenario.result_of(call).and_then(place_of);
            other.is_some_and(|other| other < place)
        });
        let earlier = earlier.count();
        let deadline = Instant::now() + TURN;
        while lock(&self.invoked)[pass].len() < earlier && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

/// Text stays text and anything else is JSON, as rig converts what a typed tool returns.
fn output(data: &Value) -> ToolOutput {
    match data {
        Value::String(text) => ToolOutput::text(text),
        other => ToolOutput::json(other.clone()),
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
