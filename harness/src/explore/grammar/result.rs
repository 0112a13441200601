//! What a tool returns, or how it fails.

use serde_json::Value;

use super::{Interest, Maker};
use crate::adapter::Feature;
use crate::scenario::Scripted;

impl Maker<'_> {
    /// The result of one script. `calls` are the passes and ids of the calls that ask for
    /// it, `ids` those of all calls.
    pub(super) fn result(
        &mut self,
        calls: &[(usize, String)],
        ids: &[(usize, String)],
    ) -> Scripted {
        if self.likes(Interest::Raises) && self.supports(Feature::Raises) {
            return Scripted {
                raises: Some(self.sentence()),
                ..Scripted::default()
            };
        }
        if self.likes(Interest::Failures) || self.likes(Interest::FailedArtifacts) {
            return self.reported(calls, ids);
        }
        let mut artifacts = self.artifacts(calls, ids);
        let data = self.data(&artifacts);
        if self.likes(Interest::DataShares) {
            self.echo(&data, &mut artifacts);
        }
        Scripted {
            success: true,
            data,
            error: self.likes(Interest::DataErrorText).then(|| self.sentence()),
            artifacts,
            ..Scripted::default()
        }
    }

    fn reported(&mut self, calls: &[(usize, String)], ids: &[(usize, String)]) -> Scripted {
        let attached = self.likes(Interest::FailedArtifacts);
        Scripted {
            success: false,
            data: match self.random.chance(20) {
                true => self.plain_data(),
                false => Value::Null,
            },
            error: Some(self.sentence()),
            artifacts: match attached {
                true => self.artifacts(calls, ids),
                false => Vec::new(),
            },
            ..Scripted::default()
        }
    }

    fn artifacts(&mut self, calls: &[(usize, String)], ids: &[(usize, String)]) -> Vec<Value> {
        let most = self.artifacts_left / calls.len().max(1);
        let count = self.how_many().min(most);
        self.artifacts_left -= count * calls.len();
        let mut artifacts: Vec<Value> = Vec::with_capacity(count);
        for _ in 0..count {
            let artifact = self.artifact(calls, ids, &artifacts);
            artifacts.push(artifact);
        }
        self.made.extend(artifacts.iter().cloned());
        if self.has(Interest::Huge) {
            self.enlarge(&mut artifacts, calls.len());
        }
        artifacts
    }

    fn how_many(&mut self) -> usize {
        // What is about artifacts side by side is wasted on one alone.
        let several = [
            Interest::Artifacts,
            Interest::Malformed,
            Interest::Equals,
            Interest::NearEquals,
            Interest::Huge,
        ];
        match () {
            () if self.has(Interest::Sparse) && self.random.chance(50) => 0,
            () if self.has(Interest::FullRun) => *self.random.pick(&[4, 11, 21, 26, 33, 49, 50]),
            () if several.iter().any(|interest| self.has(*interest)) => self.random.between(1, 5),
            () => *self.random.pick(&[0, 1, 1, 1, 2]),
        }
    }
}
