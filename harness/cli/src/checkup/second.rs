//! A second start: as a later harness would make it, then with what is not announced;
//! then it is hung up on.

use flowdrop_conformance::adapter::{Answer, Description, Feature, Parting};

use super::asked::{Manner, Subject};
use super::code::Code;
use super::finding::Findings;
use super::observed;
use super::probes::{self, Probe};
use super::session::Session;
use super::summary::Checkup;

/// Starts an adapter again and looks at it.
pub(super) fn start(subject: &Subject<'_>, checkup: &mut Checkup) -> serde_json::Result<()> {
    let mut aside = Findings::default();
    let started = Session::start(subject, Manner::Later, &mut aside);
    let (mut session, said) = match started {
        Ok(started) => started,
        Err(fault) => {
            let what = format!("a `hello` with members more: {}", fault.message);
            checkup
                .findings
                .add_with(Code::FieldsRefused, what, fault.stderr);
            return Ok(());
        }
    };
    if checkup.description.as_ref() != Some(&said) {
        let what = "the second start described itself otherwise than the first";
        checkup.findings.add(Code::HelloUnstable, what);
    }
    // Where runs vary by themselves, nothing can be concluded from one that went well.
    let is_steady = !checkup.findings.has(Code::NotDeterministic);
    let absent = |feature: &Feature| is_steady && !said.supports.contains(feature);
    for feature in Feature::ALL.into_iter().filter(absent) {
        let Some(probe) = probes::of_feature(feature).transpose()? else {
            continue;
        };
        match session.run(&probe, Manner::Plain, &mut aside) {
            Ok(replied) if ran_well(feature, &probe, &said, &replied.answer) => {
                let what = format!("`{feature}` is not announced, and a scenario with it ran well");
                checkup.findings.add(Code::FeatureUnannounced, what);
            }
            // It was not announced: anything may happen.
            Err(fault) if fault.code.ends_the_talk() => return Ok(()),
            Ok(_) | Err(_) => {}
        }
    }
    if session.hang_up().wait(subject.timeout).0 == Parting::Stayed {
        let what = format!(
            "it was still there {} s after its stdin was closed",
            subject.timeout.as_secs()
        );
        checkup.findings.add(Code::StaysAfterHangup, what);
    }
    Ok(())
}

fn ran_well(feature: Feature, probe: &Probe, said: &Description, answer: &Answer) -> bool {
    let Answer::Observed(seen) = answer else {
        return false;
    };
    let mut aside = Findings::default();
    // What may be lost in it is just what would show that the feature is not there.
    let strictly = Probe {
        is_hostile: false,
        ..probe.clone()
    };
    observed::look_at(&strictly, said, seen, &mut aside);
    let is_shown =
        feature != Feature::ConcurrentCalls || observed::is_in_order(probe, seen) == Some(true);
    is_shown && seen.aborted.is_none() && aside.is_clean()
}
