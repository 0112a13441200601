//! Talking to an adapter, patiently: noise is passed over, and told.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use flowdrop_conformance::adapter::{
    Answer, Description, Fault, FaultCode, Feature, Wire, Witness, WitnessSession,
    read_description, read_reply,
};
use serde_json::{Value, json};

use super::asked::{self, Manner, Subject};
use super::code::Code;
use super::finding::Findings;
use super::probes::Probe;

/// How many lines of noise are passed over before an answer.
const MOST_NOISE: usize = 1000;

/// One started adapter that has been asked what it is.
pub(super) struct Session {
    wire: Wire,
    timeout: Duration,
    next: u64,
    answered: Vec<u64>,
    witness: Option<Arc<dyn Witness>>,
    /// The models of the runs under way.
    models: BTreeMap<u64, Box<dyn WitnessSession>>,
    pub(super) hello_took: Duration,
}

/// An answer, and how long it took.
pub(super) struct Replied {
    pub(super) answer: Answer,
    pub(super) took: Duration,
}

impl Session {
    /// Starts an adapter and asks what it is.
    pub(super) fn start(
        subject: &Subject<'_>,
        manner: Manner,
        findings: &mut Findings,
    ) -> Result<(Self, Description), Fault> {
        let began = Instant::now();
        let mut session = Session {
            wire: Wire::start(subject.command)?,
            timeout: subject.timeout,
            next: 1,
            answered: Vec::new(),
            witness: None,
            models: BTreeMap::new(),
            hello_took: Duration::ZERO,
        };
        session.send(&asked::hello(manner))?;
        let within = subject.timeout.max(Duration::from_secs(30));
        let line = session
            .line(within, findings)
            .map_err(|fault| match fault.code {
                FaultCode::TimedOut => Fault {
                    code: FaultCode::NoHello,
                    ..fault
                },
                _ => fault,
            })?;
        session.hello_took = began.elapsed();
        if manner == Manner::Plain {
            super::hello::look_at_line(&line, findings);
        }
        let description = read_description(&line).map_err(|mut fault| {
            fault.stderr = session.wire.stderr();
            fault
        })?;
        if description.supports.contains(&Feature::WitnessOpenaiChat) {
            session.witness.clone_from(&subject.witness);
        }
        Ok((session, description))
    }

    /// Runs a probe alone.
    pub(super) fn run(
        &mut self,
        probe: &Probe,
        manner: Manner,
        findings: &mut Findings,
    ) -> Result<Replied, Fault> {
        let began = Instant::now();
        let seq = self.ask(probe, manner)?;
        let answer = self.answer_to(&[seq], findings)?.1;
        Ok(Replied {
            answer,
            took: began.elapsed(),
        })
    }

