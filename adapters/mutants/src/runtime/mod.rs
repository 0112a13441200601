//! One honest small runtime, and the places at which it can be wired otherwise.
//!
//! [`calls`] invokes a batch, [`speak`] puts into words what the model is sent,
//! [`collect`] builds and delivers the entries. Each asks its [`Wiring`] at every place
//! where real code goes wrong; [`HONEST`] is the wiring that keeps the rule.

mod calls;
mod collect;
mod honest;
mod speak;
mod wiring;

pub(crate) use honest::{FEATURES, HONEST, accept, ports, render, say};
pub(crate) use speak::{Message, Place};
pub(crate) use wiring::{Built, Calls, Change, Leak, Lists, Made, Object, Repeats, Wiring};

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use flowdrop_conformance::adapter::{
    Aborted, Adapter, AdapterError, Description, FakeTools, Observation, ObservedPass,
};
use flowdrop_conformance::scenario::{Failure, Scenario, Scripted, TOOL_ARTIFACTS, ToolCall};
use serde_json::Value;

/// The runtime as an adapter: a name, a wiring, and what outlives a run.
pub(crate) struct Runtime {
    name: &'static str,
    wiring: &'static Wiring,
    memory: RefCell<Memory>,
}

/// What a wiring keeps between runs. The honest one keeps nothing.
#[derive(Default)]
pub(crate) struct Memory {
    /// Values found again by a key of the wiring's choice.
    pub(crate) values: BTreeMap<String, Value>,
    /// A list that grows.
    pub(crate) list: Vec<Value>,
    /// Marks.
    pub(crate) seen: BTreeSet<String>,
    /// How many runs there were before this one.
    pub(crate) runs: usize,
}

/// One call and what came of it.
pub(crate) struct Done<'a> {
    /// The pass, from 0.
    pub(crate) pass: usize,
    /// The call's place in its pass, from 0.
    pub(crate) index: usize,
    /// The call as the model made it.
    pub(crate) call: &'a ToolCall,
    /// The call's id, as the runtime passes it on.
    pub(crate) id: Value,
    /// What the tool returned; nothing if there is no such tool.
    pub(crate) result: Option<&'a Scripted>,
    /// The call's place among the completions of its pass, from 0.
    pub(crate) finished: usize,
    /// The earlier call whose stored result answers this one.
    pub(crate) repeat_of: Option<usize>,
}

/// How the author left the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exposure {
    Default,
    Hidden,
    Exposed,
}

/// One run: what was asked, and what was done so far.
pub(crate) struct Run<'a> {
    pub(crate) scenario: &'a Scenario,
    pub(crate) wiring: &'a Wiring,
    pub(crate) memory: &'a RefCell<Memory>,
    pub(crate) done: Vec<Done<'a>>,
    /// What the run gave up with.
    pub(crate) aborted: Option<String>,
}

impl Runtime {
    pub(crate) fn new(name: &'static str, wiring: &'static Wiring) -> Self {
        Runtime {
            name,
            wiring,
            memory: RefCell::default(),
        }
    }
}

impl Adapter for Runtime {
    fn describe(&self) -> Description {
        let mut description = Description::native(self.name, env!("CARGO_PKG_VERSION"));
        description.adapter.name = "flowdrop-mutants".to_owned();
        description.implementation.language = Some("rust".to_owned());
        description.supports = self.wiring.features.iter().copied().collect();
        for (side, place) in [
            (
                "tool_artifacts",
                "the run's list, before exposure strips the port",
            ),
            ("prose", "the messages handed to the model"),
        ] {
            let (side, place) = (side.to_owned(), place.to_owned());
            description.read_from.insert(side, place);
        }
        description
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        let mut run = Run {
            scenario,
            wiring: self.wiring,
            memory: &self.memory,
            done: Vec::new(),
            aborted: None,
        };
        let mut observation = run.passes();
        match self.wiring.gives_up.and_then(|gives_up| gives_up(&run)) {
            Some(message) => run.aborted = Some(message),
            None => collect::deliver(&run, &mut observation),
        }
        let exposed = run.exposed();
        observation.ports = (self.wiring.ports)(&run, exposed);
        observation.aborted = run.aborted.take().map(|message| Aborted { message });
        self.memory.borrow_mut().runs += 1;
        Ok(observation)
    }
}

impl<'a> Run<'a> {
    fn passes(&mut self) -> Observation {
        let mut observation = Observation::default();
        let mut spoken = Vec::new();
        for pass in 0..self.scenario.passes.len() {
            let tools = FakeTools::new(self.scenario, pass);
            calls::invoke(self, pass, &tools);
            let mut observed = ObservedPass {
                invoked: tools.invoked(),
                ..ObservedPass::default()
            };
            if self.aborted.is_none() {
                spoken.push(speak::messages(self, pass));
                observed.tool_messages = speak::observed(&spoken[pass]);
                observed.model_input = speak::model_input(self, &spoken);
            }
            observation.passes.push(observed);
            if self.aborted.is_some() {
                break;
            }
        }
        observation
    }

    /// Whether the port is exposed, by the wiring's lights.
    fn exposed(&self) -> bool {
        let shown =
            self.exposure() == Exposure::Default && self.wiring.shown.is_some_and(|f| f(self));
        shown || (self.wiring.exposed)(self)
    }

    /// The author's override.
    pub(crate) fn exposure(&self) -> Exposure {
        match self.scenario.node.ports.output(TOOL_ARTIFACTS) {
            None => Exposure::Default,
            Some(false) => Exposure::Hidden,
            Some(true) => Exposure::Exposed,
        }
    }

    /// The calls of one pass.
    pub(crate) fn batch(&self, pass: usize) -> impl Iterator<Item = &Done<'a>> {
        self.done.iter().filter(move |done| done.pass == pass)
    }

    /// The call that an artifact came from.
    pub(crate) fn call_of(&self, made: &Made) -> &Done<'a> {
        &self.done[made.call]
    }

    /// The first value that this runtime ever had for a key.
    pub(crate) fn remember(&self, key: &str, value: Value) -> Value {
        let mut memory = self.memory.borrow_mut();
        memory.values.entry(key.to_owned()).or_insert(value).clone()
    }
}

impl<'a> Done<'a> {
    /// How the call failed, if it did.
    pub(crate) fn failure(&self) -> Option<Failure<'a>> {
        self.result?.failure()
    }

    /// Whether the tool returned a success.
    pub(crate) fn succeeded(&self) -> bool {
        self.result.is_some() && self.failure().is_none()
    }

    /// Whether the tool threw.
    pub(crate) fn raised(&self) -> bool {
        matches!(self.failure(), Some(Failure::Raised(_)))
    }

    /// The result's data.
    pub(crate) fn data(&self) -> &'a Value {
        self.result.map_or(&Value::Null, |result| &result.data)
    }

    /// The well-formed artifacts that the tool handed over, failed or not.
    pub(crate) fn handed(&self) -> Vec<&'a Object> {
        let result = self.result.filter(|result| result.raises.is_none());
        result
            .into_iter()
            .flat_map(|result| &result.artifacts)
            .filter(|artifact| accept(artifact))
            .filter_map(Value::as_object)
            .collect()
    }

    /// The call's id as text, if it has one.
    pub(crate) fn text_id(&self) -> Option<&str> {
        self.id.as_str().filter(|id| !id.is_empty())
    }

    /// What two calls with the same arguments have in common.
    pub(crate) fn arguments(&self) -> String {
        format!("{}({})", self.call.name, self.call.args.script)
    }
}
