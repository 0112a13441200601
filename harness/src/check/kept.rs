//! State that is kept from run to run: which pair of a case's runs shows it.
//!
//! Only what is known within the case is used, so that the same is told however runs are
//! spread over workers.

use serde_json::Value;

use super::delivered::{Ids, delivered, fits};
use super::{Code, Finding, Run, Verdicts};
use crate::json::same;
use crate::scenario::handed_over;

/// Adds to each finding that another run of the case explains which run that is.
pub(super) fn name_pairs(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    for finding in &mut verdicts.findings {
        let [variant] = finding.variants[..] else {
            continue;
        };
        let at = runs.iter().position(|run| run.variant == variant);
        let (Some(at), Some(entry)) = (at, finding.actual.clone()) else {
            continue;
        };
        match finding.code {
            Code::NotProduced | Code::PayloadChanged | Code::TypeChanged => {
                given_to_another(runs, at, &entry, finding);
            }
            Code::ArrivedTwice => fewer_before(runs, at, &entry, finding),
            _ => {}
        }
    }
}

/// The entry is what another run's calls handed over: the latest one before this, or else
/// one after it.
fn given_to_another(runs: &[Run<'_>], at: usize, entry: &Value, finding: &mut Finding) {
    let given = |other: &&Run<'_>| {
        let ids = Ids::of(other);
        let handed = handed_over(other.scenario);
        other.variant.artifacts != runs[at].variant.artifacts
            && handed.iter().any(|item| fits(entry, item, &ids))
    };
    let (before, after) = runs.split_at(at);
    let source = before.iter().rev().chain(after).find(given);
    if let Some(source) = source {
        let variant = source.variant;
        let more = format!(": the case's run {variant} was given it, and this one was not");
        finding.message.push_str(&more);
        finding.variants.push(variant);
    }
}

/// The same entry stood less often in the list of an earlier run.
fn fewer_before(runs: &[Run<'_>], at: usize, entry: &Value, finding: &mut Finding) {
    let now = times(&runs[at], entry);
    let fewer = |other: &&Run<'_>| {
        other.variant.artifacts == runs[at].variant.artifacts
            && (1..now).contains(&times(other, entry))
    };
    if let Some(source) = runs[..at].iter().find(fewer) {
        let variant = source.variant;
        let more = format!(", and less often in the list of the run {variant} before it");
        finding.message.push_str(&more);
        finding.variants.push(variant);
    }
}

/// How often an entry stands in one list of a run, at most.
fn times(run: &Run<'_>, entry: &Value) -> usize {
    let lists = run.first.iter().flat_map(delivered);
    let counts = lists.map(|list| {
        let entries = list.value.as_array().map_or(&[][..], Vec::as_slice);
        entries.iter().filter(|other| same(other, entry)).count()
    });
    counts.max().unwrap_or(0)
}
