//! Conformance harness for rule RT-TOOL-3 of the FlowDrop Workflow Specification.

pub mod adapter;
pub mod scenario;
