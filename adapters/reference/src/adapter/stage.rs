//! What surrounds the runtime in one scenario: its tools and its model.

use std::cell::Cell;

use flowdrop_conformance::adapter::{FakeTools, ObservedPass, ToolMessage};
use flowdrop_conformance::scenario::{Scenario, Scripted, ToolCall};
use serde_json::{Value, json};

use crate::model::{Call, Model, Reply, ScriptedModel};
use crate::node::Pass;
use crate::tool::{Registry, Thrown, Tool, ToolOutput, Work};

pub(super) struct Stage<'s> {
    scenario: &'s Scenario,
    /// The fake tools of each pass.
    fakes: Vec<FakeTools<'s>>,
    /// The pass under way. The model moves it on; the fake tools of that pass answer.
    pass: Cell<usize>,
}

impl<'s> Stage<'s> {
    pub(super) fn new(scenario: &'s Scenario) -> Self {
        let passes = 0..scenario.passes.len();
        Stage {
            scenario,
            fakes: passes.map(|pass| FakeTools::new(scenario, pass)).collect(),
            pass: Cell::new(0),
        }
    }

    pub(super) fn tools(&self) -> Registry<'_> {
        let tools = self.scenario.tools.iter();
        tools.fold(Registry::default(), |registry, tool| {
            registry.with(&tool.name, Played(self))
        })
    }

    pub(super) fn model(&self) -> StagedModel<'_> {
        let batches = self.scenario.passes.iter().map(|pass| {
            let calls = pass.tool_calls.iter().map(asked);
            calls.collect()
        });
        StagedModel {
            script: ScriptedModel::new(batches.collect(), &self.scenario.closing),
            pass: &self.pass,
        }
    }

    /// Puts what is known of each pass together. The model was first sent the prompt
    /// alone, so what it was sent after a pass is one further on.
    pub(super) fn observed(&self, passes: Vec<Pass>, sent: Vec<Vec<Value>>) -> Vec<ObservedPass> {
        let passes = passes.into_iter().zip(sent.into_iter().skip(1));
        passes
            .zip(&self.fakes)
            .map(|((pass, sent), fakes)| ObservedPass {
                invoked: fakes.invoked(),
                tool_messages: pass.messages.into_iter().map(told).collect(),
                model_input: Some(sent),
                tool_artifacts: None,
            })
            .collect()
    }
}

/// A tool of the scenario.
struct Played<'a, 's>(&'a Stage<'s>);

impl Tool for Played<'_, '_> {
    fn call<'a>(&'a self, args: &'a Value) -> Work<'a> {
        Box::pin(self.0.play(args))
    }
}

impl Stage<'_> {
    async fn play(&self, args: &Value) -> Result<ToolOutput, Thrown> {
        let fakes = self.fakes.get(self.pass.get());
        let script = args.get("script").and_then(Value::as_str);
        let answer = match fakes.zip(script) {
            Some((fakes, script)) => fakes.answer(script).await,
            None => None,
        };
        match answer {
            Some(scripted) => returned(scripted),
            None => Err(Thrown(format!("nothing is scripted for {args}"))),
        }
    }
}

/// The scenario's model, which says which pass it asks for.
pub(super) struct StagedModel<'a> {
    script: ScriptedModel,
    pass: &'a Cell<usize>,
}

impl StagedModel<'_> {
    pub(super) fn into_sent(self) -> Vec<Vec<Value>> {
        self.script.sent
    }
}

impl Model for StagedModel<'_> {
    fn reply(&mut self, messages: &[Value]) -> Reply {
        self.pass.set(self.script.sent.len());
        self.script.reply(messages)
    }
}

fn asked(call: &ToolCall) -> Call {
    let args = json!({ "script": call.args.script });
    Call::new(call.tool_call_id.given(), &call.name, args)
}

/// A scripted result in the runtime's own idiom.
fn returned(scripted: &Scripted) -> Result<ToolOutput, Thrown> {
    match &scripted.raises {
        Some(message) => Err(Thrown(message.clone())),
        None => Ok(ToolOutput {
            success: scripted.success,
            data: scripted.data.clone(),
            error: scripted.error.clone(),
            artifacts: scripted.artifacts.clone().into(),
        }),
    }
}

fn told(message: crate::model::ToolMessage) -> ToolMessage {
    ToolMessage::new(message.tool_call_id, message.content)
}
