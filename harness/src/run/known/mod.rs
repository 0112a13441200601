//! Known failures: what is open, why, and until when.
//!
//! A file of entries, each for a case (or a glob), a clause, and the outcome or the code
//! that it comes out with. `load` reads the file, `hold` holds entries against what came
//! out (pure: no clock, no file), `update` writes the entries anew from what came out.
//! An entry never changes an outcome: it only keeps what is known from failing a run.

mod date;
mod entry;
mod hold;
mod load;
mod stale;
mod update;

pub use date::Date;
pub use entry::{KnownEntry, KnownFile};
pub use hold::{Held, Judged, Stale, StaleKind, hold};
pub use load::KnownFailures;
pub use update::{Dropped, Update, update};
