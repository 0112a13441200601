//! The model's part, without a socket.

use serde_json::{Value, json};

use super::{ChatModel, ChatReply};
use crate::adapter::{Aborted, Fault, FaultCode, Observation, ObservedPass, ToolMessage};
use crate::scenario::Scenario;

fn two_passes() -> Scenario {
    let call =
        |id: &str| json!({ "tool_call_id": id, "name": "search", "args": { "script": "s" } });
    let scenario = json!({ "closing": "Bye.", "passes": [
        { "tool_calls": [call("c1"), { "name": "search", "args": { "script": "s" } }] },
        { "tool_calls": [call("c2"), { "tool_call_id": null, "name": "search", "args": { "script": "s" } }] },
    ] });
    serde_json::from_value(scenario).unwrap()
}

fn tool(id: &str, content: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": content })
}

fn ask(model: &mut ChatModel, request: &Value) -> ChatReply {
    model.ask(
        "POST",
        "/chat/completions",
        Ok(request.to_string().as_bytes()),
    )
}

fn chat(messages: &[Value]) -> Value {
    json!({ "model": "m", "messages": messages })
}

fn read(reply: &ChatReply) -> Value {
    serde_json::from_slice(&reply.body).unwrap()
}

fn user() -> Value {
    json!({ "role": "user", "content": "Do it." })
}

fn closed(model: ChatModel, mut told: Observation) -> Result<Observation, Fault> {
    model.close(&mut told)?;
    Ok(told)
}

fn fault(model: ChatModel) -> Fault {
    closed(model, Observation::default()).unwrap_err()
}

