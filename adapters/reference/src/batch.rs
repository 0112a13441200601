//! The calls of one pass, side by side.
//!
//! Each call has a slot, and its result can go nowhere else. Neither the order in which
//! calls complete nor their place in the batch is ever used to tell whose a result is.

use std::collections::BTreeSet;

use futures_executor::block_on;
use futures_util::future::join_all;

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
    let slots = plan(calls, ledger).into_iter();
    block_on(join_all(slots.map(|slot| slot.outcome(tools))))
}

struct Slot<'c> {
    call: &'c Call,
    repeats: Option<&'c str>,
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
        })
        .collect()
}

impl<'c> Slot<'c> {
    /// What became of the call. It is made only if it is new.
    async fn outcome(self, tools: &Registry<'_>) -> Outcome<'c> {
        match self.repeats {
            Some(id) => Outcome::Repeat(id),
            None => Outcome::Made(self.call, tools.invoke(self.call).await),
        }
    }
}
