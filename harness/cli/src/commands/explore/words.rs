//! A finding in words.

use flowdrop_conformance::explore::{Group, Investigation, Showing, Trait};
use flowdrop_conformance::report::safe;
use flowdrop_conformance::scenario::{Node, Scenario};
use serde_json::json;

/// What a finding cannot do without.
pub(super) fn needs(group: &Group) -> String {
    let causes: Vec<&str> = group.cause.iter().map(Trait::text).collect();
    match group.showing {
        Showing::AfterOthers => "other scenarios before it".to_owned(),
        _ if causes.is_empty() => "nothing in particular".to_owned(),
        _ => causes.join("; "),
    }
}

/// How its case was reached.
pub(super) fn how(investigation: &Investigation) -> String {
    let shrunk = &investigation.shrunk;
    let sizes = format!(
        "from {} to {} bytes in {} tries",
        investigation.from, investigation.to, shrunk.tried
    );
    match investigation.showing {
        Showing::AfterOthers => "not at all: it does not show on its own, only after other \
            scenarios, so that the adapter keeps state from run to run"
            .to_owned(),
        Showing::Sometimes => {
            format!("{sizes}; an adapter that was just started does not always show it")
        }
        Showing::Unknown if shrunk.tried == 0 => {
            "not at all: the adapter could not be started again".to_owned()
        }
        Showing::Unknown => format!("{sizes}, when the adapter was lost"),
        Showing::Alone if !shrunk.minimal => {
            format!("{sizes}; ended early, so that it may not be the smallest")
        }
        Showing::Alone => sizes,
    }
}

/// What was called and what was returned, on one line.
pub(super) fn brief(scenario: &Scenario) -> String {
    const WIDEST: usize = 1200;
    let mut told = json!({ "passes": scenario.passes, "script": scenario.script });
    if scenario.node != Node::default() {
        told["node"] = json!(scenario.node);
    }
    let text = told.to_string();
    let text = safe(&text);
    match text.chars().count() > WIDEST {
        true => format!("{} …", text.chars().take(WIDEST).collect::<String>()),
        false => text.into_owned(),
    }
}
