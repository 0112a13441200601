//! Every mutant does something wrong, and only what its label says.

// Helpers of tests, which clippy does not take for tests.
#![allow(clippy::expect_used, clippy::needless_pass_by_value)]

mod probes;

use std::collections::BTreeSet;

use flowdrop_conformance::adapter::{Adapter, Observation};
use flowdrop_conformance::scenario::{Scenario, TOOL_ARTIFACTS};
use flowdrop_mutants::{Mutant, build, mutants, nulls, variants};
use serde_json::{Value, json};

fn observe(adapter: &mut dyn Adapter, probes: &[Scenario]) -> Vec<Observation> {
    let observations = probes.iter().map(|probe| adapter.run(probe));
    observations
        .map(|observation| observation.expect("the runtime runs"))
        .collect()
}

fn by_name(name: &str, probes: &[Scenario]) -> Vec<Observation> {
    observe(build(name).expect("a known name").as_mut(), probes)
}

/// What a clause is about, as far as it can be told from one observation.
fn side(clause: u8, observation: &Observation) -> Value {
    match clause {
        2 => json!(observation.ports),
        3 => observation
            .passes
            .iter()
            .map(|pass| json!([pass.tool_messages, pass.model_input]))
            .collect(),
        _ => {
            let lists = observation
                .passes
                .iter()
                .filter_map(|pass| pass.tool_artifacts.clone());
            json!([observation.tool_artifacts, lists.collect::<Vec<_>>()])
        }
    }
}

fn entries(observation: &Observation) -> Vec<Value> {
    let list = observation
        .tool_artifacts
        .as_ref()
        .and_then(Value::as_array);
    list.cloned().unwrap_or_default()
}

#[test]
fn the_base_yields_the_specifications_example() {
    let scenario = json!({
        "passes": [{ "tool_calls": [
            { "tool_call_id": "c1", "name": "create_node", "args": { "script": "s1" } }] }],
        "script": { "s1": {
            "success": true, "data": { "result": "Created node 5 (draft)." },
            "artifacts": [{ "type": "link", "payload": { "url": "https://example.com/node/5" } }] } },
    });
    let scenario: Scenario = serde_json::from_value(scenario).unwrap();
    let observation = &by_name("base", &[scenario])[0];
    let entry = json!({
        "type": "link",
        "payload": { "url": "https://example.com/node/5" },
        "tool_call_id": "c1",
    });
    assert_eq!(observation.tool_artifacts, Some(json!([entry])));
    assert_eq!(
        observation.passes[0].tool_messages[0].content,
        "Created node 5 (draft)."
    );
    assert_eq!(observation.passes[0].tool_messages[0].tool_call_id, "c1");
    assert_eq!(observation.passes[0].invoked[0].artifacts, 1);
    let ports = observation.ports.as_ref().unwrap();
    assert_eq!(ports.exposed(TOOL_ARTIFACTS), Some(false));
}

#[test]
fn names_are_unique_and_in_kebab_case() {
    let mut seen = BTreeSet::new();
    for Mutant { name, story, .. } in mutants().iter().chain(variants()).chain(nulls()) {
        assert!(seen.insert(*name), "{name} is there twice");
        assert!(!story.is_empty(), "{name} has no story");
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(kebab), "{name} is not in kebab case");
    }
}

#[test]
fn every_mutant_breaks_a_clause_and_no_variant_claims_to() {
    assert!(mutants().iter().all(|mutant| !mutant.clauses.is_empty()));
    assert!(
        variants()
            .iter()
            .chain(nulls())
            .all(|entry| entry.clauses.is_empty())
    );
}

