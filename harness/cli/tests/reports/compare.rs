//! What changed from one report to another.

use serde_json::{Value, json};

use crate::support::{Done, blind, leaking, passing, program, scratch, written};

fn compared(name: &str, old: &Value, new: &Value) -> Done {
    let folder = scratch(name);
    let (old, new) = (
        written(&folder, "old.json", old),
        written(&folder, "new.json", new),
    );
    program(&["report", "compare", &old, &new])
}

#[test]
fn nothing_changed_is_no_regression() {
    let done = compared("compare-same", &passing(), &passing());
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("No case came out otherwise."));
}

#[test]
fn what_passed_and_fails_is_a_regression_told_by_case_and_clause() {
    let done = compared("compare-worse", &passing(), &leaking());
    assert_eq!(done.status, 1);
    assert!(
        done.stdout
            .contains("- `RT-TOOL-3/prose/url-only-in-payload` ¶3: passed → failed"),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains("**`RT-TOOL-3` was passed and is failed.**")
    );
    assert!(done.stdout.contains("| runtime |") && done.stdout.contains("| changed |"));
}

#[test]
fn what_is_mended_is_none() {
    let done = compared("compare-better", &leaking(), &passing());
    assert_eq!(done.status, 0, "{}", done.stdout);
    assert!(done.stdout.contains("### Passes now"));
}

#[test]
fn what_passed_and_is_no_longer_seen_is_a_regression() {
    let done = compared("compare-blind", &passing(), &blind());
    assert_eq!(done.status, 1);
    assert!(done.stdout.contains("passed → unsupported"));
}

#[test]
fn cases_that_came_and_went_are_told() {
    let mut other = passing();
    other["cases"][0]["id"] = json!("RT-TOOL-3/aaa/new-one");
    other["suite"]["digest"] = json!("sha256:another");
    let done = compared("compare-suite", &passing(), &other);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(
        done.stdout.contains("### New in the suite, and passed"),
        "{}",
        done.stdout
    );
    assert!(done.stdout.contains("### Went away from the suite"));
    assert!(done.stdout.contains("| suite digest |"));
}

#[test]
fn an_edited_report_is_not_compared() {
    let mut edited = passing();
    edited["standing"][0]["clauses"][0]["counts"]["passed"] = json!(1);
    let done = compared("compare-edited", &passing(), &edited);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("is refused"));
}
