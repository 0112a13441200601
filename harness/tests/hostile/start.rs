//! Before the first run.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{FaultCode, Process, ProcessOptions};

use crate::trial::Trial;

#[test]
fn a_program_that_is_not_there_is_no_start() {
    let command = [OsString::from("/no/such/program")];
    let fault = Process::start(&command, ProcessOptions::default()).unwrap_err();
    assert_eq!(fault.code, FaultCode::NoStart);
    assert!(fault.message.contains("/no/such/program"), "{fault}");
    let fault = Process::start(&[], ProcessOptions::default()).unwrap_err();
    assert_eq!(fault.code, FaultCode::NoStart);
    assert!(fault.message.contains("no command"), "{fault}");
}

#[test]
fn no_hello_in_time_is_no_hello() {
    for mode in ["hello-never", "hello-half"] {
        let mut trial = Trial::new(mode);
        trial.options.hello_timeout = Duration::from_millis(500);
        let began = Instant::now();
        let fault = trial.start_fault();
        assert!(began.elapsed() < Duration::from_secs(5));
        assert!(fault.message.contains("0.5 s"), "{fault}");
    }
}

#[test]
fn an_exit_before_hello_is_told_with_status_and_stderr() {
    let fault = Trial::new("hello-exits").start_fault();
    assert_eq!(fault.code, FaultCode::Exited);
    assert!(fault.message.contains("status 7"), "{fault}");
    assert_eq!(fault.stderr, ["cannot import name 'x'"]);
}

#[test]
fn noise_before_hello_is_not_json_and_shown() {
    let fault = Trial::new("hello-noise").start_fault();
    assert_eq!(fault.code, FaultCode::NotJson);
    assert!(fault.message.contains("hello"), "{fault}");
    assert_eq!(fault.detail.as_deref(), Some("Loading the model..."));
}

#[test]
fn a_hello_that_is_not_protocol_1s_says_what_is_wrong() {
    for (mode, words) in [
        ("hello-protocol", "it speaks protocol 2, not 1"),
        ("hello-no-protocol", "missing field `protocol`"),
        ("hello-no-name", "implementation: missing field `name`"),
        ("hello-empty-name", "implementation.name is empty"),
        ("hello-witnessed", "facets.prose"),
        ("hello-none-in-flight", "max_in_flight is 0"),
    ] {
        let fault = Trial::new(mode).start_fault();
        assert_eq!(fault.code, FaultCode::BadHello, "{mode}: {fault}");
        assert!(fault.message.contains(words), "{mode}: {fault}");
    }
}

#[test]
fn a_duplicate_key_in_hello_is_a_duplicate_key() {
    let fault = Trial::new("hello-duplicate").start_fault();
    assert_eq!(fault.code, FaultCode::DuplicateKey);
}
