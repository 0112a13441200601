//! The three pipes to a program: bytes both ways, with a deadline on everything.

#[cfg(test)]
mod tests;
#[cfg(any(not(unix), test))]
#[cfg_attr(unix, allow(dead_code))]
mod threads;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(super) use threads::Pipes;
#[cfg(unix)]
pub(super) use unix::Pipes;

/// How much is read at once.
const CHUNK: usize = 64 << 10;
