//! The piece that drives one runtime and reports what it saw.
//!
//! An adapter never sees expectations and never judges. In process it is the trait
//! [`Adapter`]; in any other language it is a program that speaks protocol 1.

mod chat;
mod describe;
mod driver;
mod fake;
mod fault;
mod observation;
mod process;
mod protocol;
mod serve;
mod witness;

pub use chat::{ChatModel, ChatReply};
pub use describe::{Description, Facet, Facets, Feature, HarnessAdapter, Implementation};
pub use driver::{Answer, Driver, Local};
pub use fake::FakeTools;
pub use fault::{Fault, FaultCode};
pub use observation::{
    Aborted, Invoked, Observation, ObservedPass, ObservedPort, ObservedPorts, ToolMessage,
};
pub use process::{
    Parting, Process, ProcessOptions, Wire, end_all, end_all_on_panic, read_description, read_reply,
};
pub(crate) use process::{read_any, read_any_line};
pub use protocol::PROTOCOL;
pub use serve::serve;
pub use witness::{Witness, WitnessSession};

use std::fmt;

use crate::scenario::Scenario;

/// Drives one runtime and reports observations.
pub trait Adapter {
    /// Says what is tested, and what of it can be seen. Constant for an adapter's life.
    fn describe(&self) -> Description;

    /// Runs one scenario in a freshly built runtime and reports what came out.
    ///
    /// # Errors
    ///
    /// [`AdapterError::Unsupported`] where the runtime has no such feature or it cannot
    /// be observed; [`AdapterError::Failed`] for the adapter's own trouble. What the
    /// runtime itself does, giving up the run included, is an observation.
    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError>;
}

impl<A: Adapter + ?Sized> Adapter for Box<A> {
    fn describe(&self) -> Description {
        (**self).describe()
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        (**self).run(scenario)
    }
}

/// Why an adapter has no observation to report.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdapterError {
    /// The scenario asks for a feature that the runtime or the adapter lacks.
    Unsupported {
        /// Which feature.
        feature: Feature,
        /// Why, for the reader of a report.
        reason: String,
    },
    /// The adapter itself is in trouble. Never the runtime's behaviour.
    Failed {
        /// What happened.
        message: String,
    },
}

impl AdapterError {
    /// The adapter's own trouble, in words.
    pub fn failed(message: impl Into<String>) -> Self {
        AdapterError::Failed {
            message: message.into(),
        }
    }

    /// A feature that is not there, and why.
    pub fn unsupported(feature: Feature, reason: impl Into<String>) -> Self {
        AdapterError::Unsupported {
            feature,
            reason: reason.into(),
        }
    }
}

impl fmt::Display for AdapterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdapterError::Unsupported { feature, reason } => {
                write!(f, "{feature} is not supported: {reason}")
            }
            AdapterError::Failed { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for AdapterError {}
