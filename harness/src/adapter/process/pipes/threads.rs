//! Pipes with a thread each, where there is no poll(2).
//!
//! The threads are never joined: what the program started may hold a pipe open. One that
//! waits for such a pipe ends when the pipe does.

use std::io::{self, Read, Write};
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Duration;

use super::CHUNK;
use crate::adapter::process::lines::Lines;
use crate::adapter::process::tail::Tail;

/// How many chunks may wait to be taken, so that memory is bounded.
const WAITING: usize = 8;

/// The three pipes to a program.
#[derive(Debug)]
pub(in crate::adapter::process) struct Pipes {
    input: Option<Sender<Vec<u8>>>,
    unsent: Arc<AtomicUsize>,
    moved: Receiver<Moved>,
    input_broken: bool,
    output_ended: bool,
}

#[derive(Debug)]
enum Moved {
    Output(Vec<u8>),
    OutputEnded,
    Errors(Vec<u8>),
    ErrorsEnded,
    InputBroken,
}

impl Pipes {
    /// Takes over a program's pipes.
    pub(in crate::adapter::process) fn of(child: &mut Child) -> io::Result<Self> {
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        let (send, moved) = sync_channel(WAITING);
        let (input, queue) = channel();
        let unsent = Arc::new(AtomicUsize::new(0));
        start_reader(stdout, send.clone(), Moved::Output, Moved::OutputEnded)?;
        start_reader(stderr, send.clone(), Moved::Errors, Moved::ErrorsEnded)?;
        start_writer(stdin, queue, Arc::clone(&unsent), send)?;
        Ok(Pipes {
            input: Some(input),
            unsent,
            moved,
            input_broken: false,
            output_ended: false,
        })
    }

    /// Hands bytes to the writer.
    pub(in crate::adapter::process) fn send(&mut self, bytes: Vec<u8>) {
        self.unsent.fetch_add(1, Ordering::Relaxed);
        let taken = self
            .input
            .as_ref()
            .is_some_and(|input| input.send(bytes).is_ok());
        self.input_broken |= !taken;
    }

    /// Closes the program's stdin when what was handed over has been written.
    pub(in crate::adapter::process) fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether something waits for the program to read it.
    pub(in crate::adapter::process) fn has_unsent(&self) -> bool {
        self.unsent.load(Ordering::Relaxed) > 0
    }

    /// Whether the program no longer reads its stdin.
    pub(in crate::adapter::process) fn input_broken(&self) -> bool {
        self.input_broken
    }

    /// Whether the program has closed its stdin, as far as a write has shown it.
    pub(in crate::adapter::process) fn input_closed(&self) -> bool {
        self.input_broken
    }

    /// Whether the program's stdout has come to its end.
    pub(in crate::adapter::process) fn output_ended(&self) -> bool {
        self.output_ended
    }

    /// Waits until something has come, at most so long, and takes one chunk of it.
    /// Whether something had come.
    pub(in crate::adapter::process) fn step(
        &mut self,
        wait: Duration,
        lines: &mut Lines,
        tail: &mut Tail,
    ) -> bool {
        match self.moved.recv_timeout(wait) {
            Ok(Moved::Output(bytes)) => lines.push(&bytes),
            Ok(Moved::Errors(bytes)) => tail.push(&bytes),
            Ok(Moved::OutputEnded) => self.output_ended = true,
            Ok(Moved::ErrorsEnded) => {}
            Ok(Moved::InputBroken) => self.input_broken = true,
            Err(_) => return false,
        }
        true
    }
}

fn start_reader(
    mut pipe: impl Read + Send + 'static,
    send: SyncSender<Moved>,
    chunk: fn(Vec<u8>) -> Moved,
    end: Moved,
) -> io::Result<()> {
    let read = move || {
        let mut buffer = vec![0; CHUNK];
        while let Ok(count) = pipe.read(&mut buffer) {
            if count == 0 || send.send(chunk(buffer[..count].to_vec())).is_err() {
                break;
            }
        }
        // Nobody listens any more if this fails.
        let _ = send.send(end);
    };
    thread::Builder::new()
        .name("adapter-reader".to_owned())
        .spawn(read)?;
    Ok(())
}

fn start_writer(
    mut pipe: impl Write + Send + 'static,
    queue: Receiver<Vec<u8>>,
    unsent: Arc<AtomicUsize>,
    send: SyncSender<Moved>,
) -> io::Result<()> {
    let write = move || {
        for bytes in queue {
            if pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_err() {
                // Nobody listens any more if this fails.
                let _ = send.send(Moved::InputBroken);
                return;
            }
            unsent.fetch_sub(1, Ordering::Relaxed);
        }
    };
    thread::Builder::new()
        .name("adapter-writer".to_owned())
        .spawn(write)?;
    Ok(())
}
