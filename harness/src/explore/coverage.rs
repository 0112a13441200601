//! What an exploration exercised.

use super::{Trait, Traits};

/// How often each trait was tried, and how many pairs of traits met in one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// How many scenarios were judged.
    pub scenarios: u64,
    /// How many runs of the adapter that took.
    pub runs: u64,
    /// In how many of them no clause could be judged.
    pub unjudged: u64,
    counts: Vec<u64>,
    met: Vec<Traits>,
}

impl Default for Coverage {
    fn default() -> Self {
        Coverage {
            scenarios: 0,
            runs: 0,
            unjudged: 0,
            counts: vec![0; Trait::ALL.len()],
            met: vec![Traits::default(); Trait::ALL.len()],
        }
    }
}

impl Coverage {
    /// Counts a scenario.
    pub(super) fn add(&mut self, traits: Traits) {
        self.scenarios += 1;
        for one in traits.iter() {
            self.counts[one as usize] += 1;
            self.met[one as usize] = self.met[one as usize].with(traits);
        }
    }

    /// How often each trait was tried, most often first.
    #[must_use]
    pub fn counts(&self) -> Vec<(Trait, u64)> {
        let mut counts: Vec<(Trait, u64)> = Trait::ALL
            .iter()
            .map(|one| (*one, self.counts[*one as usize]))
            .collect();
        counts.sort_by_key(|(one, count)| (std::cmp::Reverse(*count), *one));
        counts
    }

    /// The traits that were never tried.
    pub fn untried(&self) -> impl Iterator<Item = Trait> {
        Trait::ALL
            .iter()
            .copied()
            .filter(|one| self.counts[*one as usize] == 0)
    }

    /// How many pairs of traits stood together in one scenario, and how many there are.
    /// Some exclude each other.
    #[must_use]
    pub fn pairs(&self) -> (usize, usize) {
        let all = Trait::ALL.len();
        let met: usize = self.met.iter().map(|met| met.len().saturating_sub(1)).sum();
        (met / 2, all * (all - 1) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{Description, Feature};
    use crate::explore::Grammar;

    #[test]
    fn the_grammar_reaches_every_trait_and_most_pairs() {
        let mut description = Description::native("any", "1");
        description.supports = Feature::ALL.into();
        let grammar = Grammar::new(&description);
        let mut coverage = Coverage::default();
        for nth in 0..1500 {
            coverage.add(Traits::of(&grammar.scenario(1, nth)));
        }
        let untried: Vec<&str> = coverage.untried().map(Trait::text).collect();
        assert!(untried.is_empty(), "{untried:?}");
        let (met, all) = coverage.pairs();
        assert!(met * 10 > all * 8, "{met} of {all}");
    }
}
