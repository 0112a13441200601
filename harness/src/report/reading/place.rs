//! Where a finding shows, and the two sides of it.

use serde_json::Value;

use super::one_line;
use crate::check::Outcome;
use crate::report::FindingReport;

/// One side of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// What it is: `expected`, `got`, `as given`, `removed`, …
    pub label: &'static str,
    /// The text; nothing where there was nothing.
    pub text: Option<String>,
    /// Whether it is the side that came out, in whose text a leak stands.
    pub actual: bool,
}

/// Which call and which variant, in words.
#[must_use]
pub fn place(finding: &FindingReport) -> String {
    let mut parts = Vec::new();
    if let Some(call) = &finding.call {
        let id = call
            .tool_call_id
            .clone()
            .unwrap_or_else(|| "without an id".to_owned());
        parts.push(format!("call {id} · {}", call.tool));
        if call.pass > 1 {
            parts.push(format!("pass {}", call.pass));
        }
    }
    parts.push(port(&finding.variant));
    parts.join(" · ")
}

fn port(variant: &str) -> String {
    let exposure = |part: &str| match part.split('/').next() {
        Some("hidden") => "hidden by an override",
        Some("exposed") => "exposed by an override",
        _ => "at its default",
    };
    let parts: Vec<&str> = variant.split(" against ").collect();
    match parts.as_slice() {
        [a, b] if exposure(a) != exposure(b) => {
            format!("port {}, against {}", exposure(a), exposure(b))
        }
        [a, ..] => {
            let replaced = if a.ends_with("/replaced") {
                " · artifacts replaced by the harness"
            } else {
                ""
            };
            format!("port {}{replaced}", exposure(a))
        }
        [] => String::new(),
    }
}

/// Both sides of a finding, in the order in which they read best; none where it has no
/// values.
#[must_use]
pub fn sides(finding: &FindingReport) -> Option<(Side, Side)> {
    if finding.expected.is_none() && finding.actual.is_none() {
        return None;
    }
    let comparison = finding.clause == 3 && finding.variant.contains(" against ");
    let text = |value: &Value| match value {
        Value::String(text) if finding.clause == 3 => text.clone(),
        other => one_line(other),
    };
    let (first, second) = if comparison {
        labels(finding)
    } else {
        ("expected", "got")
    };
    let side = |label, value: &Option<Value>, actual| Side {
        label,
        text: value.as_ref().map(text),
        actual,
    };
    // A change of prose reads best with the artifact's side first.
    Some(if comparison {
        (
            side(first, &finding.actual, true),
            side(second, &finding.expected, false),
        )
    } else {
        (
            side(first, &finding.expected, false),
            side(second, &finding.actual, true),
        )
    })
}

/// The names of a comparison's two sides: the variants' artifacts.
fn labels(finding: &FindingReport) -> (&'static str, &'static str) {
    let name = |part: Option<&str>| match part.and_then(|part| part.split('/').nth(1)) {
        Some("removed") => "removed",
        Some("replaced") => "replaced",
        _ => "as given",
    };
    let mut parts = finding.variant.split(" against ");
    if finding.outcome == Outcome::Inconclusive {
        return ("run again", "first run");
    }
    (name(parts.next()), name(parts.next()))
}
