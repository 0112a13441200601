//! Reading case files, from the embedded set or from folders.

use std::path::Path;

use serde_json::Value;
use walkdir::WalkDir;

use super::document::{Document, Format, read_text, shown, unreadable};
use super::examine::examine;
use super::{Case, Diagnostic, Diagnostics, Expect, Rule, expectation};
use crate::json::{Pointer, Step, Tree};

const CASE: Format = Format {
    name: "a case file",
    schema: "case",
};

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
                    Err(found) => faults.extend(found.0),
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

pub(super) fn read_source(root: &Path, path: &Path) -> Result<Source, Diagnostics> {
    let text = read_text(path)?;
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

/// Reads one case and everything that is wrong with it.
pub(super) fn read_case(source: &Source, rules: &[Rule]) -> Result<Case, Diagnostics> {
    let document = Document::read(&source.file, &source.text, CASE)?;
    let mut faults = document.duplicates();
    let Some(case) = document.shape(&mut faults) else {
        return Err(Diagnostics(faults));
    };
    faults.extend(examine(&case, source, rules).into_iter().map(|fault| {
        let place = (&fault.pointer, fault.on_key);
        document.at_pointer(
            fault.code,
            place,
            &fault.message,
            &fault.label,
            &fault.to_do,
        )
    }));
    if faults.is_empty() {
        Ok(case)
    } else {
        Err(Diagnostics(faults))
    }
}

/// A case file's text with `expect` (and `requires`) as they follow from its scenario,
/// every other byte as it was laid out by serde_json; nothing if it is so already.
///
/// # Errors
///
/// The file cannot be read as a case.
pub fn bless(source: &Source) -> Result<Option<String>, Diagnostics> {
    let document = Document::read(&source.file, &source.text, CASE)?;
    let mut faults = document.duplicates();
    let case: Option<Case> = document.shape(&mut faults);
    let Some(case) = case.filter(|_| faults.is_empty()) else {
        return Err(Diagnostics(faults));
    };
    let text = document.text();
    let blessed = blessed_text(text, document.tree(), &expectation(&case.scenario));
    Ok((blessed != text).then_some(blessed))
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
