//! Known failures.

use serde_json::{Value, json};

use crate::support::Folder;

/// Cases for ¶2, which this adapter cannot observe, and one that crashes.
fn folder() -> Folder {
    let folder = Folder::with_cases(&["ok-a", "crash-b"]);
    folder.case("ok-c", &[2]);
    folder.case("ok-d", &[2]);
    folder
}

fn entry(case: &str, clause: u8, key: &str, what: &str) -> Value {
    json!({ "case": format!("RT-TOOL-3/robust/{case}"), "clause": clause, key: what, "reason": "a reason" })
}

fn known(entries: &[Value]) -> String {
    serde_json::to_string_pretty(&json!({ "known": entries })).unwrap()
}

fn all() -> Vec<Value> {
    vec![
        entry("crash-b", 1, "code", "exited"),
        entry("crash-b", 3, "outcome", "errored"),
        entry("*", 2, "outcome", "unsupported"),
    ]
}

fn assert_run(entries: &[Value], status: i32, words: &[&str]) {
    let folder = folder();
    folder.write("known.json", &known(entries));
    folder
        .run("fine", &["--known", "known.json"])
        .assert(status, words);
}

#[test]
fn a_run_in_which_everything_open_is_known_exits_0_and_says_how_many() {
    let folder = folder();
    folder.write("known.json", &known(&all()));
    let args = ["--known", "known.json", "--report", "json=with.json"];
    let words = [
        "4 outcomes are open and known, by 3 entries",
        "Nothing else is open.",
    ];
    folder.run("fine", &args).assert(0, &words);
    folder
        .run("fine", &["--report", "json=without.json"])
        .assert(1, &[]);
    let (mut with, without) = (folder.json("with.json"), folder.json("without.json"));
    let told = with.as_object_mut().unwrap().remove("known").unwrap();
    assert_eq!(told.as_array().unwrap().len(), 3);
    assert_eq!(with, without, "nothing else of the report changes");
}

#[test]
fn an_unexpected_pass_fails_the_run_and_says_which_line() {
    let mut entries = all();
    entries.push(entry("ok-a", 3, "code", "prose-changes"));
    let words = [
        "error[known-passed]",
        "ok-a passes ¶3 now",
        "known.json:24:15",
    ];
    assert_run(&entries, 1, &words);
}

#[test]
fn a_changed_outcome_or_code_fails_the_run() {
    let mut entries = all();
    entries[0] = entry("crash-b", 1, "code", "half-line");
    let words = [
        "error[known-changed]",
        "came out errored (exited) on ¶1",
        "known as half-line",
    ];
    assert_run(&entries, 1, &words);
    entries[0] = entry("crash-b", 1, "outcome", "timed-out");
    assert_run(
        &entries,
        1,
        &["error[known-changed]", "1 open outcome is not known"],
    );
}

#[test]
fn an_entry_that_matches_nothing_fails_the_run() {
    for case in ["no-such-case", "no-such-*"] {
        let mut entries = all();
        entries.push(entry(case, 1, "outcome", "failed"));
        assert_run(
            &entries,
            1,
            &["error[known-unmatched]", "nothing matches this"],
        );
    }
}

#[test]
fn an_expired_entry_fails_the_run() {
    let mut entries = all();
    entries[0]["expires"] = "2020-02-29".into();
    assert_run(
        &entries,
        1,
        &["error[known-expired]", "held until 2020-02-29"],
    );
    entries[0]["expires"] = "9999-12-31".into();
    assert_run(&entries, 0, &[]);
}

#[test]
fn a_glob_must_match_every_case_that_it_names() {
    let mut entries = all();
    entries[0] = entry("*", 1, "code", "exited");
    let words = [
        "error[known-passed]",
        "1 case passes ¶1 now: RT-TOOL-3/robust/ok-a",
    ];
    assert_run(&entries, 1, &words);
}

#[test]
fn entries_outside_of_the_selection_say_nothing() {
    let folder = folder();
    folder.write("known.json", &known(&all()));
    let args = ["--known", "known.json", "--case", "*/ok-c"];
    folder
        .run("fine", &args)
        .assert(0, &["1 outcome is open and known"]);
}

