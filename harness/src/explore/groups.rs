//! Distinct findings.

use super::{Found, Signature, Traits};
use crate::scenario::Scenario;

/// Distinct findings: one group for each code and cause, the smallest case of each.
///
/// The cause is what the smallest case cannot do without: its traits. A later finding of
/// the same code whose scenario has all of them is taken for the same.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups(Vec<Group>);

/// Findings of one code and cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The smallest that shows it.
    pub smallest: Found,
    /// What the smallest cannot do without.
    pub cause: Traits,
    /// In how many scenarios it was seen.
    pub seen: u64,
}

impl Groups {
    /// Counts a finding that a known cause explains; false if none does.
    pub fn explains(&mut self, signature: Signature, scenario: &Scenario) -> bool {
        let traits = Traits::of(scenario);
        let known = self
            .0
            .iter_mut()
            .find(|group| group.smallest.signature == signature && group.cause.within(traits));
        match known {
            Some(group) => {
                group.seen += 1;
                true
            }
            None => false,
        }
    }

    /// Takes in a finding that was shrunk. Says whether it is a new one.
    pub fn add(&mut self, found: Found) -> bool {
        let cause = Traits::of(&found.case.scenario);
        let same = self
            .0
            .iter_mut()
            .find(|group| group.smallest.signature == found.signature && group.cause == cause);
        match same {
            Some(group) => {
                group.seen += 1;
                false
            }
            None => {
                self.0.push(Group {
                    smallest: found,
                    cause,
                    seen: 1,
                });
                true
            }
        }
    }

    /// The groups, in the order in which they were found.
    #[must_use]
    pub fn all(&self) -> &[Group] {
        &self.0
    }
}
