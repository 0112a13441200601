//! ¶3: what the model is sent is built from `data` alone.
//!
//! Non-interference is the heart: with everything else equal, what the model is sent
//! must not change when the artifacts do. It needs no golden text, so it is right for
//! every way of rendering `data`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::delivered::all_invoked;
use super::finding::Leak;
use super::quote::{Quote, Reading, fold};
use super::sameness::exposure_words;
use super::texts::{Piece, Texts, all_texts};
use super::{CallRef, Code, Finding, Outcome, Run, Verdicts};
use crate::adapter::Observation;
use crate::scenario::{
    Artifacts, CANARY_MARK, Canary, Exposure, canaries, data_words, quotable,
    text_besides_artifacts,
};

/// Judges ¶3 over all runs.
pub(super) fn check(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    let mut judged = Judged::default();
    for exposure in [Exposure::Default, Exposure::Hidden, Exposure::Exposed] {
        interference(runs, exposure, verdicts, &mut judged);
    }
    if !judged.differs {
        quotations(runs, verdicts);
    }
    evidence(runs, verdicts);
    if judged.compared && !judged.open {
        verdicts.pass(3);
    }
}

#[derive(Default)]
struct Judged {
    /// A pair was compared in which artifacts reached the runtime.
    compared: bool,
    /// A comparison failed.
    differs: bool,
    /// Something could not be compared.
    open: bool,
}

