//! Several runs of one adapter: which are under way, and which pays for a fault.
//!
//! Where one run is under way, it pays. Where several are, the fault tells little about
//! which: each of them is sent again, once and alone, so that the guilty one shows itself.
//! If none does, the adapter cannot take several at once, and the oldest pays. Silence is
//! different: the clock of the oldest run is the only one that runs, so it pays, and the
//! others are sent again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use super::driver::Process;
use super::excerpt::excerpt;
use super::flight::{Flight, Loss, witnessed};
use super::heard::{Heard, fault_of};
use super::open::line_of;
use super::read::read_answer;
use super::talk::Talk;
use crate::adapter::protocol::Question;
use crate::adapter::{Answer, Driver, Fault, FaultCode, Witness};
use crate::scenario::Scenario;

/// The most runs that are under way at once, whatever the adapter says it can take.
const MOST: usize = 64;

/// Scenarios to be answered, each once.
pub(super) struct Batch<'a> {
    process: &'a mut Process,
    scenarios: &'a [&'a Scenario],
    answers: Vec<Option<Answer>>,
    /// Still to be sent.
    together: VecDeque<usize>,
    /// To be sent again, each alone.
    alone: VecDeque<usize>,
    flying: VecDeque<Flight>,
    /// Until when the oldest run under way may take.
    deadline: Instant,
    /// The runs answered so far, by number.
    answered: Vec<(u64, usize)>,
    losses: Vec<Loss>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(process: &'a mut Process, scenarios: &'a [&'a Scenario]) -> Self {
        Batch {
            process,
            scenarios,
            answers: scenarios.iter().map(|_| None).collect(),
            together: (0..scenarios.len()).collect(),
            alone: VecDeque::new(),
            flying: VecDeque::new(),
            deadline: Instant::now(),
            answered: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// Answers every scenario.
    pub(super) fn run(mut self) -> Vec<Answer> {
        loop {
            self.send_more();
            if self.flying.is_empty() {
                break;
            }
            self.listen();
        }
        self.hear_leftover();
        for loss in std::mem::take(&mut self.losses) {
            loss.settle(&mut self.answers);
        }
        let nothing = || Answer::Fault(Fault::new(FaultCode::GaveUp, "there was no answer"));
        self.answers
            .into_iter()
            .map(|answer| answer.unwrap_or_else(nothing))
            .collect()
    }

    fn send_more(&mut self) {
        while self.has_room() {
            let (index, alone) = match self.alone.pop_front() {
                Some(index) => (index, true),
                None => match self.together.pop_front() {
                    Some(index) => (index, false),
                    None => return,
                },
            };
            if let Err(fault) = self.send(index, alone) {
                self.answers[index] = Some(Answer::Fault(fault));
            }
        }
    }

    fn has_room(&self) -> bool {
        let one_only = !self.alone.is_empty() || self.flying.iter().any(|flight| flight.alone);
        let most = if one_only {
            1
        } else {
            self.process.description().max_in_flight.clamp(1, MOST)
        };
        self.flying.len() < most
    }

    fn send(&mut self, index: usize, alone: bool) -> Result<(), Fault> {
        self.process.ready()?;
        let scenario = self.scenarios[index];
        let seq = self.process.new_seq();
        let (line, session) = match self.witness() {
            None => (line_of(&Question::Run { seq, scenario })?, None),
            Some(witness) => {
                let (model, session) = witness.open(scenario).map_err(|message| Fault {
                    run: Some(seq),
                    ..Fault::new(FaultCode::Witness, message)
                })?;
                let mut scenario = scenario.clone();
                scenario.model = Some(model);
                let scenario = &scenario;
                (line_of(&Question::Run { seq, scenario })?, Some(session))
            }
        };
        if self.flying.is_empty() {
            self.restart_clock();
        }
        self.flying.push_back(Flight {
            seq,
            index,
            alone,
            session,
        });
        self.process.ready()?.send(line);
        Ok(())
    }

    fn witness(&self) -> Option<Arc<dyn Witness>> {
        let witnessed = self.process.is_witnessed();
        self.process.options.witness.clone().filter(|_| witnessed)
    }

    fn restart_clock(&mut self) {
        self.deadline = Instant::now() + self.process.options.timeout;
    }

    fn listen(&mut self) {
        let Some(talk) = self.process.running() else {
            return self.lose(Fault::new(FaultCode::Exited, "it is not running"), None);
        };
        match talk.listen(self.deadline) {
            Heard::Line(line) => self.hear(&line),
            heard => {
                let silent = matches!(heard, Heard::Silence { .. });
                let fault = fault_of(heard, self.process.options.timeout);
                let guilty = self.flying.front().filter(|_| silent);
                let guilty = guilty.map(|flight| flight.index);
                self.lose(fault, guilty);
            }
        }
    }

    fn hear(&mut self, line: &[u8]) {
        let (seq, answer) = match read_answer(line) {
            Ok((seq, answer)) => (Some(seq), Ok(answer)),
            Err(broken) => (broken.seq, Err(*broken.fault)),
        };
        let under_way = |flight: &Flight| Some(flight.seq) == seq;
        match (self.flying.iter().position(under_way), answer) {
            (Some(at), answer) => self.settle(at, answer),
            (None, Err(fault)) => self.lose(fault, None),
            (None, Ok(_)) => {
                let (fault, guilty) = self.stray(seq.unwrap_or_default(), line);
                self.lose(fault, guilty);
            }
        }
    }

    /// An answer, or a line that is surely about one run although it cannot be read. The
    /// adapter goes on.
    fn settle(&mut self, at: usize, answer: Result<Answer, Fault>) {
        let Some(flight) = self.flying.remove(at) else {
            return;
        };
        if at == 0 {
            self.restart_clock();
        }
        if answer.is_ok() {
            self.process.went_well();
        }
        let answer = match answer.unwrap_or_else(Answer::Fault) {
            Answer::Observed(observation) => witnessed(observation, flight.session),
            other => other,
        };
        self.answered.push((flight.seq, flight.index));
        self.answers[flight.index] = Some(self.with_evidence(flight.seq, answer));
    }

    fn with_evidence(&mut self, seq: u64, answer: Answer) -> Answer {
        match answer {
            Answer::Fault(mut fault) => {
                fault.run = Some(seq);
                if let Some(talk) = self.process.running() {
                    fault.stderr = talk.stderr();
                }
                Answer::Fault(fault)
            }
            other => other,
        }
    }

    /// What is wrong with an answer to a run that is not under way, and whose fault it is
    /// if it was answered before: of two answers neither can be believed.
    fn stray(&self, seq: u64, line: &[u8]) -> (Fault, Option<usize>) {
        let mut fault = self.process.stray(seq);
        fault.detail = Some(excerpt(line, 0));
        let guilty = self.answered.iter().find(|(other, _)| *other == seq);
        (fault, guilty.map(|(_, index)| *index))
    }

    /// Ends the adapter. The guilty run pays, the others are sent again.
    fn lose(&mut self, fault: Fault, guilty: Option<usize>) {
        let mut fault = self.process.end_for(fault);
        let lost: Vec<Flight> = self.flying.drain(..).collect();
        let guilty = match (guilty, lost.as_slice()) {
            (None, [only]) => Some(only.index),
            (guilty, _) => guilty,
        };
        let seq_of = |index: usize| {
            let flying = lost.iter().map(|flight| (flight.seq, flight.index));
            let mut all = flying.chain(self.answered.iter().copied());
            all.find(|(_, other)| *other == index).map(|(seq, _)| seq)
        };
        fault.run = guilty
            .or(lost.first().map(|flight| flight.index))
            .and_then(seq_of);
        let again = lost.iter().map(|flight| flight.index);
        self.alone
            .extend(again.filter(|index| Some(*index) != guilty));
        match guilty {
            Some(index) => self.answers[index] = Some(Answer::Fault(fault)),
            None => self.losses.push(Loss {
                fault,
                suspects: lost.iter().map(|flight| flight.index).collect(),
            }),
        }
    }

    /// What came right after the last answer, and was not asked for, is its run's fault.
    fn hear_leftover(&mut self) {
        let Some((_, last)) = self.answered.last().copied() else {
            return;
        };
        let Some(heard) = self.process.running().and_then(Talk::come) else {
            return;
        };
        let timeout = self.process.options.timeout;
        let (fault, guilty) = match heard {
            Heard::Line(line) => match read_answer(&line) {
                Ok((seq, _)) => self.stray(seq, &line),
                Err(broken) => (*broken.fault, None),
            },
            heard => (fault_of(heard, timeout), None),
        };
        self.lose(fault, guilty.or(Some(last)));
    }
}
