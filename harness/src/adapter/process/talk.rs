//! Talking to one started program: a question, then an answer or how it came to nothing.

use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

use super::child::{Ending, GRACE, Started};
use super::heard::Heard;
use super::lines::{Lines, TooLong};
use super::pipes::Pipes;
use super::tail::Tail;

/// How long nothing may move before it is looked whether the program has exited. Its
/// pipes may be held open by something that it started.
const LOOK: Duration = Duration::from_millis(50);

/// How long a program that has closed a pipe may take to exit.
const SETTLE: Duration = Duration::from_millis(250);

/// How long a program may take to exit after `bye`.
const FAREWELL: Duration = Duration::from_millis(500);

/// How many chunks of stderr are taken from a program that has been ended.
const LAST_CHUNKS: usize = 16;

/// One started program and its pipes. Ended, with its group, when dropped.
#[derive(Debug)]
pub(super) struct Talk {
    program: Started,
    pipes: Pipes,
    lines: Lines,
    tail: Tail,
}

impl Talk {
    /// Starts a program.
    pub(super) fn start(command: &[OsString], line_limit: usize) -> io::Result<Self> {
        let mut program = Started::new(command)?;
        let pipes = Pipes::of(&mut program.child());
        match pipes {
            Ok(pipes) => Ok(Talk {
                program,
                pipes,
                lines: Lines::new(line_limit),
                tail: Tail::default(),
            }),
            Err(error) => {
                program.end();
                Err(error)
            }
        }
    }

    /// Sends a line, as far as the program takes it.
    pub(super) fn send(&mut self, line: Vec<u8>) {
        self.pipes.send(line);
    }

    /// A line that has already come.
    pub(super) fn come(&mut self) -> Option<Heard> {
        self.lines.take().map(|line| match line {
            Ok(line) => Heard::Line(line),
            Err(TooLong(start)) => Heard::TooLong(start),
        })
    }

    /// Waits for a line until the deadline.
    pub(super) fn listen(&mut self, deadline: Instant) -> Heard {
        let mut broken_since = None;
        let mut looked = Instant::now();
        loop {
            if let Some(heard) = self.come() {
                return heard;
            }
            if self.pipes.output_ended() {
                return self.after_output();
            }
            let now = Instant::now();
            if self.pipes.input_broken() && now >= *broken_since.get_or_insert(now) + SETTLE {
                return self.closed("stdin");
            }
            if now >= deadline {
                return self.at_deadline();
            }
            let moved = self.step(LOOK.min(deadline - now));
            // Something that the program started may keep its pipes open, or full.
            if !moved || now >= looked + LOOK {
                looked = now;
                if self.program.ending().is_some() {
                    return self.after_exit();
                }
            }
        }
    }

    /// Ends the program with its whole group, and returns the last lines of its stderr.
    pub(super) fn end(&mut self) -> Vec<String> {
        self.program.ask_to_end();
        self.wait_for_end(GRACE);
        self.program.end();
        for _ in 0..LAST_CHUNKS {
            self.lines.discard();
            if !self.step(Duration::ZERO) {
                break;
            }
        }
        self.tail.lines()
    }

    /// The last lines of the program's stderr so far.
    pub(super) fn stderr(&mut self) -> Vec<String> {
        self.step(Duration::ZERO);
        self.tail.lines()
    }

    /// Closes the program's stdin.
    pub(super) fn hang_up(&mut self) {
        self.step(Duration::ZERO);
        self.pipes.close_input();
    }

    /// Says goodbye, and ends what does not go.
    pub(super) fn part(&mut self, bye: Vec<u8>) {
        self.pipes.send(bye);
        self.hang_up();
        self.wait_for_end(FAREWELL);
        self.end();
    }

    fn step(&mut self, wait: Duration) -> bool {
        self.pipes.step(wait, &mut self.lines, &mut self.tail)
    }

    /// The program has ended: what it wrote before comes first.
    fn after_exit(&mut self) -> Heard {
        let deadline = Instant::now() + SETTLE;
        while self.step(Duration::ZERO) && Instant::now() < deadline {
            if let Some(heard) = self.come() {
                return heard;
            }
        }
        self.after_output()
    }

    /// Nothing more will come from stdout.
    fn after_output(&mut self) -> Heard {
        let half = self.lines.half().to_vec();
        match self.wait_for_end(SETTLE) {
            Some(ending) => Heard::Ended { ending, half },
            None => Heard::Closed {
                pipe: "stdout",
                half,
            },
        }
    }

    /// Nothing has come in time, unless the harness itself was stopped for a while.
    fn at_deadline(&mut self) -> Heard {
        self.step(Duration::ZERO);
        if let Some(heard) = self.come() {
            return heard;
        }
        // It may still have worked on what it had read before it closed its stdin.
        if self.pipes.input_closed() {
            return self.closed("stdin");
        }
        Heard::Silence {
            half: self.lines.half().to_vec(),
            unread: self.pipes.has_unsent(),
        }
    }

    fn closed(&mut self, pipe: &'static str) -> Heard {
        let half = self.lines.half().to_vec();
        match self.program.ending() {
            Some(ending) => Heard::Ended { ending, half },
            None => Heard::Closed { pipe, half },
        }
    }

    /// Waits for the program's end while its pipes are kept flowing.
    fn wait_for_end(&mut self, limit: Duration) -> Option<Ending> {
        let deadline = Instant::now() + limit;
        let mut wait = Duration::from_micros(200);
        loop {
            let ending = self.program.ending();
            if ending.is_some() || Instant::now() >= deadline {
                return ending;
            }
            self.lines.discard();
            if !self.step(wait) {
                wait = (wait * 2).min(Duration::from_millis(10));
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.program.end();
    }
}