    /// Sends several probes before any is answered; the answers in the probes' order.
    pub(super) fn run_together(
        &mut self,
        probes: &[Probe],
        findings: &mut Findings,
    ) -> Result<Vec<Answer>, Fault> {
        let seqs = probes.iter().map(|probe| self.ask(probe, Manner::Plain));
        let seqs: Vec<u64> = seqs.collect::<Result<_, _>>()?;
        let mut answers = Vec::new();
        let mut waiting = seqs.clone();
        while !waiting.is_empty() {
            let (seq, answer) = self.answer_to(&waiting, findings)?;
            waiting.retain(|other| *other != seq);
            answers.push((seq, answer));
        }
        answers.sort_by_key(|(seq, _)| *seq);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    /// Says goodbye.
    pub(super) fn bye(mut self) -> Result<Wire, Fault> {
        self.send(&json!({ "cmd": "bye" }))?;
        Ok(self.wire)
    }

    /// Hangs up without a word.
    pub(super) fn hang_up(mut self) -> Wire {
        self.wire.hang_up();
        self.wire
    }

    fn ask(&mut self, probe: &Probe, manner: Manner) -> Result<u64, Fault> {
        let seq = self.next;
        // An adapter that counts by itself instead of copying is found out.
        self.next += if seq == 1 { 6 } else { 3 };
        let mut scenario = probe.scenario.clone();
        if let Some(witness) = &self.witness {
            let opened = witness.open(&scenario);
            let (model, session) =
                opened.map_err(|message| Fault::new(FaultCode::Witness, message))?;
            scenario.model = Some(model);
            self.models.insert(seq, session);
        }
        let scenario = serde_json::to_value(&scenario).map_err(|error| unwritable(&error))?;
        let mut question = json!({ "cmd": "run", "seq": seq, "scenario": scenario });
        if manner == Manner::Later {
            asked::with_members_more(&mut question);
        }
        self.send(&question)?;
        Ok(seq)
    }

    fn send(&mut self, question: &Value) -> Result<(), Fault> {
        self.wire.ask(question).map_err(|error| unwritable(&error))
    }

    /// The next answer to one of these runs. Other lines are findings.
    fn answer_to(&mut self, seqs: &[u64], findings: &mut Findings) -> Result<(u64, Answer), Fault> {
        for _ in 0..MOST_NOISE {
            let line = self.line(self.timeout, findings)?;
            match read_reply(&line) {
                (Some(seq), answer) if seqs.contains(&seq) => {
                    self.answered.push(seq);
                    let answer = self.witnessed(seq, answer);
                    return Ok((seq, self.with_stderr(answer)));
                }
                (Some(seq), _) if self.answered.contains(&seq) => {
                    let what = Fault::new(
                        FaultCode::RepeatedSeq,
                        format!("run {seq} was answered again"),
                    );
                    findings.fault("an answer that was not asked for", what);
                }
                (Some(seq), _) => {
                    let asked = seqs
                        .iter()
                        .map(u64::to_string)
                        .collect::<Vec<_>>()
                        .join(", ");
                    let what = format!("`seq` is {seq} where {asked} was asked");
                    findings.fault("an answer", Fault::new(FaultCode::UnknownSeq, what));
                    // It is lost otherwise, and silence would be blamed.
                    if let [only] = seqs {
                        return Ok((*only, read_reply(&line).1));
                    }
                }
                (None, Answer::Fault(fault)) => return Err(fault),
                (None, _) => {}
            }
        }
        Err(Fault::new(
            FaultCode::NotJson,
            format!("{MOST_NOISE} lines, and no answer"),
        ))
    }

    /// The next line that is JSON or begins like it; anything else is noise.
    fn line(&mut self, within: Duration, findings: &mut Findings) -> Result<Vec<u8>, Fault> {
        let deadline = Instant::now() + within;
        for _ in 0..MOST_NOISE {
            let left = deadline.saturating_duration_since(Instant::now());
            let line = self.wire.hear(left.max(Duration::from_millis(1)))?;
            if line.trim_ascii_start().starts_with(b"{") {
                return Ok(line);
            }
            noise(&line, findings);
        }
        Err(Fault::new(
            FaultCode::NotJson,
            format!("{MOST_NOISE} lines, and no answer"),
        ))
    }

    /// What was seen on the wire replaces what was told.
    fn witnessed(&mut self, seq: u64, answer: Answer) -> Answer {
        match (answer, self.models.remove(&seq)) {
            (Answer::Observed(mut seen), Some(model)) => match model.close(&mut seen) {
                Ok(()) => Answer::Observed(seen),
                Err(fault) => Answer::Fault(fault),
            },
            (answer, _) => answer,
        }
    }

    fn with_stderr(&mut self, answer: Answer) -> Answer {
        match answer {
            Answer::Fault(mut fault) => {
                fault.stderr = self.wire.stderr();
                Answer::Fault(fault)
            }
            other => other,
        }
    }
}

/// Tells of a line that is no answer.
pub(super) fn noise(line: &[u8], findings: &mut Findings) {
    let text = String::from_utf8_lossy(line);
    let start: String = text.chars().take(120).collect();
    findings.add(
        Code::StdoutNoise,
        format!("a line on stdout is no answer: {start}"),
    );
}

fn unwritable(error: &serde_json::Error) -> Fault {
    Fault::new(
        FaultCode::AdapterError,
        format!("the question cannot be written: {error}"),
    )
}
