//! Reading a scenario's traits.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use unicode_normalization::UnicodeNormalization;

use super::values::Seen;
use super::{Trait, Traits};
use crate::adapter::Feature;
use crate::case::needs;
use crate::json::leaf_strings;
use crate::scenario::{
    CallId, Scenario, Scripted, TOOL_ARTIFACTS, ToolCall, data_words, given_ids, handed_over,
    well_formed,
};

pub(super) fn traits(scenario: &Scenario) -> Traits {
    let mut traits = Traits::default();
    traits.calls(scenario);
    traits.ids(scenario);
    traits.results(scenario);
    traits.artifacts(scenario);
    traits.ports(scenario);
    traits
}

impl Traits {
    fn calls(&mut self, scenario: &Scenario) {
        let count = scenario.calls().count();
        let several = scenario.passes.iter().any(|pass| pass.tool_calls.len() > 1);
        let empty = scenario
            .passes
            .iter()
            .any(|pass| pass.tool_calls.is_empty());
        self.add(Trait::NoCalls, count == 0);
        self.add(Trait::EmptyBatch, empty);
        self.add(Trait::SeveralCalls, several);
        self.add(Trait::ManyCalls, count > 5);
        self.add(Trait::TwoPasses, scenario.passes.len() > 1);
        self.add(Trait::ThreePasses, scenario.passes.len() > 2);
        self.add(Trait::SeveralTools, repeats(scenario, |call| &call.name).1);
        self.add(Trait::SameTool, repeats(scenario, |call| &call.name).0);
        self.add(
            Trait::SharedScript,
            repeats(scenario, |call| &call.args.script).0,
        );
        let order = needs(scenario).contains(&Feature::ConcurrentCalls);
        self.add(Trait::OutOfOrder, order);
    }

    fn ids(&mut self, scenario: &Scenario) {
        let mut folded = BTreeSet::new();
        for (_, call) in scenario.calls() {
            let id = &call.tool_call_id;
            self.add(Trait::MissingId, *id == CallId::Missing);
            self.add(Trait::NullId, *id == CallId::Null);
            self.add(Trait::EmptyId, *id == CallId::Text(String::new()));
            let Some(id) = id.given() else { continue };
            self.add(Trait::NumericId, id.trim().parse::<f64>().is_ok());
            self.add(Trait::LongId, id.len() > 40);
            self.add(
                Trait::OddId,
                !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'),
            );
            self.add(Trait::AlikeIds, !folded.insert(carelessly(id)));
        }
        let repeated = needs(scenario).contains(&Feature::RepeatedId);
        self.add(Trait::RepeatedId, repeated);
    }

    fn results(&mut self, scenario: &Scenario) {
        let words = data_words(scenario);
        self.add(
            Trait::DataWords,
            words.iter().any(|words| !words.is_empty()),
        );
        for result in scenario.script.values() {
            let failed = result.failure().is_some();
            self.add(Trait::Raised, result.raises.is_some());
            self.add(Trait::Reported, failed && result.raises.is_none());
            self.add(
                Trait::FailedArtifacts,
                failed && !result.artifacts.is_empty(),
            );
            if !failed {
                self.data(&result.data);
                self.shares(&result.data, &result.artifacts);
            }
        }
    }

    fn data(&mut self, data: &Value) {
        let members = data.as_object();
        let empty = members.is_some_and(Map::is_empty)
            || data.as_array().is_some_and(Vec::is_empty)
            || data == "";
        self.add(Trait::DataEmpty, empty);
        self.add(Trait::DataNotMap, members.is_none());
        self.add(Trait::DataList, data.is_array());
        self.add(Trait::DataText, data.is_string());
        self.add(
            Trait::DataScalar,
            data.is_null() || data.is_boolean() || data.is_number(),
        );
        self.add(
            Trait::DataSeveralKeys,
            members.is_some_and(|map| map.len() > 1),
        );
        self.add(
            Trait::DataNoResult,
            members.is_some_and(|map| !map.contains_key("result")),
        );
        self.add(Trait::DataLong, data.to_string().len() > 1000);
    }

    fn shares(&mut self, data: &Value, artifacts: &[Value]) {
        let said = leaf_strings(data);
        let texts = artifacts.iter().flat_map(leaf_strings);
        let shared = texts
            .filter(|text| text.len() > 4)
            .any(|text| said.iter().any(|said| said.contains(text)));
        self.add(Trait::DataShares, shared);
    }

