//! One thing that a check found.

use serde_json::Value;

use super::quote::Quote;
use super::{Code, Outcome};
use crate::scenario::{CallId, Canary, Scenario, Variant};

/// One thing that a check found: a failure, or why there is no judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What was found.
    pub code: Code,
    /// The clause that it is about.
    pub clause: u8,
    /// What it makes of the clause: failed, inconclusive or inapplicable.
    pub outcome: Outcome,
    /// The variant in which it shows, and the one it was compared with.
    pub variants: Vec<Variant>,
    /// What was found, in one sentence.
    pub message: String,
    /// Which call it is about, if it is about one.
    pub call: Option<CallRef>,
    /// What should have come out.
    pub expected: Option<Value>,
    /// What came out.
    pub actual: Option<Value>,
    /// Where the prose quotes an artifact.
    pub leak: Option<Leak>,
}

/// A call, as a reader knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallRef {
    /// The pass, from 0.
    pub pass: usize,
    /// Its place in the pass, from 0.
    pub index: usize,
    /// Its identifier.
    pub id: CallId,
    /// The tool.
    pub tool: String,
}

/// Where a text quotes an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// The way to the string in the artifact, such as `payload.url`.
    pub path: String,
    /// The string.
    pub quoted: String,
    /// How it is spelled in the text, such as `word for word` or `in base64`.
    pub spelling: &'static str,
    /// The bytes of the text that it stands in, where they are known.
    pub span: std::ops::Range<usize>,
}

impl Leak {
    pub(super) fn of(quote: Quote, canary: Canary) -> Self {
        Leak {
            path: canary.path,
            quoted: canary.text,
            spelling: quote.spelling,
            span: quote.span,
        }
    }
}

impl Finding {
    pub(super) fn new(
        code: Code,
        clause: u8,
        outcome: Outcome,
        variant: Variant,
        message: impl Into<String>,
    ) -> Self {
        Finding {
            code,
            clause,
            outcome,
            variants: vec![variant],
            message: message.into(),
            call: None,
            expected: None,
            actual: None,
            leak: None,
        }
    }

    pub(super) fn against(mut self, other: Variant) -> Self {
        self.variants.push(other);
        self
    }

    pub(super) fn call(mut self, call: Option<CallRef>) -> Self {
        self.call = call;
        self
    }

    pub(super) fn values(mut self, expected: Option<Value>, actual: Option<Value>) -> Self {
        self.expected = expected;
        self.actual = actual;
        self
    }

    /// The variants, as a report names them: `default/given` or `hidden/given against
    /// exposed/given`.
    #[must_use]
    pub fn variant_text(&self) -> String {
        let names: Vec<String> = self.variants.iter().map(ToString::to_string).collect();
        names.join(" against ")
    }
}

impl CallRef {
    /// The call at a place among all calls of a run.
    pub(super) fn at(scenario: &Scenario, call: usize) -> Option<Self> {
        let (pass, found) = scenario.calls().nth(call)?;
        let before = scenario
            .calls()
            .take(call)
            .filter(|(other, _)| *other == pass)
            .count();
        Some(CallRef {
            pass,
            index: before,
            id: found.tool_call_id.clone(),
            tool: found.name.clone(),
        })
    }
}
