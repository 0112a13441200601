//! The witness on the wire: the harness serves a chat endpoint on loopback and plays the
//! model for adapters that support `witness:openai-chat`.
//!
//! What is said is the library's [`ChatModel`](flowdrop_conformance::adapter::ChatModel);
//! here is only how it is reached. `runs` knows the runs that are open, each by a token in
//! the path, so that parallel runs never mix; `server` moves bytes; `wire` puts the two
//! behind the library's `Witness`. The server is started when the first run is opened,
//! which happens only for an adapter that announces support.

mod runs;
mod server;
mod wire;

use std::sync::{Arc, OnceLock};

use flowdrop_conformance::adapter::Witness;

/// The one witness of this program.
pub(crate) fn witness() -> Arc<dyn Witness> {
    static WITNESS: OnceLock<Arc<wire::Wire>> = OnceLock::new();
    WITNESS.get_or_init(Arc::default).clone()
}
