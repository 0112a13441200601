//! What one run is given: the node, the tools, the model's calls, and what each tool
//! returns.
//!
//! Member names are the specification's own wire names. The same types are read from
//! case files, handed to adapters in process, and sent over protocol 1.

mod call;
mod follows;
mod node;
mod script;
mod variant;

pub(crate) use call::default_input_schema;
pub use call::{Args, CallId, Pass, Tool, ToolCall};
pub use follows::{
    CANARY_LEN, Canary, Duty, Handed, canaries, data_words, given_ids, handed_over,
    tool_written_ids, well_formed,
};
pub(crate) use follows::{WORD_LEN, quotable};
pub use node::{Node, PortOverride, Ports};
pub use script::{Failure, Scripted};
pub use variant::{Artifacts, Exposure, Variant};
pub(crate) use variant::{CANARY_MARK, splitmix};

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The id of the output port that RT-TOOL-3 is about.
pub const TOOL_ARTIFACTS: &str = "tool_artifacts";

/// What one run is given.
///
/// One scenario is one run of a freshly built runtime. `passes` are the batches of
/// calls that the model makes in it, one after another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Scenario {
    /// What the user says first, for runtimes that own the loop.
    #[serde(default = "default_prompt")]
    pub prompt: String,
    /// The node that invokes the tools.
    #[serde(default)]
    pub node: Node,
    /// The tools that the model may call.
    #[serde(default)]
    pub tools: Vec<Tool>,
    /// The batches of calls that the model makes, in order.
    #[serde(default)]
    pub passes: Vec<Pass>,
    /// What the model says last, for runtimes that own the loop.
    #[serde(default = "default_closing")]
    pub closing: String,
    /// What the tools return, found by a call's `args.script` alone.
    #[serde(default)]
    pub script: BTreeMap<String, Scripted>,
    /// Where the harness plays the model, for an adapter that supports
    /// `witness:openai-chat`. Never in a case file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub model: Option<ModelEndpoint>,
}

/// The chat endpoint at which the harness plays the model for one run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelEndpoint {
    /// The wire protocol; always `openai-chat`.
    pub api: String,
    /// The base URL, on loopback, with this run's own token in its path.
    pub base_url: String,
    /// A key to send; any will do.
    pub api_key: String,
    /// The model name to ask for.
    pub model: String,
}

fn default_prompt() -> String {
    "Do it.".to_owned()
}

fn default_closing() -> String {
    "Done.".to_owned()
}

impl Scenario {
    /// Every call of every pass, in order, with the index of its pass.
    pub fn calls(&self) -> impl Iterator<Item = (usize, &ToolCall)> {
        self.passes
            .iter()
            .enumerate()
            .flat_map(|(pass, calls)| calls.tool_calls.iter().map(move |call| (pass, call)))
    }

    /// What the tool returns for a call, if its script is there.
    #[must_use]
    pub fn result_of(&self, call: &ToolCall) -> Option<&Scripted> {
        self.script.get(&call.args.script)
    }
}
