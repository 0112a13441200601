//! What is asked of an adapter, in which order.

use flowdrop_conformance::adapter::{
    Answer, Facet, Fault, FaultCode, Feature, Observation, Parting, read_reply,
};

use super::asked::{Manner, Subject};
use super::code::Code;
use super::finding::Findings;
use super::probes::{self, Probe};
use super::session::{Session, noise};
use super::summary::Checkup;
use super::visit::Visit;
use super::{alike, hello, observed, second};

/// How many runs are sent at once, at most.
const TOGETHER: usize = 8;

/// Looks at an adapter.
pub(crate) fn examine(subject: &Subject<'_>) -> serde_json::Result<Checkup> {
    let mut visit = Visit::new(subject);
    if let Err(fault) = visit.begin() {
        visit.checkup.findings.fault("at the start", fault);
        return Ok(visit.checkup);
    }
    if visit.same_again()? {
        visit.exposures()?;
        visit.features()?;
        visit.run(&probes::any_text()?);
        visit.together()?;
    }
    visit.leave();
    let mut checkup = visit.checkup;
    second::start(subject, &mut checkup)?;
    checkup.look_at_speed();
    Ok(checkup)
}

impl Visit<'_> {
    fn begin(&mut self) -> Result<(), Fault> {
        let findings = &mut self.checkup.findings;
        let (session, said) = Session::start(self.subject, Manner::Plain, findings)?;
        hello::look_at(&said, findings);
        self.checkup.hello_took = session.hello_took;
        self.checkup.description = Some(said);
        self.session = Some(session);
        Ok(())
    }

    /// The plain scenario: again, with members of a later harness, and after another
    /// scenario. Whether it could be run at all.
    fn same_again(&mut self) -> serde_json::Result<bool> {
        let plain = probes::plain()?;
        let Some(first) = self.run(&plain) else {
            return Ok(false);
        };
        observed::look_at_plain(&plain, &first, &mut self.checkup.findings);
        let again = self.run(&plain);
        let varies = again.and_then(|again| alike::difference(&first, &again));
        if let Some(place) = &varies {
            let what = format!("the same scenario gave another `{place}`");
            self.checkup.findings.add(Code::NotDeterministic, what);
        }
        let same =
            |other: &Observation| varies.is_some() || alike::difference(&first, other).is_none();
        self.later(&plain, &same);
        let other = probes::other()?;
        if let Some(observation) = self.run(&other) {
            observed::look_at_plain(&other, &observation, &mut self.checkup.findings);
        }
        match self.run(&plain) {
            Some(after) if alike::holds(&after, &other.mark) => {
                let what = "after another scenario, that one's words are in the answer".to_owned();
                self.checkup.findings.add(Code::NotIsolated, what);
            }
            Some(after) if !same(&after) => {
                let place = alike::difference(&first, &after).unwrap_or_default();
                let what = format!("after another scenario the same one gave another `{place}`");
                self.checkup.findings.add(Code::NotIsolated, what);
            }
            _ => {}
        }
        Ok(true)
    }

    fn later(&mut self, plain: &Probe, same: &impl Fn(&Observation) -> bool) {
        let mut aside = Findings::default();
        let Some(session) = &mut self.session else {
            return;
        };
        let what = match session.run(plain, Manner::Later, &mut aside) {
            Ok(replied) => match replied.answer {
                Answer::Observed(observation) if same(&observation) => return,
                Answer::Observed(_) => "a run with members more gave another answer".to_owned(),
                Answer::Unsupported { reason, .. } => format!("a run with members more: {reason}"),
                Answer::Fault(fault) => format!("a run with members more: {}", fault.message),
            },
            Err(fault) => {
                self.session = None;
                format!("a run with members more: {}", fault.message)
            }
        };
        self.checkup.findings.add(Code::FieldsRefused, what);
    }

    fn exposures(&mut self) -> serde_json::Result<()> {
        if self.says(|said| said.facets.exposure != Facet::None) {
            self.run(&probes::exposed(true)?);
            self.run(&probes::exposed(false)?);
        }
        Ok(())
    }

    fn features(&mut self) -> serde_json::Result<()> {
        for feature in Feature::ALL {
            if !self.says(|said| said.supports.contains(&feature)) {
                continue;
            }
            let Some(probe) = probes::of_feature(feature).transpose()? else {
                continue;
            };
            let seen = self.run(&probe);
            if feature == Feature::ConcurrentCalls {
                self.order(&probe, seen);
            }
        }
        Ok(())
    }

    /// On a starved machine a turn may lapse, so one time in three is enough.
    fn order(&mut self, probe: &Probe, first: Option<Observation>) {
        let kept = |seen: &Observation| observed::is_in_order(probe, seen) != Some(false);
        let Some(first) = first.filter(|seen| seen.aborted.is_none()) else {
            return;
        };
        if !kept(&first) && !(0..2).any(|_| self.run(probe).is_some_and(|seen| kept(&seen))) {
            let what = "of two concurrent calls, the one that is to finish first never did";
            self.checkup.findings.add(Code::OrderNotRealised, what);
        }
    }

    fn together(&mut self) -> serde_json::Result<()> {
        let most = self
            .checkup
            .description
            .as_ref()
            .map_or(1, |said| said.max_in_flight);
        let Some(session) = self.session.as_mut().filter(|_| most > 1) else {
            return Ok(());
        };
        let probes = probes::together(most.min(TOGETHER))?;
        let findings = &mut self.checkup.findings;
        match session.run_together(&probes, findings) {
            Ok(answers) => {
                for (number, answer) in answers.into_iter().enumerate() {
                    self.one_of_many(&probes, number, answer);
                }
            }
            Err(fault) => {
                findings.fault("several runs at once", fault);
                self.session = None;
            }
        }
        Ok(())
    }

    fn one_of_many(&mut self, probes: &[Probe], number: usize, answer: Answer) {
        let probe = &probes[number];
        let is_other = |other: &&Probe| other.mark != probe.mark;
        if let Answer::Observed(seen) = &answer
            && (probes.iter().filter(is_other)).any(|other| alike::holds(seen, &other.mark))
        {
            let what = "the answer to one run has the words of another that was under way";
            self.checkup.findings.add(Code::InFlightMixed, what);
            return;
        }
        let Some(seen) = self.take(probe, answer) else {
            return;
        };
        if number > 0 || self.checkup.findings.has(Code::NotDeterministic) {
            return;
        }
        let alone = self.run(probe);
        if alone.is_some_and(|alone| alike::difference(&alone, &seen).is_some()) {
            let what = "a run beside others gave another answer than alone";
            self.checkup.findings.add(Code::InFlightMixed, what);
        }
    }

    /// Whether it goes when it is told to.
    fn leave(&mut self) {
        let Some(Ok(mut wire)) = self.session.take().map(Session::bye) else {
            return;
        };
        let (parting, written) = wire.wait(self.subject.timeout);
        let findings = &mut self.checkup.findings;
        for line in written {
            match read_reply(&line) {
                (Some(seq), _) => {
                    let what = format!("run {seq} was answered again after `bye`");
                    findings.fault("at the end", Fault::new(FaultCode::RepeatedSeq, what));
                }
                (None, _) => noise(&line, findings),
            }
        }
        let detail = wire.stderr();
        match parting {
            Parting::Exited(0) | Parting::Unknown => {}
            Parting::Exited(status) => {
                findings.add_with(
                    Code::ByeStatus,
                    format!("it exited with status {status}"),
                    detail,
                );
            }
            Parting::Signalled(signal) => {
                findings.add_with(Code::ByeStatus, format!("signal {signal} ended it"), detail);
            }
            Parting::Stayed => {
                let what = format!(
                    "it was still there {} s after `bye`",
                    self.subject.timeout.as_secs()
                );
                findings.add(Code::ByeIgnored, what);
            }
        }
    }
}
