//! The node that invokes tools: one pass.

use serde_json::{Map, Value};

use crate::artifact::Entry;
use crate::batch::{self, Outcome};
use crate::model::{Call, ToolMessage};
use crate::port::{self, Overrides, Port};
use crate::prose;
use crate::run::{Answered, Run};
use crate::tool::{Registry, ToolResult};

/// The outputs that the node declares. `tool_artifacts` is hidden until an author shows
/// it (RT-TOOL-3 ¶2).
pub const PORTS: [Port; 6] = [
    shown("tool_messages"),
    shown("success"),
    shown("skipped"),
    shown("executed_any"),
    hidden("executed"),
    hidden("tool_artifacts"),
];

/// A node instance: its tools, and what its author stored about its ports.
#[derive(Default)]
pub struct ToolNode<'t> {
    /// The tools it can invoke.
    pub tools: Registry<'t>,
    /// The author's exposure overrides.
    pub overrides: Overrides,
}

/// What a pass gives to the two who read it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pass {
    /// For the model: one message per call.
    pub messages: Vec<ToolMessage>,
    /// For the editor: the node's result without its hidden ports.
    pub result: Map<String, Value>,
}

impl ToolNode<'_> {
    /// The declared output ports, and whether each is exposed.
    pub fn exposure(&self) -> impl Iterator<Item = (&'static str, bool)> {
        PORTS
            .map(|port| (port.id, port.exposed(&self.overrides)))
            .into_iter()
    }

    /// Makes a batch of calls. Artifacts go to the run's collector whatever the ports
    /// say (RT-TOOL-3 ¶4); the result is stripped before anybody sees it (EXPO-14).
    pub fn pass(&self, calls: &[Call], run: &mut Run) -> Pass {
        let before = run.collector.entries().len();
        let mut report = Report::default();
        for outcome in batch::run(&self.tools, calls, &run.ledger) {
            match outcome {
                Outcome::Made(call, result) => report.made(call, result, run),
                Outcome::Repeat(id) => report.repeated(id, run),
            }
        }
        let mut result = report.ports(&run.collector.entries()[before..]);
        port::strip(&mut result, &PORTS, &self.overrides);
        Pass {
            messages: report.messages,
            result,
        }
    }
}

/// What a pass has to report, as it goes along.
#[derive(Default)]
struct Report {
    messages: Vec<ToolMessage>,
    failures: usize,
    executed: Vec<String>,
    executed_any: bool,
    skipped: Vec<String>,
}

impl Report {
    /// The two halves of a result part here: prose to the model, artifacts to the
    /// collector, both under the id of the call that was made.
    fn made(&mut self, call: &Call, result: ToolResult, run: &mut Run) {
        let answered = Answered {
            message: ToolMessage {
                tool_call_id: call.id.clone(),
                content: prose::of(&result.answer),
            },
            success: result.answer.success,
        };
        for artifact in result.artifacts {
            run.collector.collect(call, artifact);
        }
        run.ledger.record(&answered);
        self.executed_any = true;
        self.executed.extend(call.id.clone());
        self.tell(answered);
    }

    /// The model is told again what it was told; the artifacts were collected then.
    fn repeated(&mut self, id: &str, run: &Run) {
        self.skipped.push(id.to_owned());
        if let Some(answered) = run.ledger.answer_to(id) {
            self.tell(answered.clone());
        }
    }

    fn tell(&mut self, answered: Answered) {
        self.failures += usize::from(!answered.success);
        self.messages.push(answered.message);
    }

    /// The value of every declared port.
    fn ports(&self, entries: &[Entry]) -> Map<String, Value> {
        let messages = self.messages.iter().map(ToolMessage::to_chat);
        let artifacts = entries.iter().map(Entry::to_value);
        Map::from_iter([
            ("tool_messages".to_owned(), messages.collect()),
            ("success".to_owned(), (self.failures == 0).into()),
            ("skipped".to_owned(), self.skipped.clone().into()),
            ("executed_any".to_owned(), self.executed_any.into()),
            ("executed".to_owned(), self.executed.clone().into()),
            ("tool_artifacts".to_owned(), artifacts.collect()),
        ])
    }
}

const fn shown(id: &'static str) -> Port {
    Port {
        id,
        exposed_by_default: true,
    }
}

const fn hidden(id: &'static str) -> Port {
    Port {
        id,
        exposed_by_default: false,
    }
}