#[test]
fn every_mutant_shows_on_the_sides_that_its_label_names_and_on_no_other() {
    let probes = probes::probes();
    let base = by_name("base", &probes);
    let large = probes::large_probes();
    let large_base = by_name("base", &large);
    let invoking_repeats = by_name("repeats-run-again", &probes);
    let minting = by_name("minted-ids-counted", &probes);
    let judge = &|mutant: &Mutant| {
        let base = match mutant.name {
            "second-pass-same-id-lost" => &invoking_repeats,
            "last-minted-for-all" => &minting,
            _ => &base,
        };
        let observed = by_name(mutant.name, &probes);
        let mut wrong = mislabelled(mutant, base, &observed);
        if !wrong.is_empty() {
            wrong = mislabelled(mutant, &large_base, &by_name(mutant.name, &large));
        }
        wrong.extend(misdelivered(mutant, base, &observed));
        wrong
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let share = mutants().len().div_ceil(workers);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let shares = mutants().chunks(share);
        let workers: Vec<_> = shares
            .map(|share| scope.spawn(move || share.iter().flat_map(judge).collect::<Vec<_>>()))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a worker judges"))
            .collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn mislabelled(mutant: &Mutant, base: &[Observation], observed: &[Observation]) -> Vec<String> {
    let wrong = [1, 2, 3].into_iter().filter_map(|clause| {
        let named = mutant.clauses.contains(&clause) || (clause == 1 && mutant.clauses == [4]);
        // A run that is given up says nothing to the model.
        let mut pairs = base
            .iter()
            .zip(observed)
            .filter(|(_, one)| clause != 3 || one.aborted.is_none());
        let differs = pairs.any(|(base, one)| side(clause, base) != side(clause, one));
        let told = format!(
            "{}: ¶{clause} differs: {differs}, named: {named}",
            mutant.name
        );
        (differs != named).then_some(told)
    });
    wrong.collect()
}

/// Those whose delivery depends on what they remember or mint, not on the exposure.
const UNSTEADY: [&str; 5] = [
    "minted-for-all",
    "adds-entry-id",
    "keeps-last-runs",
    "stale-by-one",
    "seen-in-earlier-run",
];

/// Those whose delivery depends on the exposure of other ports too.
const OTHER_PORTS: [&str; 2] = ["reduced-to-exposed-outputs", "hidden-input-stops-delivery"];

/// Delivery differs by exposure where ¶4 is named, and there alone; a mutant of ¶4 alone
/// only loses entries.
fn misdelivered(mutant: &Mutant, base: &[Observation], observed: &[Observation]) -> Option<String> {
    let mut threes = observed[..probes::THREEFOLD].chunks(3);
    let differs = threes.any(|three| three.iter().any(|one| side(1, one) != side(1, &three[0])));
    let excused = UNSTEADY.contains(&mutant.name) || OTHER_PORTS.contains(&mutant.name);
    let mut pairs = base.iter().zip(observed);
    let makes_up = pairs.any(|(base, one)| {
        let all = entries(base);
        entries(one).iter().any(|entry| !all.contains(entry))
    });
    let wrong =
        (differs != mutant.clauses.contains(&4) && !excused) || (mutant.clauses == [4] && makes_up);
    wrong.then(|| {
        format!(
            "{}: differs by exposure: {differs}, makes up: {makes_up}",
            mutant.name
        )
    })
}

#[test]
fn a_variant_tells_the_model_the_same_with_and_without_artifacts() {
    let random = [
        "prose-timed",
        "prose-random-id",
        "messages-openai",
        "minted-ids",
    ];
    let probes = probes::probes();
    let without: Vec<Scenario> = probes.iter().cloned().map(stripped).collect();
    for variant in variants()
        .iter()
        .filter(|variant| !random.contains(&variant.name))
    {
        let pairs = by_name(variant.name, &probes)
            .into_iter()
            .zip(by_name(variant.name, &without));
        for (with, without) in pairs {
            assert_eq!(side(3, &with), side(3, &without), "{}", variant.name);
        }
    }
}

fn stripped(mut scenario: Scenario) -> Scenario {
    scenario
        .script
        .values_mut()
        .for_each(|result| result.artifacts.clear());
    scenario
}

#[test]
fn a_variant_delivers_the_same_entries_under_every_exposure() {
    let probes = probes::probes();
    for variant in variants()
        .iter()
        .filter(|variant| variant.name != "minted-ids")
    {
        let observed = by_name(variant.name, &probes[..probes::THREEFOLD]);
        for three in observed.chunks(3) {
            assert!(
                three.iter().all(|one| side(1, one) == side(1, &three[0])),
                "{}",
                variant.name
            );
        }
    }
}

#[test]
fn every_null_adapter_answers_without_a_runtimes_merit() {
    let probe = &probes::probes()[0];
    for null in nulls().iter().filter(|null| null.name != "panics") {
        let mut adapter = build(null.name).expect("a known name");
        let honest = by_name("base", std::slice::from_ref(probe));
        let same = adapter
            .run(probe)
            .is_ok_and(|observed| observed == honest[0]);
        let excused = ["first-answer", "facets-none"].contains(&null.name);
        assert!(!same || excused, "{}", null.name);
    }
}
