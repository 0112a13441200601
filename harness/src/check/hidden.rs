//! ¶2: the port is hidden until an author shows it.

use super::delivered::Account;
use super::sameness::{port_exposed, port_not_reported, without_effect};
use super::{Code, Finding, Outcome, Run, Verdicts};
use crate::scenario::Exposure;

/// Judges the runs in which no override speaks of the port.
pub(super) fn check(runs: &[Run<'_>], accounts: &[Option<Account<'_>>], verdicts: &mut Verdicts) {
    let of = |exposure| {
        runs.iter()
            .filter(move |run| run.variant.exposure == exposure && run.first.is_some())
    };
    let mut hidden = None;
    for run in of(Exposure::Default) {
        match port_exposed(run) {
            Some(true) => verdicts.add(exposed(run)),
            Some(false) => hidden = Some(run),
            None => verdicts.add(port_not_reported(run, 2)),
        }
    }
    let Some(hidden) = hidden else { return };
    // A port of a node that did nothing proves nothing.
    let idle = runs.iter().zip(accounts).find(|(run, account)| {
        let account = account.as_ref();
        run.variant.exposure == Exposure::Default
            && account.is_some_and(|account| is_idle(run, account))
    });
    if let Some((idle, _)) = idle {
        verdicts.add(not_run(idle));
        return;
    }
    // A reading that is always "hidden" proves nothing: it must be seen to change.
    if of(Exposure::Exposed).any(|run| port_exposed(run) == Some(true)) {
        verdicts.pass(2);
    } else {
        verdicts.add(without_effect(hidden, 2));
    }
}

/// Whether a run has calls, and either none of them was seen to be made or their
/// artifacts never reached the runtime.
fn is_idle(run: &Run<'_>, account: &Account<'_>) -> bool {
    let Some(observation) = &run.first else {
        return true;
    };
    let invoked = observation
        .passes
        .iter()
        .any(|pass| !pass.invoked.is_empty());
    run.scenario.calls().next().is_some() && (!invoked || account.short)
}

fn not_run(run: &Run<'_>) -> Finding {
    let message = "`invoked` does not show that the node did what was scripted";
    Finding::new(
        Code::NotHandedOver,
        2,
        Outcome::Inconclusive,
        run.variant,
        message,
    )
}

fn exposed(run: &Run<'_>) -> Finding {
    let message = "the port tool_artifacts is exposed although no override of it is stored";
    Finding::new(
        Code::ExposedByDefault,
        2,
        Outcome::Failed,
        run.variant,
        message,
    )
    .values(Some(false.into()), Some(true.into()))
}
