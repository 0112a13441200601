//! Passes, calls, scripts, and the order in which calls complete.

use std::collections::BTreeMap;

use super::Maker;
use crate::adapter::Feature;
use crate::explore::interest::Interest;
use crate::scenario::{CallId, Pass, Scenario, Tool, ToolCall};

/// How many calls a run has at most.
const MOST_CALLS: usize = 12;

impl Maker<'_> {
    /// The batches of calls, without their ids.
    pub(super) fn passes(&mut self, tools: &[Tool]) -> Vec<Pass> {
        if self.likes(Interest::NoCalls) {
            let empty = usize::from(self.random.chance(50));
            return vec![Pass::default(); empty];
        }
        let count = match self.has(Interest::Passes) && self.supports(Feature::Passes) {
            true => self.random.between(2, 3),
            false => 1,
        };
        let mut scripts = 0;
        let mut left = MOST_CALLS;
        let mut passes = Vec::new();
        for pass in 0..count {
            let size = self.batch_size(left, count - pass);
            left -= size;
            let calls = (0..size).map(|_| self.call(tools, &mut scripts));
            passes.push(Pass {
                tool_calls: calls.collect(),
            });
        }
        passes
    }

    fn batch_size(&mut self, left: usize, passes_left: usize) -> usize {
        if self.has(Interest::EmptyBatch) && self.random.chance(30) {
            return 0;
        }
        let most = (left + 1 - passes_left.min(left)).max(1);
        // What is about several calls is wasted on one.
        let several = [Interest::Calls, Interest::SiblingIds, Interest::RepeatedIds];
        let size = match several.iter().any(|interest| self.has(*interest)) {
            true => self.random.between(2, most.max(2)),
            false => self.random.between(1, 3),
        };
        size.min(left)
    }

    fn call(&mut self, tools: &[Tool], scripts: &mut usize) -> ToolCall {
        let again = *scripts > 0 && self.likes(Interest::SharedScript);
        let script = if again {
            self.random.between(1, *scripts)
        } else {
            *scripts += 1;
            *scripts
        };
        let name = match tools.is_empty() {
            true => String::new(),
            false => self.random.pick(tools).name.clone(),
        };
        ToolCall {
            tool_call_id: CallId::Missing,
            name,
            args: crate::scenario::Args {
                script: format!("s{script}"),
            },
        }
    }

    /// Writes the result of every script that is asked for.
    pub(super) fn script(&mut self, scenario: &mut Scenario) {
        let mut asked: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        for (pass, call) in scenario.calls() {
            let calls = asked.entry(call.args.script.clone()).or_default();
            calls.push((pass, call.tool_call_id.given().unwrap_or("").to_owned()));
        }
        let ids: Vec<(usize, String)> = asked.values().flatten().cloned().collect();
        for (script, calls) in &asked {
            let result = self.result(calls, &ids);
            scenario.script.insert(script.clone(), result);
        }
    }

    /// Lets the calls of a batch complete in some order.
    pub(super) fn order(&mut self, scenario: &mut Scenario) {
        let any = self.has(Interest::Order) && self.supports(Feature::ConcurrentCalls);
        if !any && !self.likes(Interest::Timed) {
            return;
        }
        for pass in &scenario.passes {
            let mut scripts: Vec<&str> = pass
                .tool_calls
                .iter()
                .map(|call| call.args.script.as_str())
                .filter(|script| asked_once(scenario.calls(), script))
                .collect();
            if any {
                self.random.shuffle(&mut scripts);
            }
            for (script, place) in scripts.into_iter().zip(1..) {
                if let Some(result) = scenario.script.get_mut(script) {
                    result.finishes = Some(place);
                }
            }
        }
    }
}

fn asked_once<'a>(calls: impl Iterator<Item = (usize, &'a ToolCall)>, script: &str) -> bool {
    calls.filter(|(_, call)| call.args.script == script).count() == 1
}
