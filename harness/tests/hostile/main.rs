//! Whatever an adapter does, one fault costs one case, in bounded time, and nothing of it
//! is left.
#![cfg(unix)]

mod trial;

mod harmless;
mod lines;
mod many;
mod process;
mod start;
