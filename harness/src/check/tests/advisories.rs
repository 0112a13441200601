//! Uses of the latitude are told, each where it is made use of and nowhere else.

use super::*;
use crate::adapter::Aborted;

/// What is noted beside what is known of every runtime here: that only its tool messages
/// are seen.
fn noted(
    scenario: &Scenario,
    twist: impl Fn(&Made<'_>, &mut Observation),
) -> BTreeSet<&'static str> {
    let verdicts = judged(scenario, twist);
    assert_eq!(verdicts.findings, []);
    let noted = verdicts.advisories.into_iter();
    noted
        .filter(|advisory| *advisory != Advisory::ToolMessagesOnly)
        .map(Advisory::name)
        .collect()
}

/// What is noted where one artifact is given and this stands in its place in the list.
fn noted_of(artifact: Value, delivered: &Value) -> Vec<&'static str> {
    let noted = noted(&one_call(artifact), |run, seen| {
        if run.variant.artifacts == Artifacts::Given {
            seen.tool_artifacts = Some(json!([delivered]));
        }
    });
    noted.into_iter().collect()
}

#[test]
fn nothing_is_noted_of_a_runtime_that_makes_use_of_nothing() {
    assert_eq!(noted(&two_calls(), |_, _| {}), BTreeSet::new());
}

#[test]
fn another_order_of_entries_is_noted() {
    let noted = noted(&two_calls(), |_, seen| {
        if let Some(Value::Array(entries)) = &mut seen.tool_artifacts {
            entries.reverse();
        }
    });
    assert_eq!(noted, BTreeSet::from(["entries-reordered"]));
}

#[test]
fn a_pass_that_repeats_an_earlier_passs_entries_is_noted() {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": found("Found a kestrel.", json!([link("/2")])),
    });
    let scenario = scenario(&[&[("c1", "s1")], &[("c2", "s2")]], script);
    let by_pass = |accumulates: bool| {
        noted(&scenario, move |run, seen| {
            seen.tool_artifacts = None;
            let entries = entries(run.scenario);
            let Some(first) = entries.first().cloned() else {
                return;
            };
            let second = if accumulates {
                &entries[..]
            } else {
                &entries[1..]
            };
            seen.passes[1].tool_artifacts = Some(second.into());
            seen.passes[0].tool_artifacts = Some(json!([first]));
        })
    };
    assert_eq!(by_pass(false), BTreeSet::new());
    assert_eq!(by_pass(true), BTreeSet::from(["entries-accumulate"]));
}

#[test]
fn an_empty_list_for_nothing_is_noted() {
    let noted = noted(&two_calls(), |_, seen| {
        seen.tool_artifacts.get_or_insert_with(|| json!([]));
    });
    assert_eq!(noted, BTreeSet::from(["empty-list"]));
}

#[test]
fn another_spelling_of_numbers_and_of_empty_maps_is_noted_however_deep() {
    let artifact = |payload: Value| json!({ "type": "link", "payload": payload });
    let entry =
        |payload: Value| json!({ "type": "link", "payload": payload, "tool_call_id": "c1" });
    let given = json!({ "n": 5, "list": [{ "n": 1 }], "map": {} });
    for (delivered, expected) in [
        (given.clone(), vec![]),
        (
            json!({ "n": 5.0, "list": [{ "n": 1 }], "map": {} }),
            vec!["numbers-respelled"],
        ),
        (
            json!({ "n": 5, "list": [{ "n": 1.0 }], "map": {} }),
            vec!["numbers-respelled"],
        ),
        (
            json!({ "n": 5, "list": [{ "n": 1 }], "map": [] }),
            vec!["empty-map-as-list"],
        ),
    ] {
        let noted = noted_of(artifact(given.clone()), &entry(delivered.clone()));
        assert_eq!(noted, expected, "{delivered}");
    }
}

