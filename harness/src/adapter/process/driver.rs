//! Driving an adapter's program: starting it, and starting it again.

use std::ffi::OsString;

use super::batch::Batch;
use super::group;
use super::hello::difference;
use super::open::{interrupted, line_of, open};
use super::options::ProcessOptions;
use super::talk::Talk;
use crate::adapter::protocol::Question;
use crate::adapter::{Answer, Description, Driver, Facet, Fault, FaultCode, Feature};
use crate::scenario::Scenario;

/// Drives an adapter that is a program of its own, over protocol 1.
///
/// The program is started at once, and again when it has gone wrong; it and its process
/// group are ended when this is dropped.
#[derive(Debug)]
pub struct Process {
    command: Vec<OsString>,
    pub(super) options: ProcessOptions,
    /// As the engine is to see it.
    description: Description,
    /// As the program said it.
    declared: Description,
    talk: Option<Talk>,
    next_seq: u64,
    first_seq: u64,
    restarts: usize,
    given_up: Option<String>,
}

impl Process {
    /// Starts an adapter and asks what it is.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or does not answer `hello` as protocol 1 says. What
    /// it had written to stderr is in the fault.
    pub fn start(command: &[OsString], options: ProcessOptions) -> Result<Self, Fault> {
        let (talk, declared) = open(command, &options)?;
        let mut description = declared.clone();
        if options.witness.is_some() && plays_along(&description) {
            description.facets.prose = Facet::Witnessed;
        }
        Ok(Process {
            command: command.to_vec(),
            options,
            description,
            declared,
            talk: Some(talk),
            next_seq: 1,
            first_seq: 1,
            restarts: 0,
            given_up: None,
        })
    }

    /// Whether runs are witnessed.
    pub(super) fn is_witnessed(&self) -> bool {
        self.options.witness.is_some() && plays_along(&self.description)
    }

    /// The running program; it is started again if it was ended.
    pub(super) fn ready(&mut self) -> Result<&mut Talk, Fault> {
        if self.talk.is_none() {
            self.may_start()?;
            match self.start_again() {
                Ok(talk) => self.talk = Some(talk),
                Err(fault) => return Err(self.count_restart(fault)),
            }
        }
        self.talk
            .as_mut()
            .ok_or_else(|| Fault::new(FaultCode::GaveUp, "the adapter is not running"))
    }

    /// The running program, if there is one.
    pub(super) fn running(&mut self) -> Option<&mut Talk> {
        self.talk.as_mut()
    }

    /// A number that no run has had.
    pub(super) fn new_seq(&mut self) -> u64 {
        let seq = self.next_seq;
        self.next_seq += 1;
        seq
    }

    /// The program has kept to the protocol.
    pub(super) fn went_well(&mut self) {
        self.restarts = 0;
    }

    /// What is wrong with an answer to a run that is not under way.
    pub(super) fn stray(&self, seq: u64) -> Fault {
        if seq == 0 || seq >= self.next_seq {
            Fault::new(
                FaultCode::UnknownSeq,
                "an answer to a run that was never asked for",
            )
        } else if seq < self.first_seq {
            Fault::new(
                FaultCode::LateAnswer,
                "an answer to a run of an earlier start",
            )
        } else {
            Fault::new(FaultCode::RepeatedSeq, "a second answer to one run")
        }
    }

    /// Ends the program because of a fault, and adds the evidence to it.
    pub(super) fn end_for(&mut self, mut fault: Fault) -> Fault {
        if let Some(mut talk) = self.talk.take() {
            fault.stderr = talk.end();
        }
        self.count_restart(fault)
    }

    fn count_restart(&mut self, mut fault: Fault) -> Fault {
        if group::ending() {
            return interrupted();
        }
        let most = self.options.max_restarts;
        if self.restarts < most {
            self.restarts += 1;
            fault.restarts = Some((self.restarts, most));
        } else {
            self.given_up = Some(format!("{}: {}", fault.code, fault.message));
        }
        fault
    }

    fn may_start(&self) -> Result<(), Fault> {
        if group::ending() {
            return Err(interrupted());
        }
        match &self.given_up {
            None => Ok(()),
            Some(last) => {
                let times = self.options.max_restarts;
                let message = format!(
                    "the adapter was started again {times} times in a row without one good answer; the last time {last}"
                );
                Err(Fault::new(FaultCode::GaveUp, message))
            }
        }
    }

    fn start_again(&mut self) -> Result<Talk, Fault> {
        self.first_seq = self.next_seq;
        let (mut talk, declared) = open(&self.command, &self.options)?;
        let Some(member) = difference(&self.declared, &declared) else {
            return Ok(talk);
        };
        let message = format!("at `hello`: `{member}` is not what it was at the first start");
        let mut fault = Fault::new(FaultCode::BadHello, message);
        fault.stderr = talk.end();
        Err(fault)
    }
}

impl Driver for Process {
    fn description(&self) -> &Description {
        &self.description
    }

    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer> {
        Batch::new(self, scenarios).run()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let (Some(talk), Ok(bye)) = (&mut self.talk, line_of(&Question::Bye {})) {
            talk.part(bye);
        }
    }
}

fn plays_along(description: &Description) -> bool {
    description.supports.contains(&Feature::WitnessOpenaiChat)
}
