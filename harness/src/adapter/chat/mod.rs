//! The harness as the model of one run, on OpenAI's chat completions: pure, no socket.
//!
//! Whoever serves it hands over each request ([`ChatModel::ask`]) and writes back what it
//! answers. The model plays its part in a script: the first request is answered with the
//! first pass's calls, the next with the second's, and the last with the closing words.
//! What it was sent after a pass is that pass's prose ([`ChatModel::close`]): seen, not
//! told.
//!
//! - `request` reads what was sent, exactly.
//! - `reply` writes completions, whole or streamed.
//! - `seen` turns requests into an observation, and tells where the adapter said something
//!   else.

mod model;
mod reply;
mod request;
mod seen;
#[cfg(test)]
mod tests;

pub use model::ChatModel;
pub use reply::ChatReply;
