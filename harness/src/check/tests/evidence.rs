//! Data that does not reach the model, or answers another call.

use super::*;
use crate::check::Finding;

fn of_clause_3(verdicts: &Verdicts) -> Vec<&Finding> {
    let findings = verdicts.findings.iter();
    findings.filter(|found| found.clause == 3).collect()
}

#[test]
fn data_of_which_nothing_reaches_the_model_is_told_with_what_did() {
    let verdicts = judged(&two_calls(), |_, seen| {
        seen.passes[0].tool_messages[1].content = "Done.".into();
    });
    let found = of_clause_3(&verdicts);
    let [found] = found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(
        (found.code, found.outcome),
        (Code::DataNotInProse, Outcome::Failed)
    );
    assert_eq!(found.call.as_ref().map(|call| call.index), Some(1));
    assert!(found.message.ends_with("(kestrel)"), "{}", found.message);
    assert_eq!(
        found.expected,
        Some(json!({ "result": "Found a kestrel." }))
    );
    assert_eq!(found.actual, Some(json!(["Done.", "Found an osprey."])));
}

#[test]
fn data_of_a_call_that_was_not_made_need_not_reach_the_model() {
    let verdicts = judged(&two_calls(), |_, seen| {
        seen.passes[0].tool_messages.truncate(1);
        seen.passes[0].invoked.truncate(1);
    });
    assert!(
        of_clause_3(&verdicts)
            .iter()
            .all(|found| found.code != Code::DataNotInProse)
    );
}

#[test]
fn data_that_is_lost_in_one_variant_is_found_there() {
    let verdicts = judged(&two_calls(), |run, seen| {
        if run.variant.exposure == Exposure::Exposed {
            seen.passes[0].tool_messages[0].content = "Done.".into();
        }
    });
    let found = of_clause_3(&verdicts);
    assert_eq!(found[0].code, Code::DataNotInProse);
    assert_eq!(found[0].variant_text(), "exposed/given");
}

#[test]
fn a_message_that_holds_another_calls_data_is_told_of_the_call_that_it_answers() {
    let verdicts = judged(&two_calls(), |_, seen| {
        let messages = &mut seen.passes[0].tool_messages;
        let first = messages[0].content.clone();
        messages[0].content = messages[1].content.clone();
        messages[1].content = first;
    });
    let found = of_clause_3(&verdicts);
    let [found] = found[..] else {
        panic!("{found:?}");
    };
    assert_eq!(
        (found.code, found.outcome),
        (Code::ProseOfAnotherCall, Outcome::Failed)
    );
    assert_eq!(found.call.as_ref().map(|call| call.index), Some(0));
    assert_eq!(
        found.expected,
        Some(json!({ "result": "Found an osprey." }))
    );
    assert_eq!(found.actual, Some(json!("Found a kestrel.")));
}

#[test]
fn a_message_that_holds_its_own_data_beside_anothers_answers_its_call() {
    let verdicts = judged(&two_calls(), |_, seen| {
        for message in &mut seen.passes[0].tool_messages {
            message.content = "Found an osprey and a kestrel.".into();
        }
    });
    assert_eq!(of_clause_3(&verdicts), Vec::<&Finding>::new());
}

#[test]
fn a_word_that_an_artifact_holds_too_proves_nothing() {
    let script = json!({ "s1": found("Found an osprey.", json!([link("/osprey/found")])) });
    let verdicts = judged(&scenario(&[&[("c1", "s1")]], script), |_, seen| {
        seen.passes[0].tool_messages[0].content = "Done.".into();
    });
    assert_eq!(of_clause_3(&verdicts), Vec::<&Finding>::new());
}

/// The codes and variants of ¶3 where no run's last message says anything, and this is
/// done to those in which the port is not exposed.
fn exposed_alone(scenario: &Scenario, others: fn(&mut Observation)) -> Vec<(Code, String)> {
    let verdicts = judged(scenario, |run, seen| {
        let last = seen.passes.len() - 1;
        if let Some(message) = seen.passes[last].tool_messages.last_mut() {
            message.content = "Done.".into();
        }
        if run.variant.exposure != Exposure::Exposed {
            others(seen);
        }
    });
    let found = of_clause_3(&verdicts).into_iter();
    found
        .filter(|found| found.code == Code::DataNotInProse)
        .map(|found| (found.code, found.variant_text()))
        .collect()
}

#[test]
fn runs_that_are_sent_the_same_are_read_once_only_where_the_same_calls_were_made() {
    let expected = [(Code::DataNotInProse, "exposed/given".to_owned())];
    // The others did not make the second call.
    let found_there = exposed_alone(&two_calls(), |seen| {
        seen.passes[0].invoked.pop();
    });
    assert_eq!(found_there, expected);
    // The others made another call in its place.
    let found_there = exposed_alone(&two_calls(), |seen| {
        seen.passes[0].invoked[1].script = "s1".to_owned();
    });
    assert_eq!(found_there, expected);
    // The others did not go on to the second pass.
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": found("Found a kestrel.", json!([link("/2")])),
    });
    let passes = scenario(&[&[("c1", "s1")], &[("c2", "s2")]], script);
    let found_there = exposed_alone(&passes, |seen| {
        seen.passes.pop();
    });
    assert_eq!(found_there, expected);
}

/// What is found in ¶3 in one run, where the messages of the first two calls are swapped.
fn swapped(scenario: &Scenario, more: fn(&mut Observation)) -> Vec<Code> {
    let verdicts = judged_in(&[GIVEN], scenario, false, |_, seen| {
        let messages = &mut seen.passes[0].tool_messages;
        let first = messages[0].content.clone();
        messages[0].content = messages[1].content.clone();
        messages[1].content = first;
        more(seen);
    });
    of_clause_3(&verdicts)
        .iter()
        .map(|found| found.code)
        .collect()
}

#[test]
fn calls_that_nothing_tells_apart_are_not_said_to_be_mixed_up() {
    let script = |first: &str, second: &str| {
        json!({
            "s1": found("Found an osprey.", json!([link(first)])),
            "s2": found("Found a kestrel.", json!([link(second)])),
        })
    };
    let calls = [("c1", "s1"), ("c2", "s2")];
    let nothing: Vec<Code> = Vec::new();
    let mixed_up = [Code::ProseOfAnotherCall];
    assert_eq!(
        swapped(&scenario(&[&calls], script("/1", "/2")), |_| {}),
        mixed_up
    );
    // Entries that are alike cannot show that they are paired right.
    assert_eq!(
        swapped(&scenario(&[&calls], script("/1", "/1")), |_| {}),
        nothing
    );
    // Where an id repeats, a runtime may rename calls.
    let repeated = [("c1", "s1"), ("c2", "s2"), ("c2", "s2")];
    assert_eq!(
        swapped(&scenario(&[&repeated], script("/1", "/2")), |_| {}),
        nothing
    );
    // Two artifacts of one call tell nothing of another's.
    let two = json!({
        "s1": found("Found an osprey.", json!([link("/1"), link("/2")])),
        "s2": found("Found a kestrel.", json!([])),
    });
    assert_eq!(swapped(&scenario(&[&calls], two), |_| {}), nothing);
}

#[test]
fn calls_whose_entries_are_mixed_up_too_are_one_fault() {
    let codes = swapped(&two_calls(), |seen| {
        if let Some(Value::Array(entries)) = &mut seen.tool_artifacts {
            entries[0]["tool_call_id"] = "c2".into();
            entries[1]["tool_call_id"] = "c1".into();
        }
    });
    assert_eq!(codes, []);
}
