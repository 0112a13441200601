//! Tools to call, calls to make, and what came of them.

use flowdrop_reference::artifact::Entry;
use flowdrop_reference::model::{Call, ScriptedModel};
use flowdrop_reference::node::ToolNode;
use flowdrop_reference::port::{Override, Overrides};
use flowdrop_reference::tool::{Registry, Thrown, ToolOutput};
use flowdrop_reference::turn::{self, Turn};
use serde_json::{Value, json};

pub(crate) type Returned = Result<ToolOutput, Thrown>;

/// A tool's result with a text for the model and something attached.
pub(crate) fn attached(text: &str, artifacts: Value) -> ToolOutput {
    ToolOutput {
        success: true,
        data: json!({ "result": text }),
        error: None,
        artifacts,
    }
}

/// The example of RT-TOOL-3's page.
pub(crate) fn create_node(_: &Value) -> Returned {
    let url = "https://example.com/node/5";
    let link = json!([{ "type": "link", "payload": { "url": url } }]);
    Ok(attached("Created node 5 (draft).", link))
}

/// Says its argument `n`, and attaches it.
pub(crate) fn echo(args: &Value) -> Returned {
    let n = &args["n"];
    let artifact = json!([{ "type": "echo", "payload": { "n": n } }]);
    Ok(attached(&format!("said {n}"), artifact))
}

pub(crate) fn call(id: &str, name: &str) -> Call {
    Call::new(Some(id), name, json!({}))
}

pub(crate) fn say(id: Option<&str>, n: u32) -> Call {
    Call::new(id, "echo", json!({ "n": n }))
}

pub(crate) fn tools<'t>() -> Registry<'t> {
    Registry::default()
        .with("create_node", create_node)
        .with("echo", echo)
}

/// Takes a turn with these batches. Also tells what the model was sent last.
pub(crate) fn take(node: &ToolNode<'_>, batches: Vec<Vec<Call>>) -> (Turn, Vec<Value>) {
    let mut model = ScriptedModel::new(batches, "Done.");
    let turn = turn::take(node, &mut model, "r1", "Do it.");
    (turn, model.sent.pop().unwrap_or_default())
}

pub(crate) fn take_with(tools: Registry<'_>, batches: Vec<Vec<Call>>) -> (Turn, Vec<Value>) {
    let overrides = Overrides::default();
    take(&ToolNode { tools, overrides }, batches)
}

pub(crate) fn node_with(exposed: bool) -> ToolNode<'static> {
    let overrides = Overrides {
        inputs: Vec::new(),
        outputs: vec![Override {
            id: "tool_artifacts".to_owned(),
            exposed: Some(exposed),
        }],
    };
    let tools = tools();
    ToolNode { tools, overrides }
}

pub(crate) fn delivered(turn: &Turn) -> Value {
    turn.tool_artifacts.iter().map(Entry::to_value).collect()
}

pub(crate) fn prose(turn: &Turn) -> Vec<&str> {
    let messages = turn.passes.iter().flat_map(|pass| &pass.messages);
    messages.map(|message| message.content.as_str()).collect()
}
