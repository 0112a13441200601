//! Tools, what they return, and the one place where an answer and its artifacts part.

use std::collections::BTreeMap;
use std::future::{self, Future};
use std::panic::AssertUnwindSafe;
use std::pin::Pin;

use futures_util::FutureExt as _;
use serde_json::Value;

use crate::artifact::Artifact;
use crate::model::Call;

/// The key under which artifacts travel, reserved by RT-TOOL-2.
const RESERVED: &str = "artifacts";

/// Something that a model may call. A closure that has its answer at once is one.
pub trait Tool {
    /// Does the work. It ends in [`Thrown`] where the tool gives up instead of returning a
    /// result.
    fn call<'a>(&'a self, args: &'a Value) -> Work<'a>;
}

/// A tool at work.
pub type Work<'a> = Pin<Box<dyn Future<Output = Result<ToolOutput, Thrown>> + 'a>>;

impl<F: Fn(&Value) -> Result<ToolOutput, Thrown>> Tool for F {
    fn call<'a>(&'a self, args: &'a Value) -> Work<'a> {
        Box::pin(future::ready(()).map(|()| self(args)))
    }
}

/// What a tool returns, in RT-TOOL-1's shape. Nothing in it is trusted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutput {
    /// Whether the call succeeded.
    pub success: bool,
    /// What the model is to read.
    pub data: Value,
    /// What went wrong.
    pub error: Option<String>,
    /// What the tool attached: a list, if it kept to the specification.
    pub artifacts: Value,
}

/// The message of a tool that gave up instead of returning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown(pub String);

/// A call's result once the reserved channel is lifted off: two halves that go separate
/// ways.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// For the model.
    pub answer: Answer,
    /// For the run's collector.
    pub artifacts: Vec<Artifact>,
}

/// The half of a result that the model may read. It holds no artifacts.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Whether the call succeeded.
    pub success: bool,
    /// What the tool had to say.
    pub data: Value,
    /// What went wrong.
    pub error: Option<String>,
}

impl ToolResult {
    /// Parts the artifacts from the answer. A failed call carries none (RT-TOOL-2 ¶5),
    /// and `data` loses the reserved key whatever it held (RT-TOOL-2 ¶4).
    #[must_use]
    pub fn lift(output: ToolOutput) -> Self {
        let mut data = output.data;
        if let Value::Object(data) = &mut data {
            data.remove(RESERVED);
        }
        let artifacts = match output.artifacts {
            Value::Array(list) if output.success => list,
            _ => Vec::new(),
        };
        ToolResult {
            answer: Answer {
                success: output.success,
                data,
                error: output.error,
            },
            artifacts: artifacts.into_iter().filter_map(Artifact::read).collect(),
        }
    }

    /// A recoverable failure: the model reads about it and may plan anew.
    #[must_use]
    pub fn failed(error: String) -> Self {
        ToolResult::lift(ToolOutput {
            error: Some(error),
            ..ToolOutput::default()
        })
    }
}

/// The tools that a node can invoke, by name.
#[derive(Default)]
pub struct Registry<'t> {
    tools: BTreeMap<String, Box<dyn Tool + 't>>,
}

impl<'t> Registry<'t> {
    /// Adds a tool.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, tool: impl Tool + 't) -> Self {
        self.tools.insert(name.into(), Box::new(tool));
        self
    }

    /// Makes one call. Whatever happens in the tool, there is a result, so a tool that
    /// throws cannot take the calls beside it down.
    pub async fn invoke(&self, call: &Call) -> ToolResult {
        let Some(tool) = self.tools.get(&call.name) else {
            return ToolResult::failed(format!("`{}` is not an available tool", call.name));
        };
        let work = async { tool.call(&call.args).await };
        match AssertUnwindSafe(work).catch_unwind().await {
            Ok(Ok(output)) => ToolResult::lift(output),
            Ok(Err(Thrown(message))) => ToolResult::failed(message),
            Err(_) => ToolResult::failed("the tool panicked".to_owned()),
        }
    }
}
