//! What `report verify` refuses, and what it runs again.

use serde_json::{Value, json};

use crate::support::{Done, blind, first_case, leaking, passing, program, scratch, written};

fn verified(name: &str, report: &Value, rest: &[&str]) -> Done {
    let file = written(&scratch(name), "report.json", report);
    let mut args = vec!["report", "verify", &file];
    args.extend(rest);
    program(&args)
}

/// Refused, and for this reason.
fn refused(name: &str, report: &Value, reason: &str) {
    let done = verified(&format!("verify-{name}"), report, &["--no-run"]);
    assert_eq!(done.status, 2, "{name}: {}", done.stdout);
    assert!(done.stderr.contains(reason), "{name}: {}", done.stderr);
}

#[test]
fn a_claim_that_holds_holds() {
    let done = verified("verify-holds", &passing(), &[]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("The claim holds."), "{}", done.stdout);
}

#[test]
fn every_report_that_the_program_writes_is_accepted() {
    for report in [
        passing(),
        leaking(),
        blind(),
        crate::support::of("everything-an-error"),
    ] {
        let done = verified("verify-accepted", &report, &["--no-run"]);
        assert_eq!(done.status, 0, "{}", done.stderr);
    }
    for mutant in ["everything-aborts", "announces-nothing", "constant"] {
        let done = verified("verify-mutants", &crate::support::of(mutant), &["--no-run"]);
        assert_eq!(done.status, 0, "{mutant}: {}", done.stderr);
    }
}

#[test]
fn a_claim_of_another_runtime_does_not_hold() {
    let mut report = passing();
    report["implementation"]["version"] = json!("9.9.9");
    let done = verified("verify-other", &report, &[]);
    assert_eq!(done.status, 1);
    assert!(
        done.stdout
            .contains("another runtime: the report says flowdrop-reference 9.9.9"),
        "{}",
        done.stdout
    );
}

#[test]
fn a_claim_that_does_not_hold_is_told_case_by_case() {
    // An honest-looking report of a leak, held against a runtime that does not leak.
    let mut report = leaking();
    report["reproduce"]["command"] = json!("flowdrop-conformance run --seed 0");
    let done = verified("verify-not", &report, &[]);
    assert_eq!(done.status, 1);
    assert!(
        done.stdout.contains(
            "RT-TOOL-3/prose/url-only-in-payload: ¶3 the report says failed, this run passed"
        ),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("The claim does not hold."));
}

#[test]
fn the_command_of_a_report_is_never_run_unasked() {
    let mut report = passing();
    let marker = scratch("verify-unasked").join("ran");
    let command = format!(
        "flowdrop-conformance run --seed 0 -- touch {}",
        marker.display()
    );
    report["reproduce"]["command"] = json!(command);
    let done = verified("verify-command", &report, &[]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("not run unasked"), "{}", done.stderr);
    assert!(!marker.exists());
}

#[test]
fn an_adapter_that_does_not_start_is_status_3() {
    let done = verified("verify-start", &passing(), &["--", "/nowhere/adapter"]);
    assert_eq!(done.status, 3, "{}", done.stderr);
}

#[test]
fn counts_that_do_not_add_up_are_refused() {
    let mut report = passing();
    report["standing"][0]["clauses"][0]["counts"]["passed"] = json!(1);
    refused("counts", &report, "it counts 1 passed, and its cases are");
}

#[test]
fn a_clause_passed_with_a_failed_case_is_refused() {
    let mut report = leaking();
    report["standing"][0]["clauses"][2]["outcome"] = json!("passed");
    refused(
        "clause",
        &report,
        "RT-TOOL-3 ¶3: it says passed, and failed follows from its cases",
    );
}

#[test]
fn a_rule_outcome_that_does_not_follow_is_refused() {
    let mut report = blind();
    report["standing"][0]["outcome"] = json!("passed");
    refused(
        "rule",
        &report,
        "RT-TOOL-3: it says passed, and incomplete follows from its cases",
    );
}

#[test]
fn a_facet_that_was_raised_is_refused() {
    let mut report = blind();
    report["standing"][0]["clauses"][2]["facet"] = json!("witnessed");
    refused("facet", &report, "facet");
    let mut report = blind();
    report["facets"]["prose"] = json!("native");
    refused("facets", &report, "facet");
}

#[test]
fn another_suite_is_refused() {
    let mut report = passing();
    report["suite"]["digest"] = json!("sha256:00");
    refused(
        "digest",
        &report,
        "its suite is flowdrop-conformance 0.1.0 with the digest sha256:00",
    );
    let mut report = passing();
    report["suite"]["rules"][0]["rule_hash"] = json!("000000000000");
    refused("hash", &report, "has the rule_hash 000000000000");
    let mut report = passing();
    report["suite"]["rules"][0]["clauses"][0]["obligation"] = json!("anything goes");
    refused("words", &report, "not told in the suite's words");
}

#[test]
fn cases_that_are_missing_or_stand_twice_are_refused() {
    let mut report = passing();
    report["cases"].as_array_mut().unwrap().remove(0);
    refused("missing", &report, "is missing");
    let mut report = passing();
    let first = report["cases"][0].clone();
    report["cases"].as_array_mut().unwrap().insert(0, first);
    refused("twice", &report, "stands twice");
    let mut report = passing();
    report["cases"][0]["id"] = json!("RT-TOOL-3/aaa/of-my-own");
    refused(
        "own",
        &report,
        "the suite has no case RT-TOOL-3/aaa/of-my-own",
    );
}

#[test]
fn an_outcome_without_its_findings_is_refused() {
    let mut report = leaking();
    first_case(&mut report, "failed")["findings"] = json!([]);
    refused("no-finding", &report, "is failed, and no finding says why");
    let mut report = leaking();
    for own in first_case(&mut report, "failed")["outcomes"]
        .as_array_mut()
        .unwrap()
    {
        own["outcome"] = json!("passed");
    }
    refused(
        "passed",
        &report,
        "is passed, and a finding says that it failed",
    );
    let mut report = blind();
    first_case(&mut report, "unsupported")["outcomes"][0]["outcome"] = json!("passed");
    refused("unseen", &report, "cannot be observed");
}

#[test]
fn what_is_said_of_a_finding_cannot_be_edited() {
    let mut report = leaking();
    first_case(&mut report, "failed")["findings"][0]["likely"] = json!("the suite is wrong");
    refused("likely", &report, "is not what the program says");
    let mut report = leaking();
    first_case(&mut report, "failed")["findings"][0]["code"] = json!("harmless");
    refused("code", &report, "harmless is nothing that a check can find");
}

#[test]
fn members_that_the_program_does_not_write_are_refused() {
    let mut report = passing();
    report["certified"] = json!(true);
    refused(
        "member",
        &report,
        "certified is a member that this program does not write",
    );
}

#[test]
fn a_command_for_something_else_is_refused() {
    let mut report = passing();
    report["reproduce"]["command"] = json!("flowdrop-conformance run --case x --seed 0");
    refused(
        "command",
        &report,
        "its command has another --case than the report tells",
    );
    let mut report = passing();
    report["reproduce"]["seed"] = json!(7);
    refused("seed", &report, "another --seed");
}
