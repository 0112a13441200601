//! The bare loop: lines out, lines in, nothing read of them.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The lines of one case's runs.
pub(crate) type Batch = Vec<Vec<u8>>;

pub(crate) struct Bare {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Bare {
    /// Starts the adapter and greets it.
    pub(crate) fn start(command: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut bare = Bare {
            child,
            input,
            output: BufReader::with_capacity(1 << 16, output),
            line: Vec::new(),
        };
        bare.write(b"{\"cmd\":\"hello\",\"protocols\":[1],\"harness\":{\"name\":\"bare\",\"version\":\"0\"}}\n")?;
        bare.read()?;
        Ok(bare)
    }

    /// Writes a batch and reads as many answers, with so many under way. Gives the bytes
    /// that were read.
    pub(crate) fn run(&mut self, batch: &Batch, in_flight: usize) -> io::Result<usize> {
        let (mut written, mut bytes) = (0, 0);
        for read in 0..batch.len() {
            while written < batch.len() && written - read < in_flight {
                self.write(&batch[written])?;
                written += 1;
            }
            bytes += self.read()?;
        }
        Ok(bytes)
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.input.write_all(line)
    }

    fn read(&mut self) -> io::Result<usize> {
        self.line.clear();
        match self.output.read_until(b'\n', &mut self.line)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            bytes => Ok(bytes),
        }
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.write(b"{\"cmd\":\"bye\"}\n");
        let _ = self.child.wait();
    }
}
