//! Sets of traits.

use super::Trait;
use crate::scenario::Scenario;

/// A set of traits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Traits(pub(super) u128);

impl Traits {
    /// What a scenario has.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        super::read::traits(scenario)
    }

    /// Whether a trait is among them.
    #[must_use]
    pub fn has(self, one: Trait) -> bool {
        self.0 & (1 << one as u32) != 0
    }

    /// Whether all of these are among the others.
    #[must_use]
    pub fn within(self, others: Traits) -> bool {
        self.0 & !others.0 == 0
    }

    /// These and others.
    #[must_use]
    pub fn with(self, others: Traits) -> Traits {
        Traits(self.0 | others.0)
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Trait> {
        Trait::ALL.iter().copied().filter(move |one| self.has(*one))
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn add(&mut self, one: Trait, when: bool) {
        self.0 |= u128::from(when) << one as u32;
    }
}
