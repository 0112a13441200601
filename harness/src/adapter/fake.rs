//! The fake tools of a scenario, for adapters in process.

use std::future::poll_fn;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use super::Invoked;
use crate::scenario::{Scenario, Scripted};

/// How long a fake tool waits for its turn before it goes on, so that a runtime that
/// makes its calls one by one is not held up.
const TURN: Duration = Duration::from_millis(50);

/// The fake tools of one pass.
///
/// A runtime's tool calls [`FakeTools::call`] with its `args.script` and returns what it
/// gets, in the runtime's own idiom. May be shared between threads.
#[derive(Debug)]
pub struct FakeTools<'a> {
    scenario: &'a Scenario,
    order: Vec<u32>,
    returned: Mutex<Returned>,
    turn: Condvar,
}

#[derive(Debug, Default)]
struct Returned {
    invoked: Vec<Invoked>,
    finished: Vec<u32>,
}

impl<'a> FakeTools<'a> {
    /// The tools of a scenario's pass, counted from 0.
    #[must_use]
    pub fn new(scenario: &'a Scenario, pass: usize) -> Self {
        let order = scenario
            .passes
            .get(pass)
            .into_iter()
            .flat_map(|pass| &pass.tool_calls)
            .filter_map(|call| scenario.result_of(call)?.finishes)
            .collect();
        FakeTools {
            scenario,
            order,
            returned: Mutex::default(),
            turn: Condvar::new(),
        }
    }

    /// Waits for this call's turn and returns what the tool is to return, or nothing if
    /// no such result was scripted.
    pub fn call(&self, script: &str) -> Option<&'a Scripted> {
        let result = self.scenario.script.get(script)?;
        let mut returned = self.lock();
        if let Some(place) = result.finishes {
            returned = self.wait_for_turn(returned, place);
        }
        self.finish(returned, script, result);
        Some(result)
    }

    /// As [`call`](FakeTools::call), for a runtime that awaits its tools: gives way to
    /// the other calls until it is this one's turn, on any executor.
    pub async fn answer(&self, script: &str) -> Option<&'a Scripted> {
        let result = self.scenario.script.get(script)?;
        if let Some(place) = result.finishes {
            let deadline = Instant::now() + TURN;
            while !self.is_turn(&self.lock(), place) && Instant::now() < deadline {
                give_way().await;
            }
        }
        self.finish(self.lock(), script, result);
        Some(result)
    }

    /// The calls that returned, in that order.
    #[must_use]
    pub fn invoked(&self) -> Vec<Invoked> {
        self.lock().invoked.clone()
    }

    fn finish(&self, mut returned: MutexGuard<'_, Returned>, script: &str, result: &Scripted) {
        returned.finished.extend(result.finishes);
        returned.invoked.push(Invoked {
            script: script.to_owned(),
            artifacts: if result.raises.is_some() {
                0
            } else {
                result.artifacts.len()
            },
        });
        drop(returned);
        self.turn.notify_all();
    }

    /// Whether every call that is to finish before this one has.
    fn is_turn(&self, returned: &Returned, place: u32) -> bool {
        let before = |places: &[u32]| places.iter().filter(|other| **other < place).count();
        before(&returned.finished) >= before(&self.order)
    }

    fn wait_for_turn<'g>(
        &self,
        mut guard: MutexGuard<'g, Returned>,
        place: u32,
    ) -> MutexGuard<'g, Returned> {
        let deadline = Instant::now() + TURN;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.is_turn(&guard, place) || left.is_zero() {
                return guard;
            }
            guard = self
                .turn
                .wait_timeout(guard, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Returned> {
        self.returned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets everything else that is ready go on first. Nothing wakes a call whose turn never
/// comes, so it wakes itself.
async fn give_way() {
    let mut waited = false;
    poll_fn(|context| {
        if waited {
            return Poll::Ready(());
        }
        waited = true;
        context.waker().wake_by_ref();
        thread::yield_now();
        Poll::Pending
    })
    .await;
}
