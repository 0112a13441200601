//! Building entries key by key, and delivering them.

use flowdrop_conformance::adapter::Observation;
use serde_json::Value;

use super::{Built, Lists, Made, Object, Run};

/// Collects the run's artifacts and delivers them where the wiring has its lists.
pub(super) fn deliver(run: &Run<'_>, observation: &mut Observation) {
    let wiring = run.wiring;
    let mut lifted = lifted(run);
    if let Some(keep) = wiring.keep {
        lifted.retain(|made| keep(run, made));
    }
    let collected = (wiring.collect)(run, lifted);
    let built = collected.into_iter().map(|made| build(run, made)).collect();
    let built = (wiring.deliver)(run, built);
    if wiring.lists != Lists::Run {
        for (pass, observed) in observation.passes.iter_mut().enumerate() {
            let of_pass = of_pass(run, &built, pass);
            observed.tool_artifacts = (wiring.shape)(run, of_pass);
        }
    }
    if matches!(wiring.lists, Lists::Run | Lists::Both) {
        observation.tool_artifacts = (wiring.shape)(run, built);
    }
}

fn of_pass(run: &Run<'_>, built: &[Built], pass: usize) -> Vec<Built> {
    let growing = run.wiring.lists == Lists::Growing;
    let belongs = |of: usize| of == pass || (growing && of < pass);
    let built = built.iter();
    built
        .filter(|built| belongs(run.call_of(&built.made).pass))
        .cloned()
        .collect()
}

fn lifted(run: &Run<'_>) -> Vec<Made> {
    let mut made = Vec::new();
    for (call, done) in run.done.iter().enumerate() {
        let artifacts = (run.wiring.lift)(run, done);
        let numbered = artifacts.into_iter().enumerate();
        made.extend(numbered.map(|(nth, artifact)| Made::new(call, nth, artifact)));
    }
    made
}

fn build(run: &Run<'_>, made: Made) -> Built {
    let entry = match &made.whole {
        Some(whole) => whole.clone(),
        None => entry(run, &made),
    };
    Built { made, entry }
}

fn entry(run: &Run<'_>, made: &Made) -> Value {
    let wiring = run.wiring;
    let mut entry = Object::new();
    let kind = match made.artifact.get("type") {
        Some(Value::String(kind)) => (wiring.kind)(kind),
        other => other.cloned().unwrap_or_default(),
    };
    entry.insert("type".to_owned(), kind);
    entry.insert("payload".to_owned(), wiring.payload.apply(run, made));
    entry.insert("tool_call_id".to_owned(), id(run, made));
    (wiring.entry)(run, made, entry)
}

fn id(run: &Run<'_>, made: &Made) -> Value {
    let id = (run.wiring.id)(run, made);
    match (run.wiring.id_change, id) {
        (Some(change), Value::String(id)) => change(&id),
        (_, id) => id,
    }
}
