//! The JSON Schemas of the formats, made from the types.

use schemars::{JsonSchema, generate::SchemaSettings};

use crate::case::{Case, Rule};
use crate::report::Report;
use crate::run::known::KnownFile;

/// The formats that have a schema.
pub const FORMATS: [&str; 4] = ["case", "known", "report", "rule"];

/// The schema of a format as it is committed; nothing, if there is no such format.
#[must_use]
pub fn schema_text(format: &str) -> Option<String> {
    let schema = match format {
        "case" => schema::<Case>(),
        "known" => schema::<KnownFile>(),
        "report" => schema::<Report>(),
        "rule" => schema::<Rule>(),
        _ => return None,
    };
    let mut text = serde_json::to_string_pretty(&schema).ok()?;
    text.push('\n');
    Some(text)
}

fn schema<T: JsonSchema>() -> schemars::Schema {
    SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
}
