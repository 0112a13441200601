//! ¶1: which call's id an entry carries.

mod changed;
mod mixed;
mod spoofed;

use serde_json::Value;

use crate::mutant::Mutant;
use crate::runtime::{Done, Made, Run};

/// Entries with another id than the call's own.
pub(crate) static TABLES: [&[Mutant]; 3] = [spoofed::TABLE, mixed::TABLE, changed::TABLE];

fn own(run: &Run<'_>, made: &Made) -> Value {
    run.call_of(made).id.clone()
}

/// The calls of the artifact's pass that were invoked.
fn batch<'r, 'a>(run: &'r Run<'a>, made: &Made) -> Vec<&'r Done<'a>> {
    run.batch(run.call_of(made).pass)
        .filter(|done| done.repeat_of.is_none())
        .collect()
}
