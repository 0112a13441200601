//! Signals in mid-run.

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{Folder, Ran, outcomes};

fn signal(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args([signal, &pid])
            .status()
            .unwrap()
            .success()
    );
}

fn start(folder: &Folder, mode: &str, args: &[&str]) -> Child {
    let mut command = folder.run_command(mode, args);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for(|| folder.alive() > 0);
    child
}

fn wait_for(reached: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !reached() {
        assert!(Instant::now() < deadline);
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupted_run_reports_what_finished_and_leaves_nothing() {
    for (name, jobs) in [("-INT", "1"), ("-TERM", "2"), ("-HUP", "1")] {
        let names: Vec<String> = (0..60).map(|at| format!("ok-{at:02}")).collect();
        let folder = Folder::with_cases(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let child = start(
            &folder,
            "slow",
            &["--jobs", jobs, "--report", "json=report.json"],
        );
        wait_for(|| folder.has("runs") && folder.read("runs").len() > 20);
        signal(&child, name);
        let asked = Instant::now();
        let ran = Ran::of(&child.wait_with_output().unwrap());
        assert!(asked.elapsed() < Duration::from_secs(4), "{name}");
        ran.assert(1, &["interrupted", "this report is incomplete"]);
        folder.assert_gone();
        let report = folder.json("report.json");
        assert_eq!(report["complete"], false);
        let outcomes = outcomes(&report);
        let count = |name: &str| outcomes.iter().filter(|(_, _, own)| own == name).count();
        assert!(count("passed") > 0 && count("not-run") > 0, "{outcomes:?}");
        assert_eq!(
            count("passed") + count("not-run"),
            outcomes.len(),
            "{outcomes:?}"
        );
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once_and_leaves_nothing() {
    let folder = Folder::with_cases(&["hang-a", "ok-b"]);
    let child = start(
        &folder,
        "fine",
        &["--timeout", "60", "--report", "json=report.json"],
    );
    signal(&child, "-INT");
    signal(&child, "-INT");
    thread::sleep(Duration::from_millis(100));
    signal(&child, "-TERM");
    let asked = Instant::now();
    let ran = Ran::of(&child.wait_with_output().unwrap());
    assert!(asked.elapsed() < Duration::from_secs(4));
    ran.assert(1, &["interrupted"]);
    folder.assert_gone();
    if folder.has("report.json") {
        // It was faster than the second signal; then it is whole.
        assert_eq!(folder.json("report.json")["complete"], false);
    }
}

#[test]
fn an_interrupt_before_the_first_run_writes_no_report() {
    let folder = Folder::with_cases(&["ok-a"]);
    let sleeper = [
        "run",
        "--cases",
        "cases",
        "--report",
        "json=report.json",
        "--",
        "sleep",
        "3600",
    ];
    let mut command = folder.program(&sleeper);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(700));
    signal(&child, "-INT");
    let ran = Ran::of(&child.wait_with_output().unwrap());
    ran.assert(1, &["interrupted before anything was run"]);
    assert!(!folder.has("report.json"));
    folder.assert_gone();
}
