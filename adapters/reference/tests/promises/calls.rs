//! Calls beside one another, and calls that come again.

use std::cell::Cell;
use std::future::poll_fn;
use std::sync::Mutex;
use std::task::Poll;

use flowdrop_reference::tool::{Registry, Thrown, Tool, Work};
use serde_json::{Value, json};

use crate::kit::{Returned, call, delivered, echo, prose, say, take_with, tools};

#[test]
fn a_thrown_call_leaves_its_siblings_whole() {
    let throws = |_: &Value| -> Returned { Err(Thrown("out of paper".to_owned())) };
    let batch = vec![say(Some("c1"), 1), call("c2", "throws"), say(Some("c3"), 3)];
    let (turn, _) = take_with(tools().with("throws", throws), vec![batch]);
    assert_eq!(prose(&turn), ["said 1", "Error: out of paper", "said 3"]);
    let ids: Vec<_> = turn
        .tool_artifacts
        .iter()
        .map(|entry| entry.tool_call_id.as_deref())
        .collect();
    assert_eq!(ids, [Some("c1"), Some("c3")]);
    assert_eq!(turn.passes[0].result["success"], json!(false));
}

/// A tool that does not return before another has.
struct Waits<'a>(&'a Cell<bool>);

impl Tool for Waits<'_> {
    fn call<'a>(&'a self, _: &'a Value) -> Work<'a> {
        Box::pin(poll_fn(|context| {
            context.waker().wake_by_ref();
            if self.0.get() {
                Poll::Ready(echo(&json!({ "n": 1 })))
            } else {
                Poll::Pending
            }
        }))
    }
}

#[test]
fn a_call_that_finishes_first_keeps_its_own_id() {
    let second_is_done = Cell::new(false);
    let tools = Registry::default()
        .with("first", Waits(&second_is_done))
        .with("second", |_: &Value| {
            second_is_done.set(true);
            echo(&json!({ "n": 2 }))
        });
    let (turn, _) = take_with(tools, vec![vec![call("c1", "first"), call("c2", "second")]]);
    assert_eq!(
        delivered(&turn),
        json!([
            { "type": "echo", "payload": { "n": 1 }, "tool_call_id": "c1" },
            { "type": "echo", "payload": { "n": 2 }, "tool_call_id": "c2" },
        ])
    );
    assert_eq!(prose(&turn), ["said 1", "said 2"]);
}

#[test]
fn a_repeated_id_is_answered_again_but_not_invoked_again() {
    let made = Mutex::new(0);
    let counts = |args: &Value| -> Returned {
        if let Ok(mut made) = made.lock() {
            *made += 1;
        }
        echo(args)
    };
    let twice = vec![say(Some("c1"), 1), say(Some("c1"), 2)];
    let (turn, _) = take_with(
        Registry::default().with("echo", counts),
        vec![twice, vec![say(Some("c1"), 3), say(Some("c2"), 4)]],
    );
    assert_eq!(prose(&turn), ["said 1", "said 1", "said 1", "said 4"]);
    assert_eq!(turn.tool_artifacts.len(), 2, "c1's and c2's, once each");
    assert_eq!(turn.passes[1].result["skipped"], json!(["c1"]));
    assert_eq!(turn.passes[1].result["executed_any"], json!(true));
    assert_eq!(made.into_inner().ok(), Some(2));
}

#[test]
fn calls_without_an_id_always_run_and_their_entries_carry_null() {
    let batch = vec![say(None, 1), say(None, 2), say(Some(""), 3)];
    let (turn, _) = take_with(tools(), vec![batch]);
    let ids: Vec<_> = turn
        .tool_artifacts
        .iter()
        .map(|entry| entry.to_value()["tool_call_id"].clone())
        .collect();
    assert_eq!(ids, [Value::Null, Value::Null, Value::Null]);
    assert_eq!(prose(&turn), ["said 1", "said 2", "said 3"]);
}

#[test]
fn a_tool_that_is_not_there_is_a_failure_that_the_model_reads() {
    let (turn, _) = take_with(tools(), vec![vec![call("c1", "nothing")]]);
    assert_eq!(prose(&turn), ["Error: `nothing` is not an available tool"]);
    assert_eq!(turn.passes[0].result["executed_any"], json!(true));
}

#[test]
fn a_tool_that_panics_has_failed_and_no_more() {
    let panics = |_: &Value| -> Returned { panic!("a tool's own trouble, on purpose") };
    let batch = vec![call("c1", "panics"), say(Some("c2"), 2)];
    let (turn, _) = take_with(tools().with("panics", panics), vec![batch]);
    assert_eq!(prose(&turn), ["Error: the tool panicked", "said 2"]);
}
