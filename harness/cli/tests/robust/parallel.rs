//! The same report, however runs are spread.

use crate::support::{Folder, outcomes};

const NAMES: [&str; 9] = [
    "ok-a", "ok-b", "hang-c", "ok-d", "crash-e", "ok-f", "ok-g", "crash-h", "ok-i",
];

#[test]
fn the_report_is_the_same_whatever_the_number_of_jobs() {
    let folder = Folder::with_cases(&NAMES);
    let report = |mode: &str, jobs: &str| {
        let args = [
            "--jobs",
            jobs,
            "--timeout",
            "2",
            "--report",
            "json=report.json",
        ];
        folder.run(mode, &args).assert(1, &["TIMED OUT", "ERRORED"]);
        folder.read("report.json")
    };
    for mode in ["fine", "many"] {
        let one = report(mode, "1");
        assert_eq!(report(mode, "2"), one, "{mode}, 2 jobs");
        assert_eq!(report(mode, "4"), one, "{mode}, 4 jobs");
    }
    let several = report("many", "1").replace(" many ", " fine ");
    assert_eq!(several, report("fine", "1"));
}

#[test]
fn the_report_is_the_same_in_process() {
    let folder = Folder::new();
    let report = |jobs: &str| {
        let args = [
            "run",
            "--jobs",
            jobs,
            "--case",
            "RT-TOOL-3/pro*",
            "--report",
            "json=r.json",
        ];
        folder.command(&args).assert(0, &["RT-TOOL-3"]);
        folder.read("r.json")
    };
    let one = report("1");
    assert_eq!(report("2"), one);
    assert_eq!(report("4"), one);
}

#[test]
fn state_that_is_kept_from_run_to_run_is_told_with_the_pair_that_shows_it() {
    let folder = Folder::with_cases(&["ok-a", "ok-b"]);
    let ran = folder.run("keeps", &["--report", "json=report.json"]);
    ran.assert(1, &["was given it, and this one was not", "[not-produced]"]);
    let report = folder.json("report.json");
    let findings = report["cases"][0]["findings"].as_array().unwrap();
    let told = findings
        .iter()
        .find(|finding| finding["code"] == "not-produced")
        .unwrap();
    let variant = told["variant"].as_str().unwrap();
    assert!(variant.contains(" against "), "{variant}");
}

#[test]
fn a_fault_costs_its_case_and_no_more_than_one_deadline() {
    let folder = Folder::with_cases(&["hang-a", "ok-b", "ok-c"]);
    let began = std::time::Instant::now();
    let args = ["--timeout", "5", "--report", "json=report.json"];
    folder.run("fine", &args).assert(1, &["no answer in 5 s"]);
    // Three variants hang; one was asked.
    assert!(began.elapsed() < std::time::Duration::from_secs(14));
    for (name, _, outcome) in outcomes(&folder.json("report.json")) {
        let expected = if name == "hang-a" {
            "timed-out"
        } else {
            "passed"
        };
        assert_eq!(outcome, expected, "{name}");
    }
}
