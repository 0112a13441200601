//! ¶1 and ¶4 together: every artifact arrives, whatever the port's exposure.
//!
//! An entry that is absent under every exposure is ¶1's; one that is absent under some
//! and delivered under another is ¶4's alone. An entry that is wrong is ¶1's, and ¶4's
//! too where exposures differ.

use std::collections::{BTreeMap, BTreeSet};

use super::delivered::{Account, all_invoked, same_lists, spellings};
use super::entries::{Fit, fit, not_arrived};
use super::{Code, Finding, Outcome, REPEATS, Run, Verdicts};
use crate::adapter::{Aborted, Observation};
use crate::scenario::{Artifacts, Duty, Exposure, TOOL_ARTIFACTS, handed_over};

/// Judges ¶1 and ¶4 over all runs.
pub(super) fn check(
    runs: &[Run<'_>],
    accounts: &[Option<Account<'_>>],
    exposure_seen: bool,
    verdicts: &mut Verdicts,
) {
    let mut seen = Vec::new();
    for (at, (run, account)) in runs.iter().zip(accounts).enumerate() {
        let (Some(account), Some(observation)) = (account, &run.first) else {
            continue;
        };
        let mut fit = fit(run, observation, account);
        verdicts.findings.append(&mut fit.wrong);
        if account.short {
            verdicts.add(not_handed_over(run, observation));
        }
        seen.push(Seen {
            at,
            run,
            observation,
            account,
            fit,
        });
    }
    for artifacts in [Artifacts::Given, Artifacts::Replaced] {
        let group = seen
            .iter()
            .filter(|seen| seen.run.variant.artifacts == artifacts);
        check_group(&group.collect::<Vec<_>>(), exposure_seen, verdicts);
    }
    let owed: usize = seen.iter().map(|seen| seen.fit.owed).sum();
    if owed > 0 || owes_nothing(runs) {
        verdicts.pass(1);
        if exposure_seen {
            judge_effect(runs, verdicts);
        }
    }
}

/// A run that was observed, and how what it delivered fits.
struct Seen<'r, 'a> {
    at: usize,
    run: &'r Run<'a>,
    observation: &'r Observation,
    account: &'r Account<'a>,
    fit: Fit,
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
fn check_group(group: &[&Seen<'_, '_>], exposure_seen: bool, verdicts: &mut Verdicts) {
    let Some(first) = group.first() else {
        return;
    };
    let odd = group
        .iter()
        .find(|seen| !seen.delivers_as(first.observation, &first.fit));
    let always = |item: &usize| group.iter().all(|seen| seen.fit.missing.contains(item));
    let everywhere = first.fit.missing.iter().filter(|item| always(item));
    // Each missing item, and the last run in which it is.
    let mut to_report: BTreeMap<usize, &Seen<'_, '_>> =
        everywhere.map(|item| (*item, *first)).collect();
    let anywhere = || {
        group
            .iter()
            .flat_map(|seen| seen.fit.missing.iter().map(|item| (*item, *seen)))
    };
    match odd {
        Some(odd) if exposure_seen => {
            if group.iter().any(|seen| seen.run.again.len() < REPEATS) {
                for seen in group {
                    verdicts.run_again(seen.at, seen.run, REPEATS);
                }
                return;
            }
            if group.iter().all(|seen| seen.is_steady()) {
                verdicts.add(depends(first, odd));
            } else {
                // It comes and goes without the exposure: not ¶4's, and each absence is ¶1's.
                verdicts.add(unstable(first.run, odd.run));
                to_report.extend(anywhere());
            }
        }
        Some(_) => to_report.extend(anywhere()),
        None => {}
    }
    for (item, seen) in to_report {
        if let Some(item) = seen.account.items.get(item) {
            verdicts.add(not_arrived(seen.run, seen.observation, item));
        }
    }
}

impl Seen<'_, '_> {
    /// Whether the run delivers the same whenever it is made.
    fn is_steady(&self) -> bool {
        self.run.again.iter().all(|again| {
            let account = Account::of(self.run, again);
            self.delivers_as(again, &fit(self.run, again, &account))
        })
    }

    /// Whether another run delivered the same, as far as exposure must not change it.
    fn delivers_as(&self, other: &Observation, fit: &Fit) -> bool {
        let ids = &self.account.ids;
        (&self.fit.missing, self.fit.twice) == (&fit.missing, fit.twice)
            && (same_lists(self.observation, other)
                || spellings(self.observation, ids) == spellings(other, ids))
    }
}

fn depends(a: &Seen<'_, '_>, b: &Seen<'_, '_>) -> Finding {
    let absent = a.fit.missing != b.fit.missing;
    let code = if absent {
        Code::DeliveryDepends
    } else {
        Code::EntriesDepend
    };
    let swap = a.fit.missing.len() > b.fit.missing.len();
    let (a, b) = if swap { (b, a) } else { (a, b) };
    let message = if absent {
        let lost = b.fit.missing.difference(&a.fit.missing).count();
        format!(
            "{} delivered with the port {} and not with it {}",
            count(lost, "entry is", "entries are"),
            exposure_words(a.run.variant.exposure),
            exposure_words(b.run.variant.exposure),
        )
    } else {
        format!(
            "what is delivered with the port {} differs from what is delivered with it {}",
            exposure_words(a.run.variant.exposure),
            exposure_words(b.run.variant.exposure),
        )
    };
    Finding::new(code, 4, Outcome::Failed, b.run.variant, message)
        .against(a.run.variant)
        .values(
            Some(all_entries(a.observation)),
            Some(all_entries(b.observation)),
        )
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