#[test]
fn a_bad_file_is_told_line_by_line_and_nothing_runs() {
    let mut bad = all();
    bad[0]["reason"] = " ".into();
    bad[1]["code"] = "exited".into();
    bad[2]["expires"] = "2026-02-30".into();
    bad.push(entry("x", 1, "outcome", "passed"));
    bad.push(entry("x", 1, "outcome", "not-run"));
    bad.push(entry("x", 1, "code", "no-such-code"));
    bad.push(json!({ "case": "x", "clause": 1, "reason": "r", "when": "now" }));
    bad.push(entry("x", 1, "outcome", "passed"));
    let folder = folder();
    folder.write("known.json", &known(&bad));
    let args = ["--known", "known.json", "--report", "json=report.json"];
    let words = ["error[wording]: the reason is empty"];
    // Reasons are asked for once everything else is right.
    let ran = folder.run("fine", &args);
    ran.assert(
        2,
        &[
            "error[outcome-or-code]: both",
            "error[bad-date]: \"2026-02-30\" is no day",
            "error[nothing-to-know]: passed needs no entry",
            "error[nothing-to-know]: what was not run",
            "error[code-unknown]: \"no-such-code\"",
            "error[outcome-or-code]: neither",
            "error[unknown-field]",
            "error[entry-twice]",
            "known.json:",
            "in the file of known failures; nothing was run",
        ],
    );
    assert!(!folder.has("report.json"));
    let mut bad = all();
    bad[0]["reason"] = " ".into();
    folder.write("known.json", &known(&bad));
    folder.run("fine", &args).assert(2, &words);
    for (text, code) in [
        ("{", "json-syntax"),
        ("{\"known\":7}", "wrong-shape"),
        ("{\"known\":[],\"known\":[]}", "duplicate-key"),
    ] {
        folder.write("known.json", text);
        folder
            .run("fine", &args)
            .assert(2, &[&format!("error[{code}]")]);
    }
    let args = ["--known", "nowhere.json"];
    folder
        .run("fine", &args)
        .assert(2, &["error[unreadable]", "nowhere.json"]);
}

#[test]
fn the_file_is_written_from_a_report_and_updated_without_losing_reasons() {
    let folder = folder();
    folder
        .run("fine", &["--report", "json=r.json"])
        .assert(1, &[]);
    let words = ["3 new", "3 entries have no reason yet"];
    folder
        .command(&["known", "r.json", "--update", "known.json"])
        .assert(0, &words);
    folder
        .run("fine", &["--known", "known.json"])
        .assert(2, &["error[wording]"]);
    let mut written = folder.json("known.json");
    let entries = written["known"].as_array().unwrap();
    let cases: Vec<&str> = entries
        .iter()
        .map(|entry| entry["case"].as_str().unwrap())
        .collect();
    let crash = "RT-TOOL-3/robust/crash-b";
    assert_eq!(cases, ["RT-TOOL-3/*", crash, crash]);
    for entry in written["known"].as_array_mut().unwrap() {
        entry["reason"] = "no port".into();
        entry["link"] = "https://example.com/7".into();
    }
    let mut gone = entry("ok-a", 1, "outcome", "failed");
    gone["reason"] = "long ago".into();
    written["known"].as_array_mut().unwrap()[1] = gone;
    folder.write("known.json", &written.to_string());
    let words = [
        "2 kept, 1 new, 1 taken out",
        "out  RT-TOOL-3/robust/ok-a ¶1 failed",
    ];
    let args = [
        "known",
        "r.json",
        "--update",
        "known.json",
        "--reason",
        "it crashes",
    ];
    folder.command(&args).assert(0, &words);
    folder
        .run("fine", &["--known", "known.json"])
        .assert(0, &["Nothing else is open."]);
    let entries = folder.json("known.json");
    assert_eq!(entries["known"][0]["link"], "https://example.com/7");
    assert_eq!(entries["known"][2]["reason"], "it crashes");
    let before = folder.read("known.json");
    folder
        .command(&args)
        .assert(0, &["3 kept, 0 new, 0 taken out"]);
    assert_eq!(folder.read("known.json"), before);
}

#[test]
fn what_was_not_run_is_never_known() {
    let folder = Folder::with_cases(&["crash-a"; 1]);
    for at in 0..14 {
        folder.case(&format!("crash-{at:02}"), &[1]);
    }
    let ran = folder.run("fine", &["--report", "json=r.json"]);
    ran.assert(3, &["NOT RUN", "[gave-up]"]);
    folder
        .command(&["known", "r.json", "--update", "known.json", "--reason", "r"])
        .assert(0, &[]);
    folder
        .run("fine", &["--known", "known.json"])
        .assert(3, &["not known"]);
}
