//! A small runtime that invokes tools and keeps RT-TOOL-3, and its conformance adapter.
//!
//! Read it in the order in which a run happens:
//!
//! 1. [`turn`] opens a [`run::Run`] and lets the [`model::Model`] speak. What the model
//!    asks for goes to the node; what the model is sent back is one message per call.
//! 2. [`node`] makes one pass. [`batch`] decides which calls run, runs them side by
//!    side, and keeps each result in the slot of the call that was made.
//! 3. [`tool`] splits what a tool returned, in one place, into an answer and its
//!    artifacts. From there on the two never meet again:
//!    - the answer goes to [`prose`], which is given nothing else (RT-TOOL-3 ¶3);
//!    - each artifact goes to the run's [`collect::Collector`], which writes the entry
//!      key by key under the id of the call ([`artifact`], RT-TOOL-3 ¶1).
//! 4. [`port`] says which of the node's outputs an editor sees. `tool_artifacts` is
//!    hidden unless the author shows it (RT-TOOL-3 ¶2). The turn delivers from the
//!    collector and never looks at a port (RT-TOOL-3 ¶4).
//!
//! None of these modules knows the harness. Only `adapter`, the last one, does: it
//! plays a scenario's model and tools, and reports what the runtime made of them.

pub mod artifact;
pub mod batch;
pub mod collect;
pub mod model;
pub mod node;
pub mod port;
pub mod prose;
pub mod run;
pub mod tool;
pub mod turn;

mod adapter;

pub use adapter::{ReferenceAdapter, adapter};

/// The README's Rust blocks compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
