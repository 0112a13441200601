//! The library's witness, over the wire.

use std::sync::{Arc, OnceLock};

use flowdrop_conformance::adapter::{
    ChatModel, Fault, FaultCode, Observation, Witness, WitnessSession,
};
use flowdrop_conformance::scenario::{ModelEndpoint, Scenario};

use super::runs::{Runs, Shared, base, lock};
use super::server;

/// Plays the model for every run of this program.
#[derive(Debug, Default)]
pub(super) struct Wire {
    runs: Arc<Runs>,
    /// The server's address, once it is started.
    address: OnceLock<Result<String, String>>,
}

impl Wire {
    fn address(&self) -> Result<String, String> {
        let start = || server::start(Arc::clone(&self.runs));
        let started = self.address.get_or_init(|| {
            start()
                .map_err(|error| format!("the harness cannot serve a model on loopback: {error}"))
        });
        started.clone()
    }
}

impl Witness for Wire {
    fn open(
        &self,
        scenario: &Scenario,
    ) -> Result<(ModelEndpoint, Box<dyn WitnessSession>), String> {
        let address = self.address()?;
        let (token, model, strays) = self.runs.open(scenario);
        let endpoint = ModelEndpoint {
            api: ChatModel::API.to_owned(),
            base_url: format!("http://{address}{}", base(&token)),
            api_key: "conformance".to_owned(),
            model: ChatModel::NAME.to_owned(),
        };
        let runs = Arc::clone(&self.runs);
        Ok((
            endpoint,
            Box::new(Session {
                runs,
                token,
                model,
                strays,
            }),
        ))
    }
}

/// One run; closed however it ends.
struct Session {
    runs: Arc<Runs>,
    token: String,
    model: Shared,
    /// How many requests had gone nowhere before.
    strays: usize,
}

impl WitnessSession for Session {
    fn close(self: Box<Self>, observation: &mut Observation) -> Result<(), Fault> {
        self.runs.close(&self.token);
        let model = lock(&self.model).clone();
        let stray = self.runs.strays_since(self.strays);
        if let (false, Some(stray)) = (model.was_asked(), stray) {
            // Whatever the run made of being refused, it was not the runtime's doing.
            let message = format!("the run's model was never asked, but there was {stray}");
            return Err(Fault::new(FaultCode::WitnessWrongPath, message));
        }
        model.close(observation)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.runs.close(&self.token);
    }
}
