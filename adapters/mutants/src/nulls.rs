//! Adapters that observe nothing, or always the same. None may pass a clause.

use flowdrop_conformance::adapter::{
    Adapter, AdapterError, Description, Facets, Feature, Invoked, Observation, ObservedPass,
    ObservedPorts, ToolMessage,
};
use flowdrop_conformance::scenario::{Scenario, TOOL_ARTIFACTS};
use serde_json::{Value, json};

use crate::mutant::{Mutant, null};
use crate::runtime::{FEATURES, HONEST, Runtime, accept};

/// Null adapters.
pub(crate) static TABLE: &[Mutant] = &[
    null("silent", "observes nothing at all", |_, _| {
        Ok(Observation::default())
    }),
    null(
        "empty",
        "passes and messages, all of them empty",
        |_, scenario| {
            let passes = scenario.passes.iter().map(|pass| ObservedPass {
                tool_messages: vec![ToolMessage::default(); pass.tool_calls.len()],
                ..ObservedPass::default()
            });
            Ok(observed(None, passes.collect(), Some(json!([]))))
        },
    ),
    null(
        "hidden-port-only",
        "an honest hidden port and nothing else",
        |_, _| Ok(observed(Some(false), Vec::new(), None)),
    ),
    null(
        "ports-claimed",
        "ports follow the overrides, and nothing else is seen",
        |_, scenario| Ok(observed(overridden(scenario), Vec::new(), None)),
    ),
    null(
        "constant",
        "the specification's example, whatever was asked",
        |_, _| {
            let pass = ObservedPass {
                invoked: vec![Invoked {
                    script: "s1".to_owned(),
                    artifacts: 1,
                }],
                tool_messages: vec![ToolMessage::new("c1", "Created node 5 (draft).")],
                ..ObservedPass::default()
            };
            let entry = json!({
                "type": "link",
                "payload": { "url": "https://example.com/node/5" },
                "tool_call_id": "c1",
            });
            Ok(observed(Some(false), vec![pass], Some(json!([entry]))))
        },
    ),
    null(
        "echo-scenario",
        "the whole scenario as every message",
        |null, scenario| {
            let mut honest = null.honest.run(scenario)?;
            let whole = serde_json::to_value(scenario).unwrap_or_default();
            for message in honest
                .passes
                .iter_mut()
                .flat_map(|pass| &mut pass.tool_messages)
            {
                message.content = whole.to_string().into();
            }
            honest.tool_artifacts = Some(whole);
            honest.ports = None;
            Ok(honest)
        },
    ),
    null(
        "echo-without-invoked",
        "what would be expected, with no tool ever called",
        |null, scenario| {
            let mut honest = null.honest.run(scenario)?;
            honest
                .passes
                .iter_mut()
                .for_each(|pass| pass.invoked.clear());
            Ok(honest)
        },
    ),
    null(
        "echo-script",
        "messages and entries copied from the script, with no tool called for them",
        |_, scenario| Ok(copied(scenario)),
    ),
    null(
        "first-answer",
        "the first honest answer for ever",
        |null, scenario| {
            if null.kept.is_none() {
                null.kept = Some(null.honest.run(scenario)?);
            }
            Ok(null.kept.clone().unwrap_or_default())
        },
    ),
    null(
        "previous-answer",
        "the honest answer to the scenario before",
        |null, scenario| {
            let now = null.honest.run(scenario)?;
            Ok(null.kept.replace(now).unwrap_or_default())
        },
    ),
    null(
        "no-artifacts",
        "honest, but its tools never hand over an artifact",
        |null, scenario| null.honest.run(&without_artifacts(scenario)),
    ),
    null(
        "invoked-only",
        "calls the tools and says nothing of what came out",
        |null, scenario| {
            let mut honest = null.honest.run(scenario)?;
            for pass in &mut honest.passes {
                pass.tool_messages.clear();
                pass.model_input = None;
            }
            Ok(observed(None, honest.passes, None))
        },
    ),
    null(
        "no-passes",
        "honest entries without any pass",
        |null, scenario| {
            let honest = null.honest.run(scenario)?;
            Ok(observed(None, Vec::new(), honest.tool_artifacts))
        },
    ),
    null(
        "prose-only",
        "honest messages, no entry, and artifacts it never saw",
        |null, scenario| {
            let mut honest = null.honest.run(&without_artifacts(scenario))?;
            honest.tool_artifacts = None;
            honest.ports = None;
            Ok(honest)
        },
    ),
    null(
        "everything-unsupported",
        "says \"unsupported\" to all",
        |_, _| {
            Err(AdapterError::unsupported(
                Feature::Passes,
                "nothing is supported",
            ))
        },
    ),
    null(
        "announces-nothing",
        "supports nothing, and answers \"unsupported\"",
        |_, _| {
            Err(AdapterError::unsupported(
                Feature::Exposure,
                "nothing can be observed",
            ))
        },
    ),
    null(
        "everything-an-error",
        "is always in trouble itself",
        |_, _| Err(AdapterError::failed("out of order")),
    ),
    null(
        "everything-aborts",
        "the runtime gives up every run",
        |_, _| {
            let mut observation = observed(None, Vec::new(), None);
            observation.aborted = Some(Default::default());
            Ok(observation)
        },
    ),
    #[allow(clippy::panic)]
    null("panics", "panics", |_, _| panic!("a null adapter panics")),
    null(
        "facets-none",
        "honest, and declares that it can observe nothing",
        |null, scenario| null.honest.run(scenario),
    ),
];

