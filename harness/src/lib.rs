//! Conformance harness for rule RT-TOOL-3 of the FlowDrop Workflow Specification.

pub mod adapter;
pub mod case;
pub mod check;
mod json;
pub mod scenario;

pub use adapter::{
    Adapter, AdapterError, Description, Facet, FakeTools, Feature, Observation, serve,
};
pub use scenario::Scenario;
