//! The witness, on the wire, against a runtime of a page in each of its moods.
#![cfg(feature = "witness")]
#![allow(clippy::unwrap_used)] // tests

use std::process::Command;

use serde_json::Value;

/// One case with one pass, one with two, one whose call has no id.
const FEW: [&str; 3] = [
    "RT-TOOL-3/prose/image-artifact",
    "RT-TOOL-3/prose/second-pass",
    "RT-TOOL-3/prose/missing-id",
];

const ONE: [&str; 1] = ["RT-TOOL-3/prose/image-artifact"];

struct Ran {
    status: Option<i32>,
    report: Value,
    text: String,
}

fn run(options: &[&str], cases: &[&str], runtime: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flowdrop-conformance"));
    command
        .args(["run", "--report", "json=-", "--timeout", "60"])
        .args(options);
    for case in cases {
        command.args(["--case", case]);
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/witness/runtime.py");
    command.args(["--", "python3", script]).args(runtime);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout);
    Ran {
        status: output.status.code(),
        report: report.unwrap_or_else(|error| panic!("{error}: {text}")),
        text,
    }
}

impl Ran {
    /// What came of ¶3 in every case that was run, and what it rests on.
    fn prose(&self) -> (&str, &str) {
        let clause = &self.report["standing"][0]["clauses"][2];
        assert_eq!(clause["clause"], 3);
        let cases = self.report["cases"].as_array().unwrap().iter();
        let outcomes = cases.flat_map(|case| case["outcomes"].as_array().unwrap());
        let mut run: Vec<&str> = outcomes
            .filter(|told| told["clause"] == 3 && told["outcome"] != "not-run")
            .map(|told| told["outcome"].as_str().unwrap())
            .collect();
        run.sort_unstable();
        run.dedup();
        assert_eq!(run.len(), 1, "{run:?}: {}", self.text);
        (run[0], clause["facet"].as_str().unwrap())
    }

    /// The codes and words of faults, of every case.
    fn faults(&self) -> Vec<String> {
        let cases = self.report["cases"].as_array().unwrap().iter();
        let faults = cases.filter_map(|case| case["faults"].as_array()).flatten();
        let told = faults.map(|fault| {
            format!(
                "{}: {}",
                fault["code"].as_str().unwrap(),
                fault["message"].as_str().unwrap()
            )
        });
        told.collect()
    }

    fn advisories(&self) -> Vec<&str> {
        let advisories = self.report["advisories"].as_array().unwrap().iter();
        advisories
            .map(|told| told["code"].as_str().unwrap())
            .collect()
    }
}

fn only_fault(mode: &[&str]) -> String {
    let ran = run(&["--clause", "3"], &ONE, mode);
    assert_eq!(ran.prose(), ("errored", "witnessed"), "{}", ran.text);
    assert_eq!(ran.status, Some(1));
    let mut faults = ran.faults();
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

#[test]
fn a_conforming_runtime_passes_as_witnessed() {
    for flags in [&["fine"][..], &["fine", "stream"]] {
        let ran = run(&["--clause", "3"], &FEW, flags);
        assert_eq!(ran.prose(), ("passed", "witnessed"), "{}", ran.text);
        assert_eq!(ran.status, Some(0));
        assert!(ran.faults().is_empty());
        assert!(!ran.advisories().contains(&"tool-messages-only"));
    }
}

#[test]
fn a_leak_is_seen_although_nothing_is_told() {
    for flags in [&["leaks"][..], &["leaks", "stream"]] {
        let ran = run(&["--clause", "3"], &FEW, flags);
        assert_eq!(ran.prose(), ("failed", "witnessed"), "{}", ran.text);
        assert_eq!(ran.status, Some(1));
        let finding = &ran.report["cases"]
            .as_array()
            .unwrap()
            .iter()
            .find(|case| case["id"] == ONE[0])
            .unwrap()["findings"][0];
        assert_eq!(finding["code"], "prose-changes");
        assert!(
            finding["actual"]
                .as_str()
                .unwrap()
                .ends_with("(1 attached)"),
            "{finding}"
        );
    }
}

#[test]
fn parallel_runs_never_mix() {
    let whole = ["RT-TOOL-3/prose/*"];
    let one_by_one = run(&["--clause", "3"], &whole, &["fine"]);
    assert_eq!(one_by_one.status, Some(0), "{}", one_by_one.text);
    let parallel = run(
        &["--clause", "3", "--jobs", "4"],
        &whole,
        &["fine", "in-flight"],
    );
    assert_eq!(
        parallel.report["standing"], one_by_one.report["standing"],
        "{}",
        parallel.text
    );
    assert_eq!(parallel.report["cases"], one_by_one.report["cases"]);
}

#[test]
fn a_model_that_is_not_asked_is_a_fault() {
    assert_eq!(
        only_fault(&["never"]),
        "witness-not-asked: the run ended and the harness's model was never asked"
    );
}

#[test]
fn a_run_given_up_before_the_model_was_asked_is_an_observation() {
    let ran = run(&["--clause", "3"], &ONE, &["gives-up"]);
    assert_eq!(ran.prose(), ("inconclusive", "witnessed"), "{}", ran.text);
    assert!(ran.faults().is_empty());
    assert!(ran.advisories().contains(&"runs-aborted"));
}

#[test]
fn a_retry_and_a_question_on_the_side_are_faults() {
    assert_eq!(
        only_fault(&["twice"]),
        "witness-asked-too-often: request 2 says the same as request 1, as a retry does"
    );
    assert_eq!(
        only_fault(&["once-more"]),
        "witness-asked-too-often: the model was asked again after its closing words"
    );
}

#[test]
fn other_paths_are_faults() {
    assert_eq!(
        only_fault(&["other-path"]),
        "witness-wrong-path: the model was asked for POST /responses, which it does not have"
    );
    assert_eq!(
        only_fault(&["no-token"]),
        "witness-wrong-path: the run's model was never asked, but there was POST /v1/chat/completions, which is no run's"
    );
    assert_eq!(
        only_fault(&["stale"]),
        "witness-wrong-path: the run's model was never asked, but there was POST /chat/completions, of the model of a run that is not open"
    );
}

#[test]
fn what_is_no_chat_request_is_a_fault() {
    assert_eq!(
        only_fault(&["no-chat"]),
        "witness-not-chat: request 1: it has no `messages`"
    );
    assert_eq!(
        only_fault(&["huge"]),
        "witness-not-chat: request 1 could not be read: its body is longer than 64 MiB"
    );
}

#[test]
fn a_runtime_that_feeds_nothing_back_is_an_observation() {
    let ran = run(&["--clause", "3"], &ONE, &["silent"]);
    assert_eq!(ran.prose().1, "witnessed");
    assert!(ran.faults().is_empty(), "{}", ran.text);
}

#[test]
fn what_an_adapter_tells_gives_way_to_what_was_seen() {
    let ran = run(&["--clause", "3"], &ONE, &["tells"]);
    assert_eq!(ran.prose(), ("passed", "witnessed"), "{}", ran.text);
    assert!(ran.advisories().contains(&"prose-told-otherwise"));
}
