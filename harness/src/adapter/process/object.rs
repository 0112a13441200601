//! A text that is one object of JSON, read exactly: a line from an adapter, or a request
//! to the model.

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use super::excerpt::excerpt;
use crate::adapter::{Fault, FaultCode};
use crate::json::{Kind, Pointer, ReadCode, ReadError, Step, Tree, read};

/// How many values a line may hold. A value of one byte takes hundreds in memory, so that
/// the limit of a line's length alone would not bound it.
const MOST_VALUES: usize = 500_000;

/// How many duplicate keys of entries are told.
const MOST_TOLD: usize = 20;

/// A text that is one object of JSON.
pub(in crate::adapter) struct Object<'a> {
    text: &'a str,
    tree: Tree,
}

impl<'a> Object<'a> {
    /// Reads a line as one object.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, Fault> {
        Self::read_named("a line", line)
    }

    /// Reads a text as one object; `name` is what faults call it.
    pub(in crate::adapter) fn read_named(name: &str, line: &'a [u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to();
            let message = format!("{name} is not UTF-8, from byte {}", at + 1);
            with_detail(FaultCode::NotUtf8, &message, line, at)
        })?;
        if let Some(at) = values_past(MOST_VALUES, line) {
            let message = format!("{name} holds more than {MOST_VALUES} values");
            return Err(with_detail(FaultCode::TooMany, &message, line, at));
        }
        let tree = read(text).map_err(|error| {
            let (code, message) = told(name, text, &error);
            with_detail(code, &message, line, error.offset)
        })?;
        if matches!(tree.kind, Kind::Map(_)) {
            return Ok(Object { text, tree });
        }
        let message = format!("{name} is {}, not an object", name_of(&tree.kind));
        Err(with_detail(FaultCode::NotAnObject, &message, line, 0))
    }

    /// The text of a member of the object itself, if it stands there once.
    pub(super) fn member(&self, name: &str) -> Option<&'a str> {
        let Kind::Map(members) = &self.tree.kind else {
            return None;
        };
        let mut named = members.iter().filter(|member| member.key == name);
        match (named.next(), named.next()) {
            (Some(member), None) => Some(&self.text[member.value.span.clone()]),
            _ => None,
        }
    }

    /// A fault of this line, with the line as its detail.
    pub(in crate::adapter) fn fault(&self, code: FaultCode, message: &str) -> Fault {
        with_detail(code, message, self.text.as_bytes(), 0)
    }

    /// Gives up the memory of what [`Object::member`] and [`Object::duplicates`] look at.
    pub(in crate::adapter) fn forget_tree(&mut self) {
        self.tree.kind = Kind::Null;
    }

    /// Reads the object into a type. What is wrong is told with the way to it.
    pub(in crate::adapter) fn typed<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        if let Ok(value) = serde_json::from_str(self.text) {
            return Ok(value);
        }
        // Only where something is wrong is it worth the time to keep the way to it.
        let mut reader = serde_json::Deserializer::from_str(self.text);
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let inner = error.inner();
            let place = format!(" at line {} column {}", inner.line(), inner.column());
            let what = inner.to_string();
            let what = what.strip_suffix(&place).unwrap_or(&what);
            let message = match error.path().to_string().as_str() {
                "." => what.to_owned(),
                path => format!("{path}: {what}"),
            };
            let at = inner.column().saturating_sub(1);
            with_detail(FaultCode::WrongShape, &message, self.text.as_bytes(), at)
        })
    }

    /// The keys that stand twice: those inside of what was delivered, which are the
    /// runtime's; or a fault for any other.
    pub(in crate::adapter) fn duplicates(&self) -> Result<Vec<String>, Fault> {
        let mut delivered = Vec::new();
        walk(&self.tree, &mut Vec::new(), &mut |way, at| {
            let pointer = Pointer(way.iter().map(Way::step).collect());
            match within_delivered(&pointer) {
                Some(_) if delivered.len() >= MOST_TOLD => Ok(()),
                Some(place) => {
                    delivered.push(place);
                    Ok(())
                }
                None => {
                    let message = format!("a key stands twice: {pointer}");
                    let line = self.text.as_bytes();
                    Err(with_detail(FaultCode::DuplicateKey, &message, line, at))
                }
            }
        })?;
        Ok(delivered)
    }
}

/// A step on the way to a value. Borrowed: keys may be long, and many ways lead past them.
enum Way<'t> {
    Key(&'t str),
    Index(usize),
}

impl Way<'_> {
    fn step(&self) -> Step {
        match self {
            Way::Key(key) => Step::Key(excerpt(key.as_bytes(), 0)),
            Way::Index(index) => Step::Index(*index),
        }
    }
}

