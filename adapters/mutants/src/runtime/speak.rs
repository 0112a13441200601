//! What the model is sent.

use flowdrop_conformance::adapter::ToolMessage;
use serde_json::{Value, json};

use super::{Done, Leak, Repeats, Run};

/// One tool message, and the call that it answers.
#[derive(Clone)]
pub(crate) struct Message {
    /// Which of the run's calls it answers.
    pub(crate) call: usize,
    /// The id as the model sees it.
    pub(crate) id: Value,
    /// The content as the model sees it.
    pub(crate) content: Value,
}

/// Where a leak comes out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Behind the call's own text.
    Behind,
    /// Directly behind it, without a space.
    Glued,
    /// In front of the call's own text.
    Before,
    /// In the place of the call's own text.
    Instead,
    /// As a text block of the content.
    Block,
    /// In the message of the next call of the batch.
    Next,
    /// In the message of the call before.
    Previous,
    /// In the messages of the batch's other calls.
    Siblings,
    /// In the batch's last message.
    Last,
    /// In the batch's first message.
    First,
    /// In the messages of the batch's failed calls.
    Failures,
    /// In a second tool message of the same call.
    Extra,
    /// In the message's call id.
    Id,
    /// In a system message.
    System,
    /// In the user's message.
    Prompt,
    /// In a user message at the end.
    User,
    /// In the assistant's message.
    Assistant,
    /// In the recorded arguments of the call.
    Arguments,
    /// In the name of the tool message in the history.
    Name,
    /// In a further member of the tool message in the history.
    Member,
    /// In the tool messages of earlier passes.
    History,
    /// In a note at the head of the next pass.
    NextPass,
}

/// A batch's tool messages.
pub(super) fn messages(run: &Run<'_>, pass: usize) -> Vec<Message> {
    let at = |done: &Done<'_>| run.done.iter().position(|other| std::ptr::eq(other, done));
    let mut messages: Vec<Message> = run
        .batch(pass)
        .filter(|done| done.repeat_of.is_none() || run.wiring.repeats != Repeats::Dropped)
        .filter_map(|done| {
            Some(Message {
                call: at(done)?,
                id: done.id.clone(),
                content: (run.wiring.say)(run, done),
            })
        })
        .collect();
    for (call, text) in leaked(run, pass) {
        leak_into(run, &mut messages, call, &text);
    }
    (run.wiring.arrange)(run, messages)
}

/// What leaks of each call of a pass.
fn leaked(run: &Run<'_>, pass: usize) -> Vec<(usize, String)> {
    let Some(Leak { form, when, .. }) = run.wiring.leak else {
        return Vec::new();
    };
    let calls = run.done.iter().enumerate();
    calls
        .filter(|(_, done)| done.pass == pass && !done.handed().is_empty() && when(run, done))
        .map(|(call, done)| (call, form(&done.handed())))
        .collect()
}

fn leak_into(run: &Run<'_>, messages: &mut Vec<Message>, call: usize, text: &str) {
    let Some(leak) = run.wiring.leak else { return };
    let Some(own) = messages.iter().position(|message| message.call == call) else {
        return;
    };
    let last = messages.len() - 1;
    match leak.place {
        Place::Behind => add(&mut messages[own], text, " "),
        Place::Glued => add(&mut messages[own], text, ""),
        Place::Before => {
            let own = &mut messages[own];
            own.content = format!("{text} {}", words(&own.content)).into();
        }
        Place::Instead => messages[own].content = text.into(),
        Place::Block => {
            let content = words(&messages[own].content);
            messages[own].content = json!([
                { "type": "text", "text": content },
                { "type": "text", "text": text },
            ]);
        }
        Place::Next if own < last => add(&mut messages[own + 1], text, " "),
        Place::Previous if own > 0 => add(&mut messages[own - 1], text, " "),
        Place::Last => add(&mut messages[last], text, " "),
        Place::First => add(&mut messages[0], text, " "),
        Place::Siblings => {
            let siblings = messages.iter_mut().filter(|message| message.call != call);
            siblings.for_each(|message| add(message, text, " "));
        }
        Place::Failures => {
            let failed = |message: &&mut Message| run.done[message.call].failure().is_some();
            let failed = messages.iter_mut().filter(failed);
            failed.for_each(|message| add(message, text, " "));
        }
        Place::Extra => {
            let mut extra = messages[own].clone();
            extra.content = text.into();
            messages.insert(own + 1, extra);
        }
        Place::Id => {
            let id = words(&messages[own].id);
            messages[own].id = format!("{id}#{text}").into();
        }
        _ => {}
    }
}

