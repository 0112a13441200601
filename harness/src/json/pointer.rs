//! The way to a value inside a document.

use std::fmt;

/// One step of a [`Pointer`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// The way to a value, shown as people write it: `passes[0].tool_calls[1].name`.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pointer(pub(crate) Vec<Step>);

impl Pointer {
    pub(crate) fn root() -> Self {
        Pointer::default()
    }

    pub(crate) fn key(&self, key: impl Into<String>) -> Self {
        self.step(Step::Key(key.into()))
    }

    pub(crate) fn index(&self, index: usize) -> Self {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Pointer(steps)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Key(key) if is_plain(key) => {
                    write!(f, "{}{key}", if at == 0 { "" } else { "." })?;
                }
                Step::Key(key) => write!(f, "[{key:?}]")?,
            }
        }
        if self.0.is_empty() {
            f.write_str("the document")
        } else {
            Ok(())
        }
    }
}

fn is_plain(key: &str) -> bool {
    !key.is_empty()
        && key
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$'))
}
