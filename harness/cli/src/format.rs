//! Report formats, and where each goes.

use std::path::PathBuf;
use std::str::FromStr;

use flowdrop_conformance::report::{Report, json_text};

use crate::exit::Problem;
use crate::formats::junit::junit;
use crate::formats::markdown::markdown;
use crate::formats::{badge, html};
use crate::output;
use crate::pending::Pending;

/// A format that a report can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// The report itself.
    Json,
    /// For CI servers.
    Junit,
    /// For a pull-request comment or a job summary.
    Markdown,
    /// A page for people.
    Html,
    /// What shields.io makes a badge of.
    Badge,
    /// A badge as a picture.
    BadgeSvg,
}

impl Format {
    const ALL: [(&'static str, Format); 6] = [
        ("json", Format::Json),
        ("junit", Format::Junit),
        ("markdown", Format::Markdown),
        ("html", Format::Html),
        ("badge", Format::Badge),
        ("badge-svg", Format::BadgeSvg),
    ];

    /// The whole report in this format.
    pub(crate) fn render(self, report: &Report) -> Result<Vec<u8>, Problem> {
        match self {
            Format::Json => json(report),
            Format::Junit => junit(report).map_err(|error| {
                Problem::usage(format!("the report cannot be written as XML: {error}"))
            }),
            Format::Markdown => Ok(markdown(report).into_bytes()),
            Format::Html => Ok(html::page(report).into_bytes()),
            Format::Badge => Ok(badge::endpoint(report).into_bytes()),
            Format::BadgeSvg => Ok(badge::svg(report).into_bytes()),
        }
    }
}

fn json(report: &Report) -> Result<Vec<u8>, Problem> {
    let text = json_text(report).map_err(|error| {
        Problem::usage(format!("the report cannot be written as JSON: {error}"))
    })?;
    Ok(text.into_bytes())
}

/// `FORMAT=FILE`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportTarget {
    pub(crate) format: Format,
    /// Nothing: standard output.
    pub(crate) file: Option<PathBuf>,
}

impl FromStr for ReportTarget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = Format::ALL.iter().map(|(name, _)| *name).collect();
        let known = names.join(", ");
        let (name, file) = text
            .split_once('=')
            .ok_or_else(|| format!("write FORMAT=FILE, with FORMAT one of {known}"))?;
        let format = Format::ALL
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, format)| *format);
        let format = format.ok_or_else(|| format!("{name:?} is no format; there are {known}"))?;
        if file.is_empty() {
            return Err("the file's name is empty; `-` is standard output".to_owned());
        }
        Ok(ReportTarget {
            format,
            file: (file != "-").then(|| PathBuf::from(file)),
        })
    }
}

/// Reports that will be written at the end; an unwritable path is told at once.
pub(crate) struct Reports(Vec<(Format, Option<Pending>)>);

impl Reports {
    pub(crate) fn open(targets: &[ReportTarget]) -> Result<Self, Problem> {
        let mut reports = Vec::new();
        for target in targets {
            let pending = target.file.as_deref().map(Pending::open).transpose()?;
            reports.push((target.format, pending));
        }
        Ok(Reports(reports))
    }

    /// Whether one of them takes standard output, so that everything else must not.
    pub(crate) fn take_stdout(&self) -> bool {
        self.0.iter().any(|(_, pending)| pending.is_none())
    }

    pub(crate) fn write(self, report: &Report) -> Result<(), Problem> {
        for (format, pending) in self.0 {
            let bytes = format.render(report)?;
            match pending {
                Some(pending) => pending.finish(&bytes)?,
                None => output::raw(&bytes),
            }
        }
        Ok(())
    }
}
