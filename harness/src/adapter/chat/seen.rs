//! From what the model was sent to an observation.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::request::Request;
use crate::adapter::{Observation, ObservedPass, ToolMessage};
use crate::json::canonical;

/// Replaces each pass's prose by what was sent after it.
pub(super) fn write(requests: &[Request], passes: usize, observation: &mut Observation) {
    let answered = requests.len().saturating_sub(1).min(passes);
    if observation.passes.len() < answered {
        observation
            .passes
            .resize_with(answered, ObservedPass::default);
    }
    for (at, pass) in observation.passes.iter_mut().enumerate() {
        let seen = match (requests.get(at), requests.get(at + 1)) {
            (Some(before), Some(after)) => Prose::of(&requests[0], before, after),
            _ => Prose::default(),
        };
        if let Some(difference) = seen.difference(pass) {
            let number = at + 1;
            observation
                .disagreements
                .push(format!("pass {number}: {difference}"));
        }
        pass.tool_messages = seen.tool_messages;
        pass.model_input = seen.model_input;
    }
}

/// What the model was sent after one pass. By default nothing.
#[derive(Debug, Default)]
struct Prose {
    tool_messages: Vec<ToolMessage>,
    model_input: Option<Vec<Value>>,
}

impl Prose {
    fn of(first: &Request, before: &Request, after: &Request) -> Self {
        let mut model_input = after.messages.clone();
        model_input.extend(changed(&first.others, &after.others));
        Prose {
            tool_messages: new_tool_messages(before, after),
            model_input: Some(model_input),
        }
    }

    /// Where the adapter tells otherwise. What it does not tell is no difference.
    fn difference(&self, told: &ObservedPass) -> Option<String> {
        let (said, seen) = (spelled(&told.tool_messages), spelled(&self.tool_messages));
        if !said.is_empty() && said.len() != seen.len() {
            let (said, seen) = (said.len(), seen.len());
            return Some(format!(
                "it tells {said} tool messages, and {seen} were sent"
            ));
        }
        if let Some(other) = said
            .iter()
            .zip(&seen)
            .find_map(|(said, seen)| (said != seen).then_some(said))
        {
            return Some(format!("it tells a message that was not sent: {other}"));
        }
        let told = told.model_input.as_ref()?;
        let all = |messages: &[Value]| messages.iter().map(canonical).collect::<Vec<_>>();
        let seen = self.model_input.as_deref().unwrap_or_default();
        (all(told) != all(seen)).then(|| "it tells another `model_input` than was sent".to_owned())
    }
}

/// The tool messages that the request before did not have, however history is rearranged.
fn new_tool_messages(before: &Request, after: &Request) -> Vec<ToolMessage> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for message in before.tool_messages() {
        *known.entry(canonical(message)).or_default() += 1;
    }
    let mut is_new = |message: &&Value| match known.get_mut(&canonical(message)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let fresh = after.tool_messages().filter(|message| is_new(message));
    fresh
        .map(|message| {
            ToolMessage::new(message["tool_call_id"].clone(), message["content"].clone())
        })
        .collect()
}

/// What beside the messages is not as it was in the run's first request, before any tool
/// had run: it may hold what a tool returned. One more item, if there is any.
fn changed(first: &Map<String, Value>, after: &Map<String, Value>) -> Option<Value> {
    let same = |name: &str, value: &Value| {
        let before = first.get(name);
        before.is_some_and(|before| canonical(before) == canonical(value))
    };
    let changed: Map<String, Value> = after
        .iter()
        .filter(|(name, value)| !same(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    (!changed.is_empty())
        .then(|| Value::from(Map::from_iter([("request".to_owned(), changed.into())])))
}

/// In an order of their own, since that of messages is open.
fn spelled(messages: &[ToolMessage]) -> Vec<String> {
    let pair = |message: &ToolMessage| {
        let (id, content) = (&message.tool_call_id, &message.content);
        format!("{} {}", canonical(id), canonical(content))
    };
    let mut all: Vec<String> = messages.iter().map(pair).collect();
    all.sort();
    all
}
