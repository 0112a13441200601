//! What the model was sent in one run, cut into the pieces that are compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Run;
use super::delivered::Ids;
use crate::adapter::{Observation, ObservedPass};
use crate::json::{canonical, joined_strings, text_of};

/// A piece of what the model was sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    /// The tool messages that answer a call: the pass and the call's id.
    Call(usize, String),
    /// The tool messages of a pass that answer no call by its id.
    Loose(usize),
    /// Everything that was sent after a pass.
    Input(usize),
}

/// The pieces of one run; each is a multiset of texts, since order is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Texts {
    pub(super) pieces: BTreeMap<Piece, Vec<String>>,
}

impl Texts {
    /// Cuts up what was observed, with minted ids masked.
    pub(super) fn of(run: &Run<'_>, observation: Option<&Observation>) -> Self {
        let Some(observation) = observation else {
            return Texts::default();
        };
        let ids = Ids::of(run);
        let minted = minted_ids(observation, &ids);
        let mut pieces: BTreeMap<Piece, Vec<String>> = BTreeMap::new();
        for (pass, seen) in observation.passes.iter().enumerate() {
            for message in &seen.tool_messages {
                let piece = match message.tool_call_id.as_str() {
                    Some(id) if ids.given.contains(id) => Piece::Call(pass, id.to_owned()),
                    _ => Piece::Loose(pass),
                };
                pieces
                    .entry(piece)
                    .or_default()
                    .push(spelled(&message.content, &minted));
            }
            if let Some(input) = &seen.model_input {
                let texts = input
                    .iter()
                    .map(|message| spelled(message, &minted))
                    .collect();
                pieces.insert(Piece::Input(pass), texts);
            }
        }
        pieces.values_mut().for_each(|texts| texts.sort());
        Texts { pieces }
    }

    /// Whether anything was observed at all.
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The first piece in which two runs differ.
    pub(super) fn difference(&self, other: &Texts) -> Option<Piece> {
        let pieces: BTreeSet<&Piece> = self.pieces.keys().chain(other.pieces.keys()).collect();
        let mut differing = pieces
            .into_iter()
            .filter(|piece| self.pieces.get(piece) != other.pieces.get(piece));
        let first = differing.next()?;
        // A tool message says more to a reader than a history that quotes it.
        let told = |piece: &&Piece| !matches!(piece, Piece::Input(_));
        if told(&first) {
            Some(first.clone())
        } else {
            Some(differing.find(told).unwrap_or(first).clone())
        }
    }

    /// Every text, as a reader would see it.
    pub(super) fn piece(&self, piece: &Piece) -> &[String] {
        self.pieces.get(piece).map_or(&[], Vec::as_slice)
    }
}

/// The ids of tool messages that neither the model nor a tool wrote. Random ones must
/// not make two runs differ. Those of entries alone are no concern of the prose.
fn minted_ids(observation: &Observation, ids: &Ids<'_>) -> Vec<String> {
    let messages = observation
        .passes
        .iter()
        .flat_map(|pass| &pass.tool_messages);
    let found: BTreeSet<String> = messages
        .filter_map(|message| message.tool_call_id.as_str())
        .filter(|id| ids.is_minted(id))
        .map(str::to_owned)
        .collect();
    found.into_iter().collect()
}

/// Shorter ids are masked only where they are a whole string: `1` stands in many texts.
const LONG_ID: usize = 8;

fn spelled(value: &Value, minted: &[String]) -> String {
    if minted.is_empty() {
        return plain(value);
    }
    let mut masked = value.clone();
    mask(&mut masked, minted);
    plain(&masked)
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => canonical(other),
    }
}

fn mask(value: &mut Value, minted: &[String]) {
    match value {
        Value::String(text) => {
            if minted.contains(text) {
                "<minted id>".clone_into(text);
                return;
            }
            for id in minted.iter().filter(|id| id.len() >= LONG_ID) {
                *text = text.replace(id.as_str(), "<minted id>");
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mask(item, minted)),
        Value::Object(members) => members.values_mut().for_each(|item| mask(item, minted)),
        _ => {}
    }
}

/// Every text that the model was sent in a run, unmasked, once each: strings as they are,
/// other values as JSON and as their strings joined (a word may be cut by blocks).
pub(super) fn all_texts(observation: &Observation) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for pass in &observation.passes {
        let messages = pass.tool_messages.iter().map(|message| &message.content);
        for value in messages.chain(pass.model_input.iter().flatten()) {
            texts.insert(text_of(value));
            if !value.is_string() {
                texts.insert(joined_strings(value));
            }
        }
    }
    texts
}

/// Observations whose prose was read already. Most runs of a case send the same, and
/// reading it once is enough.
#[derive(Default)]
pub(super) struct Read<'a>(Vec<&'a Observation>);

impl<'a> Read<'a> {
    /// Whether the same was sent, by the same calls, in an observation before this one.
    pub(super) fn knows(&mut self, observation: &'a Observation) -> bool {
        let known = self.0.iter().any(|other| sent_alike(other, observation));
        if !known {
            self.0.push(observation);
        }
        known
    }
}

fn sent_alike(a: &Observation, b: &Observation) -> bool {
    a.passes.len() == b.passes.len()
        && a.passes.iter().zip(&b.passes).all(|(a, b)| {
            a.tool_messages == b.tool_messages
                && a.model_input == b.model_input
                && scripts(a).eq(scripts(b))
        })
}

fn scripts(pass: &ObservedPass) -> impl Iterator<Item = &str> {
    pass.invoked.iter().map(|made| made.script.as_str())
}
