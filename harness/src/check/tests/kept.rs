//! What a runtime keeps from run to run is told of the pair of runs that shows it.

use super::*;

/// What is told of the only finding of a code.
fn told(verdicts: &Verdicts, code: Code) -> (String, String) {
    let mut findings = verdicts.findings.iter().filter(|found| found.code == code);
    let found = findings.next().unwrap();
    assert_eq!(findings.next(), None);
    (found.variant_text(), found.message.clone())
}

#[test]
fn an_entry_of_another_runs_artifact_names_the_latest_run_that_was_given_it() {
    let scenario = one_call(link("/1"));
    let entries = entries(&scenario);
    let from = |exposure| {
        judged(&scenario, |run, seen| {
            if run.variant.exposure >= exposure {
                seen.tool_artifacts = Some(json!(entries));
            }
        })
    };
    for exposure in [Exposure::Default, Exposure::Hidden] {
        let verdicts = from(exposure);
        let given = format!("{exposure}/given");
        for (artifacts, code) in [
            (Artifacts::Removed, Code::NotProduced),
            (Artifacts::Replaced, Code::PayloadChanged),
        ] {
            let (variants, message) = told(&verdicts, code);
            assert_eq!(variants, format!("{exposure}/{artifacts} against {given}"));
            let says = format!(": the case's run {given} was given it, and this one was not");
            assert!(message.ends_with(&says), "{message}");
        }
    }
}

#[test]
fn an_entry_of_a_later_runs_artifact_names_that_run() {
    let scenario = one_call(link("/1"));
    let variant = |artifacts| Variant {
        exposure: Exposure::Default,
        artifacts,
    };
    let variants = [variant(Artifacts::Removed), variant(Artifacts::Given)];
    let entries = entries(&scenario);
    let verdicts = judged_in(&variants, &scenario, true, move |_, seen| {
        seen.tool_artifacts = Some(json!(entries));
    });
    let (variants, _) = told(&verdicts, Code::NotProduced);
    assert_eq!(variants, "default/removed against default/given");
}

#[test]
fn an_entry_that_no_run_was_given_names_none() {
    let verdicts = judged(&one_call(link("/1")), |_, seen| {
        let stray = json!({ "type": "link", "payload": { "url": "/9" }, "tool_call_id": "c1" });
        match &mut seen.tool_artifacts {
            Some(Value::Array(entries)) => entries.push(stray),
            other => *other = Some(json!([stray])),
        }
    });
    let (variants, message) = told(&verdicts, Code::NotProduced);
    assert_eq!(variants, "default/given");
    assert_eq!(message, "no call of this run produced the entry");
}

/// What is told where the entry stands so often in the lists of each exposure.
fn told_of_times(times: [usize; 3]) -> (String, String) {
    let verdicts = judged(&one_call(link("/1")), |run, seen| {
        let times = times[run.variant.exposure as usize];
        if let Some(Value::Array(entries)) = &mut seen.tool_artifacts {
            *entries = vec![entries[0].clone(); times];
        }
    });
    told(&verdicts, Code::ArrivedTwice)
}

#[test]
fn a_list_that_grows_from_run_to_run_names_an_earlier_run() {
    let text = "an entry stands 2 times in one list, and less often in the list of the run default/given before it";
    for (times, exposure) in [([1, 2, 3], "hidden"), ([1, 1, 2], "exposed")] {
        let variants = format!("{exposure}/given against default/given");
        assert_eq!(told_of_times(times), (variants, text.to_owned()));
    }
}

#[test]
fn a_list_that_did_not_grow_names_no_other_run() {
    let text = "an entry stands 2 times in one list";
    for (times, exposure) in [
        ([2, 2, 2], "default"),
        ([2, 1, 1], "default"),
        ([0, 2, 2], "hidden"),
    ] {
        let variants = format!("{exposure}/given");
        assert_eq!(told_of_times(times), (variants, text.to_owned()));
    }
}
