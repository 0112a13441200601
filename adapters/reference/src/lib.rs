//! A small runtime that keeps RT-TOOL-3, and its conformance adapter.

pub mod artifact;
pub mod model;
pub mod prose;
pub mod tool;
