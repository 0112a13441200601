//! ¶1 and ¶4 together: every artifact arrives, whatever the port's exposure.
//!
//! An entry that is absent under every exposure is ¶1's; one that is absent under some
//! and delivered under another is ¶4's alone. An entry that is wrong is ¶1's, and ¶4's
//! too where exposures differ.

use std::collections::{BTreeMap, BTreeSet};

use super::delivered::all_invoked;
use super::entries::{Fit, fit, not_arrived};
use super::{Code, Finding, Outcome, REPEATS, Run, Verdicts};
use crate::adapter::{Aborted, Observation};
use crate::scenario::{Artifacts, Duty, Exposure, TOOL_ARTIFACTS, handed_over};

/// Judges ¶1 and ¶4 over all runs.
pub(super) fn check(runs: &[Run<'_>], exposure_seen: bool, verdicts: &mut Verdicts) {
    let fits: Vec<Option<Fit>> = runs
        .iter()
        .map(|run| run.first.as_ref().map(|observation| fit(run, observation)))
        .collect();
    let mut owed = 0;
    for (run, fit) in runs.iter().zip(&fits) {
        let (Some(fit), Some(observation)) = (fit, &run.first) else {
            continue;
        };
        fit.wrong
            .iter()
            .for_each(|finding| verdicts.add(finding.clone()));
        owed += fit.owed;
        if fit.short {
            verdicts.add(not_handed_over(run, observation));
        }
    }
    for artifacts in [Artifacts::Given, Artifacts::Replaced] {
        let group: Vec<usize> = (0..runs.len())
            .filter(|at| runs[*at].variant.artifacts == artifacts && fits[*at].is_some())
            .collect();
        check_group(runs, &fits, &group, exposure_seen, verdicts);
    }
    if owed > 0 || owes_nothing(runs) {
        verdicts.pass(1);
        if exposure_seen {
            judge_effect(runs, verdicts);
        }
    }
}

/// Whether the scenario asks for no entry, and every call of it was seen to be made: then
/// that nothing strange was delivered is a judgement too.
fn owes_nothing(runs: &[Run<'_>]) -> bool {
    let asks = |run: &Run<'_>| {
        handed_over(run.scenario)
            .iter()
            .any(|handed| handed.duty == Duty::Must)
    };
    let seen = |run: &Run<'_>| {
        run.first
            .as_ref()
            .is_some_and(|observation| all_invoked(run, observation))
    };
    !runs.iter().any(asks) && runs.iter().any(seen)
}

/// Runs that differ in exposure alone.
fn check_group(
    runs: &[Run<'_>],
    fits: &[Option<Fit>],
    group: &[usize],
    exposure_seen: bool,
    verdicts: &mut Verdicts,
) {
    let of = |at: usize| fits[at].as_ref().map(Delivery::of).unwrap_or_default();
    let Some(first) = group.first().copied() else {
        return;
    };
    let odd = group.iter().copied().find(|at| of(*at) != of(first));
    let always: BTreeSet<usize> = group
        .iter()
        .map(|at| of(*at).missing)
        .reduce(|a, b| a.intersection(&b).copied().collect())
        .unwrap_or_default();
    let mut to_report: BTreeMap<usize, usize> = always.iter().map(|item| (*item, first)).collect();
    if let (Some(odd), true) = (odd, exposure_seen) {
        if group.iter().any(|at| runs[*at].again.len() < REPEATS) {
            group.iter().for_each(|at| verdicts.run_again(*at));
            return;
        }
        let steady = group.iter().all(|at| {
            let again = runs[*at]
                .again
                .iter()
                .map(|seen| Delivery::of(&fit(&runs[*at], seen)));
            again.into_iter().all(|again| again == of(*at))
        });
        if steady {
            verdicts.add(depends(&runs[first], &of(first), &runs[odd], &of(odd)));
        } else {
            // It comes and goes without the exposure: not ¶4's, and each absence is ¶1's.
            verdicts.add(unstable(&runs[first], &runs[odd]));
            for at in group {
                to_report.extend(of(*at).missing.into_iter().map(|item| (item, *at)));
            }
        }
    } else if odd.is_some() {
        for at in group {
            to_report.extend(of(*at).missing.into_iter().map(|item| (item, *at)));
        }
    }
    for (item, at) in to_report {
        if let Some(observation) = &runs[at].first {
            verdicts.extend(not_arrived(&runs[at], observation, item));
        }
    }
}

/// What a run delivered, as far as exposure must not change it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Delivery {
    spellings: BTreeSet<String>,
    missing: BTreeSet<usize>,
    twice: bool,
}

impl Delivery {
    fn of(fit: &Fit) -> Self {
        Delivery {
            spellings: fit.spellings.clone(),
            missing: fit.missing.clone(),
            twice: fit.twice,
        }
    }
}

