//! One generated scenario after another, judged.

use super::{Coverage, Found, Grammar, Signature, Traits, synthetic};
use crate::adapter::{Answer, Description, Driver};
use crate::check::Outcome;
use crate::run::{CaseResult, judge_case};
use crate::scenario::Scenario;

/// The seed that orders and canaries are drawn from: that of `run`, so that a case which
/// was found here fails there too.
pub const JUDGE_SEED: u64 = 0;

/// Explores: the n-th step judges the n-th scenario of the seed.
#[derive(Debug, Clone)]
pub struct Explorer {
    grammar: Grammar,
    seed: u64,
    next: u64,
    coverage: Coverage,
}

/// A generated scenario and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Which scenario of the seed, from 0.
    pub nth: u64,
    /// What was found in it.
    pub found: Vec<Found>,
    /// What came of it.
    pub result: CaseResult,
}

impl Explorer {
    /// An exploration of an adapter, from the seed's first scenario on.
    #[must_use]
    pub fn new(description: &Description, seed: u64) -> Self {
        Explorer {
            grammar: Grammar::new(description),
            seed,
            next: 0,
            coverage: Coverage::default(),
        }
    }

    /// Judges the next scenario.
    pub fn step(&mut self, driver: &mut dyn Driver) -> Judged {
        let nth = self.next;
        self.next += 1;
        let case = synthetic(self.grammar.scenario(self.seed, nth));
        self.coverage.add(Traits::of(&case.scenario));
        let mut counted = Counted { driver, runs: 0 };
        let result = judge_case(&case, &mut counted, JUDGE_SEED);
        self.coverage.runs += counted.runs;
        self.coverage.unjudged += u64::from(!is_judged(&result));
        let found = Signature::all(&result).into_iter().map(|signature| Found {
            signature,
            case: case.clone(),
            result: result.clone(),
        });
        Judged {
            nth,
            found: found.collect(),
            result,
        }
    }

    /// What was exercised so far.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}

fn is_judged(result: &CaseResult) -> bool {
    result
        .outcomes
        .values()
        .any(|outcome| matches!(outcome, Outcome::Passed | Outcome::Failed))
}

/// Counts what is run.
struct Counted<'a> {
    driver: &'a mut dyn Driver,
    runs: u64,
}

impl Driver for Counted<'_> {
    fn description(&self) -> &Description {
        self.driver.description()
    }

    fn run_all(&mut self, scenarios: &[&Scenario]) -> Vec<Answer> {
        self.runs += scenarios.len() as u64;
        self.driver.run_all(scenarios)
    }
}
