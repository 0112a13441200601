//! What one case asks of one adapter: which of its variants are run, and why not.

use std::collections::BTreeSet;

use crate::adapter::{Description, Facet, Facets, Feature};
use crate::case::{Case, Status};
use crate::check::Outcome;
use crate::scenario::{Artifacts, Exposure, Scenario, Variant, splitmix};

/// Why a case is not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skip {
    /// What comes of its clauses: inapplicable, unsupported or not-run.
    pub outcome: Outcome,
    /// Why, for a reader.
    pub reason: String,
}

/// The runs that a case asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct CasePlan {
    /// The scenarios to run, each under its variant, in the order drawn from the seed.
    pub runs: Vec<(Variant, Scenario)>,
}

/// Plans a case for an adapter, or says why it is not run.
///
/// # Errors
///
/// The case is withdrawn, or its scenario needs what the adapter does not support.
pub fn plan_case(case: &Case, description: &Description, seed: u64) -> Result<CasePlan, Skip> {
    if case.status == Status::Withdrawn {
        return Err(Skip {
            outcome: Outcome::NotRun,
            reason: "the case is withdrawn".to_owned(),
        });
    }
    let lacking: BTreeSet<Feature> = case
        .requires
        .iter()
        .copied()
        .filter(|feature| !description.supports.contains(feature))
        .collect();
    if let Some(skip) = lacks(&lacking) {
        return Err(skip);
    }
    if case
        .clauses
        .iter()
        .all(|clause| clause_facet(*clause, &description.facets) == Facet::None)
    {
        let reason = "the adapter observes nothing of its clauses (facet none)".to_owned();
        return Err(Skip {
            outcome: Outcome::Unsupported,
            reason,
        });
    }
    let salt = splitmix(seed ^ hash(&case.id));
    Ok(CasePlan {
        runs: shuffled(variants(&case.scenario, description, salt), salt),
    })
}

/// A feature without which there is nothing to break weighs more than one that only
/// cannot be observed.
fn lacks(lacking: &BTreeSet<Feature>) -> Option<Skip> {
    let names: Vec<&str> = lacking.iter().map(|feature| feature.name()).collect();
    let outcome = match () {
        () if lacking.is_empty() => return None,
        () if lacking.iter().any(|feature| feature.inapplicable_without()) => Outcome::Inapplicable,
        () => Outcome::Unsupported,
    };
    Some(Skip {
        outcome,
        reason: format!("the adapter does not support {}", names.join(", ")),
    })
}

/// Otherwise identical runs are made once: without artifacts there is nothing to remove
/// or replace, and without exposure there is one.
fn variants(scenario: &Scenario, description: &Description, salt: u64) -> Vec<(Variant, Scenario)> {
    let attaches = scenario
        .script
        .values()
        .any(|result| !result.artifacts.is_empty());
    Variant::all()
        .into_iter()
        .filter(|variant| attaches || variant.artifacts == Artifacts::Given)
        .filter(|variant| {
            description.facets.exposure != Facet::None || variant.exposure == Exposure::Default
        })
        .map(|variant| (variant, variant.derive(scenario, salt)))
        .collect()
}

fn shuffled<T>(mut items: Vec<T>, seed: u64) -> Vec<T> {
    shuffle(&mut items, seed);
    items
}

/// Fisher and Yates, drawn from a seed.
pub(super) fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut state = seed;
    for last in (1..items.len()).rev() {
        state = splitmix(state);
        let at = usize::try_from(state % (last as u64 + 1)).unwrap_or(0);
        items.swap(last, at);
    }
}

/// FNV-1a: spreads ids, and must not change between versions of Rust.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The weakest facet that a clause rests on.
pub(super) fn clause_facet(clause: u8, facets: &Facets) -> Facet {
    match clause {
        1 => facets.pairing.min(facets.entries),
        2 => facets.exposure,
        3 => facets.prose,
        _ => facets.exposure.min(facets.pairing).min(facets.entries),
    }
}
