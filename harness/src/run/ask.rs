//! Asking a driver for a case's runs.

use super::{CasePlan, RunFault, Skip};
use crate::adapter::{Answer, Description, Driver, Facet, Fault, FaultCode, Feature, Observation};
use crate::check::{Outcome, Run, Verdicts};
use crate::scenario::{Artifacts, Scenario, Variant};

/// Everything that kept a run from being observed.
#[derive(Default)]
pub(super) struct Trouble {
    pub(super) faults: Vec<RunFault>,
    pub(super) lacking: Option<(Feature, Skip)>,
}

/// Runs every variant that the case asks for.
pub(super) fn first_runs<'a>(
    plan: &'a CasePlan,
    driver: &mut dyn Driver,
    description: &Description,
    trouble: &mut Trouble,
) -> Vec<Run<'a>> {
    let scenarios: Vec<&Scenario> = plan.runs.iter().map(|(_, scenario)| scenario).collect();
    let answers = ask(driver, &scenarios);
    plan.runs
        .iter()
        .zip(answers)
        .map(|((variant, scenario), answer)| Run {
            variant: *variant,
            scenario,
            first: answer.and_then(|answer| observed(*variant, answer, description, trouble)),
            again: Vec::new(),
        })
        .collect()
}

/// Asks until the adapter had to be ended: one hang costs one deadline, not one for each
/// variant. What is not asked has no answer, and neither has what was under way beside
/// the run that ended it, so that chance decides nothing.
fn ask(driver: &mut dyn Driver, scenarios: &[&Scenario]) -> Vec<Option<Answer>> {
    let at_once = driver.description().max_in_flight.max(1);
    let mut answers: Vec<Option<Answer>> = Vec::with_capacity(scenarios.len());
    for together in scenarios.chunks(at_once) {
        answers.extend(driver.run_all(together).into_iter().map(Some));
        let ended = answers.iter().position(
            |answer| matches!(answer, Some(Answer::Fault(fault)) if fault.ended_adapter()),
        );
        if let Some(at) = ended {
            answers.truncate(at + 1);
            break;
        }
    }
    answers.resize(scenarios.len(), None);
    answers
}

/// Runs again what a judgement rests on.
pub(super) fn run_again(
    runs: &mut [Run<'_>],
    verdicts: &Verdicts,
    driver: &mut dyn Driver,
    description: &Description,
    trouble: &mut Trouble,
) {
    // A run of nothing comes before each, so that what a run keeps from the one before
    // it shows as a side that does not equal itself.
    let idle = runs
        .iter()
        .find(|run| run.variant.artifacts == Artifacts::Removed)
        .map(|run| run.scenario);
    let rounds = verdicts.again.values().copied().max().unwrap_or(0);
    let wanted: Vec<usize> = (0..rounds)
        .flat_map(|round| {
            let lacking = verdicts.again.iter();
            lacking.filter_map(move |(at, times)| (round < *times).then_some(*at))
        })
        .collect();
    let scenarios: Vec<&Scenario> = wanted
        .iter()
        .flat_map(|at| idle.into_iter().chain([runs[*at].scenario]))
        .collect();
    let step = 1 + usize::from(idle.is_some());
    let answers = ask(driver, &scenarios)
        .into_iter()
        .skip(step - 1)
        .step_by(step);
    for (at, answer) in wanted.into_iter().zip(answers) {
        let again =
            answer.and_then(|answer| observed(runs[at].variant, answer, description, trouble));
        // A side that cannot be run again does not equal itself.
        runs[at].again.push(again.unwrap_or_default());
    }
}

fn observed(
    variant: Variant,
    answer: Answer,
    description: &Description,
    trouble: &mut Trouble,
) -> Option<Observation> {
    match answer {
        Answer::Observed(observation) => return Some(observation),
        Answer::Unsupported { feature, reason } if announced(feature, description) => {
            let message = format!("{feature} was announced and then called unsupported: {reason}");
            trouble.faults.push(RunFault {
                variant,
                fault: Fault::new(FaultCode::BrokenPromise, message),
            });
        }
        Answer::Unsupported { feature, reason } => {
            let outcome = if feature.inapplicable_without() {
                Outcome::Inapplicable
            } else {
                Outcome::Unsupported
            };
            trouble.lacking.get_or_insert((
                feature,
                Skip {
                    outcome,
                    reason: format!("{feature}: {reason}"),
                },
            ));
        }
        Answer::Fault(fault) => trouble.faults.push(RunFault { variant, fault }),
    }
    None
}

fn announced(feature: Feature, description: &Description) -> bool {
    description.supports.contains(&feature)
        || (feature == Feature::Exposure && description.facets.exposure != Facet::None)
}
