//! What must arrive follows from what was seen to be handed over, and whose it is from the
//! ids that nobody else can have written.

use super::*;

/// What comes of ¶1 in one run, and what is found.
fn first_clause(
    scenario: &Scenario,
    twist: impl Fn(&mut Observation),
) -> (Option<Outcome>, Vec<Code>) {
    let verdicts = judged_in(&[GIVEN], scenario, false, |_, seen| twist(seen));
    let findings = verdicts.findings.iter();
    let found = findings
        .filter(|found| found.clause == 1)
        .map(|found| found.code);
    (verdicts.outcome(1), found.collect())
}

/// The same where each of these scripts was invoked, with so many artifacts, and these
/// entries were delivered.
fn invoked(
    scenario: &Scenario,
    invoked: &[(&str, usize)],
    delivered: &[(&str, &str)],
) -> (Option<Outcome>, Vec<Code>) {
    let entry = |(url, id): &(&str, &str)| json!({ "type": "link", "payload": { "url": url }, "tool_call_id": id });
    let delivered: Vec<Value> = delivered.iter().map(entry).collect();
    first_clause(scenario, |seen| {
        let made = invoked.iter().map(|(script, artifacts)| Invoked {
            script: (*script).to_owned(),
            artifacts: *artifacts,
        });
        seen.passes[0].invoked = made.collect();
        seen.tool_artifacts = Some(json!(delivered));
    })
}

fn passed() -> (Option<Outcome>, Vec<Code>) {
    (Some(Outcome::Passed), Vec::new())
}

fn lost() -> (Option<Outcome>, Vec<Code>) {
    (Some(Outcome::Failed), vec![Code::NotArrived])
}

fn open() -> (Option<Outcome>, Vec<Code>) {
    (Some(Outcome::Inconclusive), vec![Code::NotHandedOver])
}

/// Calls of one pass whose tools attach `/1` and `/2`.
fn calls(calls: &[(&str, &str)]) -> Scenario {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": found("Found a kestrel.", json!([link("/2")])),
    });
    scenario(&[calls], script)
}

#[test]
fn what_was_not_handed_over_need_not_arrive() {
    let scenario = calls(&[("c1", "s1"), ("c2", "s2")]);
    let second = ("/2", "c2");
    assert_eq!(
        invoked(&scenario, &[("s1", 1), ("s2", 1)], &[second]),
        lost()
    );
    assert_eq!(
        invoked(&scenario, &[("s1", 0), ("s2", 1)], &[second]),
        open()
    );
    assert_eq!(invoked(&scenario, &[("s2", 1)], &[second]), open());
    // Of a tool that was run twice, the time counts at which it handed over less.
    assert_eq!(
        invoked(&scenario, &[("s1", 1), ("s1", 0), ("s2", 1)], &[second]),
        open()
    );
}

#[test]
fn only_sound_artifacts_must_be_handed_over() {
    let artifacts = json!([{ "type": "" }, link("/1")]);
    let script = json!({ "s1": found("Found an osprey.", artifacts) });
    let scenario = scenario(&[&[("c1", "s1")]], script);
    assert_eq!(invoked(&scenario, &[("s1", 1)], &[("/1", "c1")]), passed());
    assert_eq!(invoked(&scenario, &[("s1", 1)], &[]), lost());
}

#[test]
fn of_calls_with_one_script_nobody_can_tell_which_was_left_out() {
    let scenario = calls(&[("c1", "s1"), ("c2", "s1"), ("c3", "s2"), ("c3", "s2")]);
    let rest = ("/2", "c3");
    let made = [("s1", 1), ("s2", 1), ("s2", 1)];
    let (outcome, found) = invoked(&scenario, &made, &[("/1", "c1"), rest, rest]);
    assert_eq!(outcome, Some(Outcome::Inconclusive));
    assert!(!found.contains(&Code::NotArrived));
    let made = [("s1", 1), ("s1", 1), ("s2", 1), ("s2", 1)];
    assert_eq!(
        invoked(&scenario, &made, &[("/1", "c1"), rest, rest]),
        lost()
    );
}

#[test]
fn a_call_that_repeats_an_id_need_not_be_made() {
    let scenario = calls(&[("c1", "s1"), ("c1", "s1")]);
    assert_eq!(invoked(&scenario, &[("s1", 1)], &[("/1", "c1")]), passed());
    assert_eq!(invoked(&scenario, &[("s1", 1)], &[]), lost());
    let twice = [("/1", "c1"), ("/1", "c1")];
    let (outcome, found) = invoked(&scenario, &[("s1", 1)], &twice);
    assert_eq!(
        (outcome, found),
        (Some(Outcome::Failed), vec![Code::ArrivedTwice])
    );
    assert_eq!(
        invoked(&scenario, &[("s1", 1), ("s1", 1)], &twice),
        passed()
    );
}

#[test]
fn a_tool_that_was_called_twice_for_one_call_may_deliver_twice() {
    let scenario = calls(&[("c1", "s1")]);
    let entry = ("/1", "c1");
    let made = [("s1", 1), ("s1", 1)];
    assert_eq!(invoked(&scenario, &made, &[entry, entry]), passed());
    let (outcome, found) = invoked(&scenario, &made, &[entry, entry, entry]);
    assert_eq!(
        (outcome, found),
        (Some(Outcome::Failed), vec![Code::ArrivedTwice])
    );
}

