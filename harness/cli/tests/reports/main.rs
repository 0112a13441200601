//! Reports: every format, reading, checking, comparing and publishing.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bad_files;
mod compare;
mod formats;
mod hostile;
mod site;
mod support;
mod verify;
