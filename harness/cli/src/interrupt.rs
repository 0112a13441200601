//! Ctrl-C, and being asked to end.
//!
//! The first time, adapters are ended and what has finished is reported; the second time
//! the program exits at once. Neither leaves a process or half a file.

use std::sync::atomic::{AtomicBool, Ordering};

use flowdrop_conformance::adapter::end_all;

use crate::exit::{Problem, Status};
use crate::output;
use crate::pending;

static STOP: AtomicBool = AtomicBool::new(false);

/// Set once the program was asked to end.
pub(crate) fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether the program was asked to end.
pub(crate) fn came() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// Listens for SIGINT, SIGTERM and SIGHUP from now on.
pub(crate) fn listen() -> Result<(), Problem> {
    ctrlc::set_handler(asked_to_end).map_err(|error| {
        Problem::usage(format!("signals cannot be listened for: {error}"))
            .to_do("run it where a program may handle SIGINT")
    })
}

/// The problem of a program that was asked to end before there was anything to report.
pub(crate) fn too_early() -> Problem {
    Problem::usage("interrupted before anything was run; no report is written")
        .with_status(Status::NotFine)
}

/// Runs on a thread of its own, one signal after another.
fn asked_to_end() {
    let again = STOP.swap(true, Ordering::SeqCst);
    if !again {
        output::err(
            "\ninterrupted: the adapter is ended, and what has finished is reported; \
             once more to exit at once\n",
        );
    }
    end_all();
    if again {
        pending::abandon();
        std::process::exit(Status::NotFine as i32);
    }
}
