//! `schema`: the JSON Schemas of the formats, from the Rust types.

use std::fs;
use std::path::Path;

use flowdrop_conformance::schema::{FORMATS, schema_text};

use crate::args::SchemaArgs;
use crate::exit::{Problem, Status};
use crate::output;
use crate::pending::Pending;

/// Prints or writes schemas.
pub(crate) fn run(args: &SchemaArgs) -> Result<Status, Problem> {
    if let Some(folder) = &args.write {
        return write(folder, args.check);
    }
    let Some(format) = &args.format else {
        output::out(&format!("{}\n", FORMATS.join("\n")));
        return Ok(Status::Fine);
    };
    let text = schema_text(format).ok_or_else(|| {
        Problem::usage(format!(
            "{format:?} is no format; there are {}",
            FORMATS.join(", ")
        ))
    })?;
    output::out(&text);
    Ok(Status::Fine)
}

fn write(folder: &Path, check: bool) -> Result<Status, Problem> {
    let mut stale = Vec::new();
    for format in FORMATS {
        let path = folder.join(format!("{format}.schema.json"));
        let text = schema_text(format).unwrap_or_default();
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        stale.push(path.display().to_string());
        if !check {
            Pending::open(&path)?.finish(text.as_bytes())?;
        }
    }
    if check && !stale.is_empty() {
        let problem = Problem::usage(format!("not what the types say: {}", stale.join(", ")));
        return Err(problem
            .with_status(Status::NotFine)
            .to_do("run `schema --write DIR`"));
    }
    Ok(Status::Fine)
}
