//! Canaries that stand in prose whatever the artifacts, and whose they are.

use super::*;
use crate::check::Finding;

/// What is found where this stands behind every message of these runs.
fn found(more: &str, in_run: impl Fn(Variant) -> bool) -> Option<Finding> {
    let verdicts = judged(&one_call(link("https://example.com/1")), |run, seen| {
        if in_run(run.variant) {
            seen.passes[0].tool_messages[0].content = format!("Found an osprey. {more}").into();
        }
    });
    let mut findings = verdicts.findings.into_iter();
    let first = findings.next();
    assert_eq!(findings.next(), None);
    first
}

/// The URL that the replaced artifact has in every run.
fn replaced() -> String {
    let variant = Variant {
        exposure: Exposure::Default,
        artifacts: Artifacts::Replaced,
    };
    let scenario = variant.derive(&one_call(link("https://example.com/1")), 7);
    let url = &scenario.script["s1"].artifacts[0]["payload"]["url"];
    url.as_str().unwrap().to_owned()
}

#[test]
fn prose_that_always_quotes_the_artifact_fails_for_the_run_that_was_given_it() {
    let found = found("https://example.com/1", |_| true).unwrap();
    assert_eq!((found.code, found.clause), (Code::ProseQuotes, 3));
    assert_eq!(found.variant_text(), "default/given");
    assert_eq!(
        found.message,
        "what the model is sent quotes the artifact: payload.url, word for word (port at its default)"
    );
    assert_eq!(
        found.actual,
        Some(json!("Found an osprey. https://example.com/1"))
    );
    assert_eq!(
        found.leak.map(|leak| leak.quoted),
        Some("https://example.com/1".to_owned())
    );
}

#[test]
fn prose_that_quotes_another_runs_artifact_names_the_run_that_was_given_it() {
    // No run that was given it came before the first; before the others the latest counts.
    for (exposure, source) in [
        (Exposure::Default, "default/replaced"),
        (Exposure::Hidden, "default/replaced"),
        (Exposure::Exposed, "hidden/replaced"),
    ] {
        let found = found(&replaced(), |variant| variant.exposure == exposure).unwrap();
        assert_eq!(found.code, Code::ProseRemembers);
        assert_eq!(found.variant_text(), format!("{exposure}/given"));
        let told = format!(
            "what the model is sent quotes an artifact of another run: {source} was given it, {exposure}/given was not"
        );
        assert!(found.message.starts_with(&told), "{}", found.message);
    }
}

#[test]
fn a_canary_of_another_case_is_known_by_its_mark_and_its_length() {
    let found_of = |word: &str| found(word, |_| true);
    assert_eq!(found_of("qzxabcdefghijklmnop"), None);
    for (word, quoted) in [
        ("qzxabcdefghijklmnopq", "qzxabcdefghijklmnopq"),
        ("(QZXabcdefghijklmnopq.)", "qzxabcdefghijklmnopq"),
    ] {
        let found = found_of(word).unwrap();
        assert_eq!(found.code, Code::ProseRemembers);
        assert!(
            found.message.contains("another case's run"),
            "{}",
            found.message
        );
        assert_eq!(found.leak.map(|leak| leak.quoted), Some(quoted.to_owned()));
    }
}

#[test]
fn what_stands_in_the_history_of_some_runs_alone_is_read_too() {
    let verdicts = judged(&one_call(link("https://example.com/1")), |run, seen| {
        let hidden = run.variant.exposure == Exposure::Hidden;
        let more = if hidden { "https://example.com/1" } else { "" };
        seen.passes[0].model_input = Some(vec![json!(format!("Found an osprey. {more}"))]);
    });
    let [found] = &verdicts.findings[..] else {
        panic!("{:?}", verdicts.findings);
    };
    assert_eq!(
        (found.code, &found.variant_text()[..]),
        (Code::ProseQuotes, "hidden/given")
    );
}
