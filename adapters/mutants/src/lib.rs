//! Runtimes that break RT-TOOL-3 in one way each, and runtimes that do not.
//!
//! A conformance suite is worth what it catches and what it leaves alone. This crate is
//! one honest small runtime with switches. Thrown one at a time they make
//!
//! - [`mutants`], each of which breaks one clause in one way that real code breaks it;
//! - [`variants`], each built differently within the latitude and breaking none;
//! - [`nulls`], adapters that observe nothing, or always the same.
//!
//! [`build`] makes an adapter of any of them by its name.
//!
//! ```
//! let names: Vec<&str> = flowdrop_mutants::mutants().iter().map(|mutant| mutant.name).collect();
//! assert!(names.contains(&"spreads-over-entry"));
//! assert!(flowdrop_mutants::build("spreads-over-entry").is_some());
//! ```
//!
//! # How a mutant is made
//!
//! The runtime asks its wiring at every place where real code goes wrong: which call's
//! id an entry gets, what becomes of a payload, which artifacts are collected, what is
//! delivered, whether the port is exposed, what a message says. A mutant is a row of a
//! table, one table for each of these places: a name, a story, and a small function
//! that is put there instead of the honest one. What lives between runs (caches, static
//! lists) lives in the adapter, so keep one adapter for all runs of a suite.
//!
//! # What an observation holds
//!
//! Only what the runtime did. The fake tools write `invoked`; messages and entries are
//! read where the runtime hands them over; no table knows what a check looks at.

mod collect;
mod delivery;
mod entries;
mod exposure;
mod mutant;
mod nulls;
mod pairing;
mod payload;
mod prose;
mod runtime;
mod text;
mod variants;

use std::sync::LazyLock;

use flowdrop_conformance::adapter::Adapter;

pub use mutant::Mutant;

static MUTANTS: LazyLock<Vec<Mutant>> = LazyLock::new(|| {
    let tables = pairing::TABLES.into_iter().chain(entries::TABLES);
    let tables = tables.chain(payload::TABLES).chain(collect::TABLES);
    let tables = tables.chain([exposure::TABLE]).chain(prose::TABLES);
    let tables = tables.chain(delivery::TABLES);
    tables.flatten().copied().collect()
});

static VARIANTS: LazyLock<Vec<Mutant>> =
    LazyLock::new(|| variants::TABLES.into_iter().flatten().copied().collect());

/// Runtimes that break one clause in one way each.
#[must_use]
pub fn mutants() -> &'static [Mutant] {
    &MUTANTS
}

/// Runtimes that break nothing, each built differently within the latitude.
#[must_use]
pub fn variants() -> &'static [Mutant] {
    &VARIANTS
}

/// Adapters that observe nothing, or always the same.
#[must_use]
pub fn nulls() -> &'static [Mutant] {
    nulls::TABLE
}

/// An adapter of the mutant, variant or null adapter of that name.
#[must_use]
pub fn build(name: &str) -> Option<Box<dyn Adapter + Send>> {
    let mut all = mutants().iter().chain(variants()).chain(nulls());
    all.find(|entry| entry.name == name).map(Mutant::build)
}
