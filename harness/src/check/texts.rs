//! What the model was sent in one run, cut into the pieces that are compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Run;
use super::delivered::{Account, Ids};
use crate::adapter::{Observation, ObservedPass};
use crate::json::{canonical, same, strings_by_key, text_of};

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
    /// What was sent in each run. Runs that differ in exposure alone mostly send the same,
    /// and it is cut up once.
    pub(super) fn of_runs(runs: &[Run<'_>], accounts: &[Option<Account<'_>>]) -> Vec<Self> {
        let mut found: Vec<Texts> = Vec::with_capacity(runs.len());
        for (run, account) in runs.iter().zip(accounts) {
            let (Some(seen), Some(account)) = (&run.first, account) else {
                found.push(Texts::default());
                continue;
            };
            let alike = runs[..found.len()].iter().position(|other| {
                other.variant.artifacts == run.variant.artifacts
                    && other
                        .first
                        .as_ref()
                        .is_some_and(|other| sent_alike(other, seen))
            });
            found.push(match alike {
                Some(at) => found[at].clone(),
                None => Texts::of(seen, &account.ids),
            });
        }
        found
    }

    /// Cuts up what was observed, with minted ids masked.
    pub(super) fn of(observation: &Observation, ids: &Ids<'_>) -> Self {
        let minted = minted_ids(observation, ids);
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

    /// The first piece in which two runs differ. A tool message comes before a history that
    /// quotes it, since it says more to a reader.
    pub(super) fn difference(&self, other: &Texts) -> Option<Piece> {
        let pieces: BTreeSet<&Piece> = self.pieces.keys().chain(other.pieces.keys()).collect();
        let mut pieces = pieces.into_iter();
        pieces
            .find(|piece| self.pieces.get(piece) != other.pieces.get(piece))
            .cloned()
    }

    /// Every text, as a reader would see it.
    pub(super) fn piece(&self, piece: &Piece) -> &[String] {
        self.pieces.get(piece).map_or(&[], Vec::as_slice)
    }
}

/// The ids of tool messages that neither the model nor a tool wrote. Random ones, or a
/// counter that goes on from run to run, must not make two runs differ. Those of entries
/// alone are no concern of the prose.
fn minted_ids(observation: &Observation, ids: &Ids<'_>) -> Vec<Value> {
    let messages = observation
        .passes
        .iter()
        .flat_map(|pass| &pass.tool_messages);
    let mut found: Vec<Value> = Vec::new();
    for id in messages.map(|message| &message.tool_call_id) {
        if ids.is_minted(id) && !found.contains(id) {
            found.push(id.clone());
        }
    }
    // A longer one first: it may begin like a shorter one.
    found.sort_by_key(|id| std::cmp::Reverse(id.as_str().map_or(0, str::len)));
    found
}

/// Longer ids are masked wherever they stand in a text.
const LONG_ID: usize = 8;
const MASK: &str = "<minted id>";

fn spelled(value: &Value, minted: &[Value]) -> String {
    if minted.is_empty() {
        return plain(value);
    }
    let mut masked = value.clone();
    mask(&mut masked, None, minted);
    plain(&masked)
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => canonical(other),
    }
}

fn mask(value: &mut Value, key: Option<&str>, minted: &[Value]) {
    match value {
        Value::String(text) => {
            if minted.iter().any(|id| id.as_str() == Some(text)) {
                MASK.clone_into(text);
                return;
            }
            for id in minted.iter().filter_map(Value::as_str) {
                *text = masked(text, id);
            }
        }
        // A number may be anything; under a key that names an id it is one.
        Value::Number(_) => {
            let names_id = key.is_some_and(|key| key.to_lowercase().ends_with("id"));
            if names_id && minted.iter().any(|id| same(id, value)) {
                *value = MASK.into();
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mask(item, key, minted)),
        Value::Object(members) => members
            .iter_mut()
            .for_each(|(key, item)| mask(item, Some(key), minted)),
        _ => {}
    }
}

/// The text without the id. A short one is masked only where it stands apart, and a bare
/// number, which may be anything, only where it is quoted.
fn masked(text: &str, id: &str) -> String {
    if id.len() >= LONG_ID {
        return text.replace(id, MASK);
    }
    let number = id.bytes().all(|byte| byte.is_ascii_digit());
    let apart = |before: Option<char>, after: Option<char>| {
        if number {
            before == Some('"') && matches!(after, Some('"' | '\\'))
        } else {
            let part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
            id.len() > 2 && !before.is_some_and(part) && !after.is_some_and(part)
        }
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, _) in text.match_indices(id) {
        let end = at + id.len();
        if apart(text[..at].chars().next_back(), text[end..].chars().next()) {
            out.push_str(&text[rest..at]);
            out.push_str(MASK);
            rest = end;
        }
    }
    out.push_str(&text[rest..]);
    out
}

/// Every text that the model was sent in a run, unmasked, once each: strings as they are,
/// other values as JSON and as their strings joined key by key (a word may be cut by
/// blocks, whose other members stand between the pieces).
pub(super) fn all_texts(observation: &Observation) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for pass in &observation.passes {
        let messages = pass.tool_messages.iter().map(|message| &message.content);
        for value in messages.chain(pass.model_input.iter().flatten()) {
            texts.insert(text_of(value));
            texts.extend(strings_by_key(value));
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sent(content: Value) -> BTreeSet<String> {
        let mut observation = Observation::default();
        observation.passes.push(ObservedPass {
            tool_messages: vec![crate::adapter::ToolMessage::new("c1", content)],
            ..ObservedPass::default()
        });
        all_texts(&observation)
    }

    #[test]
    fn a_word_that_is_cut_by_blocks_is_read_whole() {
        for content in [
            json!([{ "type": "text", "text": "Creat" }, { "type": "text", "text": "ed it" }]),
            json!({ "parts": [{ "text": "Creat", "id": 1 }, { "text": "ed it", "id": 2 }] }),
            json!(["Creat", "ed it"]),
        ] {
            let texts = sent(content.clone());
            assert!(texts.contains("Created it"), "{content}");
        }
    }

    #[test]
    fn a_short_minted_id_is_masked_where_it_stands_apart() {
        assert_eq!(masked("[tc-7] made", "tc-7"), "[<minted id>] made");
        for apart in [
            "tc-77 and xtc-7",
            "tc-7_1",
            "tc-7-1",
            "_tc-7",
            "-tc-7",
            "tc-7é",
        ] {
            assert_eq!(masked(apart, "tc-7"), apart);
        }
        assert_eq!(masked("a1 is short", "a1"), "a1 is short");
    }

    #[test]
    fn a_minted_number_is_masked_only_where_it_is_an_id() {
        assert_eq!(masked(r#"{"id":"17"}"#, "17"), r#"{"id":"<minted id>"}"#);
        assert_eq!(masked(r#"\"17\""#, "17"), r#"\"<minted id>\""#);
        for other in [
            "17 artifacts",
            r#"{"a":"17 artifacts"}"#,
            r#"{"a":"artifacts 17"}"#,
        ] {
            assert_eq!(masked(other, "17"), other);
        }
        let mut value = json!({ "tool_call_id": 17, "count": 17 });
        mask(&mut value, None, &[json!(17)]);
        assert_eq!(value, json!({ "tool_call_id": MASK, "count": 17 }));
    }
}
