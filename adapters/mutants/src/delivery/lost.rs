//! Entries that are delivered under one exposure only.

use flowdrop_conformance::scenario::TOOL_ARTIFACTS;
use serde_json::Value;

use super::{is_exposed, is_hidden};
use crate::collect::first_of_each;
use crate::mutant::{Mutant, deliver, wired};
use crate::runtime::{Built, Exposure, HONEST, Run, Wiring};

pub(crate) static TABLE: &[Mutant] = &[
    deliver(
        "nothing-unless-exposed",
        &[4],
        "PHP: the port is stripped before the turn reads it",
        |run, built| kept(built, |_| is_exposed(run)),
    ),
    deliver(
        "nothing-when-hidden",
        &[4],
        "JS: an override of false strips it; the default is delivered",
        |run, built| kept(built, |_| !is_hidden(run)),
    ),
    deliver(
        "nothing-by-default",
        &[4],
        "Java: only an instance with an override is read",
        |run, built| kept(built, |_| run.exposure() != Exposure::Default),
    ),
    deliver(
        "nothing-when-exposed",
        &[4],
        "Go: moved out to the port, so that the turn finds none",
        |run, built| kept(built, |_| !is_exposed(run)),
    ),
    deliver(
        "first-only-unless-exposed",
        &[4],
        "JS: hidden ports carry a preview",
        |run, built| {
            let most = if is_exposed(run) { built.len() } else { 1 };
            built.into_iter().take(most).collect()
        },
    ),
    deliver(
        "last-only-unless-exposed",
        &[4],
        "Python: a hidden port keeps its last value",
        |run, built| {
            let skipped = if is_exposed(run) {
                0
            } else {
                built.len().saturating_sub(1)
            };
            built.into_iter().skip(skipped).collect()
        },
    ),
    deliver(
        "first-call-only-when-hidden",
        &[4],
        "PHP: hidden ports are read once a batch",
        |run, built| {
            let first = built.first().map(|built| built.made.call);
            kept(built, |built| {
                !is_hidden(run) || Some(built.made.call) == first
            })
        },
    ),
    deliver(
        "first-pass-only-unless-exposed",
        &[4],
        "Python: later passes are merged through the port",
        |run, built| {
            kept(built, |built| {
                is_exposed(run) || run.call_of(&built.made).pass == 0
            })
        },
    ),
    deliver(
        "last-pass-only-when-hidden",
        &[4],
        "JS: hidden ports are not accumulated",
        |run, built| {
            let last = run.scenario.passes.len().saturating_sub(1);
            kept(built, |built| {
                !is_hidden(run) || run.call_of(&built.made).pass == last
            })
        },
    ),
    deliver(
        "hidden-decided-at-first-batch",
        &[4],
        "Ruby: a hidden port with nothing at the first batch is not looked at again",
        |run, built| {
            let early = built.iter().any(|built| run.call_of(&built.made).pass == 0);
            kept(built, |_| !is_hidden(run) || early)
        },
    ),
    deliver(
        "second-pass-only-when-exposed",
        &[4],
        "Go: the first pass is sent down the port only",
        |run, built| {
            let several = run.scenario.passes.len() > 1;
            kept(built, |built| {
                !(several && is_exposed(run)) || run.call_of(&built.made).pass > 0
            })
        },
    ),
    deliver(
        "capped-unless-exposed",
        &[4],
        "Java: ten at most where nobody looks",
        |run, built| {
            let most = if is_exposed(run) { built.len() } else { 10 };
            built.into_iter().take(most).collect()
        },
    ),
    deliver(
        "images-only-when-exposed",
        &[4],
        "JS: images are for display",
        |run, built| {
            kept(built, |built| {
                is_exposed(run) || built.made.kind() != "image"
            })
        },
    ),
    deliver(
        "links-only-when-hidden",
        &[4],
        "PHP: only links are kept in the background",
        |run, built| {
            kept(built, |built| {
                !is_hidden(run) || built.made.kind() == "link"
            })
        },
    ),
    deliver(
        "large-only-when-exposed",
        &[4],
        "Python: payloads past 1 KiB are not kept for a hidden port",
        |run, built| {
            kept(built, |built| {
                is_exposed(run) || built.made.payload().to_string().len() <= 1_024
            })
        },
    ),
    deliver(
        "one-a-type-when-hidden",
        &[4],
        "JS: a hidden port is summarised by type",
        |run, built| {
            let made = built.iter().map(|built| built.made.clone()).collect();
            let first = first_of_each(made, |made| Some(made.kind().to_owned()));
            kept(built, |built| {
                let same = |made: &crate::runtime::Made| {
                    made.call == built.made.call && made.nth == built.made.nth
                };
                !is_hidden(run) || first.iter().any(same)
            })
        },
    ),
    deliver(
        "failed-run-only-when-exposed",
        &[4],
        "Java: after a failure only exposed outputs are flushed",
        |run, built| {
            let failed = run.done.iter().any(|done| done.failure().is_some());
            kept(built, |_| is_exposed(run) || !failed)
        },
    ),
    deliver(
        "raised-run-only-when-exposed",
        &[4],
        "Python: after an exception only exposed outputs are flushed",
        |run, built| {
            let raised = run.done.iter().any(crate::runtime::Done::raised);
            kept(built, |_| is_exposed(run) || !raised)
        },
    ),
    deliver(
        "missing-id-only-when-exposed",
        &[4],
        "Go: without an id there is nothing to join a hidden entry to",
        |run, built| {
            kept(built, |built| {
                is_exposed(run) || run.call_of(&built.made).text_id().is_some()
            })
        },
    ),
    deliver(
        "with-extra-keys-only-when-exposed",
        &[4],
        "TypeScript: the strict schema is for the hidden path",
        |run, built| {
            kept(built, |built| {
                is_exposed(run) || built.made.artifact.len() == 2
            })
        },
    ),
    deliver(
        "equal-only-when-exposed",
        &[4],
        "Rust: a hidden port goes through a set",
        |run, mut built| {
            let mut seen: Vec<Value> = Vec::new();
            built.retain(|built| {
                let entry = built.entry.clone();
                let new = !seen.contains(&entry);
                seen.push(entry);
                new || is_exposed(run)
            });
            built
        },
    ),
    wired(
        "aborts-when-hidden",
        &[4],
        "Python `KeyError: 'tool_artifacts'` after stripping ends the run",
        Wiring {
            gives_up: Some(gives_up),
            ..HONEST
        },
    ),
    deliver(
        "exposed-drops-first",
        &[4],
        "JS: `shift()` of the first entry into the port's preview",
        |run, built| {
            built
                .into_iter()
                .skip(usize::from(is_exposed(run)))
                .collect()
        },
    ),
    deliver(
        "nothing-after-exposed-run",
        &[4],
        "PHP static: after a run with the port exposed, hidden ones deliver nothing",
        |run, built| {
            let mut memory = run.memory.borrow_mut();
            if is_exposed(run) {
                memory.seen.insert("exposed".to_owned());
            }
            kept(built, |_| {
                is_exposed(run) || !memory.seen.contains("exposed")
            })
        },
    ),
    deliver(
        "slow-calls-only-when-exposed",
        &[4],
        "Go: a hidden port is closed at the first completion",
        |run, built| {
            let timed = |built: &Built| {
                let result = run.call_of(&built.made).result;
                result.is_some_and(|result| result.finishes.is_some())
            };
            kept(built, |built| {
                is_exposed(run) || !timed(built) || run.call_of(&built.made).finished == 0
            })
        },
    ),
    deliver(
        "reduced-to-exposed-outputs",
        &[4],
        "PHP: once any output is exposed by an override, only exposed ones are delivered; without any, everything is",
        |run, built| {
            let any = run
                .scenario
                .node
                .ports
                .outputs
                .iter()
                .any(|port| port.exposed);
            kept(built, |_| is_exposed(run) || !any)
        },
    ),
    deliver(
        "hidden-input-stops-delivery",
        &[4],
        "JS: a hidden input of that name stops delivery unless the output's override is true",
        |run, built| {
            let mut inputs = run.scenario.node.ports.inputs.iter();
            let hidden = inputs.any(|port| port.id == TOOL_ARTIFACTS && !port.exposed);
            kept(built, |_| is_exposed(run) || !hidden)
        },
    ),
];

fn kept(mut built: Vec<Built>, keep: impl Fn(&Built) -> bool) -> Vec<Built> {
    built.retain(keep);
    built
}

fn gives_up(run: &Run<'_>) -> Option<String> {
    let any = run
        .done
        .iter()
        .any(|done| done.succeeded() && !done.handed().is_empty());
    (is_hidden(run) && any).then(|| "KeyError: 'tool_artifacts'".to_owned())
}
