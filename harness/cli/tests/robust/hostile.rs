//! Hostile text stays text, and stays visible.

use std::fs;

use serde_json::json;

use crate::support::{Folder, Ran};

const HOSTILE: &str = "\u{1b}[31mred\u{202e}abc\0]]>\n::error::x\r##[error]y<script>\u{9b}2J‹1B›";

/// Nothing that controls a terminal or a log, or hides text.
fn assert_harmless(what: &str, text: &str) {
    for (at, line) in text.lines().enumerate() {
        let bad = |c: char| {
            c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!line.contains(bad), "{what}, line {}: {line:?}", at + 1);
        let start = line.trim_start();
        assert!(
            !start.starts_with("::") && !start.starts_with("##"),
            "{what}: {line:?}"
        );
    }
}

fn assert_shown(what: &str, ran: &Ran) {
    assert_harmless(&format!("{what}, stdout"), &ran.out);
    assert_harmless(&format!("{what}, stderr"), &ran.err);
    let all = format!("{}{}", ran.out, ran.err);
    assert!(
        all.contains("‹1B›[31mred"),
        "{what}: not to be seen in\n{all}"
    );
    // The same characters as text are something else.
    assert!(
        !all.contains("J‹1B›"),
        "{what}: two texts became one in\n{all}"
    );
    assert!(
        !all.contains("‹2039›1B›[31m"),
        "{what}: shown twice over in\n{all}"
    );
}

#[test]
fn whatever_an_adapter_says_is_shown_as_text() {
    let folder = Folder::with_cases(&["ok-a", "trouble-b", "unsupported-c", "noise-d"]);
    let args = ["--report", "json=report.json"];
    let ran = folder.run("hostile", &args);
    ran.assert(1, &["[extra-key]", "[adapter-error]", "[not-json]"]);
    assert_shown("run", &ran);
    assert_harmless("report.json", &folder.read("report.json"));
    let name = &folder.json("report.json")["implementation"]["name"];
    assert!(
        name.as_str()
            .unwrap()
            .starts_with("\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}\u{202e}")
    );
    let ran = folder.run("hostile", &["--report", "json=-"]);
    assert_harmless("report on stdout", &ran.out);
    let ran = folder.command(&["known", "report.json"]);
    assert_harmless("known", &ran.out);
    // Where one case is told alone, everything of it is.
    for (case, code) in [
        ("trouble-b", "[adapter-error]"),
        ("noise-d", "[not-json]"),
        ("ok-a", "[extra-key]"),
    ] {
        let ran = folder.run("hostile", &["--case", &format!("*/{case}")]);
        ran.assert(1, &[code]);
        assert_shown(case, &ran);
    }
}

#[test]
fn an_adapter_that_does_not_start_says_why_as_text() {
    let folder = Folder::with_cases(&["ok-a"]);
    let code = "import sys; sys.stderr.write('\\x1b[31mred \\u202e x\\n::error::y'); sys.exit(3)";
    let adapter = ["run", "--cases", "cases", "--", "python3", "-c", code];
    let ran = folder.command(&adapter);
    ran.assert(3, &["could not be started", "‹202E›"]);
    assert_shown("start", &ran);
    let ran = folder.command(&[
        "run",
        "--cases",
        "cases",
        "--",
        "/no/\u{1b}[31mred/\u{202e}x",
    ]);
    ran.assert(3, &["no-start"]);
    assert_shown("no start", &ran);
}

#[test]
fn hostile_case_files_and_their_names_are_told_as_text() {
    let folder = Folder::new();
    let case = json!({
        "id": HOSTILE, "title": HOSTILE, "why": HOSTILE, "since": HOSTILE, "clauses": [9],
        "mutant": HOSTILE, "requires": [], HOSTILE: 1,
        "scenario": { "script": { HOSTILE: { "success": true } } },
    });
    let raw = "{ \"id\": \u{1b}[31mred \u{202e} :: }";
    let name = "cases/RT-TOOL-3/\u{1b}[31mred \u{202e}x.json";
    for text in [
        case.to_string(),
        raw.to_owned(),
        "\n  ::error::x \u{1b}[31mred".to_owned(),
    ] {
        folder.write(name, &text);
        for args in [
            &["cases", "check", "cases"][..],
            &["cases", "bless", "cases"],
            &["run", "--cases", "cases"],
        ] {
            let ran = folder.command(args);
            ran.assert(2, &["error["]);
            assert_shown(&args.join(" "), &ran);
        }
    }
    // A case that is sound but for its words.
    folder.case("ok-a", &[1]);
    fs::remove_file(folder.write(name, "")).unwrap();
    let mut sound = folder.json("cases/RT-TOOL-3/robust/ok-a.json");
    sound["title"] = "\u{1b}[31mred \u{202e} ::".into();
    sound["why"] = "::error:: \u{1b}[31mred".into();
    sound["scenario"]["prompt"] = HOSTILE.into();
    folder.write("cases/RT-TOOL-3/robust/ok-a.json", &sound.to_string());
    for args in [
        ["cases", "list", "--cases", "cases"],
        ["cases", "show", "--cases", "cases"],
    ] {
        let ran = folder.command(&args);
        ran.assert(0, &[]);
        assert_shown(&args.join(" "), &ran);
    }
}

#[test]
fn hostile_known_files_are_told_as_text() {
    let folder = Folder::with_cases(&["crash-a"]);
    let file = "\u{1b}[31mred \u{202e} known.json";
    let entry = |case: &str, key: &str, what: &str| json!({ "case": case, "clause": 1, key: what, "reason": HOSTILE, "link": HOSTILE });
    let cases = [
        entry("*/crash-a", "outcome", "errored"),
        entry(HOSTILE, "outcome", "failed"),
    ];
    folder.write(file, &json!({ "known": cases }).to_string());
    let ran = folder.run("fine", &["--known", file]);
    ran.assert(1, &["because ‹1B›", "error[known-unmatched]"]);
    assert_shown("known", &ran);
    for bad in [
        json!({ "known": [entry("x", "code", HOSTILE)] }).to_string(),
        json!({ "known": [], HOSTILE: 1 }).to_string(),
        "{ \"known\": \u{1b}[31mred".to_owned(),
    ] {
        folder.write(file, &bad);
        let ran = folder.run("fine", &["--known", file]);
        ran.assert(2, &["error["]);
        assert_shown("bad known", &ran);
    }
    let ran = folder.command(&["known", file]);
    ran.assert(2, &["known.json:1:"]);
    assert_shown("no report", &ran);
}
