//! A program that was started, in a process group of its own.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group::{self, Group};
use super::stray;

/// How long a program may take to end when it is asked to.
pub(super) const GRACE: Duration = Duration::from_millis(300);

/// How long a killed program may take to be gone before it is left to the system.
const REAP: Duration = Duration::from_secs(1);

/// A program that was started. It is registered, so that [`super::end_all`] finds it,
/// until all of its group has been ended.
#[derive(Debug)]
pub(super) struct Started {
    child: Arc<Mutex<Child>>,
    group: Group,
    /// Set when it was ended and reaped: its id may be somebody else's by now.
    gone: bool,
}

impl Ending {
    /// Whether the program said that all was well.
    pub(super) fn is_success(self) -> bool {
        self == Ending::Status(0)
    }
}

/// How a program came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It exited with a status.
    Status(i32),
    /// A signal ended it.
    Signal(i32),
    /// It has ended, and the system does not tell how.
    Unknown,
}

impl Started {
    /// Starts a program with its three pipes.
    pub(super) fn new(command: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "there is no command"))?;
        let mark = stray::new_mark();
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env(stray::VARIABLE, stray::marked(&mark))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let (child, group) = group::start(&mut command, mark)?;
        Ok(Started {
            child,
            group,
            gone: false,
        })
    }

    /// Access to the child itself, for its pipes.
    pub(super) fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the program came to its end, if it has. It is not reaped by this, so that its
    /// id, and its group's, stay its own.
    pub(super) fn ending(&self) -> Option<Ending> {
        if self.gone {
            return Some(Ending::Unknown);
        }
        ending(&self.group, &self.child)
    }

    /// Asks the whole group to end.
    pub(super) fn ask_to_end(&self) {
        if !self.gone {
            self.group.ask_to_end();
        }
    }

    /// Ends the whole group, and what has left it, at once.
    pub(super) fn end(&mut self) {
        if std::mem::replace(&mut self.gone, true) {
            return;
        }
        self.group.end();
        group::forget(&self.group);
        let deadline = Instant::now() + REAP;
        while Instant::now() < deadline {
            match self.child().try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(1)),
                Ok(Some(_)) | Err(_) => return,
            }
        }
    }
}

#[cfg(unix)]
fn ending(group: &Group, _: &Mutex<Child>) -> Option<Ending> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(group.pid()?), options) {
        Ok(Some(status)) => Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(status), _) => Ending::Status(status),
            (None, Some(signal)) => Ending::Signal(signal),
            (None, None) => return None,
        }),
        Ok(None) => None,
        Err(_) => Some(Ending::Unknown),
    }
}

#[cfg(not(unix))]
fn ending(_: &Group, child: &Mutex<Child>) -> Option<Ending> {
    let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
    let status = child.try_wait().ok()??;
    Some(status.code().map_or(Ending::Unknown, Ending::Status))
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Status(status) => write!(f, "exited with status {status}"),
            Ending::Signal(signal) => {
                write!(f, "was ended by signal {signal}{}", signal_name(*signal))
            }
            Ending::Unknown => f.write_str("came to its end"),
        }
    }
}

/// The names of the signals that programs are commonly ended by.
fn signal_name(signal: i32) -> &'static str {
    match signal {
        2 => " (SIGINT)",
        4 => " (SIGILL)",
        5 => " (SIGTRAP)",
        6 => " (SIGABRT)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        13 => " (SIGPIPE)",
        15 => " (SIGTERM)",
        _ => "",
    }
}
