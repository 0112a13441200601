//! Prose that changes with the artifacts, and how that is told.

use super::*;
use crate::adapter::Aborted;
use crate::check::{Finding, Leak};

/// The URL that a run's first call attaches, if it attaches one.
fn url<'a>(run: &Made<'a>) -> Option<&'a str> {
    run.scenario.script["s1"].artifacts.first()?["payload"]["url"].as_str()
}

fn only_finding(verdicts: &Verdicts) -> &Finding {
    let [found] = &verdicts.findings[..] else {
        panic!("{:?}", verdicts.findings);
    };
    found
}

/// The pass and place of the call that a finding is about.
fn place(found: &Finding) -> Option<(usize, usize)> {
    found.call.as_ref().map(|call| (call.pass, call.index))
}

fn add(message: &mut ToolMessage, more: &str) {
    message.content = format!("{}{more}", text_of(&message.content)).into();
}

#[test]
fn a_message_that_quotes_its_artifact_is_told_with_the_quotation() {
    let made = Cell::new(0);
    let verdicts = judged(&two_calls(), |run, seen| {
        if let Some(url) = url(run) {
            add(
                &mut seen.passes[0].tool_messages[0],
                &format!(" See {url}."),
            );
        }
        made.set(run.before + 1);
    });
    let found = only_finding(&verdicts);
    assert_eq!((found.code, found.clause), (Code::ProseChanges, 3));
    assert_eq!(
        found.variant_text(),
        "default/given against default/removed"
    );
    assert_eq!(place(found), Some((0, 0)));
    let text = "Found an osprey. See https://example.com/1.";
    assert_eq!(found.expected, Some(json!("Found an osprey.")));
    assert_eq!(found.actual, Some(json!(text)));
    let leak = Leak {
        path: "payload.url".to_owned(),
        quoted: "https://example.com/1".to_owned(),
        spelling: "word for word",
        span: 21..text.len() - 1,
    };
    assert_eq!(found.leak, Some(leak));
    // It explains itself, so that each side is run but once more.
    assert_eq!(made.get(), 9 + 2);
}

#[test]
fn a_difference_that_nothing_explains_is_looked_at_three_times_more() {
    for mark in [" ", " link"] {
        let made = Cell::new(0);
        let verdicts = judged(&two_calls(), |run, seen| {
            if url(run).is_some() {
                add(&mut seen.passes[0].tool_messages[1], mark);
            }
            made.set(run.before + 1);
        });
        let found = only_finding(&verdicts);
        assert_eq!(
            (found.code, place(found)),
            (Code::ProseChanges, Some((0, 1)))
        );
        assert_eq!(made.get(), 9 + 2 * 3, "{mark:?}");
    }
}

#[test]
fn the_longest_string_that_the_other_side_lacks_is_told() {
    let artifact = json!({ "type": "link", "payload": { "url": "https://example.com/1", "title": "osprey", "n": "x" } });
    let leak = |more: &'static str| {
        let verdicts = judged(&one_call(artifact.clone()), move |run, seen| {
            if run.variant.artifacts == Artifacts::Given {
                add(&mut seen.passes[0].tool_messages[0], more);
            }
        });
        let found = only_finding(&verdicts);
        found.leak.as_ref().map(|leak| leak.quoted.clone())
    };
    assert_eq!(
        leak(" link: https://example.com/1"),
        Some("https://example.com/1".to_owned())
    );
    assert_eq!(leak(" osprey link"), Some("link".to_owned()));
    assert_eq!(leak(" x"), None);
    assert_eq!(leak(" !"), None);
}

#[test]
fn a_message_that_comes_with_the_artifact_is_told_as_such() {
    for id in ["c2", "c9"] {
        let verdicts = judged(&two_calls(), |run, seen| {
            if url(run).is_some() {
                let message = ToolMessage::new(id, "One thing is shown.");
                seen.passes[0].tool_messages.push(message);
            }
        });
        let found = only_finding(&verdicts);
        assert_eq!(found.code, Code::MessagesChange);
        assert_eq!(place(found), (id == "c2").then_some((0, 1)));
        assert_eq!(found.expected, None);
        assert_eq!(found.actual, Some(json!("One thing is shown.")));
    }
}

#[test]
fn a_change_of_the_history_alone_is_told_as_the_models_input() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let mut input = vec![json!("Found an osprey."), json!("Found a kestrel.")];
        input.extend(url(run).map(|_| json!("One thing is shown.")));
        seen.passes[0].model_input = Some(input);
    });
    let found = only_finding(&verdicts);
    assert_eq!((found.code, place(found)), (Code::ModelInputChanges, None));
    assert_eq!(found.actual, Some(json!("One thing is shown.")));
}

#[test]
fn a_message_says_more_than_the_history_that_quotes_it() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let message = &mut seen.passes[0].tool_messages[0];
        if url(run).is_some() {
            add(message, " (1)");
        }
        seen.passes[0].model_input = Some(vec![message.content.clone(), json!("Found a kestrel.")]);
    });
    assert_eq!(only_finding(&verdicts).code, Code::ProseChanges);
}

