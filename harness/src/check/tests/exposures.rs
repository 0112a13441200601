//! What depends on the port's exposure, and how that is told.

use super::*;
use crate::check::Finding;

fn only(verdicts: &Verdicts, code: Code) -> &Finding {
    let mut found = verdicts.findings.iter().filter(|found| found.code == code);
    let first = found.next().unwrap();
    assert!(found.all(|other| other.clause == first.clause));
    first
}

/// What a reader is told of the first finding of a code.
fn told(verdicts: &Verdicts, code: Code) -> (String, String) {
    let found = only(verdicts, code);
    (found.variant_text(), found.message.clone())
}

/// Three calls of one pass that find and attach different things.
fn three_calls() -> Scenario {
    let of = |bird: &str| found(&format!("Found a {bird}."), json!([link(bird)]));
    let script = json!({ "s1": of("osprey"), "s2": of("kestrel"), "s3": of("merlin") });
    scenario(&[&[("c1", "s1"), ("c2", "s2"), ("c3", "s3")]], script)
}

/// Takes away the entries of these calls wherever the port is exposed so.
fn loses<'a>(
    exposure: Exposure,
    calls: &'a [&'a str],
) -> impl Fn(&Made<'_>, &mut Observation) + 'a {
    move |run, seen| {
        if let (Some(Value::Array(entries)), true) =
            (&mut seen.tool_artifacts, run.variant.exposure == exposure)
        {
            entries.retain(|entry| !calls.contains(&entry["tool_call_id"].as_str().unwrap()));
        }
    }
}

#[test]
fn what_only_an_exposed_port_delivers_is_blamed_on_the_exposure_alone() {
    let verdicts = judged(&two_calls(), |run, seen| {
        loses(Exposure::Default, &["c1"])(run, seen);
        loses(Exposure::Hidden, &["c1"])(run, seen);
    });
    assert_eq!(
        codes(&verdicts),
        BTreeSet::from([(4, Code::DeliveryDepends, Outcome::Failed)])
    );
    assert_eq!(
        told(&verdicts, Code::DeliveryDepends),
        (
            "default/given against exposed/given".to_owned(),
            "1 entry is delivered with the port exposed and not with it at its default".to_owned()
        )
    );
    let found = only(&verdicts, Code::DeliveryDepends);
    let entries = entries(&two_calls());
    assert_eq!(found.expected, Some(json!(entries)));
    assert_eq!(found.actual, Some(json!(entries[1..])));
}

#[test]
fn what_a_hidden_port_delivers_and_an_exposed_one_does_not_is_told_the_other_way_round() {
    let verdicts = judged(&two_calls(), loses(Exposure::Exposed, &["c1", "c2"]));
    assert_eq!(
        told(&verdicts, Code::DeliveryDepends),
        (
            "exposed/given against default/given".to_owned(),
            "2 entries are delivered with the port at its default and not with it exposed"
                .to_owned()
        )
    );
}

#[test]
fn entries_that_are_lost_under_one_exposure_are_counted_whatever_the_other_loses() {
    for (default, hidden, count) in [
        (&["c1"][..], &["c2"][..], "1 entry is"),
        (&["c1"][..], &["c2", "c3"][..], "2 entries are"),
    ] {
        let verdicts = judged(&three_calls(), |run, seen| {
            loses(Exposure::Default, default)(run, seen);
            loses(Exposure::Hidden, hidden)(run, seen);
        });
        assert_eq!(
            told(&verdicts, Code::DeliveryDepends),
            (
                "hidden/given against default/given".to_owned(),
                format!("{count} delivered with the port at its default and not with it hidden")
            )
        );
    }
}

#[test]
fn an_entry_that_an_exposure_changes_is_wrong_and_depends_on_it() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let list = seen.tool_artifacts.as_mut();
        if let (Some(entry), Exposure::Exposed) =
            (list.and_then(|list| list.get_mut(0)), run.variant.exposure)
        {
            entry["payload"] = json!({ "url": "changed" });
        }
    });
    assert_eq!(
        codes(&verdicts),
        BTreeSet::from([
            (1, Code::PayloadChanged, Outcome::Failed),
            (4, Code::EntriesDepend, Outcome::Failed)
        ])
    );
    let text = "what is delivered with the port at its default differs from what is delivered with it exposed";
    assert_eq!(
        told(&verdicts, Code::EntriesDepend),
        (
            "exposed/given against default/given".to_owned(),
            text.to_owned()
        )
    );
}

