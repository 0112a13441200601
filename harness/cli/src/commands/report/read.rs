//! Reading a report file, with one clear message where it is bad.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use flowdrop_conformance::report::{REPORT_VERSION, Report};
use serde::Deserialize;

use crate::exit::Problem;

/// A report and the file it was read from.
pub(crate) struct ReportFile {
    /// The file, as the user named it.
    pub(crate) name: String,
    pub(crate) report: Report,
    /// Members that the format does not have.
    pub(crate) unknown: Vec<String>,
}

/// Reads a report; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<ReportFile, Problem> {
    let name = path.display().to_string();
    let text = text(path).map_err(|error| {
        Problem::usage(format!("{name} cannot be read: {error}"))
            .to_do("name a report that `run --report json=FILE` wrote")
    })?;
    version(&name, &text)?;
    let mut unknown = Vec::new();
    let mut read = serde_json::Deserializer::from_str(&text);
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut read, &mut track);
    let report = serde_ignored::deserialize(tracked, |path| unknown.push(path.to_string()))
        .map_err(|error| bad(&name, &error, &track.path().to_string()))?;
    read.end().map_err(|error| bad(&name, &error, "."))?;
    Ok(ReportFile {
        name,
        report,
        unknown,
    })
}

fn text(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    fs::read_to_string(path)
}

/// The version is looked at first: a later format may have any other shape.
fn version(name: &str, text: &str) -> Result<(), Problem> {
    #[derive(Deserialize)]
    struct Versioned {
        report_version: u32,
    }
    let versioned: Versioned =
        serde_json::from_str(text).map_err(|error| bad(name, &error, "."))?;
    if versioned.report_version == REPORT_VERSION {
        return Ok(());
    }
    Err(Problem::usage(format!(
        "{name} has the report_version {}; this program knows {REPORT_VERSION}",
        versioned.report_version
    ))
    .to_do("use the version of the program that wrote it"))
}

fn bad(name: &str, error: &serde_json::Error, field: &str) -> Problem {
    let (line, column) = (error.line(), error.column());
    let what = error.to_string();
    let what = what
        .split_once(" at line ")
        .map_or(what.as_str(), |(what, _)| what);
    let field = match field {
        "." => String::new(),
        field => format!(" in {field}"),
    };
    Problem::usage(format!("{name}:{line}:{column}: {what}{field}")).to_do(
        "give a report as `run --report json=FILE` wrote it; `schema report` tells its shape",
    )
}
