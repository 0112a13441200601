//! What a runtime keeps from run to run is told of the pair of runs that shows it.

use super::*;

/// What is told of the first finding in a variant.
fn told(verdicts: &Verdicts, code: Code, variant: &str) -> (String, String) {
    let mut findings = verdicts.findings.iter();
    let found = findings
        .find(|found| found.code == code && found.variants[0].to_string() == variant)
        .unwrap();
    (found.variant_text(), found.message.clone())
}

/// The entries that the scenario as it was given asks for, in every run.
fn always_the_given(scenario: &Scenario) -> Verdicts {
    let entries = entries(scenario);
    judged(scenario, move |_, seen| {
        seen.tool_artifacts = Some(json!(entries));
    })
}

#[test]
fn an_entry_of_another_runs_artifact_names_that_run() {
    let verdicts = always_the_given(&one_call(link("/1")));
    for (variant, code) in [
        ("default/removed", Code::NotProduced),
        ("default/replaced", Code::PayloadChanged),
    ] {
        let (variants, message) = told(&verdicts, code, variant);
        assert_eq!(variants, format!("{variant} against default/given"));
        assert!(
            message.ends_with(": the case's run default/given was given it, and this one was not"),
            "{message}"
        );
    }
    // The latest run before it that was given the artifact.
    let (variants, _) = told(&verdicts, Code::NotProduced, "hidden/removed");
    assert_eq!(variants, "hidden/removed against hidden/given");
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
    let (variants, _) = told(&verdicts, Code::NotProduced, "default/removed");
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
    let (variants, message) = told(&verdicts, Code::NotProduced, "default/removed");
    assert_eq!(variants, "default/removed");
    assert_eq!(message, "no call of this run produced the entry");
}

#[test]
fn a_list_that_grows_from_run_to_run_names_an_earlier_run() {
    let verdicts = judged(&one_call(link("/1")), |run, seen| {
        let times = match run.variant.exposure {
            Exposure::Default => 1,
            Exposure::Hidden => 2,
            Exposure::Exposed => 3,
        };
        if let Some(Value::Array(entries)) = &mut seen.tool_artifacts {
            *entries = vec![entries[0].clone(); times];
        }
    });
    let text = "an entry stands 2 times in one list, and less often in the list of the run default/given before it";
    for exposure in ["hidden", "exposed"] {
        let told = told(&verdicts, Code::ArrivedTwice, &format!("{exposure}/given"));
        let variants = format!("{exposure}/given against default/given");
        assert_eq!(told, (variants, text.to_owned()));
    }
}

#[test]
fn an_entry_that_always_stands_twice_names_no_other_run() {
    let verdicts = judged(&one_call(link("/1")), |_, seen| {
        if let Some(Value::Array(entries)) = &mut seen.tool_artifacts {
            *entries = vec![entries[0].clone(); 2];
        }
    });
    let (variants, message) = told(&verdicts, Code::ArrivedTwice, "hidden/given");
    assert_eq!(variants, "hidden/given");
    assert_eq!(message, "an entry stands 2 times in one list");
}