fn find(runs: &[Run<'_>], exposure: Exposure, artifacts: Artifacts) -> Option<usize> {
    runs.iter().position(|run| {
        run.variant.exposure == exposure
            && run.variant.artifacts == artifacts
            && run.first.is_some()
    })
}

/// Compares artifacts as given, removed and replaced under one exposure.
fn interference(
    runs: &[Run<'_>],
    exposure: Exposure,
    verdicts: &mut Verdicts,
    judged: &mut Judged,
) {
    let Some(given) = find(runs, exposure, Artifacts::Given) else {
        return;
    };
    for other in [Artifacts::Removed, Artifacts::Replaced] {
        let Some(other) = find(runs, exposure, other) else {
            continue;
        };
        compare(runs, given, other, verdicts, judged);
        if judged.differs {
            return;
        }
    }
}

fn compare(runs: &[Run<'_>], a: usize, b: usize, verdicts: &mut Verdicts, judged: &mut Judged) {
    let (Some(seen_a), Some(seen_b)) = (&runs[a].first, &runs[b].first) else {
        return;
    };
    let (texts_a, texts_b) = (Texts::of(&runs[a], seen_a), Texts::of(&runs[b], seen_b));
    if texts_a.is_empty() && texts_b.is_empty() {
        judged.open = true;
        verdicts.add(no_prose(&runs[a], seen_a));
        return;
    }
    if !handed_over(&runs[a], seen_a, verdicts) {
        judged.open = true;
        return;
    }
    if seen_a.aborted.is_some() != seen_b.aborted.is_some() {
        // The loss of a whole run is ¶1's; nothing of its prose can be compared.
        judged.open = true;
        verdicts.add(aborted(&runs[a], seen_a).or_else(|| aborted(&runs[b], seen_b)));
        return;
    }
    judged.compared = true;
    let Some(piece) = texts_a.difference(&texts_b) else {
        return;
    };
    let again = |at: usize| {
        runs[at]
            .again
            .as_ref()
            .map(|seen| Texts::of(&runs[at], seen))
    };
    let (Some(again_a), Some(again_b)) = (again(a), again(b)) else {
        verdicts.run_again(a);
        verdicts.run_again(b);
        return;
    };
    match steady_difference(&texts_a, &again_a, &texts_b, &again_b) {
        Some(piece) => {
            judged.differs = true;
            verdicts.add(changes(runs, a, b, &piece, (&texts_a, &texts_b)));
        }
        None => {
            judged.open = true;
            verdicts.add(unstable(runs, a, b, &piece, (&texts_a, &again_a, &texts_b)));
        }
    }
}

/// The first piece that differs between the sides and is the same whenever a side is run.
fn steady_difference(a: &Texts, again_a: &Texts, b: &Texts, again_b: &Texts) -> Option<Piece> {
    let steady = |mut texts: Texts, again: &Texts, other: &Texts, other_again: &Texts| {
        texts.pieces.retain(|piece, text| {
            again.pieces.get(piece) == Some(text)
                && other.pieces.get(piece) == other_again.pieces.get(piece)
        });
        texts
    };
    steady(a.clone(), again_a, b, again_b).difference(&steady(b.clone(), again_b, a, again_a))
}

/// Whether artifacts reached the runtime, without which a comparison says nothing.
fn handed_over(run: &Run<'_>, seen: &Observation, verdicts: &mut Verdicts) -> bool {
    let scripted = run.scenario.calls().filter_map(|(_, call)| {
        let result = run.scenario.result_of(call)?;
        (!result.artifacts.is_empty()).then_some(result)
    });
    let mut scripted = scripted.peekable();
    if scripted.peek().is_none() {
        return false;
    }
    let handed: usize = seen
        .passes
        .iter()
        .flat_map(|pass| &pass.invoked)
        .map(|invoked| invoked.artifacts)
        .sum();
    if handed > 0 {
        return true;
    }
    let only_failures = scripted.all(|result| result.failure().is_some());
    let (outcome, message) = if only_failures && all_invoked(run, seen) {
        (
            Outcome::Inapplicable,
            "the runtime's failing tools cannot attach artifacts",
        )
    } else {
        (
            Outcome::Inconclusive,
            "`invoked` does not show that the scripted artifacts reached the runtime",
        )
    };
    verdicts.add(Finding::new(
        Code::NotHandedOver,
        3,
        outcome,
        run.variant,
        message,
    ));
    false
}

fn no_prose(run: &Run<'_>, seen: &Observation) -> Finding {
    aborted(run, seen).unwrap_or_else(|| {
        let message = "neither tool messages nor the model's input were reported";
        Finding::new(
            Code::NoProse,
            3,
            Outcome::Inconclusive,
            run.variant,
            message,
        )
    })
}

fn aborted(run: &Run<'_>, seen: &Observation) -> Option<Finding> {
    let aborted = seen.aborted.as_ref()?;
    let message = format!("the runtime gave up the run: {}", aborted.message);
    Some(Finding::new(
        Code::Aborted,
        3,
        Outcome::Inconclusive,
        run.variant,
        message,
    ))
}

/// The failure: what changes, and what of the artifact stands there.
fn changes(
    runs: &[Run<'_>],
    a: usize,
    b: usize,
    piece: &Piece,
    (texts_a, texts_b): (&Texts, &Texts),
) -> Finding {
    let (run, other) = (&runs[a], &runs[b]);
    let (with, without) = only_in(texts_a.piece(piece), texts_b.piece(piece));
    let lost = texts_a.piece(piece).len() != texts_b.piece(piece).len();
    let (code, message) = match piece {
        Piece::Input(_) => (
            Code::ModelInputChanges,
            "what the model is sent changes when nothing but the artifact does",
        ),
        _ if lost => (
            Code::MessagesChange,
            "a tool message comes or goes when nothing but the artifact does",
        ),
        _ => (
            Code::ProseChanges,
            "the message fed back to the model changes when nothing but the artifact does",
        ),
    };
    let mut finding = Finding::new(code, 3, Outcome::Failed, run.variant, message)
        .against(other.variant)
        .call(call_of(run, piece))
        .values(without.map(Value::from), with.clone().map(Value::from));
    finding.leak = with.and_then(|text| best_quote(run, &text, texts_b.piece(piece)));
    finding
}

fn call_of(run: &Run<'_>, piece: &Piece) -> Option<CallRef> {
    let Piece::Call(pass, id) = piece else {
        return None;
    };
    let at = run
        .scenario
        .calls()
        .position(|(in_pass, call)| in_pass == *pass && call.tool_call_id.given() == Some(id))?;
    CallRef::at(run.scenario, at)
}

/// The first text of each side that the other lacks.
fn only_in(a: &[String], b: &[String]) -> (Option<String>, Option<String>) {
    let lacking = |from: &[String], other: &[String]| {
        let mut rest: Vec<&String> = other.iter().collect();
        from.iter()
            .find(|text| match rest.iter().position(|other| other == text) {
                Some(at) => {
                    rest.remove(at);
                    false
                }
                None => true,
            })
            .cloned()
    };
    (lacking(a, b), lacking(b, a))
}

/// The longest string of an artifact that stands in a text and not in those of the
/// other side.
fn best_quote(run: &Run<'_>, text: &str, others: &[String]) -> Option<Leak> {
    let reading = Reading::of(text);
    let others: Vec<Reading> = others.iter().map(|other| Reading::of(other)).collect();
    let quotes = quotable(run.scenario)
        .into_iter()
        .filter(|canary| canary.text.chars().count() > 1);
    quotes
        .filter(|canary| {
            others
                .iter()
                .all(|other| other.find(&canary.text).is_none())
        })
        .filter_map(|canary| Some((reading.find(&canary.text)?, canary)))
        .max_by_key(|(_, canary)| canary.text.len())
        .map(|(quote, canary)| leak(quote, canary))
}

fn leak(quote: Quote, canary: Canary) -> Leak {
    Leak {
        path: canary.path,
        quoted: canary.text,
        spelling: quote.spelling,
        span: quote.span,
    }
}

fn unstable(
    runs: &[Run<'_>],
    a: usize,
    b: usize,
    piece: &Piece,
    (once, again, other): (&Texts, &Texts, &Texts),
) -> Finding {
    let message = "the same scenario gives another text each time, so that a change proves nothing";
    let (first, second) = only_in(once.piece(piece), again.piece(piece));
    let (first, second) = match (first, second) {
        (None, None) => only_in(once.piece(piece), other.piece(piece)),
        found => found,
    };
    Finding::new(
        Code::ProseUnstable,
        3,
        Outcome::Inconclusive,
        runs[a].variant,
        message,
    )
    .against(runs[b].variant)
    .call(call_of(&runs[a], piece))
    .values(first.map(Value::from), second.map(Value::from))
}

/// Looks for long canaries: a run's own, and those of the case's other runs (a cache).
fn quotations(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    let mut known: BTreeMap<String, (Canary, Vec<usize>)> = BTreeMap::new();
    let mut elsewhere = None;
    for (at, run) in runs.iter().enumerate() {
        for canary in canaries(run.scenario) {
            known
                .entry(canary.text.clone())
                .or_insert_with(|| (canary, Vec::new()))
                .1
                .push(at);
        }
        elsewhere.get_or_insert_with(|| text_besides_artifacts(run.scenario));
    }
    let mut read: BTreeSet<String> = BTreeSet::new();
    for (at, run) in runs.iter().enumerate() {
        for seen in run.first.iter().chain(&run.again) {
            for text in all_texts(seen) {
                if read.contains(&text) {
                    continue;
                }
                if let Some(finding) = quotation(run, at, &text, &known) {
                    verdicts.add(finding);
                    return;
                }
                read.insert(text);
            }
        }
    }
}

fn quotation(
    run: &Run<'_>,
    at: usize,
    text: &str,
    known: &BTreeMap<String, (Canary, Vec<usize>)>,
) -> Option<Finding> {
    let reading = Reading::of(text);
    let found = known
        .values()
        .find_map(|(canary, owners)| Some((reading.find(&canary.text)?, canary, owners)));
    let (code, message, leak_found) = match found {
        Some((quote, canary, owners)) if owners.contains(&at) => {
            let message = format!(
                "what the model is sent quotes the artifact: {}, {}",
                canary.path, quote.spelling
            );
            (Code::ProseQuotes, message, leak(quote, canary.clone()))
        }
        Some((quote, canary, _)) => {
            let message = "what the model is sent quotes an artifact of another run".to_owned();
            (Code::ProseRemembers, message, leak(quote, canary.clone()))
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
            (Code::ProseRemembers, message, leak(quote, canary))
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

/// A canary that the harness made for some other case.
fn foreign_canary(reading: &Reading, text: &str) -> Option<(Quote, String)> {
    let folded = fold(text);
    let at = folded.find(CANARY_MARK)?;
    let word: String = folded[at..]
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect();
    let whole = word.len() >= 20;
    Some((reading.find(&word).filter(|_| whole)?, word))
}

/// Positive evidence: something of the data reaches the prose.
fn evidence(runs: &[Run<'_>], verdicts: &mut Verdicts) {
    for run in runs {
        let Some(seen) = run.first.as_ref().filter(|seen| seen.aborted.is_none()) else {
            continue;
        };
        let words = data_words(run.scenario);
        let texts = all_texts(seen);
        if texts.is_empty() {
            continue;
        }
        let mut readings: Option<Vec<Reading>> = None;
        for (at, (_, call)) in run.scenario.calls().enumerate() {
            let invoked = seen
                .passes
                .iter()
                .flat_map(|pass| &pass.invoked)
                .any(|made| made.script == call.args.script);
            if words[at].is_empty() || !invoked {
                continue;
            }
            // Most prose holds its words as they are; decoding is for the rest.
            if texts.iter().any(|text| holds_plainly(text, &words[at])) {
                continue;
            }
            let readings = readings
                .get_or_insert_with(|| texts.iter().map(|text| Reading::of(text)).collect());
            if readings
                .iter()
                .any(|reading| words[at].iter().any(|word| reading.holds_word(word)))
            {
                continue;
            }
            verdicts.add(not_in_prose(run, at, &words[at], &texts));
            return;
        }
    }
}

fn holds_plainly(text: &str, words: &[String]) -> bool {
    let folded = text.to_lowercase();
    words.iter().any(|word| folded.contains(word.as_str()))
}

fn not_in_prose(run: &Run<'_>, at: usize, words: &[String], texts: &BTreeSet<String>) -> Finding {
    let shown: Vec<&str> = words.iter().map(String::as_str).take(4).collect();
    let message = format!(
        "no word that only this call's data holds reaches the model ({})",
        shown.join(", ")
    );
    let data = run
        .scenario
        .calls()
        .nth(at)
        .and_then(|(_, call)| run.scenario.result_of(call))
        .map(|r| r.data.clone());
    let sent: Vec<Value> = texts.iter().map(|text| text.as_str().into()).collect();
    Finding::new(
        Code::DataNotInProse,
        3,
        Outcome::Failed,
        run.variant,
        message,
    )
    .call(CallRef::at(run.scenario, at))
    .values(data, Some(Value::Array(sent)))
}
