//! ¶4: what is delivered, depending on the exposure.

mod altered;
mod lost;

use crate::mutant::Mutant;
use crate::runtime::{Exposure, Run};

/// Runs whose delivery depends on whether the port is exposed.
pub(crate) static TABLES: [&[Mutant]; 2] = [lost::TABLE, altered::TABLE];

fn is_exposed(run: &Run<'_>) -> bool {
    run.exposure() == Exposure::Exposed
}

/// Whether the author hid the port.
fn is_hidden(run: &Run<'_>) -> bool {
    run.exposure() == Exposure::Hidden
}
