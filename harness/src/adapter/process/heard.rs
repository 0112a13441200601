//! What came of listening to a program, and what is wrong with it if it is no line.

use std::time::Duration;

use super::child::Ending;
use super::excerpt::excerpt;
use crate::adapter::{Fault, FaultCode};

/// What came of listening.
#[derive(Debug)]
pub(super) enum Heard {
    /// A line.
    Line(Vec<u8>),
    /// A line without end; how it begins.
    TooLong(Vec<u8>),
    /// Nothing in time, or half a line. `unread`: the program has not read its stdin.
    Silence { half: Vec<u8>, unread: bool },
    /// The program has come to its end.
    Ended { ending: Ending, half: Vec<u8> },
    /// The program goes on but has closed a pipe.
    Closed { pipe: &'static str, half: Vec<u8> },
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
