//! Any bytes from an adapter, for fuzzing: they give answers and never a panic.

use super::hello::read_hello;
use super::lines::Lines;
use super::read::read_answer;
use super::tail::Tail;
use crate::adapter::{Answer, Fault};

/// The longest line of these.
const LIMIT: usize = 200;

/// Reads everything that an adapter writes, in chunks of a size that the first byte says.
pub(crate) fn read_any(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else {
        return;
    };
    let mut lines = Lines::new(LIMIT);
    let mut tail = Tail::default();
    for chunk in rest.chunks(usize::from(*first).max(1)) {
        tail.push(chunk);
        lines.push(chunk);
        while let Some(line) = lines.take() {
            if let Ok(line) = line {
                assert!(line.len() <= LIMIT);
            }
        }
        assert!(lines.half().len() <= LIMIT);
    }
    assert!(tail.lines().iter().all(|line| line.chars().count() <= 501));
    for line in rest.split(|byte| *byte == b'\n') {
        read_any_line(line);
        if let Err(fault) = read_hello(line) {
            assert_told(&fault);
        }
    }
}

/// Reads one line as an answer; what cannot be read is a fault.
pub(crate) fn read_any_line(line: &[u8]) -> Answer {
    match read_answer(line) {
        Ok((_, Answer::Fault(fault))) => {
            assert_told(&fault);
            Answer::Fault(fault)
        }
        Ok((_, answer)) => {
            assert!(serde_json::from_slice::<serde_json::Value>(line).is_ok());
            answer
        }
        Err(broken) => {
            assert_told(&broken.fault);
            Answer::Fault(*broken.fault)
        }
    }
}

fn assert_told(fault: &Fault) {
    assert!(!fault.message.is_empty());
    let detail = fault.detail.as_deref().unwrap_or_default();
    assert!(detail.chars().count() <= 4001);
}
