//! The fake tools of a scenario, for adapters in process.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
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
            returned.finished.push(place);
        }
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
        Some(result)
    }

    /// The calls that returned, in that order.
    #[must_use]
    pub fn invoked(&self) -> Vec<Invoked> {
        self.lock().invoked.clone()
    }

    fn wait_for_turn<'g>(
        &self,
        mut guard: MutexGuard<'g, Returned>,
        place: u32,
    ) -> MutexGuard<'g, Returned> {
        let before = self.order.iter().filter(|other| **other < place).count();
        let deadline = Instant::now() + TURN;
        loop {
            let done = guard
                .finished
                .iter()
                .filter(|other| **other < place)
                .count();
            let left = deadline.saturating_duration_since(Instant::now());
            if done >= before || left.is_zero() {
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
