//! The program against adapters that go wrong, hostile text, signals and known failures.
#![cfg(unix)]
#![allow(clippy::unwrap_used)] // tests

mod explore;
mod faults;
mod hostile;
mod interrupt;
mod known;
mod many;
mod parallel;
mod support;
