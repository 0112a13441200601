//! What a scenario holds, seen in the scenario itself and not in what its maker meant.

mod list;
mod read;
mod set;
mod values;

pub use list::Trait;
pub use set::Traits;
