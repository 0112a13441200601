//! An adapter in process as a protocol 1 program.

use std::io::{self, BufRead, Write};

use super::protocol::{Asked, Hello, Lacking, Reply, Trouble};
use super::{Adapter, Answer, Driver, Local};

/// Speaks protocol 1 over stdin and stdout until `bye` or the end of input.
///
/// With this a Rust adapter is a program of its own: reports, exploring and the rest are
/// had by `flowdrop-conformance run -- your-binary`.
///
/// ```no_run
/// # use flowdrop_conformance::{Adapter, serve};
/// # fn my_adapter() -> impl Adapter { Never } struct Never;
/// # impl Adapter for Never {
/// #     fn describe(&self) -> flowdrop_conformance::Description { unimplemented!() }
/// #     fn run(&mut self, _: &flowdrop_conformance::Scenario)
/// #         -> Result<flowdrop_conformance::Observation, flowdrop_conformance::AdapterError> { unimplemented!() }
/// # }
/// fn main() -> std::io::Result<()> {
///     serve(my_adapter)
/// }
/// ```
///
/// # Errors
///
/// Standard input cannot be read or standard output cannot be written.
pub fn serve<A: Adapter>(factory: impl FnOnce() -> A) -> io::Result<()> {
    speak(
        Local::new(factory()),
        io::stdin().lock(),
        io::stdout().lock(),
    )
}

fn speak<A: Adapter>(
    mut driver: Local<A>,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    for line in input.lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let asked: Asked =
            serde_json::from_str(&line).map_err(|error| misasked(&error.to_string()))?;
        match (asked.cmd.as_str(), asked.seq, asked.scenario) {
            ("hello", ..) => write_line(&mut output, &Hello::of(driver.description()))?,
            ("run", Some(seq), Some(scenario)) => {
                let answer = driver.run_all(&[&scenario]).into_iter().next();
                write_line(&mut output, &reply(seq, answer))?;
            }
            ("bye", ..) => return Ok(()),
            (other, ..) => return Err(misasked(other)),
        }
    }
    Ok(())
}

fn misasked(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("not a question of protocol 1: {what}"),
    )
}

fn reply(seq: u64, answer: Option<Answer>) -> Reply {
    let mut reply = Reply {
        seq,
        ..Reply::default()
    };
    match answer {
        Some(Answer::Observed(observation)) => reply.observation = Some(observation),
        Some(Answer::Unsupported { feature, reason }) => {
            reply.unsupported = Some(Lacking {
                feature: feature.name().to_owned(),
                reason,
            });
        }
        Some(Answer::Fault(fault)) => {
            reply.error = Some(Trouble {
                message: fault.message,
                detail: fault.detail,
            });
        }
        None => {
            reply.error = Some(Trouble {
                message: "no answer".to_owned(),
                detail: None,
            });
        }
    }
    reply
}

fn write_line(output: &mut impl Write, value: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
