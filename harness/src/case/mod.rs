//! Case files: what one scenario asks of a runtime, read, checked and blessed.
//!
//! A case is one JSON file whose id is its path. Loading never stops at the first bad
//! file: every fault of every file is one [`Diagnostic`], and a suite with any fault is
//! not run.

mod bounds;
mod diagnostic;
mod document;
mod examine;
mod expect;
mod file;
mod load;
mod rule;
mod suite;
mod text;

pub use diagnostic::{DiagCode, Diagnostic, Diagnostics};
pub(crate) use document::{Document, Format, read_text, shown};
pub(crate) use examine::{is_sound, needs};
pub use expect::{Expect, ExpectedProse, expectation};
pub use file::{Case, Status};
pub(crate) use load::ascii;
pub use load::{Source, bless};
pub use rule::{Clause, Rule};
pub use suite::Suite;
pub use text::{TextChange, hash, split_clauses, text_change};
