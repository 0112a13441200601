//! What costs nothing.

use crate::trial::{Trial, said};

fn costs_nothing(mode: &'static str) {
    let answers = Trial::new(mode).one_by_one(&["before", "bad", "after"]);
    let said: Vec<&str> = answers.iter().map(said).collect();
    assert_eq!(said, ["before", "bad", "after"]);
}

#[test]
fn a_byte_order_mark_is_harmless() {
    costs_nothing("bom");
}

#[test]
fn carriage_returns_are_harmless() {
    costs_nothing("crlf");
}

#[test]
fn unknown_fields_in_envelopes_are_harmless() {
    costs_nothing("unknown-fields");
}

#[test]
fn a_slow_start_within_the_limit_is_harmless() {
    let mut trial = Trial::hurried("slow-start");
    trial.options.timeout = std::time::Duration::from_secs(1);
    let answers = trial.one_by_one(&["before"]);
    assert_eq!(said(&answers[0]), "before");
}

#[test]
fn blank_lines_are_harmless() {
    costs_nothing("blank-lines");
}

#[test]
fn a_stderr_flood_is_harmless() {
    costs_nothing("stderr-flood");
}
