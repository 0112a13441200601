//! Where a run's artifacts gather, within bounds. Apart from every port.

use std::fmt;
use std::io;

use serde_json::{Map, Value};

use crate::artifact::{Artifact, Entry};
use crate::model::Call;

/// What one run may collect. The default is what RT-TOOL-6 ¶2 owes a run, and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many artifacts.
    pub artifacts: usize,
    /// How many bytes one payload may have as JSON.
    pub payload: usize,
    /// How many bytes all payloads together may have as JSON.
    pub total: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            artifacts: 50,
            payload: 512 * 1024,
            total: 2 * 1024 * 1024,
        }
    }
}

/// An artifact that was dropped, and why (RT-TOOL-6 ¶3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The tool that attached it.
    pub tool: String,
    /// The run.
    pub run: String,
    /// The artifact's type.
    pub kind: String,
    /// The call.
    pub tool_call_id: Option<String>,
    /// Which bound it exceeds.
    pub reason: &'static str,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (tool, run, kind) = (&self.tool, &self.run, &self.kind);
        let call = self.tool_call_id.as_deref().unwrap_or("without an id");
        let reason = self.reason;
        write!(
            f,
            "run {run}, call {call}: artifact {kind:?} of `{tool}` dropped: {reason}"
        )
    }
}

/// Gathers one run's artifacts. It lives exactly as long as its run, so collection is
/// opened and released with it (RT-TOOL-5 ¶4).
#[derive(Debug)]
pub struct Collector {
    run: String,
    limits: Limits,
    bytes: usize,
    entries: Vec<Entry>,
    dropped: Vec<Dropped>,
}

impl Collector {
    /// Opens collection for a run.
    #[must_use]
    pub fn open(run: String, limits: Limits) -> Self {
        Collector {
            run,
            limits,
            bytes: 0,
            entries: Vec::new(),
            dropped: Vec::new(),
        }
    }

    /// Keeps an artifact under the id of the call that produced it, or drops it with a
    /// warning. The only place where bounds are looked at; one drop does not end
    /// collection (RT-TOOL-6 ¶4).
    pub fn collect(&mut self, call: &Call, artifact: Artifact) {
        match self.fits(&artifact.payload) {
            Ok(size) => {
                self.bytes += size;
                self.entries.push(Entry {
                    artifact,
                    tool_call_id: call.id.clone(),
                });
            }
            Err(reason) => self.dropped.push(Dropped {
                tool: call.name.clone(),
                run: self.run.clone(),
                kind: artifact.kind,
                tool_call_id: call.id.clone(),
                reason,
            }),
        }
    }

    /// What the run has collected so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Ends collection: what the run delivers, and what it dropped.
    #[must_use]
    pub fn release(self) -> (Vec<Entry>, Vec<Dropped>) {
        (self.entries, self.dropped)
    }

    /// The payload's size, if there is room for it.
    fn fits(&self, payload: &Map<String, Value>) -> Result<usize, &'static str> {
        if self.entries.len() >= self.limits.artifacts {
            return Err("the run has as many artifacts as it may collect");
        }
        let size = encoded_size(payload).ok_or("its payload cannot be encoded")?;
        if size > self.limits.payload {
            Err("its payload is too large")
        } else if size > self.limits.total - self.bytes {
            Err("the run has no room left for a payload of that size")
        } else {
            Ok(size)
        }
    }
}

/// How long a payload is as JSON. `None` if it cannot be encoded.
fn encoded_size(payload: &Map<String, Value>) -> Option<usize> {
    let mut count = Count(0);
    serde_json::to_writer(&mut count, payload).ok()?;
    Some(count.0)
}

/// A writer that keeps nothing but the number of bytes.
struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
