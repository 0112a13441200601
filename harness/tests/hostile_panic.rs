//! A panic anywhere in the harness leaves no adapter behind. The panicking program is this
//! test again, in a process of its own.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)] // in helpers too

#[path = "hostile/trial.rs"]
mod trial;

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{Driver, end_all_on_panic};
use trial::{Trial, scenario};

const SWITCH: &str = "FLOWDROP_TEST_PANICS";
const MODES: [&str; 3] = ["hang", "stubborn-child", "setsid-then-hang"];

#[test]
fn a_panic_leaves_no_adapter_behind() {
    if std::env::var_os(SWITCH).is_some() {
        panics();
    }
    let own = std::env::current_exe().unwrap();
    let name = "a_panic_leaves_no_adapter_behind";
    let child = Command::new(own)
        .args(["--exact", name, "--nocapture", "--test-threads", "1"])
        .env(SWITCH, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(!child.status.success());
    let tags: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("TAG "))
        .collect();
    assert_eq!(tags.len(), MODES.len(), "{said}");
    let deadline = Instant::now() + Duration::from_secs(2);
    while tags.iter().any(|tag| !trial::tagged(tag).is_empty()) {
        assert!(Instant::now() < deadline);
        thread::sleep(Duration::from_millis(5));
    }
}

/// Starts adapters that hang on threads of their own, and panics on this one.
fn panics() {
    end_all_on_panic();
    for mode in MODES {
        let trial = Trial::new(mode);
        println!("\nTAG {}", trial.tag());
        thread::spawn(move || trial.start().unwrap().run_all(&[&scenario("bad")]));
    }
    thread::sleep(Duration::from_secs(3));
    panic!("a bug in the harness");
}
