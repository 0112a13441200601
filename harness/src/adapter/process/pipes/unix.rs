//! Pipes without threads: poll(2) on the calling thread.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;

use super::CHUNK;
use crate::adapter::process::lines::Lines;
use crate::adapter::process::tail::Tail;

/// The three pipes to a program. Our ends do not block; the program's ends do.
#[derive(Debug)]
pub(in crate::adapter::process) struct Pipes {
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    unsent: Vec<u8>,
    sent: usize,
    input_broken: bool,
    chunk: Box<[u8]>,
}

impl Pipes {
    /// Takes over a program's pipes.
    pub(in crate::adapter::process) fn of(child: &mut Child) -> io::Result<Self> {
        let pipes = Pipes {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            unsent: Vec::new(),
            sent: 0,
            input_broken: false,
            chunk: vec![0; CHUNK].into_boxed_slice(),
        };
        set_nonblocking(pipes.input.as_ref())?;
        set_nonblocking(pipes.output.as_ref())?;
        set_nonblocking(pipes.errors.as_ref())?;
        Ok(pipes)
    }

    /// Sends what the program is ready to take; the rest goes with [`Pipes::step`].
    pub(in crate::adapter::process) fn send(&mut self, bytes: Vec<u8>) {
        if self.unsent.is_empty() {
            self.unsent = bytes;
        } else {
            self.unsent.extend_from_slice(&bytes);
        }
        self.flush();
    }

    /// Closes the program's stdin.
    pub(in crate::adapter::process) fn close_input(&mut self) {
        self.input = None;
        self.unsent.clear();
        self.sent = 0;
    }

    /// Whether something waits for the program to read it.
    pub(in crate::adapter::process) fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Whether the program no longer reads its stdin.
    pub(in crate::adapter::process) fn input_broken(&self) -> bool {
        self.input_broken
    }

    /// Whether the program has closed its stdin, although all was sent.
    pub(in crate::adapter::process) fn input_closed(&self) -> bool {
        let Some(input) = &self.input else {
            return true;
        };
        let mut fds = [PollFd::new(input, PollFlags::empty())];
        let gone = PollFlags::ERR | PollFlags::HUP;
        poll(&mut fds, Some(&Timespec::default())).is_ok_and(|_| fds[0].revents().intersects(gone))
    }

    /// Whether the program's stdout has come to its end.
    pub(in crate::adapter::process) fn output_ended(&self) -> bool {
        self.output.is_none()
    }

    /// Waits until something can be moved, at most so long, and moves at most one chunk
    /// each way. Whether something was moved.
    pub(in crate::adapter::process) fn step(
        &mut self,
        wait: Duration,
        lines: &mut Lines,
        tail: &mut Tail,
    ) -> bool {
        let ready = self.ready(wait);
        if ready.input {
            self.flush();
        }
        if ready.output {
            let chunk = &mut self.chunk;
            read_chunk(&mut self.output, chunk, |bytes| lines.push(bytes));
        }
        if ready.errors {
            let chunk = &mut self.chunk;
            read_chunk(&mut self.errors, chunk, |bytes| tail.push(bytes));
        }
        ready.input || ready.output || ready.errors
    }

    fn ready(&self, wait: Duration) -> Ready {
        let mut fds = Vec::with_capacity(3);
        let output = watch(&mut fds, self.output.as_ref(), PollFlags::IN);
        let errors = watch(&mut fds, self.errors.as_ref(), PollFlags::IN);
        let input = self.input.as_ref().filter(|_| self.has_unsent());
        let input = watch(&mut fds, input, PollFlags::OUT);
        if fds.is_empty() {
            thread::sleep(wait);
            return Ready::default();
        }
        let timeout = Timespec::try_from(wait).ok();
        if poll(&mut fds, timeout.as_ref()).is_err() {
            return Ready::default();
        }
        let is_ready = |at: Option<usize>| at.is_some_and(|at| !fds[at].revents().is_empty());
        Ready {
            input: is_ready(input),
            output: is_ready(output),
            errors: is_ready(errors),
        }
    }

    fn flush(&mut self) {
        while let Some(input) = self
            .input
            .as_mut()
            .filter(|_| self.sent < self.unsent.len())
        {
            match input.write(&self.unsent[self.sent..]) {
                Ok(count) if count > 0 => self.sent += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Ok(_) | Err(_) => {
                    self.input_broken = true;
                    self.close_input();
                }
            }
        }
        self.input_broken |= self.input.is_none();
        self.unsent.clear();
        self.sent = 0;
    }
}

#[derive(Default)]
struct Ready {
    input: bool,
    output: bool,
    errors: bool,
}

fn set_nonblocking(pipe: Option<&impl AsFd>) -> io::Result<()> {
    match pipe {
        Some(pipe) => Ok(ioctl_fionbio(pipe, true)?),
        None => Err(io::Error::other("a pipe is missing")),
    }
}

fn watch<'a>(
    fds: &mut Vec<PollFd<'a>>,
    pipe: Option<&'a impl AsFd>,
    flags: PollFlags,
) -> Option<usize> {
    fds.push(PollFd::new(pipe?, flags));
    Some(fds.len() - 1)
}

/// Reads one chunk; a pipe at its end is dropped.
fn read_chunk(pipe: &mut Option<impl Read>, chunk: &mut [u8], mut take: impl FnMut(&[u8])) {
    let Some(reader) = pipe.as_mut() else {
        return;
    };
    match reader.read(chunk) {
        Ok(count) if count > 0 => take(&chunk[..count]),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        Ok(_) | Err(_) => *pipe = None,
    }
}
