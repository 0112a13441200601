//! A wrong entry is told by what is wrong with it, and of the call that it stands for.

use super::*;

/// What is found wrong, of which call, and what the message holds besides.
fn wrong(scenario: &Scenario, delivered: &Value) -> Vec<(Code, Option<usize>, String)> {
    let verdicts = judged_in(&[GIVEN], scenario, false, |_, seen| {
        seen.tool_artifacts = Some(delivered.clone());
    });
    let findings = verdicts.findings.into_iter();
    findings
        .filter(|found| found.clause == 1 && found.outcome == Outcome::Failed)
        .map(|found| (found.code, found.call.map(|call| call.index), found.message))
        .collect()
}

fn wrong_codes(scenario: &Scenario, delivered: &Value) -> Vec<(Code, Option<usize>)> {
    let wrong = wrong(scenario, delivered);
    wrong
        .into_iter()
        .map(|(code, call, _)| (code, call))
        .collect()
}

fn entry(kind: &str, payload: &str, id: &str) -> Value {
    json!({ "type": kind, "payload": { "url": payload }, "tool_call_id": id })
}

/// Two calls, of which the first attaches a link and the second a note.
fn link_and_note() -> Scenario {
    let artifact = |kind: &str, url: &str| json!([{ "type": kind, "payload": { "url": url } }]);
    let script = json!({
        "s1": found("Found an osprey.", artifact("link", "/1")),
        "s2": found("Found a kestrel.", artifact("note", "/2")),
    });
    scenario(&[&[("c1", "s1"), ("c2", "s2")]], script)
}

#[test]
fn each_thing_that_is_wrong_with_an_entry_has_its_own_name() {
    let scenario =
        one_call(json!({ "type": "link", "payload": { "url": "/1" }, "tool_call_id": "t9" }));
    let right = || entry("link", "/1", "c1");
    let with = |key: &str, value: Value| {
        let mut entry = right();
        entry[key] = value;
        json!([entry])
    };
    let without = |key: &str| {
        let mut entry = right();
        entry.as_object_mut().unwrap().remove(key);
        json!([entry])
    };
    assert_eq!(wrong(&scenario, &json!([right()])), []);
    for (delivered, code, says) in [
        (with("size", json!(1)), Code::ExtraKey, "\"size\" beside"),
        (without("type"), Code::MissingKey, "lacks \"type\""),
        (without("payload"), Code::MissingKey, "lacks \"payload\""),
        (
            without("tool_call_id"),
            Code::MissingKey,
            "lacks \"tool_call_id\"",
        ),
        (with("type", json!("note")), Code::TypeChanged, "type"),
        (
            with("payload", json!({ "url": "/2" })),
            Code::PayloadChanged,
            "payload",
        ),
        (
            with("tool_call_id", json!("t9")),
            Code::IdToolWritten,
            "\"t9\"",
        ),
        (with("tool_call_id", json!("C1")), Code::IdChanged, "\"C1\""),
        (json!([[right()]]), Code::EntryNotAMap, "a list, not a map"),
        (json!(["link"]), Code::EntryNotAMap, "a string, not a map"),
        (json!({ "0": right() }), Code::NotAList, "a map, not a list"),
        (json!("link"), Code::NotAList, "a string, not a list"),
        (json!(true), Code::NotAList, "a boolean, not a list"),
        (json!(1), Code::NotAList, "a number, not a list"),
    ] {
        let found = wrong(&scenario, &delivered);
        let [(found, _, message)] = &found[..] else {
            panic!("{delivered}: {found:?}");
        };
        assert_eq!(*found, code, "{delivered}");
        assert!(message.contains(says), "{delivered}: {message}");
    }
}

#[test]
fn an_entry_that_stands_for_nothing_leaves_what_it_is_not_missing() {
    let scenario = one_call(link("/1"));
    for (delivered, code) in [
        (json!([null]), Code::EntryNotAMap),
        (json!([entry("note", "/9", "c9")]), Code::NotProduced),
    ] {
        let expected = [(Code::NotArrived, Some(0)), (code, None)];
        assert_eq!(wrong_codes(&scenario, &delivered), expected, "{delivered}");
    }
    assert_eq!(
        wrong_codes(&scenario, &json!({})),
        [(Code::NotArrived, Some(0))]
    );
}

#[test]
fn an_entry_that_comes_beside_the_right_one_was_not_produced() {
    let right = entry("link", "/1", "c1");
    for other in [entry("link", "/2", "c1"), entry("link", "/1", "c9")] {
        let delivered = json!([right, other]);
        let found = wrong_codes(&one_call(link("/1")), &delivered);
        assert_eq!(found, [(Code::NotProduced, None)], "{other}");
    }
}

#[test]
fn an_entry_that_stands_more_than_once_in_one_list_is_told_once() {
    let right = entry("link", "/1", "c1");
    for times in [2, 3] {
        let found = wrong(&one_call(link("/1")), &json!(vec![&right; times]));
        let says = "an entry stands 2 times in one list".to_owned();
        assert_eq!(found, [(Code::ArrivedTwice, Some(0), says)]);
    }
}

#[test]
fn a_wrong_entry_stands_for_the_call_that_it_is_most_like() {
    let scenario = link_and_note();
    for (wrong, code, call) in [
        (entry("link", "/2", "c2"), Code::TypeChanged, 1),
        (entry("link", "/2", "c9"), Code::IdChanged, 1),
        (entry("note", "/1", "c9"), Code::IdChanged, 0),
        (entry("link", "/9", "c2"), Code::TypeChanged, 1),
        (entry("note", "/9", "c9"), Code::IdChanged, 1),
        (entry("other", "/9", "c2"), Code::TypeChanged, 1),
        (entry("link", "/2", "c1"), Code::PayloadChanged, 0),
    ] {
        let other = if call == 0 {
            entry("note", "/2", "c2")
        } else {
            entry("link", "/1", "c1")
        };
        // Alone, so that both calls are free to be stood for.
        let found = wrong_codes(&scenario, &json!([wrong]));
        let lost = (Code::NotArrived, Some(1 - call));
        assert_eq!(found, [lost, (code, Some(call))], "{wrong}");
        let found = wrong_codes(&scenario, &json!([wrong, other]));
        assert_eq!(found, [(code, Some(call))], "{wrong}");
    }
}

#[test]
fn each_wrong_entry_stands_for_a_call_of_its_own() {
    let delivered = json!([entry("link", "/8", "c1"), entry("note", "/9", "c2")]);
    let expected = [
        (Code::PayloadChanged, Some(0)),
        (Code::PayloadChanged, Some(1)),
    ];
    assert_eq!(wrong_codes(&link_and_note(), &delivered), expected);
    let swapped = json!([entry("link", "/1", "c2"), entry("note", "/2", "c1")]);
    let expected = [
        (Code::IdOfAnotherCall, Some(0)),
        (Code::IdOfAnotherCall, Some(1)),
    ];
    assert_eq!(wrong_codes(&link_and_note(), &swapped), expected);
}

#[test]
fn a_reader_is_shown_the_entry_that_a_call_asks_for() {
    let lost = judged_in(&[GIVEN], &link_and_note(), false, |_, seen| {
        seen.tool_artifacts = Some(json!([entry("link", "/9", "c1")]));
    });
    let shown: Vec<_> = lost
        .findings
        .into_iter()
        .map(|found| (found.expected, found.actual))
        .collect();
    let lost = (Some(entry("note", "/2", "c2")), None);
    let changed = (
        Some(entry("link", "/1", "c1")),
        Some(entry("link", "/9", "c1")),
    );
    assert_eq!(shown, [lost, changed]);
}
