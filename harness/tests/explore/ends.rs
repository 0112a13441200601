//! Findings that do not show again: the adapter is lost, or needs what it has kept.

use flowdrop_conformance::adapter::{Driver, Fault, FaultCode, Local};
use flowdrop_conformance::explore::{
    Explorer, Groups, Investigation, Showing, Signature, investigate, unshrunk,
};

use crate::runtime::{Ageing, Tiny};
use crate::{deep, found, lists};

fn lost() -> Fault {
    Fault::new(FaultCode::NoStart, "it is gone")
}

/// Starts so many times, and then no more.
fn starts(mut left: usize) -> impl FnMut() -> Result<Box<dyn Driver + Send>, Fault> {
    move || {
        left = left.checked_sub(1).ok_or_else(lost)?;
        Ok(Box::new(Local::new(Tiny(lists))))
    }
}

fn investigated(left: usize) -> Investigation {
    investigate(
        found(deep(), lists),
        "a test",
        &mut starts(left),
        &mut || true,
    )
}

#[test]
fn a_finding_is_kept_when_the_adapter_cannot_be_started_any_more() {
    for left in [0, 1] {
        let about = investigated(left);
        assert_eq!(about.lost, Some(lost()));
        assert_eq!(about.showing, Showing::Unknown);
        assert_eq!(about.shrunk.found.case.scenario, deep());
        assert!(!about.shrunk.minimal);
    }
    let about = unshrunk(found(deep(), lists), "a test", lost());
    assert_eq!(about.shrunk.found.case.scenario, deep());
}

#[test]
fn what_was_shrunk_until_the_adapter_was_lost_is_kept() {
    let about = investigated(2);
    assert_eq!(about.lost, Some(lost()));
    assert_eq!(about.shrunk.found.case.scenario.calls().count(), 1);
    assert!(about.to < about.from);
}

fn start_ageing() -> Result<Box<dyn Driver + Send>, Fault> {
    Ok(Box::new(Local::new(Ageing { runs: 0 })))
}

#[test]
fn what_needs_earlier_runs_is_told_once_and_says_so() {
    let mut driver = start_ageing().unwrap();
    let mut explorer = Explorer::new(driver.description(), 4);
    let mut groups = Groups::default();
    let (mut looked, mut told, mut seen) = (0, Vec::new(), 0);
    for _ in 0..60 {
        for found in explorer.step(driver.as_mut()).found {
            let which = |signature: Signature| signature.name() == "not-arrived";
            if !which(found.signature) {
                continue;
            }
            seen += 1;
            if groups.explains(found.signature, &found.case.scenario) {
                continue;
            }
            looked += 1;
            let about = investigate(found, "a test", &mut start_ageing, &mut || true);
            if groups.add(&about) {
                told.push(about);
            }
        }
    }
    assert!(seen > 20, "{seen}");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].showing, Showing::AfterOthers);
    assert!(told[0].shrunk.found.case.why.contains("does not show"));
    assert!(looked < 10, "{looked} were looked at");
    assert_eq!(groups.all()[0].seen, seen);
}
