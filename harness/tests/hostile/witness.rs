//! The harness as the model.

use std::sync::{Arc, Mutex};

use flowdrop_conformance::adapter::{
    Answer, Driver, Facet, Fault, FaultCode, Observation, Witness, WitnessSession,
};
use flowdrop_conformance::scenario::{ModelEndpoint, Scenario};

use crate::trial::{Trial, fault, said, scenario};

/// Sees another prose than the adapter tells.
#[derive(Default)]
struct Seeing {
    closed: Arc<Mutex<Vec<String>>>,
}

struct Session {
    prompt: String,
    closed: Arc<Mutex<Vec<String>>>,
}

impl Witness for Seeing {
    fn open(
        &self,
        scenario: &Scenario,
    ) -> Result<(ModelEndpoint, Box<dyn WitnessSession>), String> {
        if scenario.prompt == "no-port" {
            return Err("no port is free".to_owned());
        }
        let endpoint = ModelEndpoint {
            api: "openai-chat".to_owned(),
            base_url: format!("http://127.0.0.1:1/run/{}/v1", scenario.prompt),
            api_key: "any".to_owned(),
            model: "conformance".to_owned(),
        };
        let session = Session {
            prompt: scenario.prompt.clone(),
            closed: Arc::clone(&self.closed),
        };
        Ok((endpoint, Box::new(session)))
    }
}

impl WitnessSession for Session {
    fn close(self: Box<Self>, observation: &mut Observation) -> Result<(), Fault> {
        self.closed.lock().unwrap().push(self.prompt.clone());
        if self.prompt == "untalked" {
            return Err(Fault::new(FaultCode::Witness, "the model was never asked"));
        }
        observation
            .disagreements
            .push("tool_messages[0]".to_owned());
        Ok(())
    }
}

#[test]
fn a_run_is_sent_its_models_place_and_what_was_seen_counts() {
    let witness = Arc::new(Seeing::default());
    let mut trial = Trial::new("witness");
    trial.options.witness = Some(Arc::clone(&witness) as Arc<dyn Witness>);
    let mut driver = trial.start().unwrap();
    assert_eq!(driver.description().facets.prose, Facet::Witnessed);
    let prompts = ["token", "no-port", "untalked", "other"].map(scenario);
    let answers = driver.run_all(&prompts.each_ref());
    assert_eq!(said(&answers[0]), "http://127.0.0.1:1/run/token/v1");
    let Answer::Observed(observation) = &answers[0] else {
        panic!("{answers:?}");
    };
    assert_eq!(observation.disagreements, ["tool_messages[0]"]);
    for (at, words) in [(1, "no port is free"), (2, "the model was never asked")] {
        let fault = fault(answers[at].clone());
        assert_eq!(fault.code, FaultCode::Witness);
        assert_eq!(fault.message, words);
        assert_eq!(fault.restarts, None);
    }
    assert_eq!(said(&answers[3]), "http://127.0.0.1:1/run/other/v1");
    assert_eq!(
        *witness.closed.lock().unwrap(),
        ["token", "untalked", "other"]
    );
}

#[test]
fn an_adapter_that_does_not_play_along_is_run_without_a_model() {
    let mut trial = Trial::new("fine");
    trial.options.witness = Some(Arc::new(Seeing::default()));
    let driver = trial.start().unwrap();
    assert_eq!(driver.description().facets.prose, Facet::Native);
    drop(driver);
    let answers = Trial::new("witness").one_by_one(&["token"]);
    assert_eq!(said(&answers[0]), "no model");
}

#[test]
fn a_driver_can_go_to_another_thread() {
    fn may_be_sent<T: Send>(_: &T) {}
    may_be_sent(&Trial::new("fine").start().unwrap());
}
