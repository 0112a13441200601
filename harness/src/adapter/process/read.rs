//! One line from an adapter, read exactly. Pure: no pipe, no clock.

use serde::de::DeserializeOwned;

use super::excerpt::excerpt;
use crate::adapter::protocol::{Lacking, Reply, Trouble};
use crate::adapter::{Answer, Fault, FaultCode, Feature, Observation};
use crate::json::{Kind, Pointer, ReadCode, Step, Tree, read};

/// A line that could not be read, and which run it was about, if that much is sure.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) seq: Option<u64>,
    pub(super) fault: Box<Fault>,
}

/// Reads the answer to a run: its number, and what was answered.
pub(super) fn read_answer(line: &[u8]) -> Result<(u64, Answer), Broken> {
    let broken = |seq: Option<u64>, fault: Fault| Broken {
        seq,
        fault: Box::new(fault),
    };
    let object = Object::read(line).map_err(|fault| broken(None, fault))?;
    object.answer().map_err(|fault| broken(object.seq(), fault))
}

/// A line that is one object of JSON.
pub(super) struct Object<'a> {
    text: &'a str,
    tree: Tree,
}

impl<'a> Object<'a> {
    /// Reads a line as one object.
    pub(super) fn read(line: &'a [u8]) -> Result<Self, Fault> {
        let text = std::str::from_utf8(line).map_err(|error| {
            let at = error.valid_up_to();
            let message = format!("a line is not UTF-8, from byte {}", at + 1);
            with_detail(FaultCode::NotUtf8, message, line, at)
        })?;
        let tree = read(text).map_err(|error| {
            let (code, message) = told(text, error.code, error.offset, &error.message);
            with_detail(code, message, line, error.offset)
        })?;
        if matches!(tree.kind, Kind::Map(_)) {
            return Ok(Object { text, tree });
        }
        let message = format!("a line is {}, not an object", name_of(&tree.kind));
        Err(with_detail(FaultCode::NotAnObject, message, line, 0))
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
    pub(super) fn fault(&self, code: FaultCode, message: impl Into<String>) -> Fault {
        with_detail(code, message.into(), self.text.as_bytes(), 0)
    }

    /// Reads the object into a type. What is wrong is told with the way to it.
    pub(super) fn typed<T: DeserializeOwned>(&self) -> Result<T, Fault> {
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
            with_detail(FaultCode::WrongShape, message, self.text.as_bytes(), at)
        })
    }

    /// The keys that stand twice: those inside of what was delivered, which are the
    /// runtime's; or a fault for any other.
    pub(super) fn duplicates(&self) -> Result<Vec<String>, Fault> {
        let mut delivered = Vec::new();
        for (pointer, span) in self.tree.duplicates() {
            match within_delivered(&pointer) {
                Some(place) => delivered.push(place),
                None => {
                    let message = format!("a key stands twice: {pointer}");
                    let line = self.text.as_bytes();
                    return Err(with_detail(
                        FaultCode::DuplicateKey,
                        message,
                        line,
                        span.start,
                    ));
                }
            }
        }
        Ok(delivered)
    }

    fn seq(&self) -> Option<u64> {
        self.member("seq")?.parse().ok()
    }

    fn answer(&self) -> Result<(u64, Answer), Fault> {
        let duplicate_keys = self.duplicates()?;
        let reply: Reply = self.typed()?;
        let answer = match (reply.observation, reply.unsupported, reply.error) {
            (Some(observation), None, None) => Answer::Observed(Observation {
                duplicate_keys,
                ..observation
            }),
            (None, Some(lacking), None) => self.lacking(lacking)?,
            (None, None, Some(trouble)) => Answer::Fault(own_trouble(trouble)),
            _ => {
                let message =
                    "beside `seq` stands not exactly one of `observation`, `unsupported`, `error`";
                return Err(self.fault(FaultCode::WrongShape, message));
            }
        };
        Ok((reply.seq, answer))
    }

    fn lacking(&self, lacking: Lacking) -> Result<Answer, Fault> {
        let Lacking { feature, reason } = lacking;
        match Feature::from_name(&feature) {
            Some(feature) => Ok(Answer::Unsupported { feature, reason }),
            None => {
                let known = Feature::ALL.map(Feature::name).join(", ");
                let named = excerpt(feature.as_bytes(), 0);
                let message = format!("unsupported.feature: `{named}` is none of {known}");
                Err(self.fault(FaultCode::WrongShape, message))
            }
        }
    }
}

/// The adapter's own words, bounded.
fn own_trouble(trouble: Trouble) -> Fault {
    let message = excerpt(trouble.message.as_bytes(), 0);
    let mut fault = Fault::new(FaultCode::AdapterError, message);
    fault.detail = trouble.detail.map(|detail| bounded(&detail));
    fault
}

/// An adapter's traceback may be longer than an excerpt; its end says most.
fn bounded(detail: &str) -> String {
    const SHOWN: usize = 4000;
    match detail.char_indices().rev().nth(SHOWN) {
        Some((at, c)) => format!("…{}", &detail[at + c.len_utf8()..]),
        None => detail.to_owned(),
    }
}

fn with_detail(code: FaultCode, message: String, line: &[u8], offset: usize) -> Fault {
    let mut fault = Fault::new(code, message);
    fault.detail = Some(excerpt(line, offset));
    fault
}

/// The code and the words for what the exact reader refused.
fn told(text: &str, code: ReadCode, offset: usize, message: &str) -> (FaultCode, String) {
    let rest = text.get(offset..).unwrap_or_default();
    let constant = ["NaN", "Infinity", "undefined", "None", "True", "False"]
        .into_iter()
        .find(|name| rest.starts_with(name));
    let at = format!("at byte {}", offset + 1);
    match (code, constant) {
        (ReadCode::Syntax, Some(name)) => (
            FaultCode::NotJson,
            format!("a line is not JSON: it has no `{name}` ({at})"),
        ),
        (ReadCode::Syntax | ReadCode::Unfinished, _) => (
            FaultCode::NotJson,
            format!("a line is not JSON: {message} ({at})"),
        ),
        (ReadCode::Trailing, _) => (
            FaultCode::NotJson,
            format!("a line holds more than one object: text goes on {at}"),
        ),
        (ReadCode::TooDeep, _) => (FaultCode::TooDeep, format!("a line is {message} ({at})")),
        (ReadCode::LoneSurrogate, _) => (FaultCode::LoneSurrogate, format!("{message} ({at})")),
        (ReadCode::NumberRange, _) => (FaultCode::NumberRange, format!("{message} ({at})")),
    }
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
