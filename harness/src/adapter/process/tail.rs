//! The last lines of stderr, whatever the flood.

use std::collections::VecDeque;

use super::excerpt::excerpt;

/// How many lines are kept.
const LINES: usize = 20;

/// How many bytes of a line are kept: enough for the characters that are shown.
const LINE: usize = 2048;

/// The last lines that a program wrote to stderr.
#[derive(Debug, Default)]
pub(super) struct Tail {
    lines: VecDeque<Vec<u8>>,
    current: Vec<u8>,
}

impl Tail {
    /// Adds what has come.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        let mut pieces = chunk.split(|byte| *byte == b'\n');
        self.extend(pieces.next().unwrap_or_default());
        for piece in pieces {
            self.end_line();
            self.extend(piece);
        }
    }

    /// The lines, blank ones left out, long ones cut.
    pub(super) fn lines(&self) -> Vec<String> {
        let all: Vec<String> = self
            .lines
            .iter()
            .chain([&self.current])
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
            .filter(|line| !line.trim_ascii().is_empty())
            .map(|line| excerpt(line, 0))
            .collect();
        let from = all.len().saturating_sub(LINES);
        all[from..].to_vec()
    }

    fn extend(&mut self, piece: &[u8]) {
        let room = LINE.saturating_sub(self.current.len());
        self.current
            .extend_from_slice(&piece[..piece.len().min(room)]);
    }

    fn end_line(&mut self) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(std::mem::take(&mut self.current));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_leaves_its_last_lines() {
        let mut tail = Tail::default();
        for at in 0..10_000 {
            tail.push(format!("line {at}\r\n\n").as_bytes());
        }
        tail.push(b"no end");
        let lines = tail.lines();
        assert_eq!(lines.last().map(String::as_str), Some("no end"));
        assert_eq!(lines[lines.len() - 2], "line 9999");
        assert!(lines.len() <= LINES);
    }

    #[test]
    fn a_long_line_is_cut() {
        let mut tail = Tail::default();
        for _ in 0..1000 {
            tail.push(&[b'x'; 65536]);
        }
        assert!(tail.current.len() <= LINE);
        assert_eq!(tail.lines()[0].chars().count(), 501);
    }
}
