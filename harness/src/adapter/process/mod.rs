//! An adapter that is somebody else's program: protocol 1 over stdio.
//!
//! Such a program hangs, crashes, floods and lies. Whatever it does, each run gets an
//! answer in bounded time and memory, and one fault costs one case:
//!
//! - `lines`, `object`, `hello` and `read` turn bytes into answers, or into a fault that
//!   names what is wrong with them. Pure, and tested with any bytes.
//! - `pipes` moves bytes with a deadline. On Unix everything happens on the calling thread
//!   with poll(2); elsewhere threads stand in between.
//! - `child` and `group` start the program in a process group of its own and end all of
//!   it, `stray` finds what has left the group.
//! - `talk` puts these together: a question, an answer, or how it came to nothing.
//! - `wire` is `talk` for whoever looks at an adapter itself.
//! - `driver` starts again within a limit, and `batch` decides which run pays.

mod any;
#[cfg(test)]
mod anything;
mod batch;
mod child;
mod driver;
mod excerpt;
mod flight;
mod group;
mod heard;
mod hello;
mod lines;
mod object;
mod open;
mod options;
mod panic;
mod pipes;
mod read;
mod stray;
mod tail;
mod talk;
mod wire;

pub(crate) use any::{read_any, read_any_line};
pub use driver::Process;
pub use group::end_all;
pub(super) use object::Object;
pub use options::ProcessOptions;
pub use panic::end_all_on_panic;
pub use wire::{Parting, Wire, read_description, read_reply};
