//! Taking steps until none can be taken.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use super::edit::{EDITS, Edit, tidy, without_artifacts, without_calls};
use super::plain::{plain_artifacts, with_plain};
use super::values::smaller;
use super::weight::weight;
use crate::case::{Case, is_sound, needs};
use crate::explore::Found;
use crate::explore::digest::digest;
use crate::run::CaseResult;
use crate::scenario::Scenario;

/// A finding made as small as single steps can make it.
#[derive(Debug, Clone, PartialEq)]
pub struct Shrunk {
    /// The smallest that still shows it.
    pub found: Found,
    /// How many scenarios were tried.
    pub tried: usize,
    /// How many of them were smaller and still showed it.
    pub taken: usize,
    /// Whether no single step makes it smaller; false where trying was ended early.
    pub minimal: bool,
}

impl Shrunk {
    /// A finding as it is.
    pub(in crate::explore) fn untried(found: Found) -> Self {
        Shrunk {
            found,
            tried: 0,
            taken: 0,
            minimal: false,
        }
    }
}

/// Shrinks a finding. `probe` judges a candidate, and ends the shrinking by giving
/// nothing.
pub fn shrink(found: Found, probe: &mut dyn FnMut(&Case) -> Option<CaseResult>) -> Shrunk {
    let mut shrinker = Shrinker {
        weight: weight(&found.case.scenario),
        found,
        probe,
        failed: BTreeSet::new(),
        tried: 0,
        taken: 0,
        ended: false,
    };
    shrinker.run();
    Shrunk {
        tried: shrinker.tried,
        taken: shrinker.taken,
        minimal: !shrinker.ended,
        found: shrinker.found,
    }
}

struct Shrinker<'a> {
    found: Found,
    weight: u64,
    probe: &'a mut dyn FnMut(&Case) -> Option<CaseResult>,
    /// Digests of candidates that do not show the finding.
    failed: BTreeSet<u64>,
    tried: usize,
    taken: usize,
    ended: bool,
}

impl Shrinker<'_> {
    fn run(&mut self) {
        loop {
            let before = self.taken;
            self.sweep();
            if self.ended || self.taken == before {
                return;
            }
        }
    }

    /// Every step once, at every place.
    fn sweep(&mut self) {
        let count = |scenario: &Scenario| scenario.calls().count();
        self.stretches(count, without_calls);
        self.stretches(artifact_count, without_artifacts);
        self.stretches(artifact_count, with_plain);
        for edit in EDITS {
            self.everywhere(edit);
        }
        self.values(artifact_count, plain_artifacts, |scenario, at| {
            nth_artifact(scenario, at)
        });
        self.values(
            |scenario| scenario.script.len(),
            |_| Vec::new(),
            |scenario, at| {
                scenario
                    .script
                    .values_mut()
                    .nth(at)
                    .map(|result| &mut result.data)
            },
        );
    }

    fn scenario(&self) -> &Scenario {
        &self.found.case.scenario
    }

    fn everywhere(&mut self, edit: Edit) {
        let mut at = 0;
        while let Some(candidate) = edit(self.scenario(), at) {
            if !self.take(candidate) {
                at += 1;
            }
        }
    }

    /// Leaves out, or makes plain, stretches of calls or artifacts, long ones first.
    fn stretches(
        &mut self,
        count: fn(&Scenario) -> usize,
        without: fn(&Scenario, &Range<usize>) -> Scenario,
    ) {
        let mut size = count(self.scenario());
        let mut in_vain = 0;
        while size > 0 {
            let before = self.taken;
            let mut from = 0;
            while from < count(self.scenario()) {
                let candidate = without(self.scenario(), &(from..from + size));
                if !self.take(candidate) {
                    from += size;
                }
            }
            in_vain = if self.taken == before { in_vain + 1 } else { 0 };
            // Where nearly all is needed, what lies between halves and single ones is too.
            let last = size == 1;
            size = if in_vain > 2 && !last { 1 } else { size / 2 };
        }
    }

    /// Makes values smaller, one site after another.
    fn values(
        &mut self,
        count: fn(&Scenario) -> usize,
        bold: fn(&Value) -> Vec<Value>,
        site: fn(&mut Scenario, usize) -> Option<&mut Value>,
    ) {
        for at in 0..count(self.scenario()) {
            self.value(&bold, &|scenario| site(scenario, at));
        }
    }

    fn value(
        &mut self,
        bold: &dyn Fn(&Value) -> Vec<Value>,
        site: &dyn Fn(&mut Scenario) -> Option<&mut Value>,
    ) {
        let options = |scenario: &Scenario| {
            let mut scenario = scenario.clone();
            let value = site(&mut scenario).cloned().unwrap_or_default();
            [bold(&value), smaller(&value)].concat()
        };
        let mut all = options(self.scenario());
        let mut next = 0;
        while let Some(option) = all.get(next) {
            let mut candidate = self.scenario().clone();
            match site(&mut candidate) {
                Some(value) => *value = option.clone(),
                None => return,
            }
            if self.take(candidate) {
                all = options(self.scenario());
            } else {
                next += 1;
            }
        }
    }

    /// Takes a step if it is one: lighter, sound, and the finding is still there.
    fn take(&mut self, mut candidate: Scenario) -> bool {
        tidy(&mut candidate);
        let lighter = weight(&candidate);
        if self.ended || lighter >= self.weight || !is_sound(&candidate) {
            return false;
        }
        let digest = digest(&candidate);
        if self.failed.contains(&digest) {
            return false;
        }
        let case = Case {
            requires: needs(&candidate).into_iter().collect(),
            scenario: candidate,
            expect: None,
            ..self.found.case.clone()
        };
        self.tried += 1;
        let Some(result) = (self.probe)(&case) else {
            self.ended = true;
            return false;
        };
        if !self.found.signature.shows_in(&result) {
            self.failed.insert(digest);
            return false;
        }
        self.taken += 1;
        self.weight = lighter;
        self.found = Found {
            signature: self.found.signature,
            case,
            result,
        };
        true
    }
}

fn artifact_count(scenario: &Scenario) -> usize {
    let results = scenario.script.values();
    results.map(|result| result.artifacts.len()).sum()
}

fn nth_artifact(scenario: &mut Scenario, at: usize) -> Option<&mut Value> {
    let results = scenario.script.values_mut();
    results.flat_map(|result| &mut result.artifacts).nth(at)
}
