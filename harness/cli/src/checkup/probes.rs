//! The scenarios that an adapter is looked at with.
//!
//! Each has words and URLs of its own, so that what stands in a wrong answer says which
//! scenario it came from.

use flowdrop_conformance::adapter::Feature;
use flowdrop_conformance::scenario::{PortOverride, Scenario, TOOL_ARTIFACTS};
use serde_json::{Value, json};

/// A scenario of ours is JSON like any other; that it can be read is tested.
pub(super) type Made = Result<Probe, serde_json::Error>;

/// A scenario, and what its words begin with.
#[derive(Debug, Clone)]
pub(super) struct Probe {
    /// What it is called in findings.
    pub(super) name: String,
    pub(super) scenario: Scenario,
    /// Stands in this scenario's data and artifacts and in no other's.
    pub(super) mark: String,
    /// Whether a runtime may refuse the scenario, or lose something of it, by itself.
    pub(super) is_hostile: bool,
}

impl Probe {
    /// What a call's data alone says.
    pub(super) fn word(&self, script: &str) -> String {
        let word = format!("{} {script}", self.mark);
        let data = self.scenario.script.get(script).map(|result| &result.data);
        let is_said = data.is_some_and(|data| data.to_string().contains(&word));
        if is_said { word } else { self.mark.clone() }
    }

    fn hostile(mut self) -> Self {
        self.is_hostile = true;
        self
    }
}

/// One call with one artifact.
pub(super) fn plain() -> Made {
    of("a plain call", "quokka", &[&["s1"]], |_| {})
}

/// Other words, other scripts, more of everything.
pub(super) fn other() -> Made {
    of("two calls", "wombat", &[&["t1", "t2"]], |_| {})
}

/// The plain scenario with the port's exposure stored.
pub(super) fn exposed(exposed: bool) -> Made {
    let mut probe = plain()?;
    probe.name = format!(
        "a plain call with the port {}",
        if exposed { "shown" } else { "hidden" }
    );
    probe.scenario.node.ports.outputs.push(PortOverride {
        id: TOOL_ARTIFACTS.to_owned(),
        exposed,
    });
    Ok(probe)
}

/// Text in many scripts, which a wrong locale destroys.
pub(super) fn any_text() -> Made {
    of("text in many scripts", "nimbin", &[&["s1"]], |scenario| {
        scenario["script"]["s1"]["data"]["result"] =
            json!("nimbin é ß 漢字 עברית 😀 \u{2028} \u{0}");
        scenario["script"]["s1"]["artifacts"][0]["payload"] = json!({ "note": "漢字 😀 \u{7f}" });
    })
}

/// Several scenarios to be under way at once, each with words of its own.
pub(super) fn together(count: usize) -> Result<Vec<Probe>, serde_json::Error> {
    let words = [
        "bilby", "dingo", "galah", "koala", "numbat", "possum", "quoll", "taipan",
    ];
    let words = words.iter().cycle().enumerate().take(count);
    let marks = words.map(|(number, word)| format!("{word}{number}x"));
    let probes = marks.map(|mark| of("several runs at once", &mark, &[&["s1", "s2"]], |_| {}));
    probes.collect()
}

/// A scenario that needs a feature, for those that a scenario can need.
pub(super) fn of_feature(feature: Feature) -> Option<Made> {
    let name = feature.name();
    let made = match feature {
        Feature::ConcurrentCalls => of(name, "cassow", &[&["s1", "s2"]], |scenario| {
            scenario["script"]["s1"]["finishes"] = json!(2);
            scenario["script"]["s2"]["finishes"] = json!(1);
        }),
        Feature::Passes => of(name, "echidn", &[&["s1"], &["s2"]], |_| {}),
        Feature::NullId => of(name, "lyrebi", &[&["s1"]], |scenario| {
            scenario["passes"][0]["tool_calls"][0]["tool_call_id"] = Value::Null;
        }),
        Feature::RepeatedId => of(name, "magpie", &[&["s1", "s2"]], |scenario| {
            scenario["passes"][0]["tool_calls"][1]["tool_call_id"] = json!("c1");
        }),
        Feature::Raises => of(name, "platyp", &[&["s1", "s2"]], |scenario| {
            scenario["script"]["s1"] = json!({ "success": false, "raises": "the tool broke" });
        }),
        Feature::DataAny => of(name, "thylac", &[&["s1"]], |scenario| {
            scenario["script"]["s1"]["data"] = json!(["thylac", 1, null]);
        }),
        _ => return None,
    };
    let is_hostile = matches!(
        feature,
        Feature::NullId | Feature::RepeatedId | Feature::Raises
    );
    Some(if is_hostile {
        made.map(Probe::hostile)
    } else {
        made
    })
}

fn of(name: &str, mark: &str, passes: &[&[&str]], change: impl FnOnce(&mut Value)) -> Made {
    let mut calls = 0;
    let mut script = serde_json::Map::new();
    let passes: Vec<Value> = passes
        .iter()
        .map(|keys| {
            let calls = keys.iter().map(|key| {
                calls += 1;
                script.insert((*key).to_owned(), result(mark, key));
                json!({ "tool_call_id": format!("c{calls}"), "name": "create_node", "args": { "script": key } })
            });
            json!({ "tool_calls": calls.collect::<Vec<_>>() })
        })
        .collect();
    let tool = json!({ "name": "create_node", "description": "Creates a node." });
    let mut scenario = json!({ "tools": [tool], "passes": passes, "script": script });
    change(&mut scenario);
    Ok(Probe {
        name: name.to_owned(),
        scenario: serde_json::from_value(scenario)?,
        mark: mark.to_owned(),
        is_hostile: false,
    })
}

fn result(mark: &str, key: &str) -> Value {
    json!({
        "success": true,
        "data": { "result": format!("Created {mark} {key}.") },
        "error": null,
        "artifacts": [ { "type": "link", "payload": { "url": format!("https://example.com/{mark}/{key}") } } ],
    })
}
