//! What is asked of an adapter, in which order.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{
    Answer, Description, Facet, Fault, FaultCode, Feature, Observation, Parting,
};

use super::code::Code;
use super::finding::Findings;
use super::probes::{self, Probe};
use super::session::{Manner, Session, noise};
use super::{alike, hello, observed};

/// How often an adapter is started again after it has gone wrong.
const RESTARTS: usize = 3;

/// How many runs are sent at once, at most.
const TOGETHER: usize = 8;

/// How long an adapter may take to exit.
const LEAVE: Duration = Duration::from_secs(3);

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

/// Looks at an adapter.
pub(crate) fn examine(command: &[OsString], timeout: Duration) -> serde_json::Result<Checkup> {
    let mut visit = Visit {
        command,
        timeout,
        checkup: Checkup::default(),
        session: None,
        restarts: RESTARTS,
    };
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
    visit.second_start()?;
    visit.speed();
    Ok(visit.checkup)
}

struct Visit<'a> {
    command: &'a [OsString],
    timeout: Duration,
    checkup: Checkup,
    session: Option<Session>,
    restarts: usize,
}

impl Visit<'_> {
    fn begin(&mut self) -> Result<(), Fault> {
        let findings = &mut self.checkup.findings;
        let (session, said) = Session::start(self.command, self.timeout, Manner::Plain, findings)?;
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
        let kept = |seen: &Observation| observed::is_in_order(probe, seen);
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
        let Some(seen) = self.take(probe, answer) else {
            return;
        };
        let mut others = probes.iter().filter(|other| other.mark != probe.mark);
        if others.any(|other| alike::holds(&seen, &other.mark)) {
            let what = "the answer to one run has the words of another that was under way";
            self.checkup.findings.add(Code::InFlightMixed, what);
        } else if number == 0
            && self.run(probe).is_some_and(|alone| {
                alike::difference(&alone, &seen).is_some() && !self.has(Code::NotDeterministic)
            })
        {
            let what = "a run beside others gave another answer than alone";
            self.checkup.findings.add(Code::InFlightMixed, what);
        }
    }

    /// Whether it goes when it is told to.
    fn leave(&mut self) {
        let Some(Ok(mut wire)) = self.session.take().map(Session::bye) else {
            return;
        };
        let (parting, written) = wire.wait(LEAVE);
        let findings = &mut self.checkup.findings;
        for line in written {
            noise(&line, findings);
        }
        let detail = wire.stderr();
        match parting {
            Parting::Exited(0) => {}
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
                let what = format!("it was still there {} s after `bye`", LEAVE.as_secs());
                findings.add(Code::ByeIgnored, what);
            }
        }
    }

    /// A second start, as a later harness would make it; then what is not announced; then
    /// it is hung up on.
    fn second_start(&mut self) -> serde_json::Result<()> {
        let mut aside = Findings::default();
        let started = Session::start(self.command, self.timeout, Manner::Later, &mut aside);
        let (mut session, said) = match started {
            Ok(started) => started,
            Err(fault) => {
                let what = format!("a `hello` with members more: {}", fault.message);
                self.checkup
                    .findings
                    .add_with(Code::FieldsRefused, what, fault.stderr);
                return Ok(());
            }
        };
        if self.checkup.description.as_ref() != Some(&said) {
            let what = "the second start described itself otherwise than the first";
            self.checkup.findings.add(Code::HelloUnstable, what);
        }
        for feature in Feature::ALL {
            if said.supports.contains(&feature) || self.has(Code::NotDeterministic) {
                continue;
            }
            let Some(probe) = probes::of_feature(feature).transpose()? else {
                continue;
            };
            match session.run(&probe, Manner::Plain, &mut aside) {
                Ok(replied) => self.not_announced(feature, &probe, &said, &replied.answer),
                // It was not announced: anything may happen.
                Err(fault) if fault.code.ends_the_talk() => return Ok(()),
                Err(_) => {}
            }
        }
        let began = Instant::now();
        if session.hang_up().wait(LEAVE).0 == Parting::Stayed {
            let what = format!("it was still there {} s later", began.elapsed().as_secs());
            self.checkup.findings.add(Code::StaysAfterHangup, what);
        }
        Ok(())
    }

    fn not_announced(
        &mut self,
        feature: Feature,
        probe: &Probe,
        said: &Description,
        answer: &Answer,
    ) {
        let Answer::Observed(seen) = answer else {
            return;
        };
        let mut aside = Findings::default();
        observed::look_at(probe, said, seen, &mut aside);
        let is_shown = feature != Feature::ConcurrentCalls || observed::is_in_order(probe, seen);
        if is_shown && seen.aborted.is_none() && aside.is_clean() {
            let what = format!("`{feature}` is not announced, and a scenario with it ran well");
            self.checkup.findings.add(Code::FeatureUnannounced, what);
        }
    }

    fn speed(&mut self) {
        let Checkup {
            findings,
            hello_took,
            ..
        } = &mut self.checkup;
        if *hello_took > SLOW_START {
            let what = format!("`hello` was answered after {} s", hello_took.as_secs());
            findings.add(Code::SlowStart, what);
        }
        if let Some(each) = self.checkup.usual().filter(|each| *each > SLOW_RUN) {
            let what = format!(
                "a small scenario takes {} ms, and a suite has hundreds",
                each.as_millis()
            );
            self.checkup.findings.add(Code::SlowRuns, what);
        }
    }

    /// Runs a probe alone and looks at what came of it.
    fn run(&mut self, probe: &Probe) -> Option<Observation> {
        let findings = &mut self.checkup.findings;
        if self.session.is_none() {
            self.restarts = self.restarts.checked_sub(1)?;
            self.session = Session::start(self.command, self.timeout, Manner::Plain, findings)
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

    fn take(&mut self, probe: &Probe, answer: Answer) -> Option<Observation> {
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

    fn says(&self, what: impl Fn(&Description) -> bool) -> bool {
        self.checkup.description.as_ref().is_some_and(what)
    }

    fn has(&self, code: Code) -> bool {
        self.checkup.findings.has(code)
    }
}

impl Checkup {
    /// What a run takes once the adapter is warm: the middle of what was measured.
    pub(crate) fn usual(&self) -> Option<Duration> {
        let mut took = self.took.get(1..).unwrap_or_default().to_vec();
        took.sort_unstable();
        took.get(took.len() / 2).copied()
    }
}
