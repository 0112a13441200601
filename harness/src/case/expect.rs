//! What follows from a case's scenario, spelled out for a reader.
//!
//! The checks never read it: they work from the scenario. It is written by
//! `cases bless`, and a file whose expectation does not follow is refused.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::scenario::{self, CallId, Duty, Scenario};

/// How many words and strings are spelled out for each call.
const SHOWN: usize = 4;

/// What follows from a scenario.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Expect {
    /// The entries that must be delivered, in any order. A null `tool_call_id` stands
    /// for null, an empty one, or one that the runtime minted.
    pub entries: Vec<Value>,
    /// What the prose of each successful call holds at least one of.
    pub prose: Vec<ExpectedProse>,
    /// Strings that only artifacts hold and that never reach the prose (the first of
    /// them; each cut to 64 characters).
    pub never_in_prose: Vec<String>,
}

/// What the prose of one call holds at least one of, in any spelling.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct ExpectedProse {
    /// The call.
    #[serde(default, skip_serializing_if = "CallId::is_missing")]
    pub tool_call_id: CallId,
    /// Words that only this call's `data` holds, lower case.
    pub one_of: Vec<String>,
}

/// What follows from a scenario.
#[must_use]
pub fn expectation(scenario: &Scenario) -> Expect {
    let entries = scenario::handed_over(scenario)
        .into_iter()
        .filter(|handed| handed.duty == Duty::Must && !handed.repeat)
        .filter_map(|handed| Some(entry(scenario::well_formed(handed.artifact)?, handed.id)))
        .collect();
    let prose = scenario
        .calls()
        .zip(scenario::data_words(scenario))
        .filter(|(_, words)| !words.is_empty())
        .map(|((_, call), words)| ExpectedProse {
            tool_call_id: call.tool_call_id.clone(),
            one_of: words.into_iter().take(SHOWN).collect(),
        })
        .collect();
    let never_in_prose = scenario::canaries(scenario)
        .into_iter()
        .map(|canary| canary.text)
        .take(SHOWN)
        .collect();
    Expect {
        entries,
        prose,
        never_in_prose,
    }
}

fn entry((kind, payload): (&str, &Value), id: Option<&str>) -> Value {
    let mut entry = Map::new();
    entry.insert("type".to_owned(), kind.into());
    entry.insert("payload".to_owned(), payload.clone());
    entry.insert("tool_call_id".to_owned(), id.into());
    Value::Object(entry)
}
