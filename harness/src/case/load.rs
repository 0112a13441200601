//! Reading case files, from the embedded set or from folders.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use walkdir::WalkDir;

use super::examine::examine;
use super::{Case, DiagCode, Diagnostic, Expect, Rule, expectation};
use crate::json::{Place, Pointer, ReadCode, Step, Tree, read};

/// Folders beside the cases, in this repository's own `cases/`, that hold none.
const NOT_CASES: [&str; 4] = ["schema", "rules", "src", "target"];

/// One file's text, the name to show for it, and the id that its path gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The name to show.
    pub file: String,
    /// The path below the suite's folder, without the ending.
    pub id: String,
    /// The text.
    pub text: String,
}

/// The case files below a folder, sorted; or what is wrong with the folder.
pub(super) fn sources_below(folder: &Path, rules: &[Rule]) -> Result<Vec<Source>, Vec<Diagnostic>> {
    // `--cases cases/RT-TOOL-3` means the same files as `--cases cases`.
    let named_rule = folder
        .file_name()
        .is_some_and(|name| rules.iter().any(|rule| name == rule.rule.as_str()));
    let root = if named_rule {
        folder.parent().unwrap_or(folder)
    } else {
        folder
    };
    let mut sources = Vec::new();
    let mut faults = Vec::new();
    let walk = WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter();
    for entry in walk.filter_entry(|entry| {
        entry.depth() != 1 || !is_beside(&entry.file_name().to_string_lossy())
    }) {
        match entry {
            Ok(entry) if entry.file_type().is_file() && has_json_ending(entry.path()) => {
                match read_source(root, entry.path()) {
                    Ok(source) => sources.push(source),
                    Err(fault) => faults.push(fault),
                }
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_path_buf();
                faults.push(unreadable(&path, &error.to_string()));
            }
        }
    }
    if faults.is_empty() {
        Ok(sources)
    } else {
        Err(faults)
    }
}

fn is_beside(name: &str) -> bool {
    NOT_CASES.contains(&name) || name.starts_with('.')
}

fn has_json_ending(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "json")
}

pub(super) fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostic> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(path, &format!("it is not UTF-8 from byte {at} on"))
    })?;
    let below = path.strip_prefix(root).unwrap_or(path).with_extension("");
    let id: Vec<String> = below
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    Ok(Source {
        file: shown(path),
        id: id.join("/"),
        text,
    })
}

fn shown(path: &Path) -> String {
    path.iter().collect::<PathBuf>().display().to_string()
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic {
        code: DiagCode::Unreadable,
        message: format!("the file or folder cannot be read: {why}"),
        file: shown(path),
        text: String::new(),
        span: 0..0,
        label: String::new(),
        to_do: "check that it exists and may be read".to_owned(),
    }
}

/// Reads one case and everything that is wrong with it.
pub(super) fn read_case(source: &Source, rules: &[Rule]) -> Result<Case, Vec<Diagnostic>> {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let report = Report { source, text };
    let tree = read(text).map_err(|error| {
        let code = if error.code == ReadCode::NumberRange || error.code == ReadCode::LoneSurrogate {
            DiagCode::OutOfBounds
        } else {
            DiagCode::JsonSyntax
        };
        let to_do = "write it as JSON (RFC 8259) has it; editors that know the `$schema` help";
        vec![report.at(
            code,
            error.offset..error.offset + 1,
            &error.message,
            &error.message,
            to_do,
        )]
    })?;
    let mut faults: Vec<Diagnostic> = tree
        .duplicates()
        .into_iter()
        .map(|(pointer, span)| {
            let message = format!("the key {pointer} stands twice in one object");
            report.at(
                DiagCode::DuplicateKey,
                span,
                &message,
                "again here",
                "keep one of the two",
            )
        })
        .collect();
    let case = match shape(text, &tree, &report, &mut faults) {
        Ok(case) => case,
        Err(fault) => {
            faults.push(fault);
            return Err(faults);
        }
    };
    faults.extend(examine(&case, source, rules).into_iter().map(|fault| {
        let span = if fault.on_key {
            tree.locate_key(&fault.pointer)
                .unwrap_or_else(|| tree.locate(&fault.pointer).span.clone())
        } else {
            tree.locate(&fault.pointer).span.clone()
        };
        report.at(fault.code, span, &fault.message, &fault.label, &fault.to_do)
    }));
    if faults.is_empty() {
        Ok(case)
    } else {
        Err(faults)
    }
}