#[test]
fn an_entry_of_a_pass_that_is_to_come_was_not_produced() {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": found("Found a kestrel.", json!([link("/2")])),
    });
    let scenario = scenario(&[&[("c1", "s1")], &[("c2", "s2")]], script);
    let all = entries(&scenario);
    let (outcome, found) = first_clause(&scenario, |seen| {
        seen.tool_artifacts = None;
        seen.passes[0].tool_artifacts = Some(json!(all));
        seen.passes[1].tool_artifacts = Some(json!(all[1..]));
    });
    assert_eq!(
        (outcome, found),
        (Some(Outcome::Failed), vec![Code::NotProduced])
    );
}

#[test]
fn nothing_is_owed_where_nothing_was_attached_and_every_call_was_made() {
    let script = json!({ "s1": found("Found an osprey.", json!([])) });
    let nothing = scenario(&[&[("c1", "s1"), ("c2", "s1")]], script);
    assert_eq!(first_clause(&nothing, |_| {}), passed());
    let unseen = first_clause(&nothing, |seen| seen.passes[0].invoked.clear());
    assert_eq!(unseen, (None, vec![]));
    let failing =
        json!({ "success": false, "data": null, "error": "Nothing.", "artifacts": [link("/1")] });
    let failed = scenario(&[&[("c1", "s1")]], json!({ "s1": failing }));
    assert_eq!(first_clause(&failed, |_| {}), passed());
    let uncalled = scenario(&[&[]], json!({}));
    assert_eq!(first_clause(&uncalled, |_| {}), (None, vec![]));
}

/// What is found where a call had an id, the tool wrote another, and the entry has this.
fn found_of_id(call: &str, written: &Value, id: &Value) -> Vec<Code> {
    let artifact = json!({ "type": "link", "payload": { "url": "/1" }, "tool_call_id": written });
    let script = json!({
        "s1": found("Found an osprey.", json!([artifact])),
        "s2": found("Found a kestrel.", json!([])),
    });
    let scenario = scenario(&[&[(call, "s1"), ("c2", "s2")]], script);
    let (_, found) = first_clause(&scenario, |seen| {
        let entry = json!({ "type": "link", "payload": { "url": "/1" }, "tool_call_id": id });
        seen.tool_artifacts = Some(json!([entry]));
    });
    found
}

#[test]
fn an_entry_bears_the_calls_id_and_no_other() {
    let nothing: Vec<Code> = Vec::new();
    assert_eq!(found_of_id("c1", &json!("t9"), &json!("c1")), nothing);
    assert_eq!(
        found_of_id("c1", &json!("t9"), &json!("t9")),
        [Code::IdToolWritten]
    );
    assert_eq!(
        found_of_id("c1", &json!("c2"), &json!("c2")),
        [Code::IdToolWritten]
    );
    assert_eq!(
        found_of_id("c1", &json!("t9"), &json!("c2")),
        [Code::IdOfAnotherCall]
    );
    assert_eq!(found_of_id("c1", &json!("c1"), &json!("c1")), nothing);
    for id in [json!("m1"), json!(""), json!(null), json!(1)] {
        assert_eq!(
            found_of_id("c1", &json!("t9"), &id),
            [Code::IdChanged],
            "{id}"
        );
    }
}

#[test]
fn a_call_that_had_no_id_has_none_or_a_minted_one_but_never_a_tools() {
    let nothing: Vec<Code> = Vec::new();
    for id in [json!(null), json!(""), json!("m1"), json!(1)] {
        for written in [json!(null), json!(""), json!("t9")] {
            assert_eq!(found_of_id("", &written, &id), nothing, "{written} {id}");
        }
    }
    for written in [json!("t9"), json!(17)] {
        let found = found_of_id("", &written, &written);
        assert_eq!(found, [Code::IdToolWritten], "{written}");
    }
    assert_eq!(
        found_of_id("", &json!("t9"), &json!("c2")),
        [Code::IdOfAnotherCall]
    );
    assert_eq!(found_of_id("", &json!("t9"), &json!([])), [Code::IdChanged]);
}

#[test]
fn a_call_that_repeats_an_id_may_be_given_another_but_not_none() {
    let scenario = calls(&[("c1", "s1"), ("c1", "s2")]);
    let second = |id: Value| {
        first_clause(&scenario, move |seen| {
            if let Some(entry) = seen
                .tool_artifacts
                .as_mut()
                .and_then(|list| list.get_mut(1))
            {
                entry["tool_call_id"] = id.clone();
            }
        })
    };
    assert_eq!(second(json!("c1")), passed());
    assert_eq!(second(json!("m1")), passed());
    assert_eq!(second(json!(1)), passed());
    for id in [json!(""), json!(null), json!(true)] {
        assert_eq!(second(id), (Some(Outcome::Failed), vec![Code::IdChanged]));
    }
}
