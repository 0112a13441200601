//! Exploring small runtimes that are honest, or break the rule where nobody looks.
#![allow(clippy::unwrap_used)]

mod ends;
mod runtime;

use std::fs;

use flowdrop_conformance::Scenario;
use flowdrop_conformance::adapter::{Driver, Fault, Local};
use flowdrop_conformance::case::{Case, Source, Suite, bless};
use flowdrop_conformance::explore::{
    Explorer, Found, Groups, Investigation, JUDGE_SEED, Showing, Signature, case_text, investigate,
    shrink, synthetic,
};
use flowdrop_conformance::run::judge_case;
use serde_json::{Value, json};

use runtime::{Fails, Tiny, honest};

/// Three passes, ten calls, fifty artifacts, one of which holds what `lists` trips over.
fn deep() -> Scenario {
    let calls = |pass: usize| -> Value {
        let count = [4, 3, 3][pass];
        let first = [0, 4, 7][pass];
        let calls = first..first + count;
        calls
            .map(|n| json!({ "tool_call_id": format!("call {n}"), "name": "search", "args": { "script": format!("s{n}") } }))
            .collect()
    };
    let passes: Value = (0..3)
        .map(|pass| json!({ "tool_calls": calls(pass) }))
        .collect();
    let mut script = serde_json::Map::new();
    for n in 0..10 {
        let artifacts: Value = (0..5)
            .map(|nth| match (n, nth) {
                (7, 3) => json!({ "type": "table", "payload": { "rows": { "inner": [1, "two", [3]] }, "title": "Q" }, "x": 1 }),
                _ => json!({ "type": "link", "payload": { "url": format!("https://a.example/{n}/{nth}"), "n": nth } }),
            })
            .collect();
        script.insert(
            format!("s{n}"),
            json!({ "success": true, "data": { "result": format!("Found {n} kestrels.") }, "artifacts": artifacts }),
        );
    }
    serde_json::from_value(json!({
        "tools": [{ "name": "search" }],
        "passes": passes,
        "script": script,
        "node": { "ports": { "outputs": [{ "id": "response", "exposed": true }] } },
    }))
    .unwrap()
}

fn lists(scenario: &Scenario) -> Fails {
    fn holds(value: &Value) -> bool {
        match value {
            Value::Array(_) => true,
            Value::Object(members) => members.values().any(holds),
            _ => false,
        }
    }
    let any = scenario
        .script
        .values()
        .flat_map(|result| &result.artifacts);
    match any.clone().any(holds) {
        true => Fails::Drops(holds),
        false => Fails::Not,
    }
}

fn start(fails: fn(&Scenario) -> Fails) -> impl FnMut() -> Result<Box<dyn Driver + Send>, Fault> {
    move || Ok(Box::new(Local::new(Tiny(fails))))
}

fn found(scenario: Scenario, fails: fn(&Scenario) -> Fails) -> Found {
    let case = synthetic(scenario);
    let result = judge_case(&case, &mut Local::new(Tiny(fails)), JUDGE_SEED);
    let signature = Signature::all(&result)[0];
    Found {
        signature,
        case,
        result,
    }
}

fn investigated(scenario: Scenario, fails: fn(&Scenario) -> Fails) -> Investigation {
    investigate(
        found(scenario, fails),
        "a test",
        &mut start(fails),
        &mut || true,
    )
}

#[test]
fn an_honest_runtime_is_never_reported() {
    let mut driver = Local::new(Tiny(honest));
    let mut explorer = Explorer::new(driver.description(), 4);
    for _ in 0..500 {
        let judged = explorer.step(&mut driver);
        assert_eq!(
            Signature::all(&judged.result),
            [],
            "scenario {}",
            judged.nth
        );
    }
    assert_eq!(explorer.coverage().unjudged, 0);
}

#[test]
fn a_deep_finding_becomes_one_call_with_one_artifact() {
    let investigation = investigated(deep(), lists);
    let scenario = &investigation.shrunk.found.case.scenario;
    assert_eq!(scenario.calls().count(), 1);
    let result = scenario.script.values().next().unwrap();
    assert_eq!(
        json!(result.artifacts),
        json!([{ "type": "link", "payload": { "a": ["a"] } }])
    );
    assert!(scenario.node.ports.outputs.is_empty());
    assert!(investigation.showing == Showing::Alone && investigation.shrunk.minimal);
    assert!(
        investigation.shrunk.tried < 150,
        "{}",
        investigation.shrunk.tried
    );
}

#[test]
fn what_needs_every_artifact_is_not_shrunk_artifact_by_artifact() {
    fn crowded(scenario: &Scenario) -> Fails {
        let results = scenario.script.values();
        match results.map(|result| result.artifacts.len()).sum::<usize>() {
            50.. => Fails::Drops(|_| true),
            _ => Fails::Not,
        }
    }
    let shrunk = investigated(deep(), crowded).shrunk;
    assert!(shrunk.minimal && shrunk.tried < 250, "{}", shrunk.tried);
}

#[test]
fn what_was_shrunk_cannot_be_shrunk_again() {
    let smallest = investigated(deep(), lists).shrunk.found;
    let mut driver = Local::new(Tiny(lists));
    let again = shrink(smallest.clone(), &mut |case: &Case| {
        Some(judge_case(case, &mut driver, JUDGE_SEED))
    });
    assert_eq!(again.taken, 0);
    assert_eq!(again.found.case, smallest.case);
}

#[test]
fn a_panic_is_a_finding_and_is_shrunk_like_any() {
    std::panic::set_hook(Box::new(|_| {}));
    fn panics(scenario: &Scenario) -> Fails {
        match scenario
            .script
            .values()
            .any(|result| result.artifacts.len() > 2)
        {
            true => Fails::Panics,
            false => Fails::Not,
        }
    }
    let investigation = investigated(deep(), panics);
    let found = &investigation.shrunk.found;
    assert!(matches!(found.signature, Signature::Fault(_)));
    let result = found.case.scenario.script.values().next().unwrap();
    assert_eq!(result.artifacts.len(), 3);
    assert_eq!(found.case.scenario.calls().count(), 1);
}

#[test]
fn what_is_found_is_a_case_that_the_suite_takes_in() {
    let case = investigated(deep(), lists).shrunk.found.case;
    let folder = std::env::temp_dir().join(format!("explore-{}", std::process::id()));
    let file = folder.join(format!("{}.json", case.id));
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, case_text(&case)).unwrap();
    let suite = Suite::below(&[&folder])
        .map_err(|faults| faults.to_string())
        .unwrap();
    assert_eq!(suite.cases[0].scenario, case.scenario);
    let source = Source {
        file: file.display().to_string(),
        id: case.id.clone(),
        text: fs::read_to_string(&file).unwrap(),
    };
    assert_eq!(bless(&source).unwrap(), None);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_later_finding_of_a_known_cause_is_only_counted() {
    let mut groups = Groups::default();
    let investigation = investigated(deep(), lists);
    assert!(groups.add(&investigation));
    let smallest = investigation.shrunk.found;
    assert!(groups.explains(smallest.signature, &deep()));
    let mut without = deep();
    for result in without.script.values_mut() {
        result.artifacts.clear();
    }
    assert!(!groups.explains(smallest.signature, &without));
    assert_eq!(groups.all()[0].seen, 2);
}