fn shape(
    text: &str,
    tree: &Tree,
    report: &Report<'_>,
    faults: &mut Vec<Diagnostic>,
) -> Result<Case, Diagnostic> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let mut unknown = Vec::new();
    let case: Result<Case, _> =
        serde_ignored::deserialize(tracked, |path| unknown.push(ignored_pointer(&path)));
    for pointer in unknown {
        let span = tree
            .locate_key(&pointer)
            .unwrap_or_else(|| tree.locate(&pointer).span.clone());
        let message = format!("{pointer} is no member of a case file");
        let to_do = "take it out, or mend its spelling; `flowdrop-conformance schema case` prints the format";
        faults.push(report.at(
            DiagCode::UnknownField,
            span,
            &message,
            "unknown here",
            to_do,
        ));
    }
    case.map_err(|error| {
        let pointer = tracked_pointer(&track.path());
        let span = shape_span(text, tree, &pointer, &error);
        let what = strip_place(&error.to_string());
        let message = format!("{pointer}: {what}");
        let to_do = "`flowdrop-conformance schema case` prints the format";
        report.at(DiagCode::WrongShape, span, &message, &what, to_do)
    })
}

/// A path names the member; serde_json's own line and column are the end of the value.
fn shape_span(
    text: &str,
    tree: &Tree,
    pointer: &Pointer,
    error: &serde_json::Error,
) -> std::ops::Range<usize> {
    if pointer.0.is_empty() && error.line() > 0 {
        let end = Place::offset_of(text, error.line(), error.column());
        let whole = tree.span.clone();
        return if end >= whole.end {
            whole.start..whole.start + 1
        } else {
            end..end + 1
        };
    }
    tree.locate(pointer).span.clone()
}

fn strip_place(message: &str) -> String {
    message
        .rfind(" at line ")
        .map_or(message, |at| &message[..at])
        .to_owned()
}

fn tracked_pointer(path: &serde_path_to_error::Path) -> Pointer {
    let mut pointer = Pointer::root();
    for segment in path {
        pointer = match segment {
            serde_path_to_error::Segment::Seq { index } => pointer.index(*index),
            serde_path_to_error::Segment::Map { key } => pointer.key(key),
            _ => pointer,
        };
    }
    pointer
}

fn ignored_pointer(path: &serde_ignored::Path<'_>) -> Pointer {
    match path {
        serde_ignored::Path::Root => Pointer::root(),
        serde_ignored::Path::Seq { parent, index } => ignored_pointer(parent).index(*index),
        serde_ignored::Path::Map { parent, key } => ignored_pointer(parent).key(key),
        serde_ignored::Path::Some { parent }
        | serde_ignored::Path::NewtypeStruct { parent }
        | serde_ignored::Path::NewtypeVariant { parent } => ignored_pointer(parent),
    }
}

/// A case file's text with `expect` (and `requires`) as they follow from its scenario,
/// every other byte as it was laid out by serde_json; nothing if it is so already.
///
/// # Errors
///
/// The file cannot be read as a case.
pub fn bless(source: &Source) -> Result<Option<String>, Diagnostic> {
    let report = Report {
        source,
        text: &source.text,
    };
    let tree = read(&source.text).map_err(|error| {
        report.at(
            DiagCode::JsonSyntax,
            error.offset..error.offset + 1,
            &error.message,
            "",
            "write it as JSON has it",
        )
    })?;
    let mut faults = Vec::new();
    let case = shape(&source.text, &tree, &report, &mut faults)?;
    if let Some(fault) = faults.into_iter().next() {
        return Err(fault);
    }
    let blessed = blessed_text(&source.text, &tree, &expectation(&case.scenario));
    Ok((blessed != source.text).then_some(blessed))
}

/// Replaces or appends the last member, `expect`, and leaves the author's text alone.
fn blessed_text(text: &str, tree: &Tree, expect: &Expect) -> String {
    let pretty = serde_json::to_value(expect)
        .and_then(|value: Value| serde_json::to_string_pretty(&value))
        .map(|text| ascii(&text))
        .unwrap_or_default()
        .replace('\n', "\n  ");
    let pointer = Pointer(vec![Step::Key("expect".to_owned())]);
    if tree.locate_key(&pointer).is_some() {
        let old = tree.locate(&pointer).span.clone();
        return format!("{}{pretty}{}", &text[..old.start], &text[old.end..]);
    }
    let end = tree.span.end - 1;
    let body = text[..end].trim_end();
    format!(
        "{body},\n  \"expect\": {pretty}\n}}{}",
        &text[tree.span.end..]
    )
}

/// Escapes everything that an editor might normalise.
pub(crate) fn ascii(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            let mut units = [0; 2];
            out.extend(
                c.encode_utf16(&mut units)
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}")),
            );
        }
    }
    out
}

/// Makes diagnostics of one file.
struct Report<'a> {
    source: &'a Source,
    text: &'a str,
}

impl Report<'_> {
    fn at(
        &self,
        code: DiagCode,
        span: std::ops::Range<usize>,
        message: &str,
        label: &str,
        to_do: &str,
    ) -> Diagnostic {
        Diagnostic {
            code,
            message: message.to_owned(),
            file: self.source.file.clone(),
            text: self.text.to_owned(),
            span,
            label: label.to_owned(),
            to_do: to_do.to_owned(),
        }
    }
}
