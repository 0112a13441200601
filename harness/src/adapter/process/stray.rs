//! What has left its process group: a grandchild that called `setsid`.
//!
//! Everything that a program starts inherits a mark in its environment, whatever group it
//! moves to and whoever its parent becomes. On Linux, processes with that mark are looked
//! up in /proc and ended. What clears its environment, or writes over it, is not found;
//! neither is anything on other systems. Nothing waits for such a process, since no pipe
//! is ever read without a deadline.

use std::ffi::OsString;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable that holds the mark.
pub(super) const VARIABLE: &str = "FLOWDROP_CONFORMANCE_PROCESS";

/// A mark that no other start has.
pub(super) fn new_mark() -> String {
    static STARTS: AtomicU64 = AtomicU64::new(0);
    let start = STARTS.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_nanos();
    format!("<{}-{start}-{now:x}>", std::process::id())
}

/// The variable's value: the mark beside those of harnesses further out.
pub(super) fn marked(mark: &str) -> OsString {
    let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
    value.push(mark);
    value
}

/// Ends every process that has the mark.
#[cfg(not(target_os = "linux"))]
pub(super) fn end(_: &str) {}

/// Ends every process that has the mark.
#[cfg(target_os = "linux")]
pub(super) fn end(mark: &str) {
    // Again as long as something is found: it may have started another meanwhile.
    for _ in 0..4 {
        let Ok(entries) = std::fs::read_dir("/proc") else {
            return;
        };
        let found = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok())
            .filter(|pid| end_if_marked(*pid, mark))
            .count();
        if found == 0 {
            return;
        }
    }
}

/// Ends a process through a handle that was had before its mark was seen, so that the id
/// cannot have become another's in between.
#[cfg(target_os = "linux")]
fn end_if_marked(pid: i32, mark: &str) -> bool {
    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
    if !has_mark(pid, mark) {
        return false;
    }
    let handle = Pid::from_raw(pid).map(|pid| pidfd_open(pid, PidfdFlags::empty()));
    let Some(Ok(handle)) = handle else {
        return false;
    };
    has_mark(pid, mark) && pidfd_send_signal(&handle, Signal::KILL).is_ok()
}

#[cfg(target_os = "linux")]
fn has_mark(pid: i32, mark: &str) -> bool {
    std::fs::read(format!("/proc/{pid}/environ")).is_ok_and(|environ| {
        environ
            .windows(mark.len())
            .any(|window| window == mark.as_bytes())
    })
}
