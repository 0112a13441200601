//! The calls of one pass, side by side.
//!
//! Each call has a slot, and its result can go nowhere else. Neither the order in which
//! calls complete nor their place in the batch is ever used to tell whose a result is.

use std::collections::BTreeSet;
use std::thread;

use crate::model::Call;
use crate::run::Ledger;
use crate::tool::{Registry, ToolResult};

/// What became of one call of a batch.
#[derive(Debug, PartialEq)]
pub enum Outcome<'c> {
    /// It was made, and this is its result.
    Made(&'c Call, ToolResult),
    /// The run has made it before, under this id.
    Repeat(&'c str),
}

/// Makes the calls of a batch that the run has not made yet. The outcomes come in the
/// order in which the model asked.
#[must_use]
pub fn run<'c>(tools: &Registry<'_>, calls: &'c [Call], ledger: &Ledger) -> Vec<Outcome<'c>> {
    let mut slots = plan(calls, ledger);
    side_by_side(tools, &mut slots);
    slots.into_iter().map(|slot| slot.outcome(tools)).collect()
}

struct Slot<'c> {
    call: &'c Call,
    repeats: Option<&'c str>,
    result: Option<ToolResult>,
}

/// Says which calls are new. A call that names no tool is malformed and left out
/// (RT-TOOL-10 ¶4); one without an id is always new (RT-TOOL-9 ¶5).
fn plan<'c>(calls: &'c [Call], ledger: &Ledger) -> Vec<Slot<'c>> {
    let mut asked = BTreeSet::new();
    let mut known = |id: &&'c str| ledger.answer_to(id).is_some() || !asked.insert(*id);
    let named = calls.iter().filter(|call| !call.name.trim().is_empty());
    named
        .map(|call| Slot {
            call,
            repeats: call.id.as_deref().filter(&mut known),
            result: None,
        })
        .collect()
}

/// Makes the new calls at the same time: the first on this thread, each other on one of
/// its own. Where no thread is to be had, a slot stays empty.
fn side_by_side(tools: &Registry<'_>, slots: &mut [Slot<'_>]) {
    let mut new = slots.iter_mut().filter(|slot| slot.repeats.is_none());
    let first = new.next();
    thread::scope(|scope| {
        for slot in new {
            let make = || slot.result = Some(tools.invoke(slot.call));
            if thread::Builder::new().spawn_scoped(scope, make).is_err() {
                break;
            }
        }
        if let Some(slot) = first {
            slot.result = Some(tools.invoke(slot.call));
        }
    });
}

impl<'c> Slot<'c> {
    /// What became of the call, which is made here and now if no thread made it.
    fn outcome(self, tools: &Registry<'_>) -> Outcome<'c> {
        let Slot {
            call,
            repeats,
            result,
        } = self;
        match repeats {
            Some(id) => Outcome::Repeat(id),
            None => Outcome::Made(call, result.unwrap_or_else(|| tools.invoke(call))),
        }
    }
}
