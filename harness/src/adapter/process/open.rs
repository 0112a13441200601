//! Starting a program and asking what it is.

use std::ffi::OsString;
use std::io;
use std::time::Instant;

use super::group;
use super::heard::{Heard, fault_of};
use super::hello::read_hello;
use super::options::ProcessOptions;
use super::talk::Talk;
use crate::adapter::protocol::{Harness, PROTOCOL, Question};
use crate::adapter::{Description, Fault, FaultCode};

/// Starts the program and reads what it says of itself.
pub(super) fn open(
    command: &[OsString],
    options: &ProcessOptions,
) -> Result<(Talk, Description), Fault> {
    let mut talk =
        Talk::start(command, options.line_limit).map_err(|error| no_start(command, &error))?;
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

/// The program could not be started.
pub(super) fn no_start(command: &[OsString], error: &io::Error) -> Fault {
    let program = command
        .first()
        .map_or("", |name| name.to_str().unwrap_or("?"));
    let message = format!("`{program}` could not be started: {error}");
    Fault::new(FaultCode::NoStart, message)
}

fn at_hello(mut fault: Fault, talk: &mut Talk) -> Fault {
    if group::ending() {
        return interrupted();
    }
    if fault.code == FaultCode::TimedOut {
        fault.code = FaultCode::NoHello;
    }
    fault.message = format!("at `hello`: {}", fault.message);
    fault.stderr = talk.end();
    fault
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

/// Nothing is the adapter's fault when the harness is ended from outside.
pub(super) fn interrupted() -> Fault {
    Fault::new(FaultCode::GaveUp, "the harness was ended")
}
