//! The scenarios that are derived from a case's own: exposure × artifacts.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::{PortOverride, Scenario, TOOL_ARTIFACTS};

/// One derivation of a case's scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variant {
    /// What the author stored about the port.
    pub exposure: Exposure,
    /// What the tools attach.
    pub artifacts: Artifacts,
}

/// What the author stored about the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exposure {
    /// Nothing.
    Default,
    /// An override that hides it.
    Hidden,
    /// An override that exposes it.
    Exposed,
}

/// What the tools attach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Artifacts {
    /// What the case says.
    Given,
    /// Nothing.
    Removed,
    /// The same shapes with other contents: every string a fresh canary.
    Replaced,
}

impl Variant {
    /// All nine.
    #[must_use]
    pub fn all() -> Vec<Variant> {
        let artifacts = [Artifacts::Given, Artifacts::Removed, Artifacts::Replaced];
        [Exposure::Default, Exposure::Hidden, Exposure::Exposed]
            .into_iter()
            .flat_map(|exposure| {
                artifacts.map(|artifacts| Variant {
                    exposure,
                    artifacts,
                })
            })
            .collect()
    }

    /// The scenario under this variant. `salt` makes the canaries of one case differ
    /// from those of every other; they are the same under every exposure.
    #[must_use]
    pub fn derive(self, scenario: &Scenario, salt: u64) -> Scenario {
        let mut derived = scenario.clone();
        let stored = match self.exposure {
            Exposure::Default => None,
            Exposure::Hidden => Some(false),
            Exposure::Exposed => Some(true),
        };
        if let Some(exposed) = stored {
            derived.node.ports.outputs.push(PortOverride {
                id: TOOL_ARTIFACTS.to_owned(),
                exposed,
            });
        }
        match self.artifacts {
            Artifacts::Given => {}
            Artifacts::Removed => derived
                .script
                .values_mut()
                .for_each(|result| result.artifacts.clear()),
            Artifacts::Replaced => replace(&mut derived, salt),
        }
        derived
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.exposure, self.artifacts)
    }
}

impl fmt::Display for Exposure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exposure::Default => "default",
            Exposure::Hidden => "hidden",
            Exposure::Exposed => "exposed",
        })
    }
}

impl fmt::Display for Artifacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Artifacts::Given => "given",
            Artifacts::Removed => "removed",
            Artifacts::Replaced => "replaced",
        })
    }
}

/// Every canary that the harness makes begins so, and no word of any language does.
pub(crate) const CANARY_MARK: &str = "qzx";

/// Keeps each artifact's keys, types and identifiers, so that what depends on them
/// happens again, and makes every other content new.
fn replace(scenario: &mut Scenario, salt: u64) {
    let mut fresh = Fresh {
        state: salt,
        made: 0,
    };
    for result in scenario.script.values_mut() {
        for artifact in &mut result.artifacts {
            match artifact {
                Value::Object(members) => replace_members(members, &mut fresh),
                other => fresh.replace(other),
            }
        }
    }
}

fn replace_members(members: &mut Map<String, Value>, fresh: &mut Fresh) {
    for (key, value) in in_order(members) {
        match (key.as_str(), &mut *value) {
            ("type" | "tool_call_id", _) => {}
            ("payload", Value::Object(payload)) if payload.is_empty() => {
                payload.insert("note".to_owned(), fresh.canary().into());
            }
            (_, value) => fresh.replace(value),
        }
    }
}

/// The members in the order of their keys, so that a salt gives the same everywhere.
fn in_order(members: &mut Map<String, Value>) -> BTreeMap<String, &mut Value> {
    members
        .iter_mut()
        .map(|(key, value)| (key.clone(), value))
        .collect()
}

/// Makes canaries that never repeat, from a salt alone.
struct Fresh {
    state: u64,
    made: u64,
}

impl Fresh {
    fn canary(&mut self) -> String {
        self.made += 1;
        let mut bits = splitmix(self.state ^ splitmix(self.made));
        let mut text = CANARY_MARK.to_owned();
        for _ in 0..17 {
            // Letters that no hexadecimal or base64 padding is made of, a vowel now and
            // then so that nothing takes it for a code.
            text.push(char::from(
                b"bcdfghjklmnpqrstvwxyzaeiou"[(bits % 26) as usize],
            ));
            bits = splitmix(bits);
        }
        text
    }

    fn replace(&mut self, value: &mut Value) {
        match value {
            Value::String(text) if text.contains("://") => {
                *text = format!("https://{}.example/{}", self.canary(), self.canary());
            }
            Value::String(text) => *text = self.canary(),
            Value::Number(_) => {
                self.made += 1;
                *value = Value::from(1000 + splitmix(self.state ^ self.made) % 9000);
            }
            Value::Bool(flag) => *flag = !*flag,
            Value::Array(items) => items.iter_mut().for_each(|item| self.replace(item)),
            Value::Object(members) => in_order(members)
                .into_values()
                .for_each(|value| self.replace(value)),
            Value::Null => {}
        }
    }
}

/// SplitMix64, the usual generator for spreading a seed.
pub(crate) fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn scenario() -> Scenario {
        serde_json::from_value(json!({
            "passes": [{"tool_calls": [{"tool_call_id": "c1", "name": "search", "args": {"script": "s1"}}]}],
            "script": {"s1": {"success": true, "data": {"result": "Found"}, "error": null, "artifacts": [
                {"type": "link", "payload": {"url": "https://example.com", "n": 5, "deep": [{"x": "y"}]}, "tool_call_id": "c9"},
                {"type": "note", "payload": {}}
            ]}}
        }))
        .unwrap()
    }

    #[test]
    fn replaced_keeps_shapes_and_changes_contents() {
        let variant = Variant {
            exposure: Exposure::Hidden,
            artifacts: Artifacts::Replaced,
        };
        let derived = variant.derive(&scenario(), 7);
        let artifacts = &derived.script["s1"].artifacts;
        assert_eq!(artifacts[0]["type"], "link");
        assert_eq!(artifacts[0]["tool_call_id"], "c9");
        assert_ne!(artifacts[0]["payload"]["url"], "https://example.com");
        assert_ne!(artifacts[0]["payload"]["deep"][0]["x"], "y");
        assert!(
            artifacts[1]["payload"]["note"]
                .as_str()
                .unwrap()
                .starts_with(CANARY_MARK)
        );
        assert_eq!(derived.node.ports.output(TOOL_ARTIFACTS), Some(false));
        assert_eq!(derived, variant.derive(&scenario(), 7));
        assert_ne!(derived, variant.derive(&scenario(), 8));
    }
}
