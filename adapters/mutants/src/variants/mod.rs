//! Runtimes that break nothing, each built differently within the latitude.

mod delivery;
mod notations;
mod running;
mod wording;

use crate::mutant::{Mutant, wired};
use crate::runtime::Wiring;

/// Conforming variants.
pub(crate) static TABLES: [&[Mutant]; 4] = [
    running::TABLE,
    wording::TABLE,
    notations::TABLE,
    delivery::TABLE,
];

const fn variant(name: &'static str, story: &'static str, wiring: Wiring) -> Mutant {
    wired(name, &[], story, wiring)
}