fn add(message: &mut Message, text: &str, space: &str) {
    message.content = format!("{}{space}{text}", words(&message.content)).into();
}

/// A content as text.
fn words(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The messages as an observation has them.
pub(super) fn observed(messages: &[Message]) -> Vec<ToolMessage> {
    let messages = messages.iter();
    messages
        .map(|message| ToolMessage::new(message.id.clone(), message.content.clone()))
        .collect()
}

/// Everything that the model is sent after the latest of these batches.
pub(super) fn model_input(run: &Run<'_>, spoken: &[Vec<Message>]) -> Option<Vec<Value>> {
    let mut input = vec![json!({ "role": "user", "content": run.scenario.prompt })];
    for (pass, messages) in spoken.iter().enumerate() {
        input.push(assistant(run, pass));
        input.extend(messages.iter().map(|message| tool(run, message)));
    }
    for pass in 0..spoken.len() {
        for (call, text) in leaked(run, pass) {
            leak_beside(run, &mut input, spoken.len() - 1, call, &text);
        }
    }
    (run.wiring.input)(run, input)
}

fn assistant(run: &Run<'_>, pass: usize) -> Value {
    let calls: Vec<Value> = run
        .batch(pass)
        .map(|done| {
            json!({
                "id": done.id,
                "name": done.call.name,
                "args": { "script": done.call.args.script },
            })
        })
        .collect();
    json!({ "role": "assistant", "content": "", "tool_calls": calls })
}

fn tool(run: &Run<'_>, message: &Message) -> Value {
    let name = &run.done[message.call].call.name;
    json!({
        "role": "tool",
        "tool_call_id": message.id,
        "name": name,
        "content": message.content,
    })
}

fn leak_beside(run: &Run<'_>, input: &mut Vec<Value>, latest: usize, call: usize, text: &str) {
    let Some(leak) = run.wiring.leak else { return };
    let done = &run.done[call];
    let note = |role: &str| json!({ "role": role, "content": text });
    let of_pass = nth(input, "assistant", done.pass);
    let of_call = nth(input, "tool", call);
    match leak.place {
        Place::System => input.insert(0, note("system")),
        Place::User => input.push(note("user")),
        Place::NextPass if done.pass < latest => {
            let at = nth(input, "assistant", done.pass + 1).unwrap_or(input.len());
            input.insert(at, note("user"));
        }
        Place::Prompt => {
            let prompt = nth(input, "user", 0);
            append(input, prompt, "content", text);
        }
        Place::Assistant => append(input, of_pass, "content", text),
        Place::History if done.pass < latest => append(input, of_call, "content", text),
        Place::Name => append(input, of_call, "name", text),
        Place::Member => append(input, of_call, "artifact", text),
        Place::Arguments => {
            if let Some(at) = of_pass {
                input[at]["tool_calls"][done.index]["args"]["result"] = text.into();
            }
        }
        _ => {}
    }
}

/// Where the nth message of a role stands.
fn nth(input: &[Value], role: &str, nth: usize) -> Option<usize> {
    let places = input.iter().enumerate();
    let mut places = places.filter(|(_, message)| message["role"] == role);
    places.nth(nth).map(|(at, _)| at)
}

fn append(input: &mut [Value], at: Option<usize>, member: &str, text: &str) {
    if let Some(at) = at {
        let before = input[at].get(member).map(words).unwrap_or_default();
        input[at][member] = format!("{before} {text}").trim_start().into();
    }
}
