//! ¶3: positive evidence that the prose is built from `data`, and from the right call's.

use std::collections::BTreeSet;

use serde_json::Value;

use super::quote::Reading;
use super::texts::{Piece, Read, Texts, all_texts};
use super::{CallRef, Code, Finding, Outcome, Run, Verdicts};
use crate::scenario::{Artifacts, Duty, data_words, handed_over};

/// Judges that every call's data reaches the model, in the message that answers it.
pub(super) fn check(runs: &[Run<'_>], texts: &[Texts], verdicts: &mut Verdicts) {
    // The data is the same in every variant; what is given is the widest text to differ from.
    let given = runs
        .iter()
        .find(|run| run.variant.artifacts == Artifacts::Given)
        .or(runs.first());
    let Some(words) = given.map(|run| data_words(run.scenario)) else {
        return;
    };
    reaches(runs, &words, verdicts);
    mispaired(runs, texts, &words, verdicts);
}

/// Something of the data reaches the prose.
fn reaches(runs: &[Run<'_>], words: &[Vec<String>], verdicts: &mut Verdicts) {
    let mut read = Read::default();
    for run in runs {
        let Some(seen) = run.first.as_ref().filter(|seen| seen.aborted.is_none()) else {
            continue;
        };
        if read.knows(seen) {
            continue;
        }
        let texts = all_texts(seen);
        if texts.is_empty() {
            continue;
        }
        let folded: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
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
            if folded.iter().any(|text| holds_plainly(text, &words[at])) {
                continue;
            }
            let readings = readings
                .get_or_insert_with(|| texts.iter().map(|text| Reading::close(text)).collect());
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

/// A message that answers a call with another call's data, although entries are paired
/// right. Where entries are mispaired too it is one fault, and ¶1's.
fn mispaired(runs: &[Run<'_>], texts: &[Texts], words: &[Vec<String>], verdicts: &mut Verdicts) {
    if verdicts.findings.iter().any(|finding| finding.clause == 1) {
        return;
    }
    let mut read: Vec<&Texts> = Vec::new();
    for (run, texts) in runs
        .iter()
        .zip(texts)
        .filter(|(run, _)| tells_calls_apart(run) && ids_are_unique(run))
    {
        if run.first.as_ref().is_none_or(|seen| seen.aborted.is_some()) || read.contains(&texts) {
            continue;
        }
        read.push(texts);
        for (at, (pass, call)) in run.scenario.calls().enumerate() {
            let Some(id) = call.tool_call_id.given() else {
                continue;
            };
            let sent = texts.piece(&Piece::Call(pass, id.to_owned()));
            let mut folded = sent.iter().map(|text| text.to_lowercase());
            if folded.any(|text| holds_plainly(&text, &words[at])) {
                continue;
            }
            let readings: Vec<Reading> = sent.iter().map(|text| Reading::close(text)).collect();
            let holds = |words: &[String]| {
                readings
                    .iter()
                    .any(|text| words.iter().any(|word| text.holds_word(word)))
            };
            let another = (0..words.len())
                .any(|other| other != at && words[other] != words[at] && holds(&words[other]));
            if !words[at].is_empty() && !readings.is_empty() && !holds(&words[at]) && another {
                verdicts.add(answers_another(run, at, sent));
                return;
            }
        }
    }
}

/// Whether different calls hand over different artifacts, so that mispairing would show.
fn tells_calls_apart(run: &Run<'_>) -> bool {
    let owed: Vec<_> = handed_over(run.scenario)
        .into_iter()
        .filter(|handed| handed.duty == Duty::Must)
        .collect();
    owed.iter().any(|a| {
        owed.iter()
            .any(|b| a.call != b.call && a.artifact != b.artifact)
    })
}

/// Whether every call has an id of its own. Where one repeats, runtimes rename calls, and
/// another call's old id may be a call's new one.
fn ids_are_unique(run: &Run<'_>) -> bool {
    let mut seen = BTreeSet::new();
    run.scenario
        .calls()
        .filter_map(|(_, call)| call.tool_call_id.given())
        .all(|id| seen.insert(id))
}

fn answers_another(run: &Run<'_>, at: usize, texts: &[String]) -> Finding {
    let message = "the message that answers this call holds another call's data";
    let data = run
        .scenario
        .calls()
        .nth(at)
        .and_then(|(_, call)| run.scenario.result_of(call))
        .map(|r| r.data.clone());
    let sent = texts.first().map(|text| Value::from(text.as_str()));
    Finding::new(
        Code::ProseOfAnotherCall,
        3,
        Outcome::Failed,
        run.variant,
        message,
    )
    .call(CallRef::at(run.scenario, at))
    .values(data, sent)
}

/// Whether a text in lower case holds one of some words, as they are.
fn holds_plainly(text: &str, words: &[String]) -> bool {
    words.iter().any(|word| text.contains(word.as_str()))
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
