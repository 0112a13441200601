//! Several runs under way at once.

use flowdrop_conformance::adapter::FaultCode;

use crate::trial::{Trial, fault, said};

const SIX: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

#[test]
fn answers_in_any_order_are_given_in_the_order_of_the_scenarios() {
    let answers = Trial::new("many-fine").at_once(&SIX);
    let said: Vec<&str> = answers.iter().map(said).collect();
    assert_eq!(said, SIX);
}

#[test]
fn of_several_runs_only_the_one_that_hangs_is_timed_out() {
    for at in 0..4 {
        let mut prompts = SIX;
        prompts[at] = "hang";
        let answers = Trial::hurried("many-fine").at_once(&prompts);
        for (prompt, answer) in prompts.iter().zip(answers) {
            match *prompt {
                "hang" => assert_eq!(fault(answer).code, FaultCode::TimedOut),
                other => assert_eq!(said(&answer), other),
            }
        }
    }
}

#[test]
fn of_several_runs_only_the_one_that_crashes_pays() {
    for at in 0..4 {
        let mut prompts = SIX;
        prompts[at] = "crash";
        let answers = Trial::new("many-fine").at_once(&prompts);
        for (at, (prompt, answer)) in prompts.iter().zip(answers).enumerate() {
            match *prompt {
                "crash" => assert_eq!(fault(answer).code, FaultCode::Exited, "{at}"),
                other => assert_eq!(said(&answer), other),
            }
        }
    }
}

#[test]
fn a_crash_that_no_run_shows_alone_costs_the_oldest() {
    let mut answers = Trial::new("many-crash-together").at_once(&SIX);
    let rest: Vec<&str> = answers[1..].iter().map(said).collect();
    assert_eq!(rest, SIX[1..]);
    let fault = fault(answers.swap_remove(0));
    assert_eq!(fault.code, FaultCode::Exited);
    assert!(fault.message.contains("none shows it alone"), "{fault}");
}

#[test]
fn a_hang_and_a_crash_together_cost_two() {
    let answers = Trial::hurried("many-fine").at_once(&["a", "hang", "crash", "d", "e"]);
    assert_eq!(said(&answers[0]), "a");
    assert_eq!(fault(answers[1].clone()).code, FaultCode::TimedOut);
    assert_eq!(fault(answers[2].clone()).code, FaultCode::Exited);
    assert_eq!(said(&answers[3]), "d");
    assert_eq!(said(&answers[4]), "e");
}
