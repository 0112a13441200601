//! A small runtime that keeps RT-TOOL-3, and its conformance adapter.

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
