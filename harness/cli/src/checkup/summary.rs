//! What came of looking at an adapter.

use std::time::Duration;

use flowdrop_conformance::adapter::Description;

use super::code::Code;
use super::finding::Findings;

/// A start that is worth a note.
const SLOW_START: Duration = Duration::from_secs(10);

/// A run that is worth a note.
const SLOW_RUN: Duration = Duration::from_millis(250);

/// Everything that came of looking at an adapter.
#[derive(Debug, Default)]
pub(crate) struct Checkup {
    /// What it says of itself. Nothing: it could not be started, or did not say.
    pub(crate) description: Option<Description>,
    pub(crate) findings: Findings,
    /// From the start to the answer to `hello`.
    pub(crate) hello_took: Duration,
    /// How long each run took that ran alone, in their order.
    pub(crate) took: Vec<Duration>,
}

impl Checkup {
    /// Looks at how long things took.
    pub(super) fn look_at_speed(&mut self) {
        if self.hello_took > SLOW_START {
            let what = format!("`hello` was answered after {} s", self.hello_took.as_secs());
            self.findings.add(Code::SlowStart, what);
        }
        if let Some(each) = self.usual().filter(|each| *each > SLOW_RUN) {
            let each = each.as_millis();
            let what = format!("a small scenario takes {each} ms, and a suite has hundreds");
            self.findings.add(Code::SlowRuns, what);
        }
    }

    /// What a run takes once the adapter is warm: the middle of what was measured.
    pub(crate) fn usual(&self) -> Option<Duration> {
        let mut took = self.took.get(1..).unwrap_or_default().to_vec();
        took.sort_unstable();
        took.get(took.len() / 2).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(hello: u64, runs: &[u64]) -> Checkup {
        let mut checkup = Checkup {
            hello_took: Duration::from_millis(hello),
            took: runs.iter().copied().map(Duration::from_millis).collect(),
            ..Checkup::default()
        };
        checkup.look_at_speed();
        checkup
    }

    #[test]
    fn slowness_is_worth_a_note_and_a_slow_first_run_is_not() {
        assert!(after(11_000, &[]).findings.has(Code::SlowStart));
        assert!(after(100, &[2, 300, 301, 302]).findings.has(Code::SlowRuns));
        let usual = after(4_000, &[900, 3, 2, 400, 3]);
        assert!(usual.findings.sorted().is_empty());
        assert_eq!(usual.usual(), Some(Duration::from_millis(3)));
    }
}
