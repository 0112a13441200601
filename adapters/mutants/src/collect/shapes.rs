//! Something else than a list of entries.

use serde_json::{Value, json};

use crate::mutant::{Mutant, shape};
use crate::runtime::{Built, Object};

pub(crate) static TABLE: &[Mutant] = &[
    shape(
        "wrapped-in-items",
        "Java page object `{items: […]}`",
        |_, built| Some(json!({ "items": entries(built) })),
    ),
    shape(
        "wrapped-in-port",
        "JS: `{tool_artifacts: […]}`",
        |_, built| Some(json!({ "tool_artifacts": entries(built) })),
    ),
    shape("keyed-by-id", "PHP: `[$id => $entry]`", |run, built| {
        let keyed = built.into_iter().map(|built| {
            let id = run.call_of(&built.made).text_id().unwrap_or("").to_owned();
            (id, built.entry)
        });
        Some(keyed.collect())
    }),
    shape("keyed-by-type", "JS `groupBy(type)`", |_, built| {
        let mut groups = Object::new();
        for Built { made, entry } in built {
            let group = groups.entry(made.kind()).or_insert(json!([]));
            group
                .as_array_mut()
                .into_iter()
                .for_each(|group| group.push(entry.clone()));
        }
        Some(groups.into())
    }),
    shape("nested-per-call", "Python: a list of lists", |_, built| {
        let groups = built.chunk_by(|one, other| one.made.call == other.made.call);
        Some(groups.map(|group| entries(group.to_vec())).collect())
    }),
    shape(
        "holes-as-map",
        "PHP `array_filter` without `array_values`: a map once something was filtered",
        |run, built| {
            let handed = run.done.iter().filter(|done| done.repeat_of.is_none());
            let handed: usize = handed
                .filter_map(|done| done.result)
                .filter(|result| result.raises.is_none())
                .map(|result| result.artifacts.len())
                .sum();
            if handed == built.len() || built.is_empty() {
                return Some(entries(built));
            }
            let numbered = built.into_iter().enumerate();
            Some(
                numbered
                    .map(|(at, built)| (at.to_string(), built.entry))
                    .collect(),
            )
        },
    ),
    shape(
        "one-unwrapped",
        "PHP SimpleXML: a list of one is its entry",
        |_, mut built| match built.len() {
            1 => built.pop().map(|built| built.entry),
            _ => Some(entries(built)),
        },
    ),
    shape(
        "list-as-text",
        "Go: the list is a JSON string",
        |_, built| Some(entries(built).to_string().into()),
    ),
];

fn entries(built: Vec<Built>) -> Value {
    built.into_iter().map(|built| built.entry).collect()
}