#[test]
fn passes_are_played_in_order_and_closed() {
    let mut model = ChatModel::new(&two_passes());
    let replies: Vec<Value> = (0..3)
        .map(|at| read(&ask(&mut model, &chat(&vec![user(); at + 1]))))
        .collect();
    let calls = &replies[0]["choices"][0]["message"]["tool_calls"];
    assert_eq!(calls[0]["id"], "c1");
    assert_eq!(calls[0]["function"]["arguments"], r#"{"script":"s"}"#);
    assert!(calls[1].get("id").is_none());
    let calls = &replies[1]["choices"][0]["message"]["tool_calls"];
    assert_eq!(calls[0]["id"], "c2");
    assert_eq!(calls[1].get("id"), Some(&Value::Null));
    assert_eq!(replies[0]["choices"][0]["finish_reason"], "tool_calls");
    assert_eq!(replies[2]["choices"][0]["message"]["content"], "Bye.");
    assert_eq!(replies[2]["choices"][0]["finish_reason"], "stop");
    let mut ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
    ids.dedup();
    assert_eq!(ids.len(), 3);
}

#[test]
fn a_stream_says_the_same_in_pieces() {
    let mut model = ChatModel::new(&two_passes());
    let mut request = chat(&[user()]);
    request["stream"] = json!(true);
    request["stream_options"] = json!({ "include_usage": true });
    let reply = ask(&mut model, &request);
    assert!(reply.content_type.starts_with("text/event-stream"));
    let text = String::from_utf8(reply.body).unwrap();
    let events: Vec<&str> = text
        .split_terminator("\n\n")
        .map(|event| event.strip_prefix("data: ").unwrap())
        .collect();
    assert_eq!(events.last(), Some(&"[DONE]"));
    let chunks: Vec<Value> = events[..events.len() - 1]
        .iter()
        .map(|event| serde_json::from_str(event).unwrap())
        .collect();
    let start = &chunks[1]["choices"][0]["delta"]["tool_calls"][0];
    assert_eq!(
        (
            &start["id"],
            &start["index"],
            &start["function"]["arguments"]
        ),
        (&json!("c1"), &json!(0), &json!(""))
    );
    assert!(
        chunks[3]["choices"][0]["delta"]["tool_calls"][0]
            .get("id")
            .is_none()
    );
    let told: String = chunks
        .iter()
        .filter_map(|chunk| {
            let call = &chunk["choices"][0]["delta"]["tool_calls"][0];
            (call["index"] == 0).then(|| call["function"]["arguments"].as_str().unwrap())
        })
        .collect();
    assert_eq!(told, r#"{"script":"s"}"#);
    assert_eq!(
        chunks[chunks.len() - 2]["choices"][0]["finish_reason"],
        "tool_calls"
    );
    assert_eq!(chunks[chunks.len() - 1]["usage"]["total_tokens"], 2);
    assert!(chunks.iter().all(|chunk| chunk["id"] == chunks[0]["id"]));
}

#[test]
fn what_was_sent_after_a_pass_is_its_prose() {
    let mut model = ChatModel::new(&two_passes());
    let first = vec![user()];
    let second = vec![
        user(),
        json!({ "role": "assistant", "content": null }),
        tool("c1", "one"),
        tool("c9", "two"),
    ];
    // A runtime that rearranges its history, and says one thing twice.
    let third = vec![
        tool("c1", "one"),
        tool("c1", "one"),
        user(),
        tool("c9", "two"),
        json!({ "role": "tool", "content": [1.0] }),
    ];
    for messages in [&first, &second, &third] {
        ask(&mut model, &chat(messages));
    }
    let seen = closed(model, Observation::default()).unwrap();
    assert_eq!(seen.passes[0].model_input.as_ref(), Some(&second));
    assert_eq!(
        seen.passes[0].tool_messages,
        [ToolMessage::new("c1", "one"), ToolMessage::new("c9", "two")]
    );
    assert_eq!(seen.passes[1].model_input.as_ref(), Some(&third));
    assert_eq!(
        seen.passes[1].tool_messages,
        [
            ToolMessage::new("c1", "one"),
            ToolMessage::new(Value::Null, json!([1.0]))
        ]
    );
    assert!(seen.disagreements.is_empty());
}

#[test]
fn what_changes_beside_the_messages_is_prose_too() {
    let mut model = ChatModel::new(&two_passes());
    let mut request = chat(&[user()]);
    request["tools"] = json!([{ "description": "a" }]);
    ask(&mut model, &request);
    request["messages"] = json!([user(), user()]);
    ask(&mut model, &request);
    request["messages"] = json!([user()]);
    request["tools"] = json!([{ "description": "a, and what was found" }]);
    ask(&mut model, &request);
    let seen = closed(model, Observation::default()).unwrap();
    assert_eq!(seen.passes[0].model_input, Some(vec![user(), user()]));
    let more = json!({ "request": { "tools": request["tools"] } });
    assert_eq!(seen.passes[1].model_input, Some(vec![user(), more]));
}

#[test]
fn what_an_adapter_tells_is_replaced_and_a_disagreement_told() {
    let pass = |messages: &[ToolMessage], input: Option<Vec<Value>>| ObservedPass {
        tool_messages: messages.to_vec(),
        model_input: input,
        ..ObservedPass::default()
    };
    let sent = [user(), tool("c1", "one")];
    let same = ToolMessage::new("c1", "one");
    let cases = [
        (pass(&[], None), pass(&[], None), vec![]),
        (
            pass(std::slice::from_ref(&same), Some(sent.to_vec())),
            pass(&[], None),
            vec![],
        ),
        (
            pass(&[ToolMessage::new("c1", "ONE")], None),
            pass(&[], None),
            vec!["pass 1: it tells a message that was not sent: \"c1\" \"ONE\""],
        ),
        (
            pass(&[same.clone(), same.clone()], None),
            pass(std::slice::from_ref(&same), None),
            vec![
                "pass 1: it tells 2 tool messages, and 1 were sent",
                "pass 2: it tells 1 tool messages, and 0 were sent",
            ],
        ),
        (
            pass(&[], Some(vec![])),
            pass(&[], None),
            vec!["pass 1: it tells another `model_input` than was sent"],
        ),
    ];
    for (first, second, disagreements) in cases {
        let mut model = ChatModel::new(&two_passes());
        ask(&mut model, &chat(&[user()]));
        ask(&mut model, &chat(&sent));
        let told = Observation {
            passes: vec![first, second],
            ..Observation::default()
        };
        let seen = closed(model, told).unwrap();
        assert_eq!(seen.disagreements, disagreements);
        assert_eq!(seen.passes[0].tool_messages, std::slice::from_ref(&same));
        assert_eq!(seen.passes[1], ObservedPass::default());
    }
}

#[test]
fn a_model_that_was_never_asked_is_a_fault_unless_the_run_was_given_up() {
    assert_eq!(
        fault(ChatModel::new(&two_passes())).code,
        FaultCode::WitnessNotAsked
    );
    let aborted = Observation {
        aborted: Some(Aborted::default()),
        ..Observation::default()
    };
    assert_eq!(
        closed(ChatModel::new(&two_passes()), aborted.clone()).unwrap(),
        aborted
    );
}

#[test]
fn one_request_too_many_is_a_fault_and_a_retry_is_named() {
    let told = |requests: &[&[Value]]| {
        let mut model = ChatModel::new(&two_passes());
        let (last, before) = requests.split_last().unwrap();
        for messages in before {
            assert_eq!(ask(&mut model, &chat(messages)).status, 200);
        }
        assert_eq!(ask(&mut model, &chat(last)).status, 400);
        let fault = fault(model);
        assert_eq!(fault.code, FaultCode::WitnessAskedTooOften);
        fault.message
    };
    let one: &[Value] = &[user()];
    let two: &[Value] = &[user(), tool("c1", "x")];
    let after = "the model was asked again after its closing words";
    assert_eq!(told(&[one, two, one, two]), after);
    assert_eq!(
        told(&[one, two, one, one]),
        format!("{after}; request 4 says the same as request 3, as a retry does")
    );
    assert_eq!(
        told(&[one, one]),
        "request 2 says the same as request 1, as a retry does"
    );
}

#[test]
fn an_empty_answer_may_be_asked_for_once_more() {
    let scenario = json!({ "passes": [{ "tool_calls": [] }] });
    let mut model = ChatModel::new(&serde_json::from_value(scenario).unwrap());
    for _ in 0..2 {
        assert_eq!(ask(&mut model, &chat(&[user()])).status, 200);
    }
}

#[test]
fn what_is_no_chat_request_is_a_fault_that_says_why() {
    for (body, why) in [
        ("", "request 1 is not JSON: "),
        ("[]", "request 1 is an array, not an object"),
        ("{}", "request 1: it has no `messages`"),
        (
            r#"{"messages":{}}"#,
            "request 1: `messages` is not an array",
        ),
        (
            r#"{"messages":[{}]}"#,
            "request 1: a message is not an object with a `role`",
        ),
        (
            r#"{"messages":[{"role":"user","role":"tool"}]}"#,
            "request 1: a key stands twice: messages[0].role",
        ),
        (
            r#"{"observation":{"tool_artifacts":[{"a":1,"a":2}]}}"#,
            "request 1: a key stands twice: ",
        ),
        (r#"{"messages":["\ud800"]}"#, "request 1: "),
    ] {
        let mut model = ChatModel::new(&two_passes());
        assert_eq!(
            model
                .ask("POST", "/chat/completions", Ok(body.as_bytes()))
                .status,
            400
        );
        let fault = fault(model);
        assert_eq!(fault.code, FaultCode::WitnessNotChat);
        assert!(fault.message.starts_with(why), "{body}: {}", fault.message);
    }
}

#[test]
fn other_places_are_a_fault_and_models_are_listed() {
    let mut model = ChatModel::new(&two_passes());
    assert_eq!(
        read(&model.ask("GET", "/models", Ok(b"")))["data"][0]["id"],
        ChatModel::NAME
    );
    assert_eq!(
        read(&model.ask("GET", "/models/any", Ok(b"")))["object"],
        "model"
    );
    let reply = model.ask("POST", "/responses", Ok(b"{}"));
    assert_eq!(reply.status, 404);
    assert_eq!(read(&reply)["error"]["code"], "witness-wrong-path");
    assert_eq!(
        fault(model).message,
        "the model was asked for POST /responses, which it does not have"
    );
}
