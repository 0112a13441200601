//! Reading a JSON file of ours exactly: everything that is wrong with it, each with its
//! place and what to do.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::{DiagCode, Diagnostic, Diagnostics};
use crate::json::{Place, Pointer, ReadCode, Tree, read};

/// What kind of file it is, in the words of its diagnostics.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Format {
    /// Such as `a case file`.
    pub(crate) name: &'static str,
    /// The name that the command `schema` knows it by.
    pub(crate) schema: &'static str,
}

/// A file that is JSON.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    file: &'a str,
    text: &'a str,
    format: Format,
    tree: Tree,
}

/// The text of a file, or why it cannot be had.
pub(crate) fn read_text(path: &Path) -> Result<String, Diagnostics> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(path, &format!("it is not UTF-8 from byte {at} on")).into()
    })
}

/// A path, as diagnostics name it.
pub(crate) fn shown(path: &Path) -> String {
    path.iter().collect::<PathBuf>().display().to_string()
}

pub(super) fn unreadable(path: &Path, why: &str) -> Diagnostic {
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

impl<'a> Document<'a> {
    /// Reads a text as JSON. A byte order mark is no fault.
    pub(crate) fn read(file: &'a str, text: &'a str, format: Format) -> Result<Self, Diagnostics> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let tree = read(text).map_err(|error| {
            let code = match error.code {
                ReadCode::NumberRange | ReadCode::LoneSurrogate => DiagCode::OutOfBounds,
                _ => DiagCode::JsonSyntax,
            };
            let to_do = "write it as JSON (RFC 8259) has it; editors that know the `$schema` help";
            let span = error.offset..error.offset + 1;
            diagnostic(
                file,
                text,
                code,
                span,
                &error.message,
                &error.message,
                to_do,
            )
        })?;
        Ok(Document {
            file,
            text,
            format,
            tree,
        })
    }

    /// The text, without a byte order mark.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The whole, with places.
    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Every key that stands twice in one object.
    pub(crate) fn duplicates(&self) -> Vec<Diagnostic> {
        let twice = self.tree.duplicates().into_iter();
        twice
            .map(|(pointer, span)| {
                let message = format!("the key {pointer} stands twice in one object");
                self.at(
                    DiagCode::DuplicateKey,
                    span,
                    &message,
                    "again here",
                    "keep one of the two",
                )
            })
            .collect()
    }

    /// Reads it into a type. Whatever keeps it from being one, and members that the type
    /// does not have, are added to the faults.
    pub(crate) fn shape<T: DeserializeOwned>(&self, faults: &mut Vec<Diagnostic>) -> Option<T> {
        let mut json = serde_json::Deserializer::from_str(self.text);
        let mut track = serde_path_to_error::Track::new();
        let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
        let mut unknown = Vec::new();
        let read: Result<T, _> =
            serde_ignored::deserialize(tracked, |path| unknown.push(ignored_pointer(&path)));
        faults.extend(unknown.iter().map(|pointer| self.unknown_field(pointer)));
        match read {
            Ok(read) => Some(read),
            Err(error) => {
                faults.push(self.wrong_shape(&tracked_pointer(&track.path()), &error));
                None
            }
        }
    }

    /// A fault of the value, or of the key, at the end of a pointer.
    pub(crate) fn at_pointer(
        &self,
        code: DiagCode,
        (pointer, on_key): (&Pointer, bool),
        message: &str,
        label: &str,
        to_do: &str,
    ) -> Diagnostic {
        let key = on_key.then(|| self.tree.locate_key(pointer)).flatten();
        let span = key.unwrap_or_else(|| self.tree.locate(pointer).span.clone());
        self.at(code, span, message, label, to_do)
    }

    /// The bytes of the value at the end of a pointer, or of the deepest one on the way.
    pub(crate) fn span(&self, pointer: &Pointer) -> Range<usize> {
        self.tree.locate(pointer).span.clone()
    }

    fn at(
        &self,
        code: DiagCode,
        span: Range<usize>,
        message: &str,
        label: &str,
        to_do: &str,
    ) -> Diagnostic {
        diagnostic(self.file, self.text, code, span, message, label, to_do)
    }

    fn unknown_field(&self, pointer: &Pointer) -> Diagnostic {
        let message = format!("{pointer} is no member of {}", self.format.name);
        let to_do = self.see_schema("take it out, or mend its spelling; ");
        let place = (pointer, true);
        self.at_pointer(
            DiagCode::UnknownField,
            place,
            &message,
            "unknown here",
            &to_do,
        )
    }

    fn wrong_shape(&self, pointer: &Pointer, error: &serde_json::Error) -> Diagnostic {
        let span = self.shape_span(pointer, error);
        let what = strip_place(&error.to_string());
        let message = format!("{pointer}: {what}");
        let to_do = self.see_schema("");
        self.at(DiagCode::WrongShape, span, &message, &what, &to_do)
    }

    fn see_schema(&self, first: &str) -> String {
        let schema = self.format.schema;
        format!("{first}`flowdrop-conformance schema {schema}` prints the format")
    }

    /// A path names the member; serde_json's own line and column are the end of the value.
    fn shape_span(&self, pointer: &Pointer, error: &serde_json::Error) -> Range<usize> {
        if pointer.0.is_empty() && error.line() > 0 {
            let end = Place::offset_of(self.text, error.line(), error.column());
            let whole = self.tree.span.clone();
            return if end >= whole.end {
                whole.start..whole.start + 1
            } else {
                end..end + 1
            };
        }
        self.span(pointer)
    }
}

fn diagnostic(
    file: &str,
    text: &str,
    code: DiagCode,
    span: Range<usize>,
    message: &str,
    label: &str,
    to_do: &str,
) -> Diagnostic {
    Diagnostic {
        code,
        message: message.to_owned(),
        file: file.to_owned(),
        text: text.to_owned(),
        span,
        label: label.to_owned(),
        to_do: to_do.to_owned(),
    }
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
