//! The page of all reports.

use std::fs;

use serde_json::json;

use crate::support::{blind, leaking, passing, program, scratch, written};

#[test]
fn the_page_shows_each_word_as_what_it_is() {
    let folder = scratch("site");
    written(&folder, "reference.json", &passing());
    written(&folder, "leaking.json", &leaking());
    written(&folder, "blind.json", &blind());
    let name = folder.to_str().unwrap();
    let done = program(&["report", "site", name]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(page.contains("href=\"leaking.html#failures\""), "{page}");
    assert!(page.contains("href=\"leaking.html#RT-TOOL-3/prose/url-only-in-payload\""));
    let row = page
        .split("<tr>")
        .find(|row| row.contains("href=\"blind.html\""))
        .unwrap();
    assert!(
        row.contains("unsupported") && !row.contains("passed") && !row.contains("failed"),
        "{row}"
    );
    for own in ["reference.html", "leaking.html", "blind.html"] {
        assert!(folder.join(own).exists());
    }
    assert_eq!(program(&["report", "site", name, "--check"]).status, 0);

    fs::write(folder.join("blind.html"), "edited").unwrap();
    let done = program(&["report", "site", name, "--check"]);
    assert_eq!(done.status, 1);
    assert!(done.stderr.contains("blind.html"), "{}", done.stderr);
}

#[test]
fn reports_of_unequal_suites_are_refused_unless_shown_apart() {
    let folder = scratch("site-suites");
    let mut other = passing();
    other["suite"]["digest"] = json!("sha256:another");
    written(&folder, "new.json", &passing());
    written(&folder, "old.json", &other);
    let name = folder.to_str().unwrap();
    let done = program(&["report", "site", name]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("2 suites"), "{}", done.stderr);
    assert!(
        done.stderr.contains("sha256:another: old.json"),
        "{}",
        done.stderr
    );
    assert!(!folder.join("index.html").exists());
    let done = program(&["report", "site", name, "--by-suite"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
}

#[test]
fn an_edited_report_is_not_published() {
    let folder = scratch("site-edited");
    let mut edited = leaking();
    edited["standing"][0]["outcome"] = json!("passed");
    written(&folder, "edited.json", &edited);
    let done = program(&["report", "site", folder.to_str().unwrap()]);
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.contains("edited.json is refused"),
        "{}",
        done.stderr
    );
    assert!(!folder.join("edited.html").exists());
}

#[test]
fn a_table_that_is_no_report_is_left_out_and_told() {
    let folder = scratch("site-table");
    written(&folder, "reference.json", &passing());
    written(&folder, "matrix.json", &json!({"rows": []}));
    let done = program(&["report", "site", folder.to_str().unwrap()]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(
        done.stdout.contains("left out, it is no report:"),
        "{}",
        done.stdout
    );
    assert!(!folder.join("matrix.html").exists());
}

#[test]
fn an_empty_folder_is_an_error() {
    let folder = scratch("site-empty");
    let done = program(&["report", "site", folder.to_str().unwrap()]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("no report in"));
}
