//! What the engine needs of an adapter, in process or over a pipe.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Adapter, AdapterError, Description, Fault, FaultCode, Feature, Observation};
use crate::scenario::Scenario;

/// What an adapter answers to one scenario.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// What came out of the run.
    Observed(Observation),
    /// The scenario asks for something that the runtime or the adapter lacks.
    Unsupported {
        /// Which feature.
        feature: Feature,
        /// Why.
        reason: String,
    },
    /// The adapter went wrong.
    Fault(Fault),
}

/// Drives one adapter. Each worker of a run has its own.
pub trait Driver {
    /// What the adapter says of itself.
    fn description(&self) -> &Description;

    /// Runs scenarios and answers each, in their order. Up to `max_in_flight` of them
    /// may be under way at once.
    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer>;
}

/// Drives an adapter in this process.
pub struct Local<A> {
    adapter: A,
    description: Description,
}

impl<A: Adapter> Local<A> {
    /// Asks the adapter for its description, once.
    pub fn new(adapter: A) -> Self {
        let description = adapter.describe();
        Local {
            adapter,
            description,
        }
    }
}

impl<A: Adapter> Driver for Local<A> {
    fn description(&self) -> &Description {
        &self.description
    }

    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer> {
        scenarios
            .iter()
            .map(|scenario| run_one(&mut self.adapter, scenario))
            .collect()
    }
}

/// A panic is the adapter's own trouble, and costs one run.
fn run_one(adapter: &mut impl Adapter, scenario: &Scenario) -> Answer {
    match catch_unwind(AssertUnwindSafe(|| adapter.run(scenario))) {
        Ok(Ok(observation)) => Answer::Observed(observation),
        Ok(Err(AdapterError::Unsupported { feature, reason })) => {
            Answer::Unsupported { feature, reason }
        }
        Ok(Err(AdapterError::Failed { message })) => {
            Answer::Fault(Fault::of_adapter(FaultCode::AdapterError, message))
        }
        Err(panic) => {
            let message = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "the adapter panicked".to_owned());
            Answer::Fault(Fault::of_adapter(FaultCode::Panicked, message))
        }
    }
}