    fn artifacts(&mut self, scenario: &Scenario) {
        let handed = handed_over(scenario);
        self.add(Trait::NoArtifacts, handed.is_empty());
        self.add(Trait::TenArtifacts, handed.len() > 10);
        self.add(Trait::FortyArtifacts, handed.len() > 40);
        let with = |result: &Scripted| !result.artifacts.is_empty();
        let any = scenario.script.values().any(with);
        self.add(
            Trait::SomeWithout,
            any && !scenario.script.values().all(with),
        );
        let several = scenario
            .script
            .values()
            .any(|result| result.artifacts.len() > 1);
        self.add(Trait::SeveralArtifacts, several);
        self.sizes(handed.iter().map(|one| one.artifact));
        let ids = given_ids(scenario);
        for (at, one) in handed.iter().enumerate() {
            let before = || handed[..at].iter();
            self.add(
                Trait::EqualArtifacts,
                before().any(|other| other.artifact == one.artifact),
            );
            let kind = |value: &Value| value.get("type").cloned();
            self.add(
                Trait::SameType,
                before().any(|other| kind(other.artifact) == kind(one.artifact)),
            );
            self.artifact(one.artifact);
            let own = one.artifact.get("tool_call_id").and_then(Value::as_str);
            let sibling = own.is_some_and(|own| Some(own) != one.id && ids.contains(own));
            self.add(Trait::SpoofedSibling, sibling);
        }
    }

    fn sizes<'a>(&mut self, artifacts: impl Iterator<Item = &'a Value>) {
        let payloads = artifacts.filter_map(|artifact| artifact.get("payload"));
        let sizes: Vec<usize> = payloads.map(|it| it.to_string().len()).collect();
        self.add(Trait::LargePayload, sizes.iter().any(|size| *size > 65_536));
        self.add(Trait::LargeRun, sizes.iter().sum::<usize>() > 500_000);
    }

    fn artifact(&mut self, artifact: &Value) {
        self.add(Trait::Spoofed, artifact.get("tool_call_id").is_some());
        let Some((kind, payload)) = well_formed(artifact) else {
            self.add(Trait::Malformed, true);
            return;
        };
        let further = artifact.as_object().into_iter().flat_map(Map::keys);
        let further = |known: &[&str]| further.clone().any(|key| !known.contains(&key.as_str()));
        self.add(
            Trait::ExtraKey,
            further(&["type", "payload", "tool_call_id"]),
        );
        self.add(
            Trait::OddType,
            !kind.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'),
        );
        self.add(Trait::LongType, kind.len() > 32);
        self.add(
            Trait::EmptyPayload,
            payload.as_object().is_some_and(Map::is_empty),
        );
        let mut seen = Seen::default();
        seen.map(payload, 1);
        self.0 |= seen.traits.0;
    }

    fn ports(&mut self, scenario: &Scenario) {
        let ports = &scenario.node.ports;
        let similar = |id: &str| carelessly(id).contains("toolartifact");
        self.add(Trait::OutputOverride, !ports.outputs.is_empty());
        self.add(
            Trait::OutputExposed,
            ports.outputs.iter().any(|port| port.exposed),
        );
        self.add(
            Trait::OutputSimilar,
            ports.outputs.iter().any(|port| similar(&port.id)),
        );
        self.add(Trait::InputOverride, !ports.inputs.is_empty());
        let same = ports.inputs.iter().any(|port| port.id == TOOL_ARTIFACTS);
        self.add(Trait::InputSameName, same);
    }
}

/// Whether something is named twice, and whether two are named.
fn repeats<'a>(scenario: &'a Scenario, name: impl Fn(&'a ToolCall) -> &'a String) -> (bool, bool) {
    let names: Vec<&String> = scenario.calls().map(|(_, call)| name(call)).collect();
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    (distinct.len() < names.len(), distinct.len() > 1)
}

/// An id as something careless reads it.
fn carelessly(id: &str) -> String {
    let folded = id.nfkc().flat_map(char::to_lowercase);
    let kept: String = folded.filter(|c| c.is_alphanumeric()).take(12).collect();
    kept.trim_start_matches("call")
        .trim_start_matches('0')
        .to_owned()
}
