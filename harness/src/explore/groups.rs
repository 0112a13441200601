//! Distinct findings.

use super::{Found, Investigation, Showing, Signature, Traits};
use crate::scenario::Scenario;

/// How many scenarios show a finding that does not show on its own before any further one
/// is taken for the same without being looked at. Looking costs starts of the adapter.
const ENOUGH: u64 = 5;

/// Distinct findings: one group for each code and cause, the smallest case of each.
///
/// The cause is what the smallest case cannot do without: its traits. A later finding of
/// the same code whose scenario has all of them is taken for the same. Where a finding
/// does not show on its own, what it needs stands in other scenarios, so that there is one
/// group for the code.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Groups(Vec<Group>);

/// Findings of one code and cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The smallest that shows it.
    pub smallest: Found,
    /// Whether that shows it on its own.
    pub showing: Showing,
    /// What the smallest cannot do without.
    pub cause: Traits,
    /// In how many scenarios it was seen.
    pub seen: u64,
}

impl Group {
    fn explains(&self, signature: Signature, traits: Traits) -> bool {
        self.smallest.signature == signature
            && match self.showing {
                Showing::AfterOthers => self.seen >= ENOUGH,
                _ => self.cause.within(traits),
            }
    }

    fn is(&self, other: &Group) -> bool {
        self.smallest.signature == other.smallest.signature
            && self.showing == other.showing
            && (self.cause == other.cause || self.showing == Showing::AfterOthers)
    }
}

impl Groups {
    /// Counts a finding that a known cause explains; false if none does.
    pub fn explains(&mut self, signature: Signature, scenario: &Scenario) -> bool {
        let traits = Traits::of(scenario);
        let mut groups = self.0.iter_mut();
        let known = groups.find(|group| group.explains(signature, traits));
        known.map(|group| group.seen += 1).is_some()
    }

    /// Takes in a finding that was looked at. Says whether it is a new one.
    pub fn add(&mut self, about: &Investigation) -> bool {
        let found = &about.shrunk.found;
        let new = Group {
            smallest: found.clone(),
            showing: about.showing,
            cause: Traits::of(&found.case.scenario),
            seen: 1,
        };
        let same = self.0.iter_mut().find(|group| group.is(&new));
        if let Some(group) = same {
            group.seen += 1;
            return false;
        }
        self.0.push(new);
        true
    }

    /// The groups, in the order in which they were found.
    #[must_use]
    pub fn all(&self) -> &[Group] {
        &self.0
    }
}
