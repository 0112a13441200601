//! ¶3: what the model is sent is built from `data` alone.
//!
//! Non-interference is the heart: with everything else equal, what the model is sent
//! must not change when the artifacts do. It needs no golden text, so it is right for
//! every way of rendering `data`.

use serde_json::Value;

use super::delivered::{Account, Ids, all_invoked};
use super::finding::Leak;
use super::quote::{Needle, Reading};
use super::sameness::gave_up;
use super::texts::{Piece, Texts};
use super::{CallRef, Code, Finding, Outcome, REPEATS, Run, Verdicts, evidence, noise, quotation};
use crate::adapter::Observation;
use crate::scenario::{Artifacts, Exposure, quotable};

/// Judges ¶3 over all runs.
pub(super) fn check(runs: &[Run<'_>], accounts: &[Option<Account<'_>>], verdicts: &mut Verdicts) {
    let texts = Texts::of_runs(runs, accounts);
    let mut judged = Judged::default();
    for exposure in [Exposure::Default, Exposure::Hidden, Exposure::Exposed] {
        interference(runs, &texts, exposure, verdicts, &mut judged);
        if !verdicts.again.is_empty() {
            return;
        }
        if judged.differs {
            break;
        }
    }
    if !judged.differs {
        quotation::check(runs, verdicts);
    }
    evidence::check(runs, &texts, verdicts);
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
    texts: &[Texts],
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
        compare(runs, texts, (given, other), verdicts, judged);
        if judged.differs || !verdicts.again.is_empty() {
            return;
        }
    }
}

fn compare(
    runs: &[Run<'_>],
    texts: &[Texts],
    (a, b): (usize, usize),
    verdicts: &mut Verdicts,
    judged: &mut Judged,
) {
    let (Some(seen_a), Some(seen_b)) = (&runs[a].first, &runs[b].first) else {
        return;
    };
    let (texts_a, texts_b) = (&texts[a], &texts[b]);
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
    let Some(piece) = texts_a.difference(texts_b) else {
        return;
    };
    // A difference that quotes the artifact explains itself; any other might be chance.
    let needed = if quotes(&runs[a], texts_a.piece(&piece), texts_b.piece(&piece)) {
        1
    } else {
        REPEATS
    };
    if [a, b].iter().any(|at| runs[*at].again.len() < needed) {
        verdicts.run_again(a, &runs[a], needed);
        verdicts.run_again(b, &runs[b], needed);
        return;
    }
    let seen =
        |at: usize| -> Vec<&Observation> { runs[at].first.iter().chain(&runs[at].again).collect() };
    let (seen_a, seen_b) = (seen(a), seen(b));
    let side_a = Side::of(&runs[a], seen_a.iter().copied());
    let side_b = Side::of(&runs[b], seen_b.iter().copied());
    if let Some(piece) = steady_difference(&side_a, &side_b) {
        judged.differs = true;
        verdicts.add(changes(runs, a, b, &piece, (&side_a.first, &side_b.first)));
        return;
    }
    if let Some((quiet_a, quiet_b)) = noise::masked(&seen_a, &seen_b) {
        let side_a = Side::of(&runs[a], &quiet_a);
        let side_b = Side::of(&runs[b], &quiet_b);
        if side_a.is_steady() && side_b.is_steady() {
            if let Some(piece) = steady_difference(&side_a, &side_b) {
                judged.differs = true;
                verdicts.add(changes(runs, a, b, &piece, (&side_a.first, &side_b.first)));
            }
            return;
        }
    }
    judged.open = true;
    let other = side_a.again.iter().find(|again| **again != side_a.first);
    let other = other.unwrap_or(&side_a.first);
    let texts = (&side_a.first, other, &side_b.first);
    verdicts.add(unstable(runs, a, b, &piece, texts));
}

/// What one side of a comparison was sent, each time that it was run.
struct Side {
    first: Texts,
    again: Vec<Texts>,
}

impl Side {
    fn of<'a>(run: &Run<'_>, seen: impl IntoIterator<Item = &'a Observation>) -> Self {
        let ids = Ids::of(run);
        let mut texts = seen.into_iter().map(|seen| Texts::of(seen, &ids));
        Side {
            first: texts.next().unwrap_or_default(),
            again: texts.collect(),
        }
    }

    fn is_steady(&self) -> bool {
        self.again.iter().all(|again| *again == self.first)
    }
}

/// How long a quotation must be to explain a difference.
const EXPLAINS: usize = 8;

/// Whether one side's texts quote its artifacts word for word, and the other's do not.
fn quotes(run: &Run<'_>, texts: &[String], others: &[String]) -> bool {
    quotable(run.scenario)
        .iter()
        .filter(|canary| canary.text.len() >= EXPLAINS)
        .any(|canary| {
            let holds = |text: &String| text.contains(&canary.text);
            texts.iter().any(holds) && !others.iter().any(holds)
        })
}

/// The first piece that differs between the sides and is the same whenever a side is run.
fn steady_difference(a: &Side, b: &Side) -> Option<Piece> {
    let same = |piece: &Piece, side: &Side| {
        let first = side.first.pieces.get(piece);
        side.again
            .iter()
            .all(|again| again.pieces.get(piece) == first)
    };
    let steady = |texts: &Texts| {
        let mut texts = texts.clone();
        texts
            .pieces
            .retain(|piece, _| same(piece, a) && same(piece, b));
        texts
    };
    steady(&a.first).difference(&steady(&b.first))
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
    Some(gave_up(run, seen.aborted.as_ref()?, 3))
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
        .values(without.map(Value::from), with.map(Value::from));
    finding.leak = explanation(run, texts_a, texts_b, piece);
    finding
}

/// What of the artifact stands in the text that the other side lacks.
fn explanation(run: &Run<'_>, texts: &Texts, other: &Texts, piece: &Piece) -> Option<Leak> {
    let (with, _) = only_in(texts.piece(piece), other.piece(piece));
    best_quote(run, &with?, other.piece(piece))
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
    let reading = Reading::close(text);
    let others: Vec<Reading> = others.iter().map(|other| Reading::close(other)).collect();
    let quotes = quotable(run.scenario)
        .into_iter()
        .filter(|canary| canary.text.chars().count() > 1);
    quotes
        .filter(|canary| {
            others
                .iter()
                .all(|other| other.find(&Needle::of(&canary.text)).is_none())
        })
        .filter_map(|canary| Some((reading.find(&Needle::of(&canary.text))?, canary)))
        .max_by_key(|(_, canary)| canary.text.len())
        .map(|(quote, canary)| Leak::of(quote, canary))
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
