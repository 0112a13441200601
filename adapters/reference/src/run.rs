//! What one run remembers across its passes.

use std::collections::BTreeMap;

use crate::collect::{Collector, Limits};
use crate::model::ToolMessage;

/// One run's memory: the calls that it made, and the artifacts that they produced.
#[derive(Debug)]
pub struct Run {
    /// The calls that returned.
    pub ledger: Ledger,
    /// The artifacts, on their way to delivery.
    pub collector: Collector,
}

impl Run {
    /// Opens a run.
    #[must_use]
    pub fn open(id: impl Into<String>) -> Self {
        Run {
            ledger: Ledger::default(),
            collector: Collector::open(id.into(), Limits::default()),
        }
    }
}

/// The calls that a run has made, by id, so that none is made twice (RT-TOOL-9).
#[derive(Debug, Default)]
pub struct Ledger {
    calls: BTreeMap<String, Answered>,
}

/// How a call was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The message that the model was sent.
    pub message: ToolMessage,
    /// Whether the call succeeded.
    pub success: bool,
}

impl Ledger {
    /// How the call of that id was answered, if it was.
    #[must_use]
    pub fn answer_to(&self, id: &str) -> Option<&Answered> {
        self.calls.get(id)
    }

    /// Records an answer under the id that it carries. A call without one cannot be
    /// guarded, and is not recorded (RT-TOOL-9 ¶5).
    pub fn record(&mut self, answered: &Answered) {
        if let Some(id) = &answered.message.tool_call_id {
            self.calls.insert(id.clone(), answered.clone());
        }
    }
}
