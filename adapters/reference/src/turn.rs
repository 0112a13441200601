//! A turn: the user says something, the model has calls made until it has finished.

use serde_json::Value;

use crate::artifact::Entry;
use crate::collect::Dropped;
use crate::model::{self, Model, Reply, ToolMessage};
use crate::node::{Pass, ToolNode};
use crate::run::Run;

/// What came of a turn.
#[derive(Debug)]
pub struct Turn {
    /// What the model said last.
    pub text: String,
    /// Each pass, as an editor sees it.
    pub passes: Vec<Pass>,
    /// The artifacts that the run delivers, whether or not a port shows them
    /// (RT-TOOL-3 ¶4).
    pub tool_artifacts: Vec<Entry>,
    /// The artifacts that did not fit.
    pub dropped: Vec<Dropped>,
}

/// Takes a turn: one run, from the user's prompt to the model's last words.
pub fn take(node: &ToolNode<'_>, model: &mut dyn Model, run: &str, prompt: &str) -> Turn {
    let mut run = Run::open(run);
    let mut messages = vec![model::user(prompt)];
    let mut passes = Vec::new();
    let text = loop {
        match model.reply(&messages) {
            Reply::Text(text) => break text,
            Reply::Calls(calls) => {
                let pass = node.pass(&calls, &mut run);
                messages.push(model::assistant(&calls));
                messages.extend(told(&pass));
                passes.push(pass);
            }
        }
    };
    let (tool_artifacts, dropped) = run.collector.release();
    Turn {
        text,
        passes,
        tool_artifacts,
        dropped,
    }
}

/// All that the model is sent of a pass. A port's exposure says what people see, so a
/// hidden `tool_messages` does not silence the conversation.
fn told(pass: &Pass) -> impl Iterator<Item = Value> {
    pass.messages.iter().map(ToolMessage::to_chat)
}
