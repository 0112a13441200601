//! A runtime of a page, honest unless it is told otherwise.

use flowdrop_conformance::adapter::{
    FakeTools, Feature, Observation, ObservedPass, ObservedPorts, ToolMessage,
};
use flowdrop_conformance::scenario::{TOOL_ARTIFACTS, ToolCall, well_formed};
use flowdrop_conformance::{Adapter, AdapterError, Description, Scenario};
use serde_json::{Value, json};

/// How it goes wrong in one run.
pub(crate) enum Fails {
    Not,
    /// Artifacts of which something holds are lost.
    Drops(fn(&Value) -> bool),
    Panics,
}

/// The runtime, and when it fails.
pub(crate) struct Tiny(pub(crate) fn(&Scenario) -> Fails);

pub(crate) fn honest(_: &Scenario) -> Fails {
    Fails::Not
}

impl Adapter for Tiny {
    fn describe(&self) -> Description {
        let mut description = Description::native("tiny", "1");
        description.supports = [Feature::Passes, Feature::NullId, Feature::Raises].into();
        description
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        let fails = (self.0)(scenario);
        assert!(!matches!(fails, Fails::Panics), "it panics");
        let mut observation = Observation::default();
        let mut entries = Vec::new();
        for (nth, pass) in scenario.passes.iter().enumerate() {
            let tools = FakeTools::new(scenario, nth);
            let calls = pass.tool_calls.iter();
            let messages = calls.map(|call| message(call, &tools, &fails, &mut entries));
            let tool_messages = messages.collect();
            observation.passes.push(ObservedPass {
                tool_messages,
                invoked: tools.invoked(),
                ..ObservedPass::default()
            });
        }
        let exposed = scenario.node.ports.output(TOOL_ARTIFACTS).unwrap_or(false);
        observation.ports = Some(ObservedPorts::output(TOOL_ARTIFACTS, exposed));
        observation.tool_artifacts = Some(Value::Array(entries));
        Ok(observation)
    }
}

/// Honest for some runs, and then it has kept too much: every artifact is lost.
pub(crate) struct Ageing {
    pub(crate) runs: usize,
}

impl Adapter for Ageing {
    fn describe(&self) -> Description {
        Tiny(honest).describe()
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        self.runs += 1;
        match self.runs > 30 {
            true => Tiny(|_| Fails::Drops(|_| true)).run(scenario),
            false => Tiny(honest).run(scenario),
        }
    }
}

fn message(
    call: &ToolCall,
    tools: &FakeTools<'_>,
    fails: &Fails,
    entries: &mut Vec<Value>,
) -> ToolMessage {
    let id = call.tool_call_id.given();
    let Some(result) = tools.call(&call.args.script) else {
        return ToolMessage::new(id, "no such tool");
    };
    if let Some(failure) = result.failure() {
        return ToolMessage::new(id, format!("{failure:?}"));
    }
    for artifact in &result.artifacts {
        let lost = matches!(fails, Fails::Drops(which) if which(artifact));
        if let Some((kind, payload)) = well_formed(artifact).filter(|_| !lost) {
            entries.push(json!({ "type": kind, "payload": payload, "tool_call_id": id }));
        }
    }
    ToolMessage::new(id, result.data.to_string())
}
