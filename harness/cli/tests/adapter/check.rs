//! Each flaw is found, by its own name, and nothing else is.

use crate::{found, repository, text};

macro_rules! flaws {
    ($( $test:ident: $flaw:literal finds [$($code:literal),*] and exits $status:literal; )*) => { $(
        #[test]
        fn $test() {
            let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapter/bad.py");
            let (codes, status, told) = found(&["python3", bad, $flaw]);
            let expected: &[&str] = &[$($code),*];
            assert_eq!(codes, expected, "{told}");
            assert_eq!(status, $status, "{told}");
        }
    )* };
}

flaws! {
    a_sound_adapter_is_clean: "none" finds [] and exits 0;
    a_stray_print_is_told: "prints" finds ["stdout-noise"] and exits 1;
    witnessed_cannot_be_declared: "says-witnessed" finds ["witnessed-declared", "bad-hello"] and exits 3;
    another_protocol_is_told: "protocol-2" finds ["bad-hello"] and exits 3;
    a_missing_facet_is_told: "three-facets" finds ["facet-missing"] and exits 0;
    a_misspelt_facet_is_told: "odd-facet" finds ["facet-unknown"] and exits 0;
    no_facet_at_all_is_told: "sees-nothing" finds ["nothing-observable"] and exits 0;
    a_misspelt_feature_is_told: "misspells" finds ["feature-unknown"] and exits 0;
    an_unnamed_place_is_told: "no-read-from" finds ["read-from-missing"] and exits 0;
    exposure_without_its_facet_is_told: "exposure-none" finds ["exposure-facet-none"] and exits 0;
    an_unnamed_language_is_told: "no-language" finds ["language-missing"] and exits 0;
    another_description_at_another_start_is_told: "other-hello" finds ["hello-unstable"] and exits 1;
    a_run_with_members_more_is_sent: "strict" finds ["fields-refused"] and exits 1;
    a_hello_with_members_more_is_sent: "strict-hello" finds ["fields-refused"] and exits 1;
    a_clock_in_the_prose_is_told: "clock" finds ["not-deterministic"] and exits 0;
    what_is_kept_from_run_to_run_is_told: "remembers" finds ["not-isolated"] and exits 1;
    runs_that_disturb_each_other_are_told: "mixes" finds ["in-flight-mixed"] and exits 1;
    a_missing_record_is_told: "forgets-invoked" finds ["invoked-missing"] and exits 1;
    an_invented_record_is_told: "invents-invoked" finds ["invoked-unknown"] and exits 1;
    a_repeated_record_is_told: "repeats-invoked" finds ["invoked-repeated"] and exits 0;
    a_wrong_count_is_told: "miscounts" finds ["invoked-count"] and exits 1;
    an_order_that_is_not_kept_is_told: "in-line" finds ["order-not-realised"] and exits 0;
    a_missing_pass_is_told: "one-pass" finds ["passes-missing"] and exits 1;
    a_missing_tool_message_is_told: "no-messages" finds ["tool-messages-missing"] and exits 0;
    prose_without_the_data_is_told: "empty-content" finds ["prose-without-data"] and exits 0;
    a_missing_model_input_is_told: "no-model-input" finds ["model-input-missing"] and exits 0;
    nothing_delivered_is_told: "delivers-nothing" finds ["nothing-delivered"] and exits 0;
    a_missing_port_is_told: "no-port" finds ["port-missing"] and exits 1;
    a_port_without_its_facet_is_told: "port-undeclared" finds ["port-undeclared"] and exits 0;
    an_override_without_effect_is_told: "stubborn-port" finds ["override-ignored"] and exits 0;
    an_abort_of_a_plain_run_is_told: "aborts" finds ["plain-run-aborted"] and exits 0;
    a_feature_that_is_not_announced_is_told: "modest" finds ["feature-unannounced"] and exits 0;
    a_broken_promise_is_told: "breaks-promise" finds ["unsupported-although-announced"] and exits 1;
    an_adapter_in_trouble_is_told: "in-trouble" finds ["adapter-error"] and exits 1;
    an_own_count_of_runs_is_told: "counts-itself" finds ["unknown-seq"] and exits 1;
    a_second_answer_is_told: "answers-twice" finds ["repeated-seq"] and exits 1;
    silence_is_told: "hangs" finds ["timed-out"] and exits 1;
    a_crash_is_told: "crashes" finds ["exited"] and exits 1;
    one_that_stays_after_bye_is_told: "stays" finds ["bye-ignored"] and exits 0;
    an_exit_that_is_not_0_is_told: "exits-1" finds ["bye-status"] and exits 0;
    one_that_stays_after_the_end_of_input_is_told: "deaf" finds ["stays-after-hangup"] and exits 0;
}

#[test]
fn the_kits_examples_are_clean() {
    let kits = repository("adapters/kits");
    for (program, example) in [
        ("python3", "python/example.py"),
        ("node", "node/example.mjs"),
        ("php", "php/example.php"),
    ] {
        let example = kits.join(example);
        let (codes, status, told) = found(&[program, example.to_str().unwrap()]);
        assert!(codes.is_empty() && status == 0, "{told}");
        assert!(told.ends_with("0 errors, 0 warnings, 0 notes\n"), "{told}");
    }
}

#[test]
fn what_cannot_be_started_is_no_sound_adapter() {
    let (codes, status, _) = found(&["/nowhere/adapter"]);
    assert_eq!((codes, status), (vec!["no-start".to_owned()], 3));
    let output = crate::program(&["adapter", "check"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("COMMAND"));
}

#[test]
fn a_finding_says_what_to_do_and_shows_the_evidence() {
    let bad = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapter/bad.py");
    let (_, _, told) = found(&["python3", bad, "crashes"]);
    assert!(
        told.contains("a plain call: it exited with status 7"),
        "{told}"
    );
    assert!(
        told.contains("\n    out of cheese\n  to do: look at its stderr\n"),
        "{told}"
    );
    assert!(told.ends_with("1 error, 0 warnings, 0 notes\n"), "{told}");
}
