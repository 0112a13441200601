//! ¶3: canaries that stand in what the model is sent.
//!
//! A long string that only artifacts hold decides by itself: it finds leaks in runtimes
//! whose prose is never the same twice, and what a cache keeps from run to run.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Leak;
use super::quote::{Needle, Quote, Reading, fold};
use super::sameness::exposure_words;
use super::texts::{Read, all_texts};
use super::{Code, Finding, Outcome, Run, Verdicts};
use crate::scenario::{Artifacts, CANARY_MARK, Canary, canaries};

/// Looks for long canaries: a run's own, and those of the case's other runs (a cache).
pub(super) fn check(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    let known: Vec<(Canary, Artifacts)> = [Artifacts::Given, Artifacts::Replaced]
        .into_iter()
        .filter_map(|artifacts| runs.iter().find(|run| run.variant.artifacts == artifacts))
        .flat_map(|run| {
            let artifacts = run.variant.artifacts;
            let canaries = canaries(run.scenario).into_iter();
            canaries.map(move |canary| (canary, artifacts))
        })
        .collect();
    let mut wanted: BTreeMap<&str, Wanted<'_>> = BTreeMap::new();
    for (canary, owner) in &known {
        wanted.entry(&canary.text).or_insert_with(|| Wanted {
            needle: Needle::of(&canary.text),
            canary,
            owner: *owner,
        });
    }
    let mut observed = Read::default();
    let mut read: BTreeSet<String> = BTreeSet::new();
    for run in runs {
        for seen in run.first.iter().chain(&run.again) {
            if observed.knows(seen) {
                continue;
            }
            for text in all_texts(seen) {
                if read.contains(&text) {
                    continue;
                }
                if let Some(finding) = quotation(runs, run, &text, &wanted) {
                    verdicts.add(finding);
                    return;
                }
                read.insert(text);
            }
        }
    }
}

/// A canary, and which runs are given it.
struct Wanted<'a> {
    needle: Needle<'a>,
    canary: &'a Canary,
    owner: Artifacts,
}

fn quotation(
    runs: &[Run<'_>],
    run: &Run<'_>,
    text: &str,
    wanted: &BTreeMap<&str, Wanted<'_>>,
) -> Option<Finding> {
    let reading = Reading::of(text);
    let found = wanted
        .values()
        .find_map(|one| Some((reading.find(&one.needle)?, one.canary, one.owner)));
    let (code, message, leak_found) = match found {
        Some((quote, canary, owner)) if owner == run.variant.artifacts => {
            let message = format!(
                "what the model is sent quotes the artifact: {}, {}",
                canary.path, quote.spelling
            );
            (Code::ProseQuotes, message, Leak::of(quote, canary.clone()))
        }
        Some((quote, canary, owner)) => {
            let message = format!(
                "what the model is sent quotes an artifact of another run: {}",
                given_to(runs, run, owner)
            );
            (
                Code::ProseRemembers,
                message,
                Leak::of(quote, canary.clone()),
            )
        }
        None => {
            let (quote, word) = foreign_canary(&reading, text)?;
            let message =
                "what the model is sent quotes an artifact that another case's run was given"
                    .to_owned();
            let canary = Canary {
                script: String::new(),
                index: 0,
                path: "another run's artifact".to_owned(),
                text: word,
            };
            (Code::ProseRemembers, message, Leak::of(quote, canary))
        }
    };
    let where_port = exposure_words(run.variant.exposure);
    let mut finding = Finding::new(
        code,
        3,
        Outcome::Failed,
        run.variant,
        format!("{message} (port {where_port})"),
    )
    .values(None, Some(text.into()));
    finding.leak = Some(leak_found);
    Some(finding)
}

/// The run that was given the artifacts: the latest one before this, or else one after it.
fn given_to(runs: &[Run<'_>], run: &Run<'_>, owner: Artifacts) -> String {
    let at = runs.iter().position(|other| other.variant == run.variant);
    let (before, after) = runs.split_at(at.unwrap_or(0));
    let mut nearest = before.iter().rev().chain(after);
    let source = nearest.find(|other| other.variant.artifacts == owner);
    source.map_or_else(String::new, |source| {
        format!("{} was given it, {} was not", source.variant, run.variant)
    })
}

/// A canary that the harness made for some other case.
fn foreign_canary(reading: &Reading, text: &str) -> Option<(Quote, String)> {
    let folded = fold(text);
    let at = folded.find(CANARY_MARK)?;
    let word: String = folded[at..]
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    let whole = word.len() >= 20;
    let found = reading.find(&Needle::of(&word)).filter(|_| whole)?;
    Some((found, word))
}
