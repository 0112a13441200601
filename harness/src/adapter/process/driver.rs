//! Driving an adapter's program: starting it, and starting it again.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use super::batch::Batch;
use super::excerpt::excerpt;
use super::group;
use super::hello::{difference, read_hello};
use super::options::ProcessOptions;
use super::talk::{Heard, Talk};
use crate::adapter::protocol::{Harness, PROTOCOL, Question};
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
        let message = format!("`{member}` is not what it was at the first start");
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

/// A question as it is sent.
pub(super) fn line_of(question: &Question<'_>) -> Result<Vec<u8>, Fault> {
    let mut line = serde_json::to_vec(question).map_err(|error| {
        let message = format!("the question cannot be written: {error}");
        Fault::new(FaultCode::AdapterError, message)
    })?;
    line.push(b'\n');
    Ok(line)
}

/// What is wrong with what was heard instead of a line.
pub(super) fn fault_of(heard: Heard, timeout: Duration) -> Fault {
    let time = format!("{} s", timeout.as_secs_f64());
    let (code, message, sent) = match heard {
        Heard::Line(line) => (FaultCode::NotJson, "an unexpected line".to_owned(), line),
        Heard::TooLong(start) => (
            FaultCode::TooLong,
            "a line is longer than the limit".to_owned(),
            start,
        ),
        Heard::Silence { half, unread } if half.is_empty() => {
            let unread = if unread {
                "; it does not read its stdin"
            } else {
                ""
            };
            let message = format!("no answer in {time}{unread}");
            (FaultCode::TimedOut, message, half)
        }
        Heard::Silence { half, .. } => {
            let message = format!("half a line, and no more in {time}");
            (FaultCode::HalfLine, message, half)
        }
        Heard::Ended { ending, half } if half.is_empty() || !ending.is_success() => (
            FaultCode::Exited,
            format!("it {ending} without an answer"),
            half,
        ),
        Heard::Ended { ending, half } => (
            FaultCode::HalfLine,
            format!("it {ending} after half a line"),
            half,
        ),
        Heard::Closed { pipe, half } if half.is_empty() => {
            (FaultCode::Closed, format!("it closed its {pipe}"), half)
        }
        Heard::Closed { pipe, half } => (
            FaultCode::HalfLine,
            format!("it closed its {pipe} after half a line"),
            half,
        ),
    };
    let mut fault = Fault::new(code, message);
    fault.detail = (!sent.is_empty()).then(|| excerpt(&sent, 0));
    fault
}

/// Starts the program and reads what it says of itself.
fn open(command: &[OsString], options: &ProcessOptions) -> Result<(Talk, Description), Fault> {
    let mut talk = Talk::start(command, options.line_limit).map_err(|error| {
        let program = command
            .first()
            .map_or("", |name| name.to_str().unwrap_or("?"));
        Fault::new(
            FaultCode::NoStart,
            format!("`{program}` could not be started: {error}"),
        )
    })?;
    let said = line_of(&Question::Hello {
        protocols: [PROTOCOL],
        harness: Harness {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
        },
    })
    .and_then(|hello| {
        talk.send(hello);
        match talk.listen(Instant::now() + options.hello_timeout) {
            Heard::Line(line) => read_hello(&line),
            heard => Err(fault_of(heard, options.hello_timeout)),
        }
    });
    match said {
        Ok(description) => Ok((talk, description)),
        Err(fault) => Err(at_hello(fault, &mut talk)),
    }
}

fn at_hello(mut fault: Fault, talk: &mut Talk) -> Fault {
    if group::ending() {
        return interrupted();
    }
    if fault.code == FaultCode::TimedOut {
        fault.code = FaultCode::NoHello;
    }
    fault.message = format!("instead of an answer to `hello`: {}", fault.message);
    fault.stderr = talk.end();
    fault
}

fn plays_along(description: &Description) -> bool {
    description.supports.contains(&Feature::WitnessOpenaiChat)
}

fn interrupted() -> Fault {
    Fault::new(FaultCode::GaveUp, "the harness was ended")
}
