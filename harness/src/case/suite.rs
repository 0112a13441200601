//! A suite: rules, cases, and the digest that names them.

use std::path::Path;

use flowdrop_conformance_cases as embedded;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::load::{read_case, read_source, sources_below};
use super::{Case, DiagCode, Diagnostic, Diagnostics, Rule, Source};

/// A set of cases that is run as one, and what it is known by.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// Its name: the official one, or that of the folders it was read from.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `sha256:` and the digest of every rule and case file, in order of path.
    pub digest: String,
    /// The rules it tests.
    pub rules: Vec<Rule>,
    /// The cases, in order of id.
    pub cases: Vec<Case>,
}

impl Suite {
    /// The suite that the program carries. It was examined when it was made, and is only
    /// read here: examining it costs more than running it.
    ///
    /// # Errors
    ///
    /// A file that was embedded is bad; this repository's own tests would have failed.
    pub fn embedded() -> Result<Suite, Diagnostics> {
        let mut files: Vec<&embedded::File> = embedded::cases().iter().collect();
        files.sort_by_key(|file| id_of(file));
        let cases = files.iter().map(|file| parsed(file));
        Ok(Suite {
            name: embedded::NAME.to_owned(),
            version: embedded::VERSION.to_owned(),
            digest: digest(files.iter().map(|file| (id_of(file), file.text))),
            rules: rules()?,
            cases: cases.collect::<Result<_, _>>()?,
        })
    }

    /// The cases below some folders. Their suite is not the official one, and its name
    /// and digest say so.
    ///
    /// # Errors
    ///
    /// Every fault of every file, or that there is no file.
    pub fn below(folders: &[impl AsRef<Path>]) -> Result<Suite, Diagnostics> {
        let rules = rules()?;
        let mut faults = Vec::new();
        let mut sources = Vec::new();
        for folder in folders {
            match sources_below(folder.as_ref(), &rules) {
                Ok(found) if found.is_empty() => faults.push(nothing_found(folder.as_ref())),
                Ok(found) => sources.extend(found),
                Err(found) => faults.extend(found),
            }
        }
        if !faults.is_empty() {
            return Err(Diagnostics(faults));
        }
        let names: Vec<String> = folders
            .iter()
            .map(|folder| name_of(folder.as_ref()))
            .collect();
        Suite::read(names.join("+"), "0".to_owned(), sources)
    }

    /// The case files below a folder, unread.
    ///
    /// # Errors
    ///
    /// The folder or a file in it cannot be read.
    pub fn sources(folder: &Path) -> Result<Vec<Source>, Diagnostics> {
        sources_below(folder, &rules()?).map_err(Diagnostics)
    }

    /// One case file, wherever it lies: its id need not be its path.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn one(file: &Path) -> Result<Case, Diagnostics> {
        let mut source = read_source(file.parent().unwrap_or(file), file)?;
        let told: Option<serde_json::Value> = serde_json::from_str(&source.text).ok();
        if let Some(id) = told.as_ref().and_then(|told| told["id"].as_str()) {
            id.clone_into(&mut source.id);
        }
        read_case(&source, &rules()?)
    }

    /// The rule of that identifier.
    #[must_use]
    pub fn rule(&self, rule: &str) -> Option<&Rule> {
        self.rules.iter().find(|known| known.rule == rule)
    }

    pub(crate) fn read(
        name: String,
        version: String,
        mut sources: Vec<Source>,
    ) -> Result<Suite, Diagnostics> {
        let rules = rules()?;
        sources.sort_by(|a, b| a.id.cmp(&b.id));
        let mut cases = Vec::new();
        let mut faults = Vec::new();
        for (index, source) in sources.iter().enumerate() {
            match read_case(source, &rules) {
                Ok(_) if index > 0 && sources[index - 1].id == source.id => {
                    faults.push(id_twice(source, &sources[index - 1]));
                }
                Ok(case) => cases.push(case),
                Err(found) => faults.extend(found.0),
            }
        }
        if !faults.is_empty() {
            return Err(Diagnostics(faults));
        }
        let rules = rules
            .into_iter()
            .filter(|rule| cases.iter().any(|case| case.rule() == rule.rule))
            .collect();
        let digest = digest(sources.iter().map(|source| (&*source.id, &*source.text)));
        Ok(Suite {
            name,
            version,
            digest,
            rules,
            cases,
        })
    }
}

fn id_of(file: &embedded::File) -> &'static str {
    file.path.trim_end_matches(".json")
}

fn parsed<T: DeserializeOwned>(file: &embedded::File) -> Result<T, Diagnostics> {
    serde_json::from_str(file.text).map_err(|error| {
        let message = error.to_string();
        let to_do = "mend the file that was embedded";
        plain(DiagCode::WrongShape, file.path.to_owned(), message, to_do).into()
    })
}

fn rules() -> Result<Vec<Rule>, Diagnostics> {
    embedded::rules().iter().map(parsed).collect()
}

/// Of every rule file and every case, told by its id and its text.
fn digest<'a>(cases: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut hash = Sha256::new();
    let rules = embedded::rules().iter().map(|file| (file.path, file.text));
    for (name, text) in rules.chain(cases) {
        hash.update(name);
        hash.update([0]);
        hash.update(text);
        hash.update([0]);
    }
    let hex: String = hash
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("sha256:{hex}")
}

fn name_of(folder: &Path) -> String {
    let absolute = folder
        .canonicalize()
        .unwrap_or_else(|_| folder.to_path_buf());
    absolute.file_name().map_or_else(
        || "cases".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

fn nothing_found(folder: &Path) -> Diagnostic {
    plain(
        DiagCode::NothingFound,
        folder.display().to_string(),
        "no case file below this folder".to_owned(),
        "put cases into DIR/RT-TOOL-3/…/NAME.json, or name another folder",
    )
}

fn id_twice(source: &Source, first: &Source) -> Diagnostic {
    let message = format!("the id {} is also that of {}", source.id, first.file);
    plain(
        DiagCode::IdTwice,
        source.file.clone(),
        message,
        "an id is permanent and unique: rename one",
    )
}

fn plain(code: DiagCode, file: String, message: String, to_do: &str) -> Diagnostic {
    Diagnostic {
        code,
        message,
        file,
        text: String::new(),
        span: 0..0,
        label: String::new(),
        to_do: to_do.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_suite_is_what_an_exact_reading_makes_of_its_files() {
        let source = |file: &embedded::File| Source {
            file: format!("cases/{}", file.path),
            id: id_of(file).to_owned(),
            text: file.text.to_owned(),
        };
        let sources = embedded::cases().iter().map(source).collect();
        let name = embedded::NAME.to_owned();
        let read = Suite::read(name, embedded::VERSION.to_owned(), sources);
        assert!(
            read == Suite::embedded(),
            "a file is bad, or read otherwise"
        );
    }
}
