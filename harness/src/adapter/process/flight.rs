//! A run under way, and a fault that could have been any one's.

use crate::adapter::{Answer, Fault, FaultCode, Observation, WitnessSession};

/// A run under way.
pub(super) struct Flight {
    pub(super) seq: u64,
    pub(super) index: usize,
    pub(super) alone: bool,
    pub(super) session: Option<Box<dyn WitnessSession>>,
}

/// A fault that could have been any run's.
pub(super) struct Loss {
    pub(super) fault: Fault,
    pub(super) suspects: Vec<usize>,
}

impl Loss {
    /// A fault that no run showed again when it was alone is the oldest suspect's.
    pub(super) fn settle(mut self, answers: &mut [Option<Answer>]) {
        let shown = |index: &usize| {
            matches!(&answers[*index],
                Some(Answer::Fault(fault)) if fault.code != FaultCode::GaveUp)
        };
        let Some(oldest) = self.suspects.first().copied() else {
            return;
        };
        if !self.suspects.iter().any(shown) {
            let words = "; several runs were under way, and none shows it alone";
            self.fault.message.push_str(words);
            answers[oldest] = Some(Answer::Fault(self.fault));
        }
    }
}

/// What was seen on the wire replaces what was told.
pub(super) fn witnessed(
    mut observation: Observation,
    session: Option<Box<dyn WitnessSession>>,
) -> Answer {
    match session.map(|session| session.close(&mut observation)) {
        None | Some(Ok(())) => Answer::Observed(observation),
        Some(Err(fault)) => Answer::Fault(fault),
    }
}
