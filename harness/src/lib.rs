//! Conformance harness for rule RT-TOOL-3 of the FlowDrop Workflow Specification.
//!
//! A runtime that invokes tools plugs in with one trait, two types and one function:
//! implement [`Adapter`], which turns a [`Scenario`] into an [`Observation`], and hand a
//! factory to [`main`], which is the whole of a `harness = false` test, or to [`serve`],
//! which makes a program of it that speaks protocol 1.
//!
//! Data flows one way through the rooms: [`scenario`] and [`case`] (what is asked),
//! [`adapter`] (what answers), [`check`] (judging), [`run`] (planning and workers),
//! [`report`] (what is told), [`explore`] (what no author thought of). A room uses only
//! rooms before it.

pub mod adapter;
pub mod case;
pub mod check;
pub mod explore;
#[doc(hidden)]
pub mod fuzzing;
mod json;
pub mod report;
pub mod run;
pub mod scenario;
pub mod schema;
mod trial;

pub use adapter::{
    Adapter, AdapterError, Description, Facet, FakeTools, Feature, Observation, serve,
};
pub use scenario::Scenario;
pub use trial::main;
