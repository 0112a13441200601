//! The case files, rules and schemas of the FlowDrop conformance suite, embedded.
//!
//! This crate is data: whoever depends on the harness carries the suite along, and
//! nothing has to be checked out or found at run time. How the files are written is told
//! in this folder's README.

/// A file of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File {
    /// Its path below `cases/`, with forward slashes.
    pub path: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The suite's name.
pub const NAME: &str = "flowdrop-conformance";

/// The suite's version: cases come and go in minor versions only.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The case files, sorted by path.
#[must_use]
pub fn cases() -> &'static [File] {
    &embedded::CASES
}

/// The rules that the cases belong to.
#[must_use]
pub fn rules() -> &'static [File] {
    &embedded::RULES
}

/// The JSON Schemas of the formats.
#[must_use]
pub fn schemas() -> &'static [File] {
    &embedded::SCHEMAS
}

mod embedded {
    use super::File;

    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}
