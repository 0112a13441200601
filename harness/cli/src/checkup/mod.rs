//! What is wrong with an adapter itself, apart from the runtime that it drives.
//!
//! A few small scenarios are run, the same one several times, beside others and under
//! other exposures; what comes back is held against the protocol and against what was
//! scripted. The rule is not judged here: a runtime that leaks has a sound adapter if
//! the leak is reported. Where an observation may be the runtime's doing as well as the
//! adapter's, it is a warning that says so.
//!
//! - `code` is the closed list of what can be found, each with its severity and what to do.
//! - `probes` are the scenarios.
//! - `hello`, `observed` and `alike` judge, without talking to anybody.
//! - `asked` is who is asked and how, `session` talks, `visit` starts again, `steps` and `second` say in which order, `told` is what a person reads.

mod alike;
mod asked;
mod code;
mod finding;
mod hello;
mod observed;
mod probes;
mod second;
mod session;
mod steps;
mod summary;
mod told;
mod visit;

pub(crate) use asked::Subject;
pub(crate) use code::Severity;
pub(crate) use steps::examine;
pub(crate) use told::told;
