//! Whether a case that can be read makes sense.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds;
use super::{Case, DiagCode, Rule, Source, expectation};
use crate::adapter::Feature;
use crate::json::{Pointer, same};
use crate::scenario::{Scenario, TOOL_ARTIFACTS};

/// The names that a tool may have.
const TOOL_NAMES: [&str; 4] = ["create_node", "search", "lookup", "export"];
/// How long a title may be.
const TITLE_MAX: usize = 100;

/// A fault and the member that has it.
pub(super) struct Fault {
    pub(super) code: DiagCode,
    pub(super) pointer: Pointer,
    pub(super) on_key: bool,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) to_do: String,
}

impl Fault {
    pub(super) fn new(
        code: DiagCode,
        pointer: Pointer,
        message: impl Into<String>,
        to_do: impl Into<String>,
    ) -> Self {
        let message = message.into();
        Fault {
            code,
            pointer,
            on_key: false,
            label: message.clone(),
            message,
            to_do: to_do.into(),
        }
    }

    fn on_key(mut self) -> Self {
        self.on_key = true;
        self
    }
}

/// Everything that is wrong with a case, beyond its shape.
pub(super) fn examine(case: &Case, source: &Source, rules: &[Rule]) -> Vec<Fault> {
    let mut faults = Vec::new();
    names(case, source, &mut faults);
    clauses(case, rules, &mut faults);
    calls(&case.scenario, &mut faults);
    requires(case, &mut faults);
    overrides(&case.scenario, &mut faults);
    faults.extend(bounds::examine(&case.scenario));
    expect(case, &mut faults);
    faults
}

/// Whether a case with this scenario would be taken, as far as the scenario goes.
pub(crate) fn is_sound(scenario: &Scenario) -> bool {
    let mut faults = Vec::new();
    calls(scenario, &mut faults);
    overrides(scenario, &mut faults);
    faults.extend(bounds::examine(scenario));
    faults.is_empty()
}

fn root(key: &str) -> Pointer {
    Pointer::root().key(key)
}

fn names(case: &Case, source: &Source, faults: &mut Vec<Fault>) {
    if !is_name(&case.id) {
        let message = format!(
            "the id {:?} has characters that test runners do not take",
            case.id
        );
        faults.push(Fault::new(
            DiagCode::BadName,
            root("id"),
            message,
            "use letters, digits, `/`, `_`, `.` and `-`",
        ));
    }
    if case.id != source.id {
        let message = format!(
            "the id is {:?} and the file's path says {:?}",
            case.id, source.id
        );
        let to_do = "an id is permanent: move the file, or give a new case the id of its path";
        faults.push(Fault::new(DiagCode::IdNotPath, root("id"), message, to_do));
    }
    for (key, text) in [
        ("title", &case.title),
        ("why", &case.why),
        ("mutant", &case.mutant),
        ("since", &case.since),
    ] {
        let bad = text.trim().is_empty()
            || text.contains('\n')
            || (key == "title" && text.chars().count() > TITLE_MAX);
        if bad {
            let message = format!("{key} is empty, of several lines, or too long");
            faults.push(Fault::new(
                DiagCode::Wording,
                root(key),
                message,
                "say it in one line, for a reader of a report",
            ));
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '.' | '-'))
}

fn clauses(case: &Case, rules: &[Rule], faults: &mut Vec<Fault>) {
    let Some(rule) = rules.iter().find(|rule| rule.rule == case.rule()) else {
        let known: Vec<&str> = rules.iter().map(|rule| rule.rule.as_str()).collect();
        let message = format!("the suite has no rule {:?}", case.rule());
        faults.push(Fault::new(
            DiagCode::RuleUnknown,
            root("id"),
            message,
            format!("begin the id with {}", known.join(" or ")),
        ));
        return;
    };
    if case.clauses.is_empty() {
        faults.push(Fault::new(
            DiagCode::ClauseUnknown,
            root("clauses"),
            "a case tests at least one clause",
            "name the clause that the scenario tests",
        ));
    }
    for (index, number) in case.clauses.iter().enumerate() {
        let twice = case.clauses[..index].contains(number);
        if rule.clause(*number).is_none() || twice {
            let message = format!("{} has clauses 1 to {}", rule.rule, rule.clauses.len());
            let mut fault = Fault::new(
                DiagCode::ClauseUnknown,
                root("clauses").index(index),
                message,
                "name the clause that the scenario tests; `cases show` lists them",
            );
            fault.label = if twice {
                "named twice".to_owned()
            } else {
                format!("there is no clause {number}")
            };
            faults.push(fault);
        }
    }
}

