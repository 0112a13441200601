//! ¶1: which artifacts arrive in the list, and what the list is.

mod calls;
mod equal;
mod extra;
mod refused;
mod shapes;

use crate::mutant::Mutant;
use crate::runtime::{Done, Made, Run};

/// Lists that lack an artifact, have one twice, or one that the run did not produce.
pub(crate) static TABLES: [&[Mutant]; 5] = [
    equal::TABLE,
    calls::TABLE,
    refused::TABLE,
    extra::TABLE,
    shapes::TABLE,
];

/// Keeps the first artifact of each key; those without a key stay.
pub(crate) fn first_of_each<K: PartialEq>(
    made: Vec<Made>,
    key: impl Fn(&Made) -> Option<K>,
) -> Vec<Made> {
    let mut seen = Vec::new();
    let mut kept = made;
    kept.retain(|made| match key(made) {
        Some(key) if seen.contains(&key) => false,
        key => {
            seen.extend(key);
            true
        }
    });
    kept
}

/// Keeps the last artifact of each key; those without a key stay.
pub(crate) fn last_of_each<K: PartialEq>(
    mut made: Vec<Made>,
    key: impl Fn(&Made) -> Option<K>,
) -> Vec<Made> {
    made.reverse();
    let mut kept = first_of_each(made, key);
    kept.reverse();
    kept
}

/// The calls of an artifact's batch.
pub(crate) fn batch<'r, 'a>(run: &'r Run<'a>, made: &Made) -> impl Iterator<Item = &'r Done<'a>> {
    run.batch(run.call_of(made).pass)
}
