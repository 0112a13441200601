//! What a reader is told.

use super::*;
use crate::check::{CallRef, Finding};

#[test]
fn an_outcome_is_written_by_its_permanent_name_everywhere() {
    for outcome in Outcome::ALL {
        let name = outcome.name();
        assert_eq!(outcome.to_string(), name);
        assert_eq!(serde_json::to_value(outcome).unwrap(), name);
    }
    assert_eq!(Outcome::TimedOut.to_string(), "timed-out");
}

#[test]
fn nothing_has_to_be_done_about_a_pass_and_about_what_does_not_apply_alone() {
    let fine = Outcome::ALL.into_iter().filter(|outcome| outcome.is_fine());
    assert!(fine.eq([Outcome::Passed, Outcome::Inapplicable]));
}

#[test]
fn a_code_is_written_by_its_permanent_name_everywhere() {
    for code in Code::ALL {
        assert_eq!(code.to_string(), code.name());
        assert_eq!(serde_json::to_value(code).unwrap(), code.name());
    }
}

#[test]
fn a_finding_names_the_variants_in_which_it_shows() {
    let variant = |exposure| Variant {
        exposure,
        artifacts: Artifacts::Given,
    };
    let hidden = variant(Exposure::Hidden);
    let finding = Finding::new(Code::DeliveryDepends, 4, Outcome::Failed, hidden, "");
    assert_eq!(finding.variant_text(), "hidden/given");
    let finding = finding.against(variant(Exposure::Exposed));
    assert_eq!(finding.variant_text(), "hidden/given against exposed/given");
}

#[test]
fn a_call_is_named_by_its_place_in_its_pass() {
    let script = json!({ "s1": found("Found an osprey.", json!([])) });
    let scenario = scenario(&[&[("c1", "s1")], &[("c2", "s1"), ("c3", "s1")]], script);
    let at = |call| {
        let call = CallRef::at(&scenario, call)?;
        Some((call.pass, call.index, call.id.given()?.to_owned()))
    };
    assert_eq!(at(0), Some((0, 0, "c1".to_owned())));
    assert_eq!(at(1), Some((1, 0, "c2".to_owned())));
    assert_eq!(at(2), Some((1, 1, "c3".to_owned())));
    assert_eq!(at(3), None);
}
