//! Spreading cases over workers.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use super::plan::shuffle;
use super::{CaseResult, Event, Selection, Skip, judge_case};
use crate::adapter::{Description, Driver, Fault};
use crate::case::{Case, Suite};
use crate::check::Outcome;

/// How cases are run.
#[derive(Debug, Clone, Copy)]
pub struct RunOptions<'a> {
    /// How many workers, from 1; each has a driver of its own.
    pub jobs: usize,
    /// What orders and canaries are drawn from.
    pub seed: u64,
    /// Set from outside to end the run early.
    pub stop: Option<&'a AtomicBool>,
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// What the adapter said of itself.
    pub description: Description,
    /// Every case of the suite, in order of id; those outside the selection are not-run.
    pub cases: Vec<CaseResult>,
    /// Whether the run was ended early.
    pub interrupted: bool,
}

/// Runs the selected cases of a suite. `first` is the driver that has already been
/// started; `more` starts one for each further worker.
///
/// The result is the same whatever the number of workers, for any adapter that keeps
/// nothing from run to run.
pub fn run<'s>(
    suite: &'s Suite,
    selected: &[&'s Case],
    first: Box<dyn Driver + Send>,
    more: &(dyn Fn() -> Result<Box<dyn Driver + Send>, Fault> + Sync),
    options: RunOptions<'_>,
    listen: &mut dyn FnMut(&Event),
) -> RunResult {
    let description = first.description().clone();
    let mut order: Vec<&Case> = selected.to_vec();
    shuffle(&mut order, options.seed);
    listen(&Event::Started { cases: order.len() });
    let mut results: Vec<CaseResult> = Vec::with_capacity(suite.cases.len());
    let queue = Queue {
        cases: &order,
        next: AtomicUsize::new(0),
        stop: options.stop,
    };
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        let worker = |driver: Box<dyn Driver + Send>, send: mpsc::Sender<CaseResult>| {
            let queue = &queue;
            scope.spawn(move || work(driver, queue, options.seed, &send));
        };
        worker(first, send.clone());
        for _ in 1..options.jobs.min(order.len()) {
            // A worker that cannot be had leaves its share to the others.
            if let Ok(driver) = more() {
                worker(driver, send.clone());
            }
        }
        drop(send);
        for result in receive {
            listen(&Event::Finished(Box::new(result.clone())));
            results.push(result);
        }
    });
    // Asked to end when everything was judged, it has lost nothing.
    let interrupted = queue.stopped() && results.len() < order.len();
    if interrupted {
        listen(&Event::Interrupted);
    }
    add_not_run(
        suite,
        &Selected {
            cases: selected,
            interrupted,
        },
        &mut results,
    );
    RunResult {
        description,
        cases: results,
        interrupted,
    }
}

struct Queue<'a> {
    cases: &'a [&'a Case],
    next: AtomicUsize,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Queue<'a> {
    fn take(&self) -> Option<&'a Case> {
        if self.stopped() {
            return None;
        }
        self.cases
            .get(self.next.fetch_add(1, Ordering::Relaxed))
            .copied()
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

fn work(
    mut driver: Box<dyn Driver + Send>,
    queue: &Queue<'_>,
    seed: u64,
    send: &mpsc::Sender<CaseResult>,
) {
    while let Some(case) = queue.take() {
        let result = judge_case(case, driver.as_mut(), seed);
        // What was under way when the run was ended early was ended with it.
        if queue.stopped() || send.send(result).is_err() {
            return;
        }
    }
}

struct Selected<'a> {
    cases: &'a [&'a Case],
    interrupted: bool,
}

fn add_not_run(suite: &Suite, selected: &Selected<'_>, results: &mut Vec<CaseResult>) {
    results.sort_by(|a, b| a.id.cmp(&b.id));
    let mut missing = Vec::new();
    for case in &suite.cases {
        if results
            .binary_search_by(|result| result.id.as_str().cmp(&case.id))
            .is_ok()
        {
            continue;
        }
        let chosen = selected.cases.iter().any(|other| other.id == case.id);
        let reason = match (chosen, selected.interrupted) {
            (true, true) => "the run was interrupted",
            (true, false) => "no worker was left",
            (false, _) if case.status == crate::case::Status::Withdrawn => "the case is withdrawn",
            (false, _) => "outside the selection",
        };
        missing.push(CaseResult::skipped(
            case,
            Skip {
                outcome: Outcome::NotRun,
                reason: reason.to_owned(),
            },
        ));
    }
    results.extend(missing);
    results.sort_by(|a, b| a.id.cmp(&b.id));
}

impl RunResult {
    /// The results that decide the exit status: of the selected, deciding cases.
    pub fn deciding<'a>(
        &'a self,
        selection: &'a Selection,
        suite: &'a Suite,
    ) -> impl Iterator<Item = &'a CaseResult> {
        self.cases
            .iter()
            .zip(&suite.cases)
            .filter_map(|(result, case)| {
                (selection.takes(case) && case.status == crate::case::Status::Stable)
                    .then_some(result)
            })
    }

    /// Whether every selected clause of every selected case passed or was inapplicable.
    #[must_use]
    pub fn is_fine(&self, selection: &Selection, suite: &Suite) -> bool {
        !self.interrupted
            && self.deciding(selection, suite).all(|result| {
                result
                    .outcomes
                    .iter()
                    .all(|(clause, outcome)| !selection.counts(*clause) || outcome.is_fine())
            })
    }
}
