//! What is refused for its type or its payload.

use serde_json::Value;

use super::batch;
use crate::mutant::{Mutant, collect, keep};
use crate::runtime::{Made, Run, accept};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    keep(
        "zero-type-dropped",
        "PHP `empty($type)` on \"0\"",
        |_, made| made.kind() != "0",
    ),
    keep(
        "odd-types-dropped",
        "Python `re.fullmatch(\"[a-z_]+\", type)`",
        |_, made| {
            made.kind()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '_')
        },
    ),
    keep(
        "unknown-types-dropped",
        "TypeScript union: only link, file, image and text",
        |_, made| ["link", "file", "image", "text"].contains(&made.kind()),
    ),
    keep(
        "long-types-dropped",
        "Java bean validation: types past 32 characters",
        |_, made| made.kind().chars().count() <= 32,
    ),
    keep(
        "empty-payload-dropped",
        "PHP `if (empty($payload))`",
        |_, made| values(made).next().is_some(),
    ),
    keep(
        "payload-without-url-dropped",
        "JS `if (!payload.url) return`",
        |_, made| made.payload().get("url").is_some(),
    ),
    keep(
        "payload-with-error-dropped",
        "Go: a payload with `error` is taken for a failure",
        |_, made| made.payload().get("error").is_none(),
    ),
    keep(
        "nested-payload-dropped",
        "Rust `HashMap<String, String>`: a payload with anything else does not parse",
        |_, made| values(made).all(Value::is_string),
    ),
    keep(
        "null-in-payload-dropped",
        "Java `Map.copyOf` throws on null values",
        |_, made| !values(made).any(Value::is_null),
    ),
    keep(
        "list-in-payload-dropped",
        "GraphQL: lists are not in the schema",
        |_, made| !values(made).any(Value::is_array),
    ),
    keep(
        "empty-text-artifact-dropped",
        "Python `all(payload.values())`: a payload with a falsy value",
        |_, made| {
            !values(made)
                .any(|value| *value == "" || *value == 0 || *value == false || value.is_null())
        },
    ),
    keep(
        "relative-url-dropped",
        "PHP `filter_var(FILTER_VALIDATE_URL)`",
        |_, made| {
            made.payload_text("url")
                .is_none_or(|url| url.contains("://"))
        },
    ),
    keep(
        "non-ascii-dropped",
        "Python `ascii` codec error, swallowed",
        |_, made| made.payload().to_string().is_ascii(),
    ),
    keep("large-payload-dropped", "Go: past 64 KiB", |_, made| {
        made.payload().to_string().len() <= 65_536
    }),
    keep(
        "text-past-4k-dropped",
        "SQL row limit: a string past 4,096 bytes",
        |_, made| {
            text::strings(made.payload())
                .iter()
                .all(|text| text.len() <= 4_096)
        },
    ),
    keep(
        "deep-payload-dropped",
        "PHP `json_decode` depth 8",
        |_, made| depth(made.payload()) <= 8,
    ),
    keep(
        "malformed-drops-call",
        "Python `ValidationError` on one entry loses the call's",
        |run, made| {
            run.call_of(made)
                .result
                .is_none_or(|result| result.artifacts.iter().all(accept))
        },
    ),
    collect(
        "malformed-drops-run",
        "JS `schema.array().safeParse(all)`",
        |run, made| {
            let results = run.done.iter().filter(|done| done.succeeded());
            let mut artifacts = results
                .filter_map(|done| done.result)
                .flat_map(|result| &result.artifacts);
            match artifacts.all(accept) {
                true => made,
                false => Vec::new(),
            }
        },
    ),
    keep(
        "malformed-stops-call",
        "Go `break` instead of `continue`",
        |run, made| {
            let artifacts = run.call_of(made).result.map(|result| &result.artifacts);
            let before = artifacts
                .into_iter()
                .flatten()
                .take_while(|artifact| accept(artifact));
            made.nth < before.count()
        },
    ),
    keep(
        "null-neighbour-drops-call",
        "JS `null.type` throws, and the loop is in a `try`",
        |run, made| !beside(run, made).any(Value::is_null),
    ),
    keep(
        "missing-payload-stops-call",
        "JS `Object.keys(payload)` throws on null and undefined",
        |run, made| {
            let missing = |artifact: &Value| {
                artifact.is_object() && artifact.get("payload").is_none_or(Value::is_null)
            };
            let before = beside(run, made).take_while(|artifact| !missing(artifact));
            made.nth < before.filter(|artifact| accept(artifact)).count()
        },
    ),
    keep(
        "odd-kind-drops-call",
        "Rust `Vec<Artifact>` decoded as a whole",
        |run, made| {
            let odd = |artifact: &Value| {
                artifact.get("type").is_some_and(|kind| !kind.is_string())
                    || artifact.get("payload").is_some_and(Value::is_array)
            };
            !beside(run, made).any(odd)
        },
    ),
    keep(
        "unsafe-scheme-dropped",
        "Python `urlparse(url).scheme in (\"javascript\", \"data\", \"file\")`",
        |_, made| {
            made.payload_text("url").is_none_or(|url| {
                !["javascript:", "data:", "file:"]
                    .iter()
                    .any(|scheme| url.starts_with(scheme))
            })
        },
    ),
    keep(
        "link-without-url-dropped",
        "PHP: a validator for each well-known type, and a link needs a `url`",
        |_, made| made.kind() != "link" || made.payload().get("url").is_some(),
    ),
    keep(
        "extra-keys-dropped",
        "TypeScript `z.strictObject`: an artifact with extra keys is refused",
        |_, made| made.artifact.len() == 2,
    ),
    keep(
        "foreign-id-dropped",
        "Java: an artifact that names another call is refused",
        |run, made| {
            let id = made.artifact.get("tool_call_id");
            id.is_none_or(|id| *id == run.call_of(made).id)
        },
    ),
    keep(
        "named-in-data-dropped",
        "Python: an artifact whose url stands in the data is \"already told\"",
        |run, made| {
            let data = text::strings(run.call_of(made).data()).concat();
            made.payload_text("url")
                .is_none_or(|url| !data.contains(url))
        },
    ),
    keep(
        "equal-to-data-dropped",
        "JS: an artifact whose payload equals the data is left out",
        |run, made| batch(run, made).all(|done| done.data() != made.payload()),
    ),
    keep(
        "content-block-payload-moved",
        "JS: a payload that holds a list of maps with a `type` is kept for the message, not for the port; the entry is dropped",
        |_, made| {
            let block = |item: &Value| item.get("type").is_some();
            let blocks = |value: &Value| {
                let items = value.as_array().filter(|items| !items.is_empty());
                items.is_some_and(|items| items.iter().all(block))
            };
            !values(made).any(blocks)
        },
    ),
    keep(
        "protocol-types-dropped",
        "JS: artifacts of type tool_result, resource, resource_link, error and message are dropped as the protocol's own",
        |_, made| {
            let own = [
                "tool_result",
                "tool_use",
                "resource",
                "resource_link",
                "error",
                "message",
            ];
            !own.contains(&made.kind())
        },
    ),
    keep(
        "types-as-object-keys",
        "JS `{}` grouped by type and flattened again: `__proto__` goes",
        |_, made| made.kind() != "__proto__",
    ),
];

fn values(made: &Made) -> impl Iterator<Item = &Value> {
    made.payload()
        .as_object()
        .into_iter()
        .flat_map(|map| map.values())
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// What the artifact's call attached, sound or not.
fn beside<'r>(run: &'r Run<'_>, made: &Made) -> impl Iterator<Item = &'r Value> {
    let result = run.call_of(made).result;
    result.into_iter().flat_map(|result| &result.artifacts)
}
