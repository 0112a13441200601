//! How an adapter's process is treated.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::adapter::Witness;

/// How an adapter's process is treated.
#[derive(Clone)]
#[non_exhaustive]
pub struct ProcessOptions {
    /// How long a run may take. The clock of the oldest run under way runs; where an
    /// adapter takes several at once, a younger one's starts when it has become the
    /// oldest, since the adapter may work on them one by one.
    pub timeout: Duration,
    /// How long the answer to `hello` may take.
    pub hello_timeout: Duration,
    /// How often in a row the program is started again without one good answer.
    pub max_restarts: usize,
    /// The longest line that is read, in bytes.
    pub line_limit: usize,
    /// Who plays the model, for an adapter that supports it.
    pub witness: Option<Arc<dyn Witness>>,
}

impl ProcessOptions {
    /// A limit for each run, and what follows from it.
    #[must_use]
    pub fn new(timeout: Duration) -> Self {
        ProcessOptions {
            timeout,
            // A slow start is harmless: frameworks take their time to load.
            hello_timeout: timeout.max(Duration::from_secs(30)),
            max_restarts: 10,
            line_limit: 64 << 20,
            witness: None,
        }
    }
}

impl Default for ProcessOptions {
    fn default() -> Self {
        ProcessOptions::new(Duration::from_secs(10))
    }
}

impl fmt::Debug for ProcessOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessOptions")
            .field("timeout", &self.timeout)
            .field("hello_timeout", &self.hello_timeout)
            .field("max_restarts", &self.max_restarts)
            .field("line_limit", &self.line_limit)
            .field("witness", &self.witness.is_some())
            .finish()
    }
}
