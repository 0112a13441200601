//! What each format says, and what it never says.

use serde_json::{Value, json};

use crate::support::{blind, converted, leaking, passing, program, scratch};

#[test]
fn junit_counts_a_failure_as_a_failure_and_a_skip_never_as_a_pass() {
    let folder = scratch("junit");
    let xml = converted(&folder, &leaking(), "junit");
    let failures = xml.matches("<failure ").count();
    assert!(failures > 0);
    assert!(
        xml.contains(&format!("failures=\"{failures}\" errors=\"0\"")),
        "{}",
        &xml[..300]
    );
    assert!(!xml.contains("time="), "the same bytes for the same inputs");

    let xml = converted(&folder, &blind(), "junit");
    let skipped = xml.matches("<skipped ").count();
    let cases = xml.matches("<testcase ").count();
    assert_eq!(
        skipped,
        cases - 2,
        "all but the two tests of the run itself"
    );
    assert!(xml.contains("type=\"unsupported\" message=\"unsupported: "));
    assert!(
        xml.contains("no clause of any case could be judged"),
        "a run of nothing is not green"
    );
}

#[test]
fn junit_shows_an_interrupted_run_as_an_error() {
    let mut report = passing();
    report["complete"] = json!(false);
    let xml = converted(&scratch("junit-interrupted"), &report, "junit");
    assert!(xml.contains("errors=\"1\""), "{}", &xml[..300]);
    assert!(xml.contains("the run was interrupted"));
}

#[test]
fn markdown_fits_a_comment_whatever_the_number_of_cases() {
    let mut report = leaking();
    let cases: Vec<Value> = (0..5_000)
        .map(|at| {
            let mut case = crate::support::first_case(&mut report, "failed").clone();
            case["id"] = json!(format!("RT-TOOL-3/many/case-{at}"));
            // Each a cause of its own, so that nothing is saved by telling a cause once.
            case["findings"][0]["likely"] = json!(format!("cause {at} {}", "x".repeat(500)));
            case
        })
        .collect();
    report["cases"] = json!(cases);
    let markdown = converted(&scratch("markdown"), &report, "markdown");
    assert!(markdown.len() < 65_000, "{} bytes", markdown.len());
    assert!(
        markdown.starts_with("## ✗ RT-TOOL-3 is failed"),
        "{}",
        &markdown[..80]
    );
    assert!(markdown.contains("did not fit in here"));
    let opened = markdown.matches("<details>").count();
    assert_eq!(opened, markdown.matches("</details>").count());
}

#[test]
fn a_badge_says_the_word_and_nothing_more() {
    let folder = scratch("badge");
    let badge = |report: &Value| -> Value {
        serde_json::from_str(&converted(&folder, report, "badge")).unwrap()
    };
    let passed = badge(&passing());
    assert_eq!(
        (&passed["label"], &passed["message"]),
        (&json!("RT-TOOL-3"), &json!("passed"))
    );
    assert_eq!(badge(&leaking())["message"], "failed ¶3");
    assert_eq!(badge(&blind())["message"], "incomplete");
    let svg = converted(&folder, &leaking(), "badge-svg");
    assert!(svg.contains("<title>RT-TOOL-3: failed ¶3</title>"), "{svg}");
}

#[test]
fn a_badge_of_other_cases_names_their_suite() {
    let mut report = passing();
    report["suite"]["name"] = json!("my-cases");
    report["suite"]["version"] = json!("0");
    let folder = scratch("badge-other");
    let badge: Value = serde_json::from_str(&converted(&folder, &report, "badge")).unwrap();
    assert_eq!(badge["label"], "RT-TOOL-3 · my-cases");
    assert!(converted(&folder, &report, "html").contains("not those of the official suite"));
}

#[test]
fn a_page_tells_what_a_reader_needs() {
    let folder = scratch("html");
    let page = converted(&folder, &leaking(), "html");
    for told in [
        "RT-TOOL-3 is failed: ¶3",
        "The specification confers no status, grants no mark and issues no certificate.",
        "Content-Security-Policy",
        "default-src 'none'",
        "<mark>",
        "id=\"RT-TOOL-3/prose/url-only-in-payload\"",
        "sha256:",
        "f4664b813918",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(!page.contains("<script"));
    assert!(
        !page.contains(" style=\""),
        "the policy would not let it be"
    );
    let page = converted(&folder, &blind(), "html");
    assert!(page.contains("this adapter cannot observe it (facet none)"));
    assert!(
        !page.contains("class=\"chip passed\""),
        "unsupported is never shown as passed"
    );
    assert!(
        !page.contains("class=\"chip failed\""),
        "nor unknown as failed"
    );
}

#[test]
fn a_page_cuts_long_texts_and_tells_their_length() {
    let mut report = leaking();
    let case = crate::support::first_case(&mut report, "failed");
    case["findings"][0]["expected"] = json!("word ".repeat(100_000));
    case["findings"][0]["actual"] = json!(format!("{}leak", "word ".repeat(100_000)));
    case["title"] = json!("t".repeat(100_000));
    let page = converted(&scratch("html-long"), &report, "html");
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    assert!(page.contains("more characters"));
    assert!(page.contains("<ins>leak</ins>") || page.contains("leak</ins>"));
}

#[test]
fn all_formats_of_a_run_are_those_of_its_saved_report() {
    let folder = scratch("same");
    let formats = ["json", "junit", "markdown", "html", "badge", "badge-svg"];
    let path = |format: &str| folder.join(format!("run.{format}"));
    let targets: Vec<String> = formats
        .iter()
        .map(|format| format!("--report={format}={}", path(format).display()))
        .collect();
    let mut args = vec!["run", "--quiet"];
    args.extend(targets.iter().map(String::as_str));
    assert_eq!(program(&args).status, 0);
    for format in formats {
        let written = std::fs::read_to_string(path(format)).unwrap();
        assert!(
            written == converted(&folder, &passing(), format),
            "{format}"
        );
    }
}
