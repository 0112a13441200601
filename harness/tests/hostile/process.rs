//! What a process does.

use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{Driver, FaultCode};

use crate::trial::{Trial, fault, said, scenario};

#[test]
fn silence_past_the_deadline_is_timed_out() {
    let fault = Trial::hurried("hang").fatal(FaultCode::TimedOut);
    assert_eq!(fault.message, "no answer in 1 s");
    assert_eq!(fault.stderr, ["waiting for a lock"]);
    assert_eq!(fault.to_string(), "no answer in 1 s (run 2)");
}

#[test]
fn half_a_line_and_then_silence_is_a_half_line() {
    let fault = Trial::hurried("half-silence").fatal(FaultCode::HalfLine);
    assert!(fault.message.contains("1 s"), "{fault}");
    assert_eq!(fault.detail.as_deref(), Some("{\"seq\":2,\"obser"));
}

#[test]
fn half_a_line_and_then_the_end_is_a_half_line_unless_it_crashed() {
    let fault = Trial::new("half-exit").fatal(FaultCode::HalfLine);
    assert!(fault.message.contains("status 0"), "{fault}");
    let fault = Trial::new("half-crash").fatal(FaultCode::Exited);
    assert!(fault.message.contains("SIGKILL"), "{fault}");
    assert_eq!(fault.detail.as_deref(), Some("{\"seq\":2,\"obser"));
}

#[test]
fn an_exit_is_told_with_its_status_or_signal() {
    let fault = Trial::new("exit").fatal(FaultCode::Exited);
    assert!(fault.message.contains("status 3"), "{fault}");
    let fault = Trial::new("exit-0").fatal(FaultCode::Exited);
    assert!(fault.message.contains("status 0"), "{fault}");
    let fault = Trial::new("crash").fatal(FaultCode::Exited);
    assert!(fault.message.contains("signal 11 (SIGSEGV)"), "{fault}");
    assert_eq!(fault.stderr, ["about to crash"]);
}

#[test]
fn an_exit_before_a_run_costs_that_run() {
    let answers = Trial::new("exit-before-run").one_by_one(&["first"]);
    let fault = fault(answers[0].clone());
    assert_eq!(fault.code, FaultCode::Exited);
    assert!(fault.message.contains("status 3"), "{fault}");
}

#[test]
fn a_closed_stdin_or_stdout_is_told() {
    let answers = Trial::hurried("closes-stdin").one_by_one(&["first"]);
    let fault = fault(answers[0].clone());
    assert_eq!(fault.code, FaultCode::Closed);
    assert!(fault.message.contains("stdin"), "{fault}");
    let fault = Trial::new("closes-stdout").fatal(FaultCode::Closed);
    assert!(fault.message.contains("stdout"), "{fault}");
}

#[test]
fn a_scenario_that_is_not_read_does_not_hold_up_the_harness() {
    let trial = Trial::hurried("reads-nothing");
    let began = Instant::now();
    let answers = trial.one_by_one(&[&"x".repeat(8 << 20)]);
    let fault = fault(answers[0].clone());
    assert_eq!(fault.code, FaultCode::TimedOut);
    assert!(fault.message.contains("does not read its stdin"), "{fault}");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_flood_does_not_put_off_the_deadline() {
    Trial::hurried("flood-blank").fatal(FaultCode::TimedOut);
    let fault = Trial::hurried("stderr-flood-hang").fatal(FaultCode::TimedOut);
    assert!(fault.stderr.len() <= 20);
    let longest = fault.stderr.iter().map(|line| line.chars().count()).max();
    assert_eq!(longest, Some(501));
}

#[test]
fn a_grandchild_that_keeps_the_pipe_does_not_hide_an_exit() {
    for mode in ["grandchild", "grandchild-setsid"] {
        let began = Instant::now();
        let fault = Trial::new(mode).fatal(FaultCode::Exited);
        assert!(fault.message.contains("status 5"), "{mode}: {fault}");
        assert!(began.elapsed() < Duration::from_secs(5), "{mode}");
    }
}

#[test]
fn what_ignores_sigterm_or_leaves_the_group_is_ended() {
    for mode in ["ignores-sigterm", "stubborn-child", "setsid-then-hang"] {
        Trial::hurried(mode).fatal(FaultCode::TimedOut);
    }
}

#[test]
fn an_adapter_that_stays_after_bye_is_ended() {
    let began = Instant::now();
    let answers = Trial::new("stays-after-bye").one_by_one(&["only"]);
    assert_eq!(said(&answers[0]), "only");
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn an_adapter_that_dies_on_every_run_is_given_up() {
    let answers = Trial::new("always-crash").one_by_one(&["bad"; 14]);
    let faults: Vec<_> = answers.into_iter().map(fault).collect();
    let codes: Vec<FaultCode> = faults.iter().map(|fault| fault.code).collect();
    assert_eq!(codes[..11], [FaultCode::Exited; 11]);
    assert_eq!(codes[11..], [FaultCode::GaveUp; 3]);
    let restarts: Vec<_> = faults.iter().map(|fault| fault.restarts).collect();
    assert_eq!(restarts[0], Some((1, 10)));
    assert_eq!(restarts[9], Some((10, 10)));
    assert_eq!(restarts[10], None);
    assert!(faults[11].message.contains("SIGSEGV"), "{}", faults[11]);
}

#[test]
fn one_good_answer_starts_the_count_again() {
    let answers = Trial::new("crash").one_by_one(&["bad", "good"].repeat(13));
    for pair in answers.chunks(2) {
        assert_eq!(fault(pair[0].clone()).restarts, Some((1, 10)));
        assert_eq!(said(&pair[1]), "good");
    }
}

#[test]
fn a_start_again_that_fails_costs_one_run_each_time() {
    let answers = Trial::new("restart-fails").one_by_one(&["good", "bad", "a", "b"]);
    let codes: Vec<FaultCode> = answers[1..].iter().map(|a| fault(a.clone()).code).collect();
    assert_eq!(codes, [FaultCode::Exited; 3]);
    let fault = fault(answers[2].clone());
    assert!(fault.message.contains("hello"), "{fault}");
    assert_eq!(fault.restarts, Some((2, 10)));
}

#[test]
fn a_description_that_changes_between_starts_is_a_bad_hello() {
    let answers = Trial::new("hello-changes").one_by_one(&["good", "bad", "other"]);
    let fault = fault(answers[2].clone());
    assert_eq!(fault.code, FaultCode::BadHello);
    assert!(fault.message.contains("`implementation`"), "{fault}");
}

#[test]
fn a_hang_and_a_crash_in_every_hundred_cost_two_in_every_hundred() {
    let hang = Trial::hurried("hang");
    let crash = Trial::new("crash");
    let began = Instant::now();
    for trial in [hang, crash] {
        let mut driver = trial.start().unwrap();
        for at in 0..300 {
            let prompt = if at % 100 == 50 { "bad" } else { "good" };
            let answers = driver.run_all(&[&scenario(prompt)]);
            match prompt {
                "good" => assert_eq!(said(&answers[0]), "good"),
                _ => assert_eq!(fault(answers[0].clone()).restarts, Some((1, 10))),
            }
        }
        drop(driver);
        trial.assert_gone();
    }
    assert!(began.elapsed() < Duration::from_secs(20));
}
