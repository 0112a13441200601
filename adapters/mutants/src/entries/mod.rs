//! ¶1: which keys and which type an entry has.

mod extras;
mod shapes;
mod types;

use serde_json::Value;

use crate::mutant::Mutant;
use crate::runtime::Object;

/// Entries that are not exactly `{type, payload, tool_call_id}`.
pub(crate) static TABLES: [&[Mutant]; 3] = [extras::TABLE, shapes::TABLE, types::TABLE];

fn with(mut entry: Object, key: &str, value: impl Into<Value>) -> Value {
    entry.insert(key.to_owned(), value.into());
    entry.into()
}
