//! The model's part in one run.

use super::reply::{ChatReply, Completion};
use super::request::Request;
use super::seen;
use crate::adapter::{Fault, FaultCode, Observation};
use crate::scenario::{Pass, Scenario};

/// The one model that is listed.
const MODEL: &str = "conformance";

/// Plays the model of one run, and keeps what it was sent.
#[derive(Debug, Clone)]
pub struct ChatModel {
    passes: Vec<Pass>,
    closing: String,
    requests: Vec<Request>,
    /// The first thing that went wrong.
    problem: Option<Fault>,
}

impl ChatModel {
    /// The API that it speaks, as a scenario's `model` names it.
    pub const API: &'static str = "openai-chat";

    /// The name to ask for; any other does too.
    pub const NAME: &'static str = MODEL;

    /// The model of one run.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        ChatModel {
            passes: scenario.passes.clone(),
            closing: scenario.closing.clone(),
            requests: Vec::new(),
            problem: None,
        }
    }

    /// Answers one request. `path` is what follows the base URL; `body` is the bytes that
    /// came, or why there are none.
    pub fn ask(&mut self, method: &str, path: &str, body: Result<&[u8], &str>) -> ChatReply {
        match (method, path) {
            ("POST", "/chat/completions") => match body {
                Ok(body) => self.complete(body),
                Err(reason) => {
                    let request = self.requests.len() + 1;
                    let message = format!("request {request} could not be read: {reason}");
                    self.refuse(400, Fault::new(FaultCode::WitnessNotChat, message))
                }
            },
            ("GET", "/models") => ChatReply::models(MODEL),
            ("GET", _) if path.strip_prefix("/models/").is_some() => ChatReply::model(MODEL),
            _ => {
                let path: String = path.chars().take(200).collect();
                let message =
                    format!("the model was asked for {method} {path}, which it does not have");
                self.refuse(404, Fault::new(FaultCode::WitnessWrongPath, message))
            }
        }
    }

    /// Whether anything was asked of it, rightly or wrongly.
    #[must_use]
    pub fn was_asked(&self) -> bool {
        !self.requests.is_empty() || self.problem.is_some()
    }

    /// Writes what was seen into what the adapter observed: `model_input` and
    /// `tool_messages` of each pass are replaced.
    ///
    /// # Errors
    ///
    /// The model was not talked to as it must be for anything to be seen.
    pub fn close(self, observation: &mut Observation) -> Result<(), Fault> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        if self.requests.is_empty() && observation.aborted.is_none() {
            let message = "the run ended and the harness's model was never asked";
            return Err(Fault::new(FaultCode::WitnessNotAsked, message));
        }
        seen::write(&self.requests, self.passes.len(), observation);
        Ok(())
    }

    fn complete(&mut self, body: &[u8]) -> ChatReply {
        let number = self.requests.len();
        let request = match Request::read(number + 1, body) {
            Ok(request) => request,
            Err(fault) => return self.refuse(400, fault),
        };
        if let Some(message) = self.asked_too_often(&request) {
            let fault = Fault::new(FaultCode::WitnessAskedTooOften, message);
            return self.refuse(400, fault);
        }
        let completion = match self.passes.get(number) {
            Some(pass) => Completion::calls(number + 1, &pass.tool_calls),
            None => Completion::text(number + 1, &self.closing),
        };
        let reply = completion.reply(&request);
        self.requests.push(request);
        reply
    }

    /// What there is to say against answering one more request.
    fn asked_too_often(&self, request: &Request) -> Option<String> {
        let (answered, last) = (self.requests.len(), self.requests.last()?);
        let retry = last.repeats(request).then(|| {
            let next = answered + 1;
            format!("request {next} says the same as request {answered}, as a retry does")
        });
        if answered > self.passes.len() {
            let message = "the model was asked again after its closing words";
            return Some(match retry {
                Some(retry) => format!("{message}; {retry}"),
                None => message.to_owned(),
            });
        }
        // An answer without calls is empty, and may well be asked for once more.
        let made_calls = !self.passes[answered - 1].tool_calls.is_empty();
        retry.filter(|_| made_calls)
    }

    /// Refuses with a status that no client tries again.
    fn refuse(&mut self, status: u16, fault: Fault) -> ChatReply {
        let reply = ChatReply::refusal(status, fault.code.name(), &fault.message);
        self.problem.get_or_insert(fault);
        reply
    }
}
