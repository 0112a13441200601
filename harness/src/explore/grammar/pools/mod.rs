//! The grammar's terminals: what real code is known to trip over.

mod keys;
mod names;
mod texts;

pub(super) use keys::*;
pub(super) use names::*;
pub(super) use texts::*;