/// What a null adapter answers.
pub(crate) type Answer = fn(&mut Null, &Scenario) -> Result<Observation, AdapterError>;

/// A null adapter.
pub(crate) struct Null {
    name: &'static str,
    answer: Answer,
    honest: Runtime,
    kept: Option<Observation>,
}

impl Null {
    pub(crate) fn new(name: &'static str, answer: Answer) -> Self {
        Null {
            name,
            answer,
            honest: Runtime::new(name, &HONEST),
            kept: None,
        }
    }
}

impl Adapter for Null {
    fn describe(&self) -> Description {
        let mut description = self.honest.describe();
        description.supports = FEATURES.iter().copied().collect();
        match self.name {
            "announces-nothing" => {
                description.supports.clear();
                description.facets = Facets::default();
            }
            "facets-none" => description.facets = Facets::default(),
            _ => {}
        }
        description
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        (self.answer)(self, scenario)
    }
}

// The observation has a private member, so that it cannot be written as one expression.
#[allow(clippy::field_reassign_with_default)]
fn observed(
    exposed: Option<bool>,
    passes: Vec<ObservedPass>,
    tool_artifacts: Option<Value>,
) -> Observation {
    let mut observation = Observation::default();
    observation.passes = passes;
    observation.ports = exposed.map(|exposed| ObservedPorts::output(TOOL_ARTIFACTS, exposed));
    observation.tool_artifacts = tool_artifacts;
    observation
}

fn overridden(scenario: &Scenario) -> Option<bool> {
    Some(scenario.node.ports.output(TOOL_ARTIFACTS).unwrap_or(false))
}

fn without_artifacts(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    let results = scenario.script.values_mut();
    results.for_each(|result| result.artifacts.clear());
    scenario
}

/// Messages and entries copied from the script, with no tool called for them.
fn copied(scenario: &Scenario) -> Observation {
    let mut entries = Vec::new();
    let mut passes = vec![ObservedPass::default(); scenario.passes.len()];
    for (pass, call) in scenario.calls() {
        let Some(result) = scenario.result_of(call) else {
            continue;
        };
        let message = ToolMessage::new(json!(call.tool_call_id), result.data.to_string());
        passes[pass].tool_messages.push(message);
        for artifact in result.artifacts.iter().filter(|artifact| accept(artifact)) {
            entries.push(json!({
                "type": artifact["type"],
                "payload": artifact["payload"],
                "tool_call_id": call.tool_call_id,
            }));
        }
    }
    observed(overridden(scenario), passes, Some(entries.into()))
}
