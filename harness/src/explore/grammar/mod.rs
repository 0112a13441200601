//! A grammar of scenarios: everything that the scenario language can say, at random.
//!
//! The n-th scenario of a seed depends on the seed, the number and the adapter's
//! features alone, so that it can be made again. What is made is always a scenario that
//! the case loader would take.

mod artifact;
mod call;
mod data;
mod hostile;
mod id;
mod large;
mod payload;
mod pools;
mod port;
mod result;
mod shared;
mod text;

use std::collections::BTreeSet;

use serde_json::json;

use super::interest::{Interest, Interests};
use super::random::Random;
use crate::adapter::{Description, Feature};
use crate::case::{is_sound, needs};
use crate::scenario::{Scenario, Tool};

/// How often a scenario that the loader would refuse is made anew.
const ATTEMPTS: u64 = 64;
const TOOLS: [(&str, &str); 4] = [
    ("create_node", "Creates a node."),
    ("search", "Searches the site."),
    ("lookup", "Looks up one record."),
    ("export", "Exports records."),
];

/// Makes scenarios for an adapter.
#[derive(Debug, Clone)]
pub struct Grammar {
    supports: BTreeSet<Feature>,
}

impl Grammar {
    /// Scenarios that an adapter of this description can be asked to run.
    #[must_use]
    pub fn new(description: &Description) -> Self {
        Grammar {
            supports: description.supports.clone(),
        }
    }

    /// The n-th scenario of a seed.
    #[must_use]
    pub fn scenario(&self, seed: u64, nth: u64) -> Scenario {
        (0..ATTEMPTS)
            .map(|attempt| self.make(Random::new(seed, nth, attempt), attempt + 1 < ATTEMPTS))
            .find(|made| is_sound(made) && needs(made).is_subset(&self.supports))
            .unwrap_or_else(|| plain(Vec::new()))
    }

    fn make(&self, mut random: Random, interested: bool) -> Scenario {
        let interests = if interested {
            Interests::draw(&mut random, |feature| self.supports.contains(&feature))
        } else {
            Interests::default()
        };
        let maker = Maker {
            random,
            interests,
            supports: &self.supports,
            artifacts_left: 50,
            large_left: large::MOST,
            made: Vec::new(),
        };
        maker.scenario()
    }
}

/// Makes one scenario.
struct Maker<'a> {
    random: Random,
    interests: Interests,
    supports: &'a BTreeSet<Feature>,
    /// How many artifacts the run may still hold.
    artifacts_left: usize,
    /// How many bytes its large payloads may still come to.
    large_left: usize,
    /// The artifacts made so far, for later ones that resemble them.
    made: Vec<serde_json::Value>,
}

impl Maker<'_> {
    /// Whether to do what an interest is about, here and now.
    fn likes(&mut self, interest: Interest) -> bool {
        let percent = if self.interests.has(interest) { 50 } else { 1 };
        self.random.chance(percent)
    }

    fn has(&self, interest: Interest) -> bool {
        self.interests.has(interest)
    }

    fn supports(&self, feature: Feature) -> bool {
        self.supports.contains(&feature)
    }

    fn scenario(mut self) -> Scenario {
        let tools = self.tools();
        let mut scenario = plain(tools);
        scenario.passes = self.passes(&scenario.tools);
        self.name_calls(&mut scenario);
        self.script(&mut scenario);
        self.order(&mut scenario);
        scenario.node.ports = self.ports();
        scenario
    }

    fn tools(&mut self) -> Vec<Tool> {
        let count = match (self.has(Interest::SameTool), self.has(Interest::Tools)) {
            (true, _) => 1,
            (_, true) => self.random.between(2, 4),
            _ => self.random.between(1, 2),
        };
        let mut tools = TOOLS;
        self.random.shuffle(&mut tools);
        tools[..count]
            .iter()
            .map(|(name, description)| tool(name, description))
            .collect()
    }
}

fn tool(name: &str, description: &str) -> Tool {
    Tool {
        name: name.to_owned(),
        description: description.to_owned(),
        input_schema: crate::scenario::default_input_schema(),
    }
}

/// A scenario in which nothing happens.
fn plain(tools: Vec<Tool>) -> Scenario {
    Scenario {
        prompt: "Do it.".to_owned(),
        node: crate::scenario::Node::default(),
        tools,
        passes: Vec::new(),
        closing: "Done.".to_owned(),
        script: std::collections::BTreeMap::new(),
        model: None,
    }
}

/// A map of one member.
fn map1(key: &str, value: impl Into<serde_json::Value>) -> serde_json::Value {
    json!({ key: value.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::Trait;

    fn grammar() -> Grammar {
        let mut description = Description::native("any", "1");
        description.supports = Feature::ALL.into();
        Grammar::new(&description)
    }

    #[test]
    fn a_seed_replays_exactly() {
        for nth in 0..200 {
            assert_eq!(grammar().scenario(7, nth), grammar().scenario(7, nth));
        }
        assert_ne!(grammar().scenario(7, 1), grammar().scenario(8, 1));
    }

    #[test]
    fn every_scenario_is_one_that_the_loader_would_take_and_survives_its_own_text() {
        for nth in 0..2000 {
            let made = grammar().scenario(3, nth);
            assert!(is_sound(&made), "{nth}");
            let text = serde_json::to_string(&made).unwrap();
            let read: Scenario = serde_json::from_str(&text).unwrap();
            assert_eq!(read, made, "{nth}");
        }
    }

    #[test]
    fn an_adapter_without_features_is_asked_for_none() {
        let grammar = Grammar::new(&Description::native("any", "1"));
        for nth in 0..2000 {
            assert!(needs(&grammar.scenario(5, nth)).is_empty(), "{nth}");
        }
    }

    #[test]
    fn few_scenarios_have_to_be_made_anew() {
        let grammar = grammar();
        let refused = (0..2000).filter(|nth| {
            let made = grammar.make(Random::new(1, *nth, 0), true);
            !is_sound(&made)
        });
        let count = refused.count();
        assert!(count < 100, "{count} of 2000 were refused");
    }

    #[test]
    fn few_scenarios_are_large_and_none_past_what_a_run_is_owed() {
        let grammar = grammar();
        let (mut large, mut runs) = (0, 0);
        for nth in 0..1000 {
            let made = grammar.scenario(2, nth);
            let traits = crate::explore::Traits::of(&made);
            large += usize::from(traits.has(Trait::LargePayload));
            runs += usize::from(traits.has(Trait::LargeRun));
            assert!(is_sound(&made), "{nth}");
        }
        assert!((5..30).contains(&large), "{large} of 1000");
        assert!((1..20).contains(&runs), "{runs} of 1000");
    }
}
