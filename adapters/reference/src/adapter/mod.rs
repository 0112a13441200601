//! Plays a scenario on the runtime, and reports what came out.
//!
//! The only module that knows the harness. It is the tools and the model of the
//! scenario; all that lies between them is the runtime's.

mod stage;

use flowdrop_conformance::adapter::{
    Adapter, AdapterError, Description, Feature, Observation, ObservedPort, ObservedPorts,
};
use flowdrop_conformance::scenario::{PortOverride, Ports, Scenario};

use crate::artifact::Entry;
use crate::node::ToolNode;
use crate::port::{Override, Overrides};
use crate::turn;
use stage::Stage;

/// Drives the reference runtime. Every scenario gets a fresh one.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReferenceAdapter;

/// The adapter of the reference runtime.
#[must_use]
pub fn adapter() -> ReferenceAdapter {
    ReferenceAdapter
}

impl Adapter for ReferenceAdapter {
    fn describe(&self) -> Description {
        let mut about = Description::native("flowdrop-reference", env!("CARGO_PKG_VERSION"));
        about.implementation.language = Some("rust".to_owned());
        about.read_from = [
            (
                "tool_artifacts",
                "Turn::tool_artifacts, what the turn delivers",
            ),
            ("prose", "every message that the model was sent"),
            ("ports", "ToolNode::exposure, the resolved output ports"),
        ]
        .map(|(what, place)| (what.to_owned(), place.to_owned()))
        .into();
        about.supports = [
            Feature::ConcurrentCalls,
            Feature::Passes,
            Feature::NullId,
            Feature::RepeatedId,
            Feature::Raises,
            Feature::DataAny,
        ]
        .into();
        about
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        all_scripted(scenario)?;
        let stage = Stage::new(scenario);
        let node = ToolNode {
            tools: stage.tools(),
            overrides: overrides(&scenario.node.ports),
        };
        let mut model = stage.model();
        let turn = turn::take(&node, &mut model, "conformance", &scenario.prompt);

        let mut observed = Observation::default();
        observed.ports = Some(ports(&node));
        observed.passes = stage.observed(turn.passes, model.into_sent());
        observed.tool_artifacts = Some(turn.tool_artifacts.iter().map(Entry::to_value).collect());
        Ok(observed)
    }
}

/// A call without a scripted result is a fault of the scenario, not of the runtime.
fn all_scripted(scenario: &Scenario) -> Result<(), AdapterError> {
    let mut calls = scenario.calls();
    match calls.find(|(_, call)| scenario.result_of(call).is_none()) {
        None => Ok(()),
        Some((pass, call)) => Err(AdapterError::failed(format!(
            "pass {pass} calls script `{}`, which the scenario does not have",
            call.args.script
        ))),
    }
}

fn overrides(ports: &Ports) -> Overrides {
    let stored = |stored: &PortOverride| Override {
        id: stored.id.clone(),
        exposed: Some(stored.exposed),
    };
    Overrides {
        inputs: ports.inputs.iter().map(stored).collect(),
        outputs: ports.outputs.iter().map(stored).collect(),
    }
}

fn ports(node: &ToolNode<'_>) -> ObservedPorts {
    let outputs = node.exposure().map(|(id, exposed)| ObservedPort {
        id: id.to_owned(),
        exposed,
    });
    ObservedPorts {
        outputs: outputs.collect(),
    }
}