#[test]
fn a_call_of_a_later_pass_is_named_by_its_pass() {
    let script = json!({
        "s1": found("Found an osprey.", json!([link("/1")])),
        "s2": found("Found a kestrel.", json!([link("/2")])),
    });
    let scenario = scenario(&[&[("c1", "s1")], &[("c1", "s2"), ("c2", "s1")]], script);
    for (pass, at) in [(0, 0), (1, 0), (1, 1)] {
        let verdicts = judged(&scenario, |run, seen| {
            if url(run).is_some() {
                add(&mut seen.passes[pass].tool_messages[at], " (1)");
            }
        });
        assert_eq!(place(only_finding(&verdicts)), Some((pass, at)));
    }
}

#[test]
fn prose_that_is_never_the_same_is_told_with_two_of_its_texts() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let more = format!(" ({} ms)", run.before);
        add(&mut seen.passes[0].tool_messages[1], &more);
    });
    assert_eq!(
        codes(&verdicts),
        BTreeSet::from([(3, Code::ProseUnstable, Outcome::Inconclusive)])
    );
    let found = &verdicts.findings[0];
    assert_eq!(
        found.variant_text(),
        "default/given against default/removed"
    );
    assert_eq!(place(found), Some((0, 1)));
    assert_eq!(found.expected, Some(json!("Found a kestrel. (0 ms)")));
    assert_eq!(found.actual, Some(json!("Found a kestrel. (9 ms)")));
}

#[test]
fn one_message_that_is_never_the_same_hides_no_other_that_changes_with_the_artifacts() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let messages = &mut seen.passes[0].tool_messages;
        add(&mut messages[0], &format!(" ({} ms)", run.before));
        if url(run).is_some() {
            add(&mut messages[1], " (1)");
        }
    });
    let found = only_finding(&verdicts);
    assert_eq!(
        (found.code, place(found)),
        (Code::ProseChanges, Some((0, 1)))
    );
}

#[test]
fn of_a_run_that_was_given_up_prose_is_not_compared() {
    for which in [Artifacts::Given, Artifacts::Removed, Artifacts::Replaced] {
        let verdicts = judged(&two_calls(), |run, seen| {
            if run.variant.artifacts == which {
                let message = "no more".to_owned();
                seen.aborted = Some(Aborted { message });
                seen.passes[0].tool_messages.pop();
            }
        });
        let of_prose = verdicts.findings.iter().filter(|found| found.clause == 3);
        let of_prose: Vec<_> = of_prose
            .map(|found| (found.code, found.message.as_str()))
            .collect();
        assert!(!of_prose.is_empty(), "{which}");
        for found in of_prose {
            assert_eq!(
                found,
                (Code::Aborted, "the runtime gave up the run: no more"),
                "{which}"
            );
        }
    }
}

#[test]
fn without_prose_nothing_is_known_of_it() {
    let verdicts = judged(&two_calls(), |_, seen| seen.passes[0].tool_messages.clear());
    assert!(codes(&verdicts).contains(&(3, Code::NoProse, Outcome::Inconclusive)));
    assert_eq!(outcomes(&verdicts)[2], Some(Outcome::Inconclusive));
}

#[test]
fn artifacts_that_never_reached_the_runtime_prove_nothing_of_its_prose() {
    let without = |seen: &mut Observation| {
        seen.passes[0]
            .invoked
            .iter_mut()
            .for_each(|made| made.artifacts = 0);
        seen.tool_artifacts = None;
    };
    let verdicts = judged(&two_calls(), |_, seen| without(seen));
    let not_handed = |outcome| (3, Code::NotHandedOver, outcome);
    assert!(codes(&verdicts).contains(&not_handed(Outcome::Inconclusive)));
    // A failing tool may have no way to attach any, and that is no fault.
    let failing =
        json!({ "success": false, "data": null, "error": "Nothing.", "artifacts": [link("/1")] });
    let script = json!({ "s1": failing, "s2": found("Found a kestrel.", json!([])) });
    let scenario = scenario(&[&[("c1", "s1"), ("c2", "s2")]], script);
    let verdicts = judged(&scenario, |_, seen| without(seen));
    assert!(codes(&verdicts).contains(&not_handed(Outcome::Inapplicable)));
    let verdicts = judged(&scenario, |_, seen| {
        without(seen);
        seen.passes[0].invoked.remove(0);
    });
    assert!(codes(&verdicts).contains(&not_handed(Outcome::Inconclusive)));
}

#[test]
fn all_messages_that_are_lost_with_the_artifacts_are_a_difference() {
    for lost in [Artifacts::Given, Artifacts::Removed] {
        let verdicts = judged(&two_calls(), |run, seen| {
            if run.variant.artifacts == lost {
                seen.passes[0].tool_messages.clear();
            }
        });
        assert_eq!(only_finding(&verdicts).code, Code::MessagesChange);
    }
}

#[test]
fn where_nothing_was_compared_nothing_is_said_of_prose() {
    let verdicts = judged_in(&[GIVEN], &two_calls(), true, |_, _| {});
    assert_eq!(outcomes(&verdicts)[2], None);
}