#[test]
fn lists_of_passes_are_shown_one_behind_the_other() {
    let verdicts = judged(&two_calls(), |run, seen| {
        seen.passes[0].tool_artifacts = seen.tool_artifacts.take();
        if run.variant.exposure == Exposure::Exposed {
            seen.passes[0].tool_artifacts = None;
        }
    });
    let found = only(&verdicts, Code::DeliveryDepends);
    assert_eq!(found.expected, Some(json!([entries(&two_calls())])));
    assert_eq!(found.actual, Some(json!(null)));
}

#[test]
fn each_side_is_run_three_times_more_before_an_exposure_is_blamed() {
    let made = Cell::new(0);
    let verdicts = judged(&two_calls(), |run, seen| {
        loses(Exposure::Hidden, &["c1"])(run, seen);
        made.set(run.before + 1);
    });
    assert_eq!(outcomes(&verdicts)[3], Some(Outcome::Failed));
    // The six runs that are given artifacts.
    assert_eq!(made.get(), 9 + 6 * 3);
}

#[test]
fn what_comes_and_goes_by_itself_is_not_blamed_on_the_exposure() {
    let verdicts = judged(&two_calls(), |run, seen| {
        if run.before % 5 == 3 {
            seen.tool_artifacts = None;
        }
    });
    assert_eq!(
        codes(&verdicts),
        BTreeSet::from([
            (1, Code::NotArrived, Outcome::Failed),
            (4, Code::DeliveryUnstable, Outcome::Inconclusive)
        ])
    );
}

#[test]
fn a_port_that_is_shown_by_default_fails() {
    let verdicts = judged(&two_calls(), |_, seen| {
        seen.ports = Some(ObservedPorts::output(TOOL_ARTIFACTS, true));
    });
    let found = only(&verdicts, Code::ExposedByDefault);
    assert_eq!(found.variant_text(), "default/given");
    assert_eq!(
        (&found.expected, &found.actual),
        (&Some(json!(false)), &Some(json!(true)))
    );
    assert_eq!(outcomes(&verdicts)[1], Some(Outcome::Failed));
}

#[test]
fn a_port_that_is_never_shown_or_never_told_of_proves_nothing() {
    for (ports, code) in [
        (
            Some(ObservedPorts::output(TOOL_ARTIFACTS, false)),
            Code::OverrideWithoutEffect,
        ),
        (
            Some(ObservedPorts::output("other", true)),
            Code::PortNotReported,
        ),
        (None, Code::PortNotReported),
    ] {
        let verdicts = judged(&two_calls(), |_, seen| seen.ports = ports.clone());
        let expected = [2, 4].map(|clause| (clause, code, Outcome::Inconclusive));
        assert_eq!(codes(&verdicts), BTreeSet::from(expected));
    }
}

#[test]
fn the_port_of_a_node_that_did_nothing_proves_nothing() {
    for twist in [
        (|seen| seen.passes[0].invoked.clear()) as fn(&mut Observation),
        |seen| {
            seen.passes[0]
                .invoked
                .iter_mut()
                .for_each(|made| made.artifacts = 0);
        },
    ] {
        let verdicts = judged(&two_calls(), move |_, seen| twist(seen));
        assert_eq!(outcomes(&verdicts)[1], Some(Outcome::Inconclusive));
    }
    // Nothing was to be done.
    let verdicts = judged(&scenario(&[&[]], json!({})), |_, _| {});
    assert_eq!(outcomes(&verdicts)[1], Some(Outcome::Passed));
}

#[test]
fn an_id_that_an_exposure_changes_is_wrong_and_depends_on_it() {
    let verdicts = judged(&two_calls(), |run, seen| {
        let list = seen.tool_artifacts.as_mut();
        if let (Some(entry), Exposure::Exposed) =
            (list.and_then(|list| list.get_mut(0)), run.variant.exposure)
        {
            entry["tool_call_id"] = "c2".into();
        }
    });
    assert_eq!(
        codes(&verdicts),
        BTreeSet::from([
            (1, Code::IdOfAnotherCall, Outcome::Failed),
            (4, Code::EntriesDepend, Outcome::Failed)
        ])
    );
}

#[test]
fn what_was_not_handed_over_says_nothing_of_the_exposure() {
    let verdicts = judged(&two_calls(), |_, seen| {
        let made = &mut seen.passes[0].invoked;
        made.iter_mut().for_each(|made| made.artifacts = 0);
        seen.tool_artifacts = None;
    });
    assert_eq!(outcomes(&verdicts)[0], Some(Outcome::Inconclusive));
    assert_eq!(outcomes(&verdicts)[3], None);
}
