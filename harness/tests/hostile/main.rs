//! Whatever an adapter does, one fault costs one case, in bounded time, and nothing of it
//! is left.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)] // in helpers of tests too

mod trial;

mod harmless;
mod lines;
mod many;
mod process;
mod start;
mod witness;