#[test]
fn what_is_kept_of_a_failed_call_is_noted() {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": { "success": false, "data": null, "error": "Nothing there.", "artifacts": [link("/2")] },
    });
    let scenario = scenario(&[&[("c1", "s1"), ("c2", "s2")]], script);
    let of = |kept: bool| {
        noted(&scenario, move |run, seen| {
            let artifact = run.scenario.script["s2"].artifacts.first();
            if let (Some(Value::Array(entries)), Some(artifact), true) =
                (&mut seen.tool_artifacts, artifact, kept)
            {
                let mut entry = artifact.clone();
                entry["tool_call_id"] = "c2".into();
                entries.push(entry);
            }
        })
    };
    assert_eq!(of(false), BTreeSet::new());
    assert_eq!(of(true), BTreeSet::from(["failed-calls-artifacts-kept"]));
}

#[test]
fn a_malformed_artifact_that_is_kept_is_noted_and_a_sound_one_is_not_taken_for_it() {
    let malformed = json!({ "type": "", "payload": {} });
    let script = json!({ "s1": found("Found an osprey.", json!([malformed, link("/1")])) });
    let scenario = scenario(&[&[("c1", "s1")]], script);
    let of = |kept: bool| {
        noted(&scenario, move |run, seen| {
            let artifact = run.scenario.script["s1"].artifacts.first();
            if let (Some(Value::Array(entries)), Some(artifact), true) =
                (&mut seen.tool_artifacts, artifact, kept)
            {
                let mut entry = artifact.clone();
                entry["tool_call_id"] = "c1".into();
                entries.insert(0, entry);
            }
        })
    };
    assert_eq!(of(false), BTreeSet::new());
    assert_eq!(of(true), BTreeSet::from(["malformed-artifacts-kept"]));
}

#[test]
fn an_id_that_a_call_had_not_is_noted() {
    let script = json!({ "s1": found("Found an osprey.", json!([link("/1")])) });
    let scenario = scenario(&[&[("", "s1")]], script);
    let of = |id: Value| {
        noted(&scenario, move |_, seen| {
            if let Some(entry) = seen
                .tool_artifacts
                .as_mut()
                .and_then(|list| list.get_mut(0))
            {
                entry["tool_call_id"] = id.clone();
            }
        })
    };
    assert_eq!(of(json!(null)), BTreeSet::new());
    assert_eq!(of(json!("")), BTreeSet::new());
    assert_eq!(of(json!("call_1")), BTreeSet::from(["ids-minted"]));
}

#[test]
fn a_hiding_override_that_shows_the_port_is_noted() {
    let noted = noted(&two_calls(), |run, seen| {
        if run.variant.exposure == Exposure::Hidden {
            seen.ports = Some(ObservedPorts::output(TOOL_ARTIFACTS, true));
        }
    });
    assert_eq!(noted, BTreeSet::from(["override-misread"]));
}

#[test]
fn a_run_that_was_given_up_is_noted() {
    let verdicts = judged(&two_calls(), |_, seen| {
        seen.aborted = Some(Aborted::default());
    });
    assert!(verdicts.advisories.contains(&Advisory::RunsAborted));
}

#[test]
fn it_is_noted_how_prose_is_known() {
    let with =
        |twist: fn(&mut Observation)| judged(&two_calls(), move |_, seen| twist(seen)).advisories;
    let only = BTreeSet::from([Advisory::ToolMessagesOnly]);
    assert_eq!(with(|_| {}), only);
    let everything = with(|seen| seen.passes[0].model_input = Some(vec![json!("osprey kestrel")]));
    assert_eq!(everything, BTreeSet::new());
    let nothing = with(|seen| seen.passes[0].tool_messages.clear());
    assert_eq!(nothing, BTreeSet::new());
    let otherwise = with(|seen| seen.disagreements.push("pass 0".into()));
    assert_eq!(
        otherwise,
        BTreeSet::from([Advisory::ToolMessagesOnly, Advisory::ProseToldOtherwise])
    );
}
