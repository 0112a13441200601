//! Many cases, of which some hang and some crash.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Folder, outcomes};

/// 1000 for the figure that is told; a hang and a crash in every hundred.
fn count() -> usize {
    let asked = std::env::var("FLOWDROP_MANY").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(100)
}

#[test]
fn one_hang_and_one_crash_in_every_hundred_cost_two_in_every_hundred() {
    let names: Vec<String> = (0..count())
        .map(|at| match at % 100 {
            33 => format!("hang-{at:04}"),
            66 => format!("crash-{at:04}"),
            _ => format!("ok-{at:04}"),
        })
        .collect();
    let folder = Folder::with_cases(&names.iter().map(String::as_str).collect::<Vec<_>>());
    for jobs in ["1", "3"] {
        let began = Instant::now();
        let args = [
            "--jobs",
            jobs,
            "--timeout",
            "1",
            "--report",
            "json=report.json",
        ];
        folder
            .run("fine", &args)
            .assert(1, &["TIMED OUT", "ERRORED"]);
        let took = began.elapsed();
        let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
        let report = folder.json("report.json");
        for (name, _, outcome) in outcomes(&report) {
            let kind = name.split('-').next().unwrap().to_owned();
            *counts.entry((kind, outcome)).or_insert(0) += 1;
        }
        let hundreds = count() / 100;
        let expected = [
            (("crash", "errored"), 2 * hundreds),
            (("hang", "timed-out"), 2 * hundreds),
            (("ok", "passed"), 2 * 98 * hundreds),
        ];
        let expected =
            expected.map(|((kind, outcome), n)| ((kind.to_owned(), outcome.to_owned()), n));
        assert_eq!(counts, BTreeMap::from(expected), "{:#?}", strange(&report));
        // The deadlines, the starts again, and the runs themselves on a slow machine.
        let bound = Duration::from_secs(4 * hundreds as u64 + 10);
        assert!(took < bound, "{took:?}");
    }
}

/// What went wrong with cases that nothing is wrong with.
fn strange(report: &Value) -> Vec<&Value> {
    let cases = report["cases"].as_array().unwrap().iter();
    let good = cases.filter(|case| case["id"].as_str().unwrap().contains("/ok-"));
    good.filter(|case| case["outcomes"][0]["outcome"] != "passed")
        .collect()
}
