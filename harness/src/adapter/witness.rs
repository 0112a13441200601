//! The harness as the model: what a subprocess driver needs of whoever plays it.

use super::{Fault, Observation};
use crate::scenario::{ModelEndpoint, Scenario};

/// Plays the model for runs of an adapter that supports `witness:openai-chat`.
///
/// The driver opens a session before it sends a run, puts the endpoint into the scenario's
/// `model`, and closes the session with what the adapter observed. One witness serves
/// every worker.
pub trait Witness: Send + Sync {
    /// Prepares for one run and says where its model is.
    ///
    /// # Errors
    ///
    /// No endpoint can be had; the run is not sent, and costs a
    /// [`FaultCode::Witness`](super::FaultCode::Witness) with these words.
    fn open(&self, scenario: &Scenario)
    -> Result<(ModelEndpoint, Box<dyn WitnessSession>), String>;
}

/// One run's model. Dropped unclosed when the run gave no observation.
pub trait WitnessSession: Send {
    /// Ends the session and writes what was seen into the observation: `model_input` and
    /// `tool_messages` of each pass are replaced, and
    /// [`disagreements`](Observation::disagreements) tells where the adapter had said
    /// something else.
    ///
    /// # Errors
    ///
    /// The model was not talked to as the witness needs; the fault stands for the run.
    fn close(self: Box<Self>, observation: &mut Observation) -> Result<(), Fault>;
}
