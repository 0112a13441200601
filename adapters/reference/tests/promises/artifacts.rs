//! Two paths out of a call: artifacts and prose.

use flowdrop_reference::node::ToolNode;
use flowdrop_reference::tool::{Registry, ToolOutput};
use serde_json::{Value, json};

use crate::kit::{
    Returned, attached, call, delivered, node_with, prose, say, take, take_with, tools,
};

#[test]
fn the_specifications_example_comes_out_as_printed() {
    let (turn, sent) = take_with(tools(), vec![vec![call("c1", "create_node")]]);
    let link = json!({ "url": "https://example.com/node/5" });
    assert_eq!(
        delivered(&turn),
        json!([{ "type": "link", "payload": link, "tool_call_id": "c1" }])
    );
    assert_eq!(prose(&turn), ["Created node 5 (draft)."]);
    assert_eq!(
        sent.last(),
        Some(
            &json!({ "role": "tool", "tool_call_id": "c1", "content": "Created node 5 (draft)." })
        )
    );
    assert_eq!(turn.text, "Done.");
}

#[test]
fn a_tool_cannot_claim_another_calls_id_or_add_keys() {
    let spoof = |_: &Value| -> Returned {
        let payload = json!({ "tool_call_id": "nested, and stays" });
        let entry = json!({ "type": "t", "payload": payload, "tool_call_id": "c2", "extra": 1 });
        Ok(attached("ok", json!([entry])))
    };
    let (turn, _) = take_with(
        tools().with("spoof", spoof),
        vec![vec![call("c1", "spoof")]],
    );
    let payload = json!({ "tool_call_id": "nested, and stays" });
    assert_eq!(
        delivered(&turn),
        json!([{ "type": "t", "payload": payload, "tool_call_id": "c1" }])
    );
}

#[test]
fn the_port_is_hidden_until_the_author_shows_it() {
    let by_default = ToolNode::default();
    for (node, expected) in [
        (&by_default, false),
        (&node_with(false), false),
        (&node_with(true), true),
    ] {
        let exposed = node.exposure().find(|(id, _)| *id == "tool_artifacts");
        assert_eq!(exposed, Some(("tool_artifacts", expected)));
    }
}

#[test]
fn a_hidden_port_still_delivers_and_is_stripped_from_the_editors_view() {
    let batch = vec![vec![say(Some("c1"), 7)]];
    let (hidden, _) = take(&node_with(false), batch.clone());
    let (shown, _) = take(&node_with(true), batch);
    let entries = json!([{ "type": "echo", "payload": { "n": 7 }, "tool_call_id": "c1" }]);
    assert_eq!(delivered(&hidden), entries);
    assert_eq!(delivered(&shown), entries);
    assert_eq!(shown.passes[0].result.get("tool_artifacts"), Some(&entries));
    assert_eq!(hidden.passes[0].result.get("tool_artifacts"), None);
    assert!(hidden.passes[0].result.contains_key("tool_messages"));
}

#[test]
fn what_the_model_is_sent_does_not_change_with_the_artifacts() {
    let sent = [
        json!([{ "type": "t", "payload": { "url": "x" } }]),
        Value::Null,
    ]
    .map(|artifacts| {
        let tool = move |_: &Value| -> Returned { Ok(attached("ok", artifacts.clone())) };
        let batches = vec![vec![call("c1", "tool")], vec![call("c2", "tool")]];
        take_with(Registry::default().with("tool", tool), batches).1
    });
    assert_eq!(sent[0], sent[1]);
    assert_eq!(
        sent[0].len(),
        5,
        "prompt, then request and answer of two passes"
    );
}

#[test]
fn the_reserved_key_never_reaches_the_prose() {
    let tool = |_: &Value| -> Returned {
        let mut output = attached("ok", Value::Null);
        output.data["artifacts"] = json!([{ "type": "t", "payload": { "url": "x" } }]);
        Ok(output)
    };
    let (turn, _) = take_with(
        Registry::default().with("tool", tool),
        vec![vec![call("c", "tool")]],
    );
    assert_eq!(prose(&turn), ["ok"]);
}

#[test]
fn a_failed_call_carries_no_artifacts() {
    let fails = |_: &Value| -> Returned {
        let output = attached("half done", json!([{ "type": "t", "payload": {} }]));
        Ok(ToolOutput {
            success: false,
            error: Some("disk full".to_owned()),
            ..output
        })
    };
    let (turn, _) = take_with(
        Registry::default().with("fails", fails),
        vec![vec![call("c", "fails")]],
    );
    assert_eq!(delivered(&turn), json!([]));
    assert_eq!(prose(&turn), ["Error: disk full\nhalf done"]);
}

#[test]
fn the_port_holds_its_own_pass_and_the_turn_delivers_every_pass() {
    let batches = vec![vec![say(Some("c1"), 1)], vec![say(Some("c2"), 2)]];
    let (turn, _) = take(&node_with(true), batches);
    let all = delivered(&turn);
    let ports = turn
        .passes
        .iter()
        .map(|pass| &pass.result["tool_artifacts"]);
    let ports: Vec<_> = ports.cloned().collect();
    assert_eq!(ports, [json!([all[0]]), json!([all[1]])]);
    assert_eq!(all.as_array().map(Vec::len), Some(2));
}
