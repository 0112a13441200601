//! ¶2: the port is hidden until an author shows it.

use super::sameness::{port_exposed, port_not_reported, without_effect};
use super::{Code, Finding, Outcome, Run, Verdicts};
use crate::scenario::Exposure;

/// Judges the runs in which no override speaks of the port.
pub(super) fn check(runs: &[Run<'_>], verdicts: &mut Verdicts) {
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
    // A reading that is always "hidden" proves nothing: it must be seen to change.
    let Some(hidden) = hidden else { return };
    if of(Exposure::Exposed).any(|run| port_exposed(run) == Some(true)) {
        verdicts.pass(2);
    } else {
        verdicts.add(without_effect(hidden, 2));
    }
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
