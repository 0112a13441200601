//! One agent a scenario.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use flowdrop_conformance::adapter::{
    Aborted, AdapterError, Description, Facet, Facets, Feature, HarnessAdapter, Implementation,
    ObservedPass,
};
use flowdrop_conformance::{Adapter, Observation, Scenario};
use futures::StreamExt as _;
use rig::agent::{Agent, AgentBuilder};
use serde_json::Value;

use crate::options::Options;
use crate::script::{Script, model};
use crate::seen::{Host, fed_back};

/// As `Cargo.toml` pins it.
const RIG: &str = "0.44.0";

pub(crate) struct Bridge {
    options: Options,
}

impl Bridge {
    pub(crate) fn new(options: Options) -> Self {
        Bridge { options }
    }

    async fn play(&self, agent: &Agent, scenario: &Scenario) -> Result<(), String> {
        let turns = scenario.passes.len() + 2;
        let mut runner = agent.prompt(scenario.prompt.as_str()).max_turns(turns);
        if self.options.concurrent {
            runner = runner.tool_concurrency(8);
        }
        if !self.options.streaming {
            return match runner.run().await {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            };
        }
        let mut stream = runner.stream();
        while let Some(item) = stream.next().await {
            item.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Adapter for Bridge {
    fn describe(&self) -> Description {
        let mut supports = BTreeSet::from([
            Feature::Passes,
            Feature::NullId,
            Feature::RepeatedId,
            Feature::Raises,
            Feature::DataAny,
        ]);
        if self.options.concurrent {
            supports.insert(Feature::ConcurrentCalls);
        }
        let place = if self.options.naive {
            "the tool result's output in the on_outcome hook, with call_id"
        } else {
            "ToolContext::result in the on_outcome hook, with call_id"
        };
        Description {
            implementation: Implementation {
                name: "rig".to_owned(),
                version: RIG.to_owned(),
                configuration: Some(self.options.name()),
                language: Some("rust".to_owned()),
                homepage: Some("https://github.com/0xPlaygrounds/rig".to_owned()),
            },
            adapter: HarnessAdapter {
                name: "rig-bridge".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            facets: Facets {
                prose: Facet::Native,
                pairing: Facet::Native,
                entries: Facet::Bridged,
                exposure: Facet::None,
            },
            read_from: BTreeMap::from([
                ("tool_artifacts".to_owned(), place.to_owned()),
                (
                    "prose".to_owned(),
                    "the chat history of the requests that MockCompletionModel was sent".to_owned(),
                ),
            ]),
            supports,
            max_in_flight: 1,
        }
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| AdapterError::failed(error.to_string()))?;
        let model = model(scenario, self.options.streaming)?;
        let script = Arc::new(Script::new(scenario, model.clone(), self.options.naive));
        let host = Host::new(self.options.naive);
        let tools: Result<Vec<_>, _> = scenario
            .tools
            .iter()
            .map(|tool| script.tool(tool))
            .collect();
        let agent = AgentBuilder::new(model.clone())
            .add_hook(host.clone())
            .dynamic_tools(tools?)
            .build();
        let ended = runtime.block_on(self.play(&agent, scenario));

        let requests = model.requests();
        let mut passes = Vec::new();
        for (pass, invoked) in script.invoked().into_iter().enumerate() {
            passes.push(ObservedPass {
                invoked,
                ..fed_back(&requests, pass)?
            });
        }
        Ok(Observation {
            passes,
            tool_artifacts: Some(Value::from(host.entries())),
            aborted: ended.err().map(|message| Aborted { message }),
            ..Observation::default()
        })
    }
}
