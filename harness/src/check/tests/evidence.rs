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
