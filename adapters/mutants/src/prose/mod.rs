//! ¶3: what of the artifacts reaches the model, in which form, where, and when; and prose
//! that is not built from the result's data.

mod effects;
mod encoded;
mod forms;
mod places;
mod renderings;
mod triggers;

use crate::mutant::Mutant;
use crate::runtime::{Done, Run};

/// Messages that are not built from data alone.
pub(crate) static TABLES: [&[Mutant]; 6] = [
    forms::TABLE,
    encoded::TABLE,
    effects::TABLE,
    places::TABLE,
    triggers::TABLE,
    renderings::TABLE,
];

/// On every success.
pub(crate) fn always(_: &Run<'_>, done: &Done<'_>) -> bool {
    done.succeeded()
}
