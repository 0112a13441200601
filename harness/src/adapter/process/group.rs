//! The process groups that are alive, so that none is left behind.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use super::child::GRACE;
use super::stray;

static LIVE: Mutex<BTreeMap<u32, Group>> = Mutex::new(BTreeMap::new());
static ENDING: AtomicBool = AtomicBool::new(false);

/// A program and everything that it starts.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// The program's process id, which is its group's too.
    id: u32,
    mark: String,
    /// Kept where there are no groups and only the program itself can be ended.
    #[cfg_attr(unix, allow(dead_code))]
    child: Arc<Mutex<Child>>,
}

/// Ends every adapter that this process has started, with all of its process group, and
/// lets no further one be started.
///
/// For a program's signal handling and panic hook: to be called from an ordinary thread,
/// not from within a signal handler. It returns within about a second, whatever state the
/// other threads are in. Runs that are under way get
/// [`FaultCode::GaveUp`](super::super::FaultCode::GaveUp), so that nothing is blamed on an
/// adapter that was ended from outside.
pub fn end_all() {
    ENDING.store(true, Ordering::SeqCst);
    let Some(live) = lock_within(Duration::from_millis(500)) else {
        return;
    };
    for group in live.values() {
        group.ask_to_end();
    }
    if !live.is_empty() {
        thread::sleep(GRACE);
    }
    for group in live.values() {
        group.end();
    }
}

/// Whether [`end_all`] was called.
pub(super) fn ending() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Starts a program and registers it, in one step as [`end_all`] sees it.
pub(super) fn start(command: &mut Command, mark: String) -> io::Result<(Arc<Mutex<Child>>, Group)> {
    let mut live = lock();
    if ending() {
        return Err(io::Error::other("the harness is being ended"));
    }
    let child = command.spawn()?;
    let id = child.id();
    let child = Arc::new(Mutex::new(child));
    let group = Group {
        id,
        mark,
        child: Arc::clone(&child),
    };
    live.insert(id, group.clone());
    Ok((child, group))
}

/// Forgets a group that was ended, before its id can become somebody else's.
pub(super) fn forget(group: &Group) {
    lock().remove(&group.id);
}

fn lock() -> MutexGuard<'static, BTreeMap<u32, Group>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lock_within(limit: Duration) -> Option<MutexGuard<'static, BTreeMap<u32, Group>>> {
    let deadline = Instant::now() + limit;
    loop {
        match LIVE.try_lock() {
            Ok(live) => return Some(live),
            Err(TryLockError::Poisoned(live)) => return Some(live.into_inner()),
            Err(TryLockError::WouldBlock) if Instant::now() > deadline => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

#[cfg(unix)]
impl Group {
    /// The program's process id.
    pub(super) fn pid(&self) -> Option<rustix::process::Pid> {
        rustix::process::Pid::from_raw(i32::try_from(self.id).ok()?)
    }

    /// Sends SIGTERM to the group.
    pub(super) fn ask_to_end(&self) {
        self.signal(rustix::process::Signal::TERM);
    }

    /// Sends SIGKILL to the group, and to what has left it. The program must not have been
    /// reaped yet.
    pub(super) fn end(&self) {
        self.signal(rustix::process::Signal::KILL);
        stray::end(&self.mark);
    }

    fn signal(&self, signal: rustix::process::Signal) {
        if let Some(pid) = self.pid() {
            // A group that is gone needs no signal.
            let _ = rustix::process::kill_process_group(pid, signal);
        }
    }
}

#[cfg(not(unix))]
impl Group {
    /// There is no way to ask.
    pub(super) fn ask_to_end(&self) {}

    /// Ends the program itself. What it started is out of reach.
    pub(super) fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // A program that has ended needs no ending.
        let _ = child.kill();
        stray::end(&self.mark);
    }
}
