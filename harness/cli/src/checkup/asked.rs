//! Who is asked, and in which manner.

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use flowdrop_conformance::adapter::Witness;
use serde_json::{Value, json};

/// An adapter to be looked at.
pub(crate) struct Subject<'a> {
    pub(crate) command: &'a [OsString],
    /// How long it may take for one run, and to exit.
    pub(crate) timeout: Duration,
    /// Who plays the model, if it supports that.
    pub(crate) witness: Option<Arc<dyn Witness>>,
}

/// How an adapter is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// As the harness does now.
    Plain,
    /// With members that a later harness might send.
    Later,
}

/// The first question.
pub(super) fn hello(manner: Manner) -> Value {
    let version = env!("CARGO_PKG_VERSION");
    let harness = json!({ "name": "flowdrop-conformance", "version": version });
    let mut hello = json!({ "cmd": "hello", "protocols": [1], "harness": harness });
    if manner == Manner::Later {
        hello["protocols"] = json!([1, 2]);
        hello["later"] = json!({ "of": [1, null] });
        hello["harness"]["later"] = json!("a later harness");
    }
    hello
}

/// A run as a later harness might ask for it.
pub(super) fn with_members_more(question: &mut Value) {
    question["priority"] = json!({ "of": [1, null] });
    question["scenario"]["later"] = json!([{ "version": 2 }]);
    question["scenario"]["node"]["later"] = json!(true);
}