/// Tells every key that stands twice in one object: the way to it and its place.
fn walk<'t>(
    tree: &'t Tree,
    way: &mut Vec<Way<'t>>,
    tell: &mut impl FnMut(&[Way<'t>], usize) -> Result<(), Fault>,
) -> Result<(), Fault> {
    match &tree.kind {
        Kind::List(items) => {
            for (index, item) in items.iter().enumerate() {
                way.push(Way::Index(index));
                walk(item, way, tell)?;
                way.pop();
            }
        }
        Kind::Map(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            for member in members {
                way.push(Way::Key(&member.key));
                if !seen.insert(member.key.as_str()) {
                    tell(way, member.key_span.start)?;
                }
                walk(&member.value, way, tell)?;
                way.pop();
            }
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Text => {}
    }
    Ok(())
}

fn with_detail(code: FaultCode, message: &str, line: &[u8], offset: usize) -> Fault {
    // A message may quote what was sent.
    let mut fault = Fault::new(code, excerpt(message.as_bytes(), 0));
    fault.detail = Some(excerpt(line, offset));
    fault
}

/// The code and the words for what the exact reader refused.
fn told(name: &str, text: &str, error: &ReadError) -> (FaultCode, String) {
    let (code, offset, message) = (error.code, error.offset, error.message.as_str());
    let rest = text.get(offset..).unwrap_or_default();
    let constant = ["NaN", "Infinity", "undefined", "None", "True", "False"]
        .into_iter()
        .find(|name| rest.starts_with(name));
    let at = format!("at byte {}", offset + 1);
    match (code, constant) {
        (ReadCode::Syntax, Some(constant)) => (
            FaultCode::NotJson,
            format!("{name} is not JSON: it has no `{constant}` ({at})"),
        ),
        (ReadCode::Syntax | ReadCode::Unfinished, _) => (
            FaultCode::NotJson,
            format!("{name} is not JSON: {message} ({at})"),
        ),
        (ReadCode::Trailing, _) => (
            FaultCode::NotJson,
            format!("{name} holds more than one object: text goes on {at}"),
        ),
        (ReadCode::TooDeep, _) => (FaultCode::TooDeep, format!("{name} is {message} ({at})")),
        (ReadCode::LoneSurrogate, _) => (FaultCode::LoneSurrogate, format!("{message} ({at})")),
        (ReadCode::NumberRange, _) => (FaultCode::NumberRange, format!("{message} ({at})")),
    }
}

/// Where a line that holds more values than so many goes past them.
fn values_past(most: usize, line: &[u8]) -> Option<usize> {
    // Every value takes two bytes at least, with what parts it from the next.
    if line.len() / 2 < most {
        return None;
    }
    let (mut values, mut in_string, mut escaped) = (0, false, false);
    for (at, byte) in line.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => in_string = !in_string,
            b',' | b'[' | b'{' if !in_string => {
                values += 1;
                if values > most {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn name_of(kind: &Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::Text => "a string",
        Kind::List(_) => "an array",
        Kind::Map(_) => "an object",
    }
}

/// The way inside the observation, if it leads into what was delivered.
fn within_delivered(pointer: &Pointer) -> Option<String> {
    let is = |step: &Step, name: &str| matches!(step, Step::Key(key) if key == name);
    let (observation, inside) = pointer.0.split_first()?;
    let delivered = match inside {
        [list, _, ..] if is(list, "tool_artifacts") => true,
        [passes, Step::Index(_), list, _, ..] => is(passes, "passes") && is(list, "tool_artifacts"),
        _ => false,
    };
    (is(observation, "observation") && delivered).then(|| Pointer(inside.to_vec()).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_counted_and_text_is_not() {
        assert_eq!(values_past(3, b"[1,2,3]"), None);
        assert_eq!(values_past(3, b"[1,2,3,4]"), Some(6));
        assert_eq!(values_past(3, br#"["a,b,c,d,[{\"," ]"#), None);
        assert_eq!(values_past(2, br#"["\\",{},{}]"#), Some(6));
    }

    #[test]
    fn many_values_are_refused_before_they_take_memory() {
        let line = format!(r#"{{"seq":1,"x":[{}1]}}"#, r#"{"a":1},"#.repeat(600_000));
        let fault = Object::read(line.as_bytes()).err().unwrap();
        assert_eq!(fault.code, FaultCode::TooMany);
        let text = format!(
            r#"{{"seq":1,"x":"{}","observation":{{}}}}"#,
            ",".repeat(2_000_000)
        );
        assert!(Object::read(text.as_bytes()).is_ok());
    }
}