fn depends(a: &Run<'_>, of_a: &Delivery, b: &Run<'_>, of_b: &Delivery) -> Finding {
    let absent = of_a.missing != of_b.missing;
    let code = if absent {
        Code::DeliveryDepends
    } else {
        Code::EntriesDepend
    };
    let (a, of_a, b, of_b) = if of_a.missing.len() > of_b.missing.len() {
        (b, of_b, a, of_a)
    } else {
        (a, of_a, b, of_b)
    };
    let message = if absent {
        let lost = of_b.missing.difference(&of_a.missing).count();
        format!(
            "{} delivered with the port {} and not with it {}",
            count(lost, "entry is", "entries are"),
            exposure_words(a.variant.exposure),
            exposure_words(b.variant.exposure),
        )
    } else {
        format!(
            "what is delivered with the port {} differs from what is delivered with it {}",
            exposure_words(a.variant.exposure),
            exposure_words(b.variant.exposure),
        )
    };
    let lists = |run: &Run<'_>| run.first.as_ref().map(all_entries);
    Finding::new(code, 4, Outcome::Failed, b.variant, message)
        .against(a.variant)
        .values(lists(a), lists(b))
}

fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

pub(super) fn exposure_words(exposure: Exposure) -> &'static str {
    match exposure {
        Exposure::Default => "at its default",
        Exposure::Hidden => "hidden",
        Exposure::Exposed => "exposed",
    }
}

/// What a run delivered, as one value for a reader.
fn all_entries(observation: &Observation) -> serde_json::Value {
    let run = observation.tool_artifacts.clone();
    let passes: Vec<_> = observation
        .passes
        .iter()
        .filter_map(|pass| pass.tool_artifacts.clone())
        .collect();
    match (run, passes.is_empty()) {
        (Some(run), _) => run,
        (None, true) => serde_json::Value::Null,
        (None, false) => serde_json::Value::Array(passes),
    }
}

fn unstable(a: &Run<'_>, b: &Run<'_>) -> Finding {
    let message = "the same scenario delivers something else each time";
    Finding::new(
        Code::DeliveryUnstable,
        4,
        Outcome::Inconclusive,
        b.variant,
        message,
    )
    .against(a.variant)
}

/// Whether overrides were seen to change the port, without which nothing is known of ¶4.
fn judge_effect(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    let seen: BTreeSet<bool> = runs.iter().filter_map(port_exposed).collect();
    match (seen.len(), runs.iter().find(|run| run.first.is_some())) {
        (2, _) => verdicts.pass(4),
        (_, None) => {}
        (0, Some(run)) => verdicts.add(port_not_reported(run, 4)),
        (_, Some(run)) => verdicts.add(without_effect(run, 4)),
    }
}

/// Whether a run showed the port, where that was reported.
pub(super) fn port_exposed(run: &Run<'_>) -> Option<bool> {
    run.first.as_ref()?.ports.as_ref()?.exposed(TOOL_ARTIFACTS)
}

pub(super) fn port_not_reported(run: &Run<'_>, clause: u8) -> Finding {
    let message = "the observation does not say whether tool_artifacts is exposed";
    Finding::new(
        Code::PortNotReported,
        clause,
        Outcome::Inconclusive,
        run.variant,
        message,
    )
}

pub(super) fn without_effect(run: &Run<'_>, clause: u8) -> Finding {
    let message =
        "an override that exposes the port changes nothing that can be seen (EXPO-13 allows that)";
    Finding::new(
        Code::OverrideWithoutEffect,
        clause,
        Outcome::Inconclusive,
        run.variant,
        message,
    )
}

fn not_handed_over(run: &Run<'_>, observation: &Observation) -> Finding {
    match &observation.aborted {
        Some(aborted) => gave_up(run, aborted, 1),
        None => {
            let message = "`invoked` does not show that the scripted artifacts reached the runtime";
            Finding::new(
                Code::NotHandedOver,
                1,
                Outcome::Inconclusive,
                run.variant,
                message,
            )
        }
    }
}

/// A run that was given up before something could be seen. Where a tool threw, that is
/// how the runtime takes it, and there is nothing to break; otherwise it is in the way.
pub(super) fn gave_up(run: &Run<'_>, aborted: &Aborted, clause: u8) -> Finding {
    let throws = run
        .scenario
        .script
        .values()
        .any(|result| result.raises.is_some());
    let outcome = if throws {
        Outcome::Inapplicable
    } else {
        Outcome::Inconclusive
    };
    let message = format!("the runtime gave up the run: {}", aborted.message);
    Finding::new(Code::Aborted, clause, outcome, run.variant, message)
}
