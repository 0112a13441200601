//! A report with markup, scripts, commands and control characters in every field.

use std::path::Path;

use serde_json::Value;

use crate::support::{converted, program, scratch};

fn hostile() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hostile.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The tags of a text, without what stands in them.
fn tags(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn no_format_lets_a_character_control_what_shows_it() {
    let folder = scratch("hostile-controls");
    for format in ["junit", "markdown", "html", "badge", "badge-svg"] {
        let text = converted(&folder, &hostile(), format);
        let bad = text
            .chars()
            .find(|c| (c.is_control() && *c != '\n') || matches!(c, '\u{202e}' | '\u{ffff}'));
        assert_eq!(bad, None, "{format}");
        for line in text.lines() {
            let line = line.trim_start();
            assert!(
                !line.starts_with("::") && !line.starts_with("##["),
                "{format}: {line}"
            );
        }
    }
}

#[test]
fn the_evidence_is_seen_in_the_terminal_and_obeyed_by_nothing() {
    let file = crate::support::written(&scratch("hostile-text"), "report.json", &hostile());
    let done = program(&["report", "show", &file]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("‹1B›[31m‹202E›"));
    assert!(done.stdout.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(
        done.stdout
            .lines()
            .all(|line| !line.trim_start().starts_with("::"))
    );
}

#[test]
fn markup_of_the_report_is_text_on_the_page() {
    let page = converted(&scratch("hostile-html"), &hostile(), "html");
    for tag in tags(&page) {
        assert!(
            !matches!(tag, "script" | "img" | "iframe" | "form" | "base"),
            "{tag}"
        );
    }
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(!page.contains("href=\"javascript:"));
    assert!(page.contains("javascript:alert(4)"), "the evidence is seen");
}

#[test]
fn markup_of_the_report_is_text_in_markdown() {
    let markdown = converted(&scratch("hostile-markdown"), &hostile(), "markdown");
    for tag in tags(&markdown) {
        let ours = ["details", "summary", "code", "pre", "br", ""].contains(&tag);
        assert!(ours, "{tag}");
    }
    assert!(!markdown.contains("@octocat\n") && !markdown.contains("\n# h"));
    let outside: String = markdown
        .split("<pre>")
        .map(|part| part.rsplit("</pre>").next().unwrap())
        .collect();
    assert!(
        !outside.contains("@octocat") && !outside.contains("](") && !outside.contains("https://x")
    );
    for row in markdown.lines().filter(|line| line.starts_with("| ¶")) {
        assert_eq!(row.matches('|').count(), 6, "{row}");
    }
}

#[test]
fn xml_stays_well_formed() {
    let xml = converted(&scratch("hostile-junit"), &hostile(), "junit");
    for tag in tags(&xml) {
        let ours = [
            "",
            "testsuites",
            "testsuite",
            "testcase",
            "properties",
            "property",
            "failure",
            "error",
            "skipped",
        ];
        assert!(ours.contains(&tag) || tag.starts_with('?'), "{tag}");
    }
    assert!(xml.contains("&lt;script&gt;"));
    assert!(!xml.contains("]]>"));
}

#[test]
fn a_hostile_report_is_refused_by_the_site_with_clean_reasons() {
    let folder = scratch("hostile-site");
    crate::support::written(&folder, "report.json", &hostile());
    let done = program(&["report", "site", folder.to_str().unwrap()]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("is refused"), "{}", done.stderr);
    assert!(done.stderr.chars().all(|c| c == '\n' || !c.is_control()));
}
