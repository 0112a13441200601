//! What the runtime promises, without the harness. Each test is named after a promise.

mod artifacts;
mod bounds;
mod calls;
mod kit;
