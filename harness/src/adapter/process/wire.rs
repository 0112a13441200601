//! One started adapter, line by line.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::child::Ending;
use super::group;
use super::heard::{Heard, fault_of};
use super::hello::read_hello;
use super::open::{interrupted, no_start};
use super::read::read_answer;
use super::talk::Talk;
use crate::adapter::{Answer, Description, Fault, FaultCode};

/// The longest line that is read, in bytes.
const LINE_LIMIT: usize = 64 << 20;

/// One started adapter, line by line, for whoever looks at the adapter itself: what is
/// asked and in which order is the caller's business, and nothing is started again.
/// Suites are run with [`Process`](super::Process).
///
/// The program and its process group are ended when this is dropped.
#[derive(Debug)]
pub struct Wire {
    talk: Talk,
}

/// What a program did when it was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parting {
    /// It exited with this status.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
    /// It was still there when its time was over.
    Stayed,
}

impl Wire {
    /// Starts a program. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub fn start(command: &[OsString]) -> Result<Self, Fault> {
        let talk = Talk::start(command, LINE_LIMIT).map_err(|error| no_start(command, &error))?;
        Ok(Wire { talk })
    }

    /// Sends a value as one line, as far as the program takes it.
    ///
    /// # Errors
    ///
    /// The value has no JSON.
    pub fn ask(&mut self, question: &impl Serialize) -> Result<(), serde_json::Error> {
        let mut line = serde_json::to_vec(question)?;
        line.push(b'\n');
        self.talk.send(line);
        Ok(())
    }

    /// Waits for the next line that is not blank.
    ///
    /// # Errors
    ///
    /// No line came: silence, an exit, a closed pipe, half a line, one without end. What
    /// the program had written to stderr is in the fault.
    pub fn hear(&mut self, within: Duration) -> Result<Vec<u8>, Fault> {
        match self.talk.listen(Instant::now() + within) {
            Heard::Line(line) => Ok(line),
            _ if group::ending() => Err(interrupted()),
            heard => {
                let mut fault = fault_of(heard, within);
                fault.stderr = self.talk.stderr();
                Err(fault)
            }
        }
    }

    /// The last lines that the program wrote to stderr.
    pub fn stderr(&mut self) -> Vec<String> {
        self.talk.stderr()
    }

    /// Waits for the program to exit by itself, while its stdin stays open. What it
    /// writes meanwhile is given back.
    pub fn wait(&mut self, within: Duration) -> (Parting, Vec<Vec<u8>>) {
        let deadline = Instant::now() + within;
        let mut written = Vec::new();
        loop {
            match self.talk.listen(deadline) {
                Heard::Line(line) | Heard::TooLong(line) => written.push(line),
                Heard::Ended { ending, .. } => return (ending.into(), written),
                // A closed stdout is how an exit begins.
                Heard::Closed { .. } if Instant::now() < deadline => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Heard::Closed { .. } | Heard::Silence { .. } => return (Parting::Stayed, written),
            }
        }
    }

    /// Closes the program's stdin.
    pub fn hang_up(&mut self) {
        self.talk.hang_up();
    }
}

/// Reads the answer to `hello` as the harness reads it.
///
/// # Errors
///
/// It is no answer as protocol 1 has it; the fault says where.
pub fn read_description(line: &[u8]) -> Result<Description, Fault> {
    read_hello(line)
}

/// Reads the answer to a run as the harness reads it: its number, if that much is sure,
/// and what was answered.
#[must_use]
pub fn read_reply(line: &[u8]) -> (Option<u64>, Answer) {
    match read_answer(line) {
        Ok((seq, answer)) => (Some(seq), answer),
        Err(broken) => (broken.seq, Answer::Fault(*broken.fault)),
    }
}

impl From<Ending> for Parting {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Status(status) => Parting::Exited(status),
            Ending::Signal(signal) => Parting::Signalled(signal),
            // The system does not tell how, so nothing can be said against it.
            Ending::Unknown => Parting::Exited(0),
        }
    }
}

impl FaultCode {
    /// Whether the program cannot be talked to any more.
    #[must_use]
    pub fn ends_the_talk(self) -> bool {
        matches!(
            self,
            FaultCode::NoStart
                | FaultCode::NoHello
                | FaultCode::TimedOut
                | FaultCode::Exited
                | FaultCode::Closed
                | FaultCode::HalfLine
                | FaultCode::TooLong
                | FaultCode::GaveUp
        )
    }
}
