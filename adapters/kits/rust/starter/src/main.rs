//! Drives a runtime for flowdrop-conformance and reports what came out. It judges nothing.
//!
//! The four numbered places are where your runtime is plugged in; everything else can stay.

use std::sync::atomic::{AtomicUsize, Ordering};

use flowdrop_conformance::adapter::{FakeTools, ObservedPass, ObservedPorts, ToolMessage};
use flowdrop_conformance::scenario::{Scenario, TOOL_ARTIFACTS};
use flowdrop_conformance::{Adapter, AdapterError, Description, Feature, Observation, serve};
use serde_json::{Value, json};

// 1. Your runtime.
mod runtime;
use runtime::{Call, Output, Reply, Tool, ToolNode, Turn};

struct MyAdapter;

impl Adapter for MyAdapter {
    /// Who is tested, and what of it can be seen. See "facets" in the README.
    fn describe(&self) -> Description {
        let mut about = Description::native("my-runtime", env!("CARGO_PKG_VERSION"));
        about.implementation.language = Some("rust".to_owned());
        // native: the runtime made it; bridged: this file assembled it; none: it cannot be seen
        about.read_from = [("tool_artifacts", "Turn::artifacts"), ("prose", "the fake model's input")]
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

    /// One scenario, one freshly built runtime.
    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        let passes = 0..scenario.passes.len();
        let fakes: Vec<FakeTools> = passes.map(|pass| FakeTools::new(scenario, pass)).collect();
        let pass = AtomicUsize::new(0);

        // 2. Build the runtime: its tools are fakes in your runtime's own idiom, and the node's
        //    stored exposure is handed on. No port of that kind? Leave it out; the facet is none.
        let tools = scenario.tools.iter().map(|tool| {
            let fake: Tool = Box::new(|args| {
                let fakes = fakes.get(pass.load(Ordering::SeqCst));
                played(fakes, args["script"].as_str().unwrap_or_default())
            });
            (tool.name.clone(), fake)
        });
        let ports = scenario.node.ports.outputs.iter();
        let node = ToolNode {
            tools: tools.collect(),
            overrides: ports.map(|port| (port.id.clone(), port.exposed)).collect(),
        };
        let mut turn = Turn::default();

        // 3. Run it. A run that your runtime gives up is its behaviour: it goes into `aborted`.
        //    The prose is read where the model would read it: here, from what it is sent.
        let mut seen: Vec<Vec<Value>> = Vec::new();
        turn.run(
            &node,
            &mut |messages| {
                pass.store(seen.len(), Ordering::SeqCst);
                seen.push(messages.to_vec());
                answer(scenario, seen.len() - 1)
            },
            &scenario.prompt,
        );

        // 4. Report what came out, as it is: what the runtime lost, reordered or renamed stays so.
        let mut observation = Observation::default();
        observation.ports = Some(ObservedPorts::output(TOOL_ARTIFACTS, node.exposed(TOOL_ARTIFACTS)));
        observation.passes = fakes.iter().enumerate().map(|(pass, fakes)| fed_back(fakes, &seen, pass)).collect();
        observation.tool_artifacts = Some(turn.artifacts.into());
        Ok(observation)
    }
}

/// What a fake tool hands over, in the runtime's idiom.
fn played(fakes: Option<&FakeTools>, script: &str) -> Result<Output, String> {
    let result = fakes.and_then(|fakes| fakes.call(script));
    let result = result.ok_or_else(|| format!("nothing is scripted for `{script}`"))?;
    match (&result.raises, result.success) {
        (Some(message), _) => Err(message.clone()),
        (None, false) => Err(result.error.clone().unwrap_or_default()),
        (None, true) => Ok(Output { data: result.data.clone(), artifacts: result.artifacts.clone() }),
    }
}

/// The fake model: makes the scenario's calls pass by pass, then closes.
fn answer(scenario: &Scenario, pass: usize) -> Reply {
    let Some(pass) = scenario.passes.get(pass) else {
        return Reply::Text(scenario.closing.clone());
    };
    let calls = pass.tool_calls.iter().map(|call| Call {
        id: json!(call.tool_call_id),
        name: call.name.clone(),
        args: json!(call.args),
    });
    Reply::Calls(calls.collect())
}

/// What a pass added to the model's input: all that follows the model's own message.
fn fed_back(fakes: &FakeTools, seen: &[Vec<Value>], pass: usize) -> ObservedPass {
    let mut observed = ObservedPass { invoked: fakes.invoked(), ..ObservedPass::default() };
    if let (Some(before), Some(after)) = (seen.get(pass), seen.get(pass + 1)) {
        let answers = after.iter().skip(before.len() + 1);
        let answers = answers.filter(|message| message["role"] == "tool");
        observed.tool_messages = answers
            .map(|message| ToolMessage::new(message["tool_call_id"].clone(), message["content"].clone()))
            .collect();
        observed.model_input = Some(after.clone());
    }
    observed
}

fn main() -> std::io::Result<()> {
    serve(|| MyAdapter)
}
