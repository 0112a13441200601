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

#[test]
fn an_id_that_the_model_gave_is_a_difference() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let attached = run.variant.artifacts != Artifacts::Removed;
        let id = if attached { "c1" } else { "c2" };
        seen.passes[0].model_input = Some(vec![json!({ "id": id })]);
    });
    assert_eq!(outcomes(&verdicts)[2], Some(Outcome::Failed));
}

/// What is found where nameless calls attach these, their messages bear `m1`, `m2` and so
/// on, and so do the entries, each the one that comes after its own call's.
fn turned_round(attached: &[Value]) -> BTreeSet<(u8, Code, Outcome)> {
    const BIRDS: [&str; 3] = ["osprey", "kestrel", "merlin"];
    const SCRIPTS: [&str; 3] = ["s1", "s2", "s3"];
    let mut script = json!({});
    for (at, artifacts) in attached.iter().enumerate() {
        script[SCRIPTS[at]] = found(&format!("Found a {}.", BIRDS[at]), artifacts.clone());
    }
    let calls: Vec<_> = SCRIPTS
        .iter()
        .take(attached.len())
        .map(|script| ("", *script))
        .collect();
    let id = |at: usize| format!("m{}", at % attached.len() + 1);
    let verdicts = judged_in(
        &[GIVEN],
        &scenario(&[&calls], script),
        false,
        |run, seen| {
            for (at, message) in seen.passes[0].tool_messages.iter_mut().enumerate() {
                message.tool_call_id = id(at).into();
            }
            let mut entries = entries(run.scenario);
            for (at, entry) in entries.iter_mut().enumerate() {
                entry["tool_call_id"] = id(handed_over(run.scenario)[at].call + 1).into();
            }
            seen.tool_artifacts = Some(json!(entries));
        },
    );
    codes(&verdicts)
}

#[test]
fn an_entry_that_bears_the_id_of_another_calls_message_is_paired_wrong() {
    let wrong = BTreeSet::from([(1, Code::IdOfAnotherCall, Outcome::Failed)]);
    let of = |url: &str| json!([link(url)]);
    assert_eq!(turned_round(&[of("/1"), of("/2")]), wrong);
    assert_eq!(turned_round(&[of("/1"), of("/2"), of("/3")]), wrong);
    assert_eq!(
        turned_round(&[json!([link("/1"), link("/1")]), json!([])]),
        wrong
    );
    // Either call may have attached it.
    assert_eq!(turned_round(&[of("/1"), of("/1")]), BTreeSet::new());
}
