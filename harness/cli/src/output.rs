//! The two streams. Without a terminal there is no colour.

use std::io::{self, IsTerminal as _, Write};

use flowdrop_conformance::report::{Paint, safe};

use crate::exit::Problem;

/// Paint for standard output.
pub(crate) fn paint() -> Paint {
    let choice = anstream::AutoStream::choice(&io::stdout());
    Paint::new(choice != anstream::ColorChoice::Never)
}

/// Whether somebody watches standard error.
pub(crate) fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Writes to standard output. A reader that went away (`| head`) is no problem.
pub(crate) fn out(text: &str) {
    let _ = anstream::stdout().write_all(text.as_bytes());
    let _ = anstream::stdout().flush();
}

/// Writes to standard error.
pub(crate) fn err(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// Tells why the program cannot go on.
pub(crate) fn complain(problem: &Problem) {
    let mut text = String::new();
    if !problem.what.is_empty() {
        text.push_str(&format!("error: {}\n", safe(&problem.what)));
    }
    for line in &problem.detail {
        text.push_str(&format!("  {}\n", safe(line)));
    }
    if let Some(to_do) = &problem.to_do {
        text.push_str(&format!("  to do: {}\n", safe(to_do)));
    }
    err(&text);
}

/// Writes bytes to standard output as they are.
pub(crate) fn raw(bytes: &[u8]) {
    let _ = io::stdout().write_all(bytes);
    let _ = io::stdout().flush();
}
