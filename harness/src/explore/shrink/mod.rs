//! Shrinking: greedy, on the scenario's own structure, the same finding kept.
//!
//! A step is taken if the scenario weighs less after it, is still one that the case
//! loader would take, and still shows the finding. Steps are tried from the boldest to
//! the smallest, round after round, until no single one can be taken any more.

mod edit;
mod greedy;
mod plain;
mod values;
mod weight;

pub use greedy::{Shrunk, shrink};
