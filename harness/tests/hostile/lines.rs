//! What is wrong with a line.

use flowdrop_conformance::adapter::{Answer, FaultCode, Feature};

use crate::trial::{Trial, fault, said};

#[test]
fn a_line_that_is_not_json_costs_its_run_and_is_shown() {
    let fault = Trial::new("not-json").fatal(FaultCode::NotJson);
    let shown = fault.detail.unwrap();
    assert_eq!(shown, "Traceback (most recent call last):");
}

#[test]
fn not_utf8_is_told_with_the_byte() {
    let fault = Trial::new("not-utf8").fatal(FaultCode::NotUtf8);
    assert!(fault.message.contains("from byte 30"), "{fault}");
    assert!(fault.detail.unwrap().contains("\\xff\\xfe"));
}

#[test]
fn a_line_that_is_too_long_is_cut_off() {
    for mode in ["too-long", "flood-endless"] {
        let fault = Trial::new(mode).fatal(FaultCode::TooLong);
        assert!(fault.detail.unwrap().chars().count() <= 502);
    }
}

#[test]
fn more_values_than_memory_should_hold_are_too_many() {
    let mut trial = Trial::new("too-many");
    trial.options.line_limit = 64 << 20;
    let fault = trial.fatal(FaultCode::TooMany);
    assert!(fault.message.contains("500000 values"), "{fault}");
}

#[test]
fn nesting_without_end_is_too_deep() {
    let fault = Trial::new("too-deep").fatal(FaultCode::TooDeep);
    assert!(fault.message.contains("deeper than"), "{fault}");
}

#[test]
fn an_array_is_not_an_object() {
    let fault = Trial::new("array").fatal(FaultCode::NotAnObject);
    assert!(fault.message.contains("an array"), "{fault}");
}

#[test]
fn nan_is_not_json_and_named() {
    let fault = Trial::new("nan").fatal(FaultCode::NotJson);
    assert!(fault.message.contains("`NaN`"), "{fault}");
}

#[test]
fn a_number_that_no_double_holds_is_out_of_range() {
    let fault = Trial::new("huge-number").fatal(FaultCode::NumberRange);
    assert!(fault.message.contains("1e999999"), "{fault}");
}

#[test]
fn half_a_surrogate_pair_is_named() {
    Trial::new("surrogate").fatal(FaultCode::LoneSurrogate);
}

#[test]
fn text_after_the_object_is_told() {
    let fault = Trial::new("text-after").fatal(FaultCode::NotJson);
    assert!(fault.message.contains("more than one object"), "{fault}");
}

#[test]
fn a_duplicate_key_outside_of_entries_costs_its_run() {
    let fault = Trial::new("duplicate-key").benign(FaultCode::DuplicateKey);
    assert!(fault.message.ends_with("observation"), "{fault}");
    let fault = Trial::new("duplicate-in-prose").benign(FaultCode::DuplicateKey);
    let place = "observation.passes[0].tool_messages[0].content";
    assert!(fault.message.ends_with(place), "{fault}");
    // Which run it is about is not sure.
    Trial::new("duplicate-seq").fatal(FaultCode::DuplicateKey);
}

#[test]
fn a_duplicate_key_in_an_entry_is_the_runtimes_and_kept() {
    let answers = Trial::new("duplicate-in-entry").one_by_one(&["bad", "after"]);
    let Answer::Observed(observation) = &answers[0] else {
        panic!("{answers:?}");
    };
    assert_eq!(
        observation.duplicate_keys,
        [
            "tool_artifacts[0].type",
            "passes[0].tool_artifacts[0].payload.x"
        ]
    );
    assert_eq!(said(&answers[1]), "after");
}

#[test]
fn a_wrong_or_missing_field_is_told_with_its_path() {
    let fault = Trial::new("wrong-type").benign(FaultCode::WrongShape);
    let path = "observation.passes[0].invoked[0].script: ";
    assert!(fault.message.starts_with(path), "{fault}");
    let fault = Trial::new("missing-field").benign(FaultCode::WrongShape);
    assert!(fault.message.contains("missing field `script`"), "{fault}");
    assert!(
        fault
            .message
            .starts_with("observation.passes[0].invoked[0]")
    );
    let fault = Trial::new("missing-seq").fatal(FaultCode::WrongShape);
    assert!(fault.message.contains("missing field `seq`"), "{fault}");
}

#[test]
fn exactly_one_answer_stands_beside_seq() {
    for mode in ["both", "neither"] {
        let fault = Trial::new(mode).benign(FaultCode::WrongShape);
        assert!(fault.message.contains("exactly one of"), "{fault}");
    }
}

#[test]
fn an_unknown_feature_is_told_with_the_known_ones() {
    let fault = Trial::new("unsupported-unknown").benign(FaultCode::WrongShape);
    assert!(fault.message.contains("`teleport`"), "{fault}");
    assert!(fault.message.contains("null-id, repeated-id"), "{fault}");
}

#[test]
fn a_known_feature_is_unsupported() {
    let answers = Trial::new("unsupported").one_by_one(&["bad"]);
    let expected = Answer::Unsupported {
        feature: Feature::Exposure,
        reason: "no ports".to_owned(),
    };
    assert_eq!(answers, [expected]);
}

#[test]
fn the_adapters_own_trouble_is_kept_in_its_words() {
    let fault = Trial::new("error").benign(FaultCode::AdapterError);
    assert_eq!(fault.message, "no such model");
    assert_eq!(fault.detail.as_deref(), Some("Traceback: \u{1b}[31mred"));
}

#[test]
fn an_unknown_seq_costs_the_run_under_way() {
    Trial::new("unknown-seq").fatal(FaultCode::UnknownSeq);
}

#[test]
fn a_second_answer_costs_the_run_that_was_answered_twice() {
    let fault = Trial::new("repeated-seq").fatal(FaultCode::RepeatedSeq);
    assert!(fault.detail.unwrap().contains("\"seq\": 2"));
}

#[test]
fn a_late_answer_is_not_taken_for_another_runs() {
    let answers = Trial::hurried("late").one_by_one(&["before", "bad", "other", "after"]);
    assert_eq!(said(&answers[0]), "before");
    assert_eq!(fault(answers[1].clone()).code, FaultCode::TimedOut);
    assert_eq!(fault(answers[2].clone()).code, FaultCode::LateAnswer);
    assert_eq!(said(&answers[3]), "after");
}
