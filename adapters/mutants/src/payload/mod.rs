//! ¶1: what becomes of a payload on its way into an entry.

mod keys;
mod strings;
mod urls;
mod values;
mod whole;

use crate::mutant::Mutant;

/// Entries with another payload than the tool's.
pub(crate) static TABLES: [&[Mutant]; 5] = [
    strings::TABLE,
    urls::TABLE,
    values::TABLE,
    keys::TABLE,
    whole::TABLE,
];