fn calls(scenario: &Scenario, faults: &mut Vec<Fault>) {
    let declared: BTreeSet<&str> = scenario
        .tools
        .iter()
        .map(|tool| tool.name.as_str())
        .collect();
    for (index, tool) in scenario.tools.iter().enumerate() {
        if !TOOL_NAMES.contains(&tool.name.as_str()) {
            let at = root("scenario").key("tools").index(index).key("name");
            let to_do = format!(
                "use one of {}, which every adapter knows",
                TOOL_NAMES.join(", ")
            );
            faults.push(Fault::new(
                DiagCode::ToolUnknown,
                at,
                format!("{:?} is no tool of the closed list", tool.name),
                to_do,
            ));
        }
    }
    let mut asked = BTreeSet::new();
    for (pass, calls) in scenario.passes.iter().enumerate() {
        for (index, call) in calls.tool_calls.iter().enumerate() {
            let at = root("scenario")
                .key("passes")
                .index(pass)
                .key("tool_calls")
                .index(index);
            let script = call.args.script.as_str();
            asked.insert(script);
            if !declared.contains(call.name.as_str()) {
                let message = format!(
                    "the call's tool {:?} is not among the scenario's tools",
                    call.name
                );
                faults.push(Fault::new(
                    DiagCode::ToolUnknown,
                    at.key("name"),
                    message,
                    "declare it in `tools`",
                ));
            }
            if !scenario.script.contains_key(script) {
                let message = format!("the call's script {script:?} has no result");
                faults.push(Fault::new(
                    DiagCode::ScriptMismatch,
                    at.key("args").key("script"),
                    message,
                    "write its result into `script`",
                ));
            }
        }
    }
    for name in scenario.script.keys() {
        let at = root("scenario").key("script").key(name);
        if !asked.contains(name.as_str()) {
            faults.push(
                Fault::new(
                    DiagCode::ScriptMismatch,
                    at.clone(),
                    format!("no call asks for the result {name:?}"),
                    "take it out, or let a call ask for it",
                )
                .on_key(),
            );
        }
        if name.is_empty()
            || !name
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        {
            faults.push(
                Fault::new(
                    DiagCode::BadName,
                    at,
                    format!("{name:?} is no name for a script"),
                    "use lower-case letters and digits",
                )
                .on_key(),
            );
        }
    }
}

/// The features that a scenario needs.
pub(crate) fn needs(scenario: &Scenario) -> BTreeSet<Feature> {
    let mut needed = BTreeSet::new();
    let mut ids = BTreeMap::new();
    for (_, call) in scenario.calls() {
        match call.tool_call_id.given() {
            Some(id) => *ids.entry(id).or_insert(0) += 1,
            None => {
                needed.insert(Feature::NullId);
            }
        }
        let Some(result) = scenario.result_of(call) else {
            continue;
        };
        if result.raises.is_some() {
            needed.insert(Feature::Raises);
        } else if result.success && !result.data.is_object() {
            needed.insert(Feature::DataAny);
        }
    }
    if ids.values().any(|count| *count > 1) {
        needed.insert(Feature::RepeatedId);
    }
    if scenario.passes.len() > 1 {
        needed.insert(Feature::Passes);
    }
    if scenario.passes.iter().any(|pass| {
        let order: Vec<u32> = pass
            .tool_calls
            .iter()
            .filter_map(|call| scenario.result_of(call)?.finishes)
            .collect();
        !order.is_sorted()
    }) {
        needed.insert(Feature::ConcurrentCalls);
    }
    needed
}

fn requires(case: &Case, faults: &mut Vec<Fault>) {
    let said: BTreeSet<Feature> = case.requires.iter().copied().collect();
    let needed = needs(&case.scenario);
    if said != needed || said.len() != case.requires.len() {
        let names: Vec<String> = needed
            .iter()
            .map(|feature| format!("\"{feature}\""))
            .collect();
        let to_do = format!("write \"requires\": [{}]", names.join(", "));
        faults.push(Fault::new(
            DiagCode::RequiresMismatch,
            root("requires"),
            "this is not what the scenario needs",
            to_do,
        ));
    }
}

fn overrides(scenario: &Scenario, faults: &mut Vec<Fault>) {
    if scenario.node.ports.output(TOOL_ARTIFACTS).is_some() {
        let at = root("scenario").key("node").key("ports").key("outputs");
        let message = "the exposure of tool_artifacts is the harness's to vary";
        faults.push(Fault::new(
            DiagCode::OutOfBounds,
            at,
            message,
            "leave the override out: every case is run at the default, hidden and exposed",
        ));
    }
}

fn expect(case: &Case, faults: &mut Vec<Fault>) {
    let Some(written) = &case.expect else { return };
    let follows = expectation(&case.scenario);
    let entries = written.entries.len() == follows.entries.len()
        && written
            .entries
            .iter()
            .zip(&follows.entries)
            .all(|(a, b)| same(a, b));
    for (key, agrees, what) in [
        (
            "entries",
            entries,
            "these entries do not follow from the scenario",
        ),
        (
            "prose",
            written.prose == follows.prose,
            "these words do not follow from the scenario",
        ),
        (
            "never_in_prose",
            written.never_in_prose == follows.never_in_prose,
            "these strings do not follow from the scenario",
        ),
    ] {
        if !agrees {
            let to_do = "run `flowdrop-conformance cases bless DIR`, and read what it wrote";
            faults.push(Fault::new(
                DiagCode::ExpectContradicts,
                root("expect").key(key),
                what,
                to_do,
            ));
        }
    }
}
