//! ¶4: what is delivered, depending on the exposure.

use serde_json::{Value, json};

use crate::collect::first_of_each;
use crate::mutant::{Mutant, deliver, wired};
use crate::runtime::{Built, Exposure, HONEST, Run, Wiring};
use crate::text;

/// Runs whose delivery depends on whether the port is exposed.
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
    wired(
        "count-unless-exposed",
        &[1, 4],
        "JS: a hidden port reports a number",
        Wiring {
            shape: |run, built| match is_exposed(run) {
                true => Some(built.into_iter().map(|built| built.entry).collect()),
                false => Some(built.len().into()),
            },
            ..HONEST
        },
    ),
    deliver(
        "extra-key-when-hidden",
        &[1, 4],
        "PHP: the hidden path spreads the tool's keys",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let mut entry = built.made.artifact.clone();
                entry.extend(built.entry.as_object().cloned().unwrap_or_default());
                entry.into()
            })
        },
    ),
    deliver(
        "extra-key-when-exposed",
        &[1, 4],
        "JS: entries for display get a `visible`",
        |run, built| {
            altered(built, is_exposed(run), |built| {
                with(built, "visible", true.into())
            })
        },
    ),
    deliver(
        "id-null-when-hidden",
        &[1, 4],
        "Python: the hidden path has no call at hand",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                with(built, "tool_call_id", Value::Null)
            })
        },
    ),
    deliver(
        "id-from-tool-when-exposed",
        &[1, 4],
        "Go: the display path trusts the tool's id",
        |run, built| {
            altered(built, is_exposed(run), |built| {
                match built.made.artifact.get("tool_call_id") {
                    Some(id) => with(built, "tool_call_id", id.clone()),
                    None => built.entry.clone(),
                }
            })
        },
    ),
    deliver(
        "payload-redacted-when-hidden",
        &[1, 4],
        "Java: hidden values are masked",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let keys = built
                    .made
                    .payload()
                    .as_object()
                    .into_iter()
                    .flat_map(|map| map.keys());
                let masked = keys.map(|key| (key.clone(), json!("***")));
                with(built, "payload", masked.collect())
            })
        },
    ),
    deliver(
        "payload-cut-when-hidden",
        &[1, 4],
        "Python: strings are previews of 12 characters",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                let members = built.made.payload().as_object().into_iter().flatten();
                let members = members.map(|(key, value)| match value {
                    Value::String(value) => (key.clone(), text::cut(value, 12).into()),
                    value => (key.clone(), value.clone()),
                });
                with(built, "payload", members.collect())
            })
        },
    ),
    deliver(
        "payload-emptied-by-default",
        &[1, 4],
        "PHP: unexposed values are emptied, their entries kept",
        |run, built| {
            altered(built, run.exposure() == Exposure::Default, |built| {
                with(built, "payload", json!({}))
            })
        },
    ),
    deliver(
        "type-masked-when-hidden",
        &[1, 4],
        "JS: `type: \"hidden\"`",
        |run, built| {
            altered(built, is_hidden(run), |built| {
                with(built, "type", "hidden".into())
            })
        },
    ),
    deliver(
        "duplicates-when-exposed",
        &[1, 4],
        "PHP: once from the port, once from the turn",
        |run, built| match is_exposed(run) {
            true => [built.clone(), built].concat(),
            false => built,
        },
    ),
    deliver(
        "placeholders-when-hidden",
        &[1, 4],
        "Go: null for each entry",
        |run, built| altered(built, is_hidden(run), |_| Value::Null),
    ),
    wired(
        "wrapped-when-exposed",
        &[1, 4],
        "JS: `{value: […]}`",
        Wiring {
            shape: |run, built| {
                let list: Value = built.into_iter().map(|built| built.entry).collect();
                Some(if is_exposed(run) {
                    json!({ "value": list })
                } else {
                    list
                })
            },
            ..HONEST
        },
    ),
];

fn is_exposed(run: &Run<'_>) -> bool {
    run.exposure() == Exposure::Exposed
}

/// Whether the author hid the port.
fn is_hidden(run: &Run<'_>) -> bool {
    run.exposure() == Exposure::Hidden
}

fn kept(mut built: Vec<Built>, keep: impl Fn(&Built) -> bool) -> Vec<Built> {
    built.retain(keep);
    built
}

fn altered(mut built: Vec<Built>, when: bool, alter: impl Fn(&Built) -> Value) -> Vec<Built> {
    for built in built.iter_mut().filter(|_| when) {
        built.entry = alter(built);
    }
    built
}

fn with(built: &Built, key: &str, value: Value) -> Value {
    let mut entry = built.entry.clone();
    entry[key] = value;
    entry
}

fn gives_up(run: &Run<'_>) -> Option<String> {
    let any = run
        .done
        .iter()
        .any(|done| done.succeeded() && !done.handed().is_empty());
    (is_hidden(run) && any).then(|| "KeyError: 'tool_artifacts'".to_owned())
}
