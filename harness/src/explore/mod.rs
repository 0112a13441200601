//! Letting the harness find what no author thought of.
//!
//! A [`Grammar`] makes scenarios at random from everything that the scenario language can
//! say within the latitude's bounds. Each is judged as a case of the suite would be, by
//! [`crate::run::judge_case`] and nothing else. What is found is shrunk, the same finding
//! kept, until no single step makes it smaller, and becomes a case that the suite can
//! take in. [`Coverage`] tells what was exercised, so that "nothing found" means
//! something.
//!
//! There is no clock and no I/O in this room: whoever explores brings the adapter, and
//! decides when to stop.

mod coverage;
mod digest;
mod explorer;
mod finding;
mod grammar;
mod groups;
mod interest;
mod investigate;
mod prober;
mod random;
mod shrink;
mod traits;

pub use coverage::Coverage;
pub use explorer::{Explorer, JUDGE_SEED, Judged};
pub use finding::{Found, Signature, case_text, synthetic};
pub use grammar::Grammar;
pub use groups::{Group, Groups};
pub use investigate::{Investigation, Showing, investigate, unshrunk};
pub use prober::Start;
pub use shrink::{Shrunk, shrink};
pub use traits::{Trait, Traits};
