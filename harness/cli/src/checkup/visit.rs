//! Talking to an adapter that may have to be started again, and looking at each answer.

use flowdrop_conformance::adapter::{Answer, Description, Fault, FaultCode, Observation};

use super::asked::{Manner, Subject};
use super::observed;
use super::probes::Probe;
use super::session::Session;
use super::summary::Checkup;

/// How often an adapter is started again after it has gone wrong.
const RESTARTS: usize = 3;

/// An adapter, and what has been found of it.
pub(super) struct Visit<'a> {
    pub(super) subject: &'a Subject<'a>,
    pub(super) checkup: Checkup,
    pub(super) session: Option<Session>,
    restarts: usize,
}

impl<'a> Visit<'a> {
    pub(super) fn new(subject: &'a Subject<'a>) -> Self {
        Visit {
            subject,
            checkup: Checkup::default(),
            session: None,
            restarts: RESTARTS,
        }
    }

    /// Runs a probe alone and looks at what came of it.
    pub(super) fn run(&mut self, probe: &Probe) -> Option<Observation> {
        let findings = &mut self.checkup.findings;
        if self.session.is_none() {
            self.restarts = self.restarts.checked_sub(1)?;
            self.session = Session::start(self.subject, Manner::Plain, findings)
                .map(|(session, _)| session)
                .ok();
        }
        match self.session.as_mut()?.run(probe, Manner::Plain, findings) {
            Ok(replied) => {
                self.checkup.took.push(replied.took);
                self.take(probe, replied.answer)
            }
            Err(fault) => {
                if fault.code.ends_the_talk() {
                    self.session = None;
                }
                findings.fault(&probe.name, fault);
                None
            }
        }
    }

    /// Looks at an answer.
    pub(super) fn take(&mut self, probe: &Probe, answer: Answer) -> Option<Observation> {
        let Checkup {
            findings,
            description,
            ..
        } = &mut self.checkup;
        match answer {
            Answer::Observed(seen) => {
                if let Some(said) = description {
                    observed::look_at(probe, said, &seen, findings);
                }
                Some(seen)
            }
            Answer::Unsupported { feature, reason } => {
                let message = format!("`{feature}` is called unsupported: {reason}");
                findings.fault(&probe.name, Fault::new(FaultCode::BrokenPromise, message));
                None
            }
            Answer::Fault(fault) => {
                findings.fault(&probe.name, fault);
                None
            }
        }
    }

    /// Whether the adapter says something of itself.
    pub(super) fn says(&self, what: impl Fn(&Description) -> bool) -> bool {
        self.checkup.description.as_ref().is_some_and(what)
    }
}
