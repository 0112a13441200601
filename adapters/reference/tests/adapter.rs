//! What the adapter reports of a scenario.

use flowdrop_conformance::adapter::{Adapter, AdapterError, Feature, Observation};
use flowdrop_conformance::scenario::Scenario;
use serde_json::{Value, json};

fn run(scenario: Value) -> Result<Observation, AdapterError> {
    let scenario: Scenario = serde_json::from_value(scenario)
        .map_err(|error| AdapterError::failed(error.to_string()))?;
    flowdrop_reference::adapter().run(&scenario)
}

/// A successful result with one artifact that names it.
fn scripted(text: &str) -> Value {
    let artifact = json!({ "type": "t", "payload": { "of": text } });
    json!({ "success": true, "data": { "result": text }, "artifacts": [artifact] })
}

fn two_calls_that_finish_in_reverse() -> Value {
    let (mut first, mut second) = (scripted("one"), scripted("two"));
    first["finishes"] = json!(2);
    second["finishes"] = json!(1);
    json!({
        "tools": [{ "name": "search" }],
        "passes": [{ "tool_calls": [
            { "tool_call_id": "c1", "name": "search", "args": { "script": "s1" } },
            { "tool_call_id": "c2", "name": "search", "args": { "script": "s2" } },
        ] }],
        "script": { "s1": first, "s2": second },
    })
}

#[test]
fn calls_complete_in_the_scripted_order_and_keep_their_own_artifacts() {
    let observed = run(two_calls_that_finish_in_reverse()).unwrap();
    let invoked = observed.passes[0].invoked.iter();
    let order: Vec<_> = invoked.map(|tool| tool.script.as_str()).collect();
    assert_eq!(order, ["s2", "s1"], "the calls really ran side by side");
    assert_eq!(
        observed.tool_artifacts,
        Some(json!([
            { "type": "t", "payload": { "of": "one" }, "tool_call_id": "c1" },
            { "type": "t", "payload": { "of": "two" }, "tool_call_id": "c2" },
        ]))
    );
}

#[test]
fn each_pass_has_its_own_tools_messages_and_history() {
    let pass = |id: &str| {
        let call = json!({ "tool_call_id": id, "name": "search", "args": { "script": "s" } });
        json!({ "tool_calls": [call] })
    };
    let observed = run(json!({
        "tools": [{ "name": "search" }],
        "passes": [pass("c1"), pass("c2")],
        "script": { "s": scripted("one") },
    }))
    .unwrap();
    let lengths = observed.passes.iter().map(|pass| {
        let sent = pass.model_input.as_ref().map_or(0, Vec::len);
        (pass.invoked.len(), pass.tool_messages.len(), sent)
    });
    assert_eq!(lengths.collect::<Vec<_>>(), [(1, 1, 3), (1, 1, 5)]);
    assert_eq!(observed.passes[1].tool_messages[0].tool_call_id, "c2");
}

#[test]
fn exposure_is_read_from_the_node_and_delivery_is_not() {
    for (stored, exposed) in [
        (json!({}), false),
        (
            json!({ "outputs": [{ "id": "tool_artifacts", "exposed": true }] }),
            true,
        ),
        (
            json!({ "inputs": [{ "id": "tool_artifacts", "exposed": true }] }),
            false,
        ),
    ] {
        let mut scenario = two_calls_that_finish_in_reverse();
        scenario["node"] = json!({ "ports": stored });
        let observed = run(scenario).unwrap();
        let port = observed
            .ports
            .and_then(|ports| ports.exposed("tool_artifacts"));
        assert_eq!(port, Some(exposed), "{stored}");
        let delivered = observed.tool_artifacts.as_ref().and_then(Value::as_array);
        assert_eq!(delivered.map(Vec::len), Some(2), "{stored}");
    }
}

#[test]
fn a_call_that_nothing_is_scripted_for_is_the_scenarios_fault() {
    let mut scenario = two_calls_that_finish_in_reverse();
    scenario["script"] = json!({});
    assert!(matches!(run(scenario), Err(AdapterError::Failed { .. })));
}

#[test]
fn nothing_is_bridged_and_every_runtime_feature_is_there() {
    let about = flowdrop_reference::adapter().describe();
    let lacking = Feature::ALL
        .into_iter()
        .filter(|feature| feature.inapplicable_without() && !about.supports.contains(feature));
    assert_eq!(lacking.count(), 0);
    assert!(about.read_from.contains_key("tool_artifacts"));
}
