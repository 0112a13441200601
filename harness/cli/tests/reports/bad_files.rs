//! A bad report file: one message, with the file, the line and the field.

use std::fs;

use serde_json::json;

use crate::support::{passing, program, scratch, written};

fn message(name: &str, text: &str) -> String {
    let file = scratch(name).join("report.json");
    fs::write(&file, text).unwrap();
    let done = program(&["report", "show", file.to_str().unwrap()]);
    assert_eq!(done.status, 2);
    assert_eq!(done.stderr.matches("error: ").count(), 1, "{}", done.stderr);
    done.stderr
}

#[test]
fn the_field_is_named() {
    let mut report = passing();
    report["cases"][3]["outcomes"][0]["outcome"] = json!("pased");
    let told = message("bad-field", &format!("{report:#}"));
    assert!(told.contains("cases[3].outcomes[0].outcome"), "{told}");
    assert!(told.contains("unknown variant `pased`"), "{told}");
    assert!(told.contains("report.json:"), "{told}");
}

#[test]
fn what_is_no_json_is_told_with_its_line() {
    let told = message("bad-json", "{\n  \"report_version\": 1,\n  oh\n}");
    assert!(told.contains("report.json:3:3:"), "{told}");
    let told = message("bad-empty", "");
    assert!(told.contains("report.json:1:0: EOF"), "{told}");
}

#[test]
fn another_version_is_told_before_anything_else() {
    let told = message(
        "bad-version",
        "{\"report_version\": 2, \"all\": \"different\"}",
    );
    assert!(told.contains("report_version 2"), "{told}");
}

#[test]
fn a_file_that_is_not_there_is_told() {
    let done = program(&["report", "show", "/nowhere/report.json"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("/nowhere/report.json cannot be read"));
}

#[test]
fn nothing_is_written_where_a_report_is_bad() {
    let folder = scratch("bad-nothing");
    let file = written(&folder, "report.json", &json!({"report_version": 1}));
    let target = format!("html={}", folder.join("page.html").display());
    let done = program(&["report", "show", &file, "--report", &target]);
    assert_eq!(done.status, 2);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}
