//! How a report is read: what every format tells in the same words.
//!
//! Nothing here is made safe to show; whoever shows it calls [`safe`](super::safe).

mod causes;
mod difference;
mod json;
mod open;
mod place;

pub use causes::{Cause, causes};
pub use difference::{Piece, difference};
pub use json::one_line;
pub use open::{NotVerified, bridged_clauses, not_verified};
pub use place::{Side, place, sides};
