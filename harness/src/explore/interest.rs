//! What a generated scenario may be interested in.
//!
//! Each scenario picks a few interests and leaves the others almost alone (swarm
//! testing): that way rare combinations do occur, and each in a scenario that is small
//! enough to be read.

use super::random::Random;
use crate::adapter::Feature;

macro_rules! interests {
    ($( $name:ident $weight:literal $($feature:ident)? ; )*) => {
        /// One thing that a scenario may be full of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Interest {
            $( $name, )*
        }

        impl Interest {
            const ALL: &'static [Interest] = &[$(Interest::$name),*];

            fn weight(self) -> usize {
                match self { $(Interest::$name => $weight,)* }
            }

            /// The feature without which it cannot be had.
            fn feature(self) -> Option<Feature> {
                match self { $(Interest::$name => interests!(@ $($feature)?),)* }
            }
        }
    };
    (@) => { None };
    (@ $feature:ident) => { Some(Feature::$feature) };
}

interests! {
    // How many of what.
    Calls 20; NoCalls 4; EmptyBatch 8 Passes; Passes 24 Passes; Tools 8; SameTool 10;
    SharedScript 10; Artifacts 20; FullRun 8; Sparse 10;
    // Identifiers.
    SiblingIds 20; NumericIds 10; LongIds 6; PrototypeIds 5; OddIds 10; EncodedIds 8;
    SpacedIds 8; ConstantIds 6; PrefixedIds 6; MissingIds 10 NullId; NullIds 8 NullId;
    EmptyIds 8 NullId; RepeatedIds 10 RepeatedId;
    // Failures and order.
    Failures 16; Raises 10 Raises; FailedArtifacts 12; Order 20 ConcurrentCalls; Timed 4;
    // Artifacts.
    Spoofs 18; ExtraKeys 16; Malformed 14; Equals 12; NearEquals 14; OddTypes 22; OneType 6;
    // Payloads.
    Empty 10; Falsy 12; Numbers 10; Nested 10; Lists 12; Blocks 5; Deep 4; Wide 4;
    ReservedKeys 14; OddKeys 14; NumberedKeys 8; SecretKeys 5; LikeResults 6; Blobs 6;
    // Texts.
    Spaces 8; LineEnds 8; Controls 6; Unicode 10; Composed 8; Invisible 8; Markup 10; Urls 22;
    Paths 6; LikeNumbers 8; LikeConstants 8; Dates 8; LikeOthers 10; Secrets 5; Templates 8;
    Percent 5; Long 6; Huge 3;
    // Data.
    DataEmpty 10; DataBlank 8; DataText 10 DataAny; DataList 10 DataAny; DataScalar 10 DataAny;
    DataKeys 12; DataBlocks 8; DataNested 8; DataLong 4; DataLikeArtifact 8; DataShares 14;
    DataErrorText 4;
    // Ports.
    Outputs 18; Inputs 18;
}

/// The interests of one scenario.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Interests(u128);

impl Interests {
    /// A few of those that the adapter's features allow; now and then many.
    pub(super) fn draw(random: &mut Random, supported: impl Fn(Feature) -> bool) -> Self {
        let allowed: Vec<Interest> = Interest::ALL
            .iter()
            .copied()
            .filter(|interest| interest.feature().is_none_or(&supported))
            .collect();
        let total = allowed.iter().map(|interest| interest.weight()).sum();
        let count = match random.below(20) {
            0 => 0,
            1 | 2 => random.between(8, 14),
            _ => random.between(1, 6),
        };
        let mut drawn = Interests::default();
        for _ in 0..count {
            drawn.add(weighted(&allowed, random.below(total)));
        }
        drawn
    }

    fn add(&mut self, interest: Option<Interest>) {
        if let Some(interest) = interest {
            self.0 |= 1 << interest as u32;
        }
    }

    pub(super) fn has(self, interest: Interest) -> bool {
        self.0 & (1 << interest as u32) != 0
    }
}

fn weighted(allowed: &[Interest], mut at: usize) -> Option<Interest> {
    for interest in allowed {
        match at.checked_sub(interest.weight()) {
            Some(left) => at = left,
            None => return Some(*interest),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_interest_is_drawn_and_none_that_is_not_supported() {
        let mut seen = Interests::default();
        for nth in 0..3000 {
            let mut random = Random::new(1, nth, 0);
            let drawn = Interests::draw(&mut random, |feature| feature != Feature::Raises);
            assert!(!drawn.has(Interest::Raises));
            seen.0 |= drawn.0;
        }
        for interest in Interest::ALL {
            assert!(
                seen.has(*interest) || *interest == Interest::Raises,
                "{interest:?}"
            );
        }
        assert!(Interest::ALL.len() <= 128);
    }
}
