//! Ids that the runtime makes differ from run to run, and that is no difference.

use super::*;

/// A call that had no id and attaches one artifact.
fn nameless() -> Scenario {
    let script = json!({ "s1": found("Found an osprey.", json!([link("/1")])) });
    scenario(&[&[("", "s1")]], script)
}

/// What comes of each clause where every run makes its ids anew, and says them so.
fn outcomes_of(
    id: impl Fn(usize) -> Value,
    content: impl Fn(&Value) -> Value,
) -> [Option<Outcome>; 4] {
    let verdicts = judged(&nameless(), |run, seen| {
        let id = id(run.before);
        if let Some(entry) = seen
            .tool_artifacts
            .as_mut()
            .and_then(|list| list.get_mut(0))
        {
            entry["tool_call_id"] = id.clone();
        }
        seen.passes[0].tool_messages = vec![ToolMessage::new(id.clone(), content(&id))];
        seen.passes[0].model_input = Some(vec![json!({ "id": id, "content": content(&id) })]);
    });
    outcomes(&verdicts)
}

#[test]
fn an_id_that_is_made_anew_for_each_run_is_no_difference() {
    let plain = |_: &Value| json!("Found an osprey.");
    assert_eq!(outcomes_of(|nth| json!(format!("tc-{nth}")), plain), PASSED);
    assert_eq!(outcomes_of(|nth| json!(nth + 100), plain), PASSED);
    // None is as good as one, and an empty one is none.
    let some = |nth: usize| [json!(null), json!(""), json!("tc-1")][nth % 3].clone();
    let entries_alone = judged(&nameless(), |run, seen| {
        if let Some(entry) = seen
            .tool_artifacts
            .as_mut()
            .and_then(|list| list.get_mut(0))
        {
            entry["tool_call_id"] = some(run.before / 3);
        }
    });
    assert_eq!(outcomes(&entries_alone), PASSED);
}

#[test]
fn an_id_that_is_made_anew_is_no_difference_wherever_a_message_says_it() {
    for content in [
        (|id: &Value| json!(format!("Found an osprey ({}).", text_of(id)))) as fn(&Value) -> Value,
        |id| json!([{ "text": "Found an osprey.", "id": id }]),
        |id| json!([id, "Found an osprey."]),
        |id| json!({ "blocks": [{ "text": format!("Found an osprey: {}", text_of(id)) }] }),
    ] {
        assert_eq!(
            outcomes_of(|nth| json!(format!("tc-{nth}")), content),
            PASSED
        );
    }
    // A number is an id only where it is named so.
    let content = |id: &Value| json!([{ "text": "Found an osprey.", "call_id": id }]);
    assert_eq!(outcomes_of(|nth| json!(nth + 100), content), PASSED);
    let content = |id: &Value| json!([{ "text": "Found an osprey.", "count": id }]);
    let outcomes = outcomes_of(|nth| json!(nth + 100), content);
    assert_eq!(outcomes[2], Some(Outcome::Inconclusive));
}

#[test]
fn an_id_that_the_tool_wrote_is_a_difference_where_a_message_bears_it() {
    let artifact = json!({ "type": "link", "payload": { "url": "/1" }, "tool_call_id": "t9" });
    let script = json!({ "s1": found("Found an osprey.", json!([artifact])) });
    let verdicts = judged(&scenario(&[&[("", "s1")]], script), |run, seen| {
        let attached = run.variant.artifacts != Artifacts::Removed;
        let id = if attached { "t9" } else { "m1" };
        seen.passes[0].tool_messages[0].content = format!("Found an osprey. ({id})").into();
        seen.passes[0].tool_messages[0].tool_call_id = id.into();
    });
    assert_eq!(outcomes(&verdicts)[2], Some(Outcome::Failed));
}
