//! Ending everything from outside, as a signal handler or a panic hook does. In a process
//! of its own, since nothing can be started after it.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)] // in helpers of tests too

#[path = "hostile/trial.rs"]
mod trial;

use std::thread;
use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{Driver, FaultCode, end_all};
use trial::{Trial, fault, said, scenario};

#[test]
fn nothing_is_left_and_nothing_is_blamed_when_the_harness_is_ended() {
    let trials = [
        "hang",
        "stubborn-child",
        "setsid-then-hang",
        "ignores-sigterm",
    ]
    .map(Trial::new);
    let began = Instant::now();
    thread::scope(|scope| {
        let under_way = trials.each_ref().map(|trial| {
            scope.spawn(|| {
                let mut driver = trial.start().unwrap();
                let answers = ["good", "bad", "bad"].map(|p| driver.run_all(&[&scenario(p)]));
                answers.map(|mut answers| answers.remove(0))
            })
        });
        while trials.iter().any(|trial| trial.alive() == 0) {
            thread::sleep(Duration::from_millis(20));
        }
        // Long enough for every adapter to be within its second run.
        thread::sleep(Duration::from_secs(2));
        let ended = Instant::now();
        end_all();
        assert!(ended.elapsed() < Duration::from_secs(2));
        for trial in &trials {
            trial.assert_gone();
        }
        for thread in under_way {
            let [good, cut_off, after] = thread.join().unwrap();
            assert_eq!(said(&good), "good");
            assert_eq!(fault(cut_off).code, FaultCode::GaveUp);
            assert_eq!(fault(after).code, FaultCode::GaveUp);
        }
    });
    let fault = trials[0].start().unwrap_err();
    assert!(fault.message.contains("ended"), "{fault}");
    assert!(began.elapsed() < Duration::from_secs(15));
}
