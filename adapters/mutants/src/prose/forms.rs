//! What is told of an artifact, plainly.

use serde_json::Value;

use super::always;
use crate::mutant::{Mutant, leak};
use crate::runtime::{
    Object,
    Place::{Before, Behind, Instead},
};
use crate::text;

pub(crate) static TABLE: &[Mutant] = &[
    leak(
        "leaks-json",
        "PHP `json_encode($result)`: artifacts and all",
        json,
        Behind,
        always,
    ),
    leak(
        "leaks-instead-of-data",
        "Python `result.artifacts or result.data`",
        json,
        Instead,
        always,
    ),
    leak(
        "leaks-before-data",
        "JS: a summary of the artifacts in front of the data",
        |artifacts| each(artifacts, values),
        Before,
        always,
    ),
    leak(
        "leaks-strings",
        "Go: every string of the payload as a list",
        |artifacts| format!("({})", strings(artifacts).join(", ")),
        Behind,
        always,
    ),
    leak(
        "leaks-url",
        "Markdown link under the text",
        |artifacts| {
            each(artifacts, |artifact| {
                member(artifact, &["url", "href"])
                    .map_or(String::new(), |url| format!("[open]({url})"))
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-url-only-http",
        "JS: urls of artifacts as footnotes",
        |artifacts| {
            urls(artifacts)
                .iter()
                .enumerate()
                .map(|(at, url)| format!("[{}] {url}", at + 1))
                .collect()
        },
        Behind,
        always,
    ),
    leak(
        "leaks-host",
        "Python \"Source: example.com\"",
        |artifacts| {
            let hosts = urls(artifacts)
                .into_iter()
                .map(|url| format!("Source: {}", parts(&url).0));
            hosts.collect::<Vec<_>>().join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-path",
        "JS: the url's path",
        |artifacts| {
            urls(artifacts)
                .iter()
                .map(|url| parts(url).1)
                .collect::<Vec<_>>()
                .join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-basename",
        "Java: \"Saved file.txt\"",
        |artifacts| {
            let names = strings(artifacts)
                .into_iter()
                .filter(|text| text.contains('/'));
            let names = names.map(|text| text.rsplit('/').next().unwrap_or("").to_owned());
            format!("Saved {}", names.collect::<Vec<_>>().join(", "))
        },
        Behind,
        always,
    ),
    leak(
        "leaks-title",
        "PHP: the artifact's title or name",
        |artifacts| {
            each(artifacts, |artifact| {
                member(artifact, &["title", "name", "label"]).unwrap_or_default()
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-text",
        "Python: text and content of a payload, without its urls",
        |artifacts| {
            each(artifacts, |artifact| {
                member(artifact, &["text", "content", "body"]).unwrap_or_default()
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-description",
        "Java: what the payload says of itself",
        |artifacts| {
            each(artifacts, |artifact| {
                member(artifact, &["description"]).unwrap_or_default()
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-summary-beside",
        "Python `artifact.get(\"summary\")`",
        |artifacts| {
            each(artifacts, |artifact| {
                artifact
                    .get("summary")
                    .and_then(Value::as_str)
                    .unwrap_or_default()
                    .to_owned()
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-type",
        "JS \"(attached: link)\"",
        |artifacts| {
            each(artifacts, |artifact| {
                format!("(attached: {})", artifact["type"].as_str().unwrap_or(""))
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-key-names",
        "Go: the payload's field names",
        |artifacts| {
            let payloads = artifacts
                .iter()
                .filter_map(|artifact| artifact["payload"].as_object());
            payloads
                .flat_map(|payload| payload.keys().cloned())
                .collect::<Vec<_>>()
                .join(",")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-extra-keys",
        "Python: what was refused from the entry is told the model",
        |artifacts| {
            let refused = artifacts.iter().flat_map(|artifact| artifact.iter());
            let refused = refused.filter(|(key, _)| !["type", "payload"].contains(&key.as_str()));
            refused
                .map(|(key, value)| format!("{key}={value} "))
                .collect()
        },
        Behind,
        always,
    ),
    leak(
        "leaks-tool-id",
        "JS: the artifact's own id, \"see artifact …\"",
        |artifacts| {
            each(artifacts, |artifact| match artifact.get("tool_call_id") {
                Some(id) => format!("(see artifact {id})"),
                None => String::new(),
            })
        },
        Behind,
        always,
    ),
    leak(
        "leaks-numbers",
        "Java: numbers of the payload",
        |artifacts| {
            let mut numbers = Vec::new();
            artifacts
                .iter()
                .for_each(|artifact| scalars(&artifact["payload"], Value::is_number, &mut numbers));
            numbers.join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-leaf-values",
        "Python `str(payload.values())` of what is not text",
        |artifacts| {
            let mut leaves = Vec::new();
            let leaf = |value: &Value| !value.is_string();
            artifacts
                .iter()
                .for_each(|artifact| scalars(&artifact["payload"], leaf, &mut leaves));
            leaves.join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-first-words",
        "JS: the first 12 characters",
        |artifacts| {
            let cut = strings(artifacts)
                .into_iter()
                .map(|text| format!("{}…", text::cut(&text, 12)));
            cut.collect::<Vec<_>>().join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-last-characters",
        "Java: \"…\" and the last six",
        |artifacts| {
            let tails = strings(artifacts).into_iter().map(|text| {
                let skipped = text.chars().count().saturating_sub(6);
                format!("…{}", text.chars().skip(skipped).collect::<String>())
            });
            tails.collect::<Vec<_>>().join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-first-letters",
        "Python: initials",
        |artifacts| {
            strings(artifacts)
                .join(" ")
                .split_whitespace()
                .filter_map(|word| word.chars().next())
                .collect()
        },
        Behind,
        always,
    ),
    leak(
        "leaks-truncated-json",
        "Go: the JSON's first 40 bytes",
        |artifacts| text::cut(&json(artifacts), 40),
        Behind,
        always,
    ),
    leak(
        "leaks-words-only",
        "search index: words in alphabetical order",
        |artifacts| {
            let text = strings(artifacts).join(" ");
            let mut words: Vec<&str> = text
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| word.len() > 2)
                .collect();
            words.sort_unstable();
            words.join(" ")
        },
        Behind,
        always,
    ),
    leak(
        "leaks-debug-map",
        "Java `toString` of the map",
        |artifacts| format!("{artifacts:?}"),
        Behind,
        always,
    ),
    leak(
        "leaks-yaml",
        "Ruby-like YAML block",
        |artifacts| {
            each(artifacts, |artifact| {
                let payload = artifact["payload"].as_object().into_iter().flatten();
                payload
                    .map(|(key, value)| format!("\n- {key}: {value}"))
                    .collect()
            })
        },
        Behind,
        always,
    ),
];

/// The artifacts as JSON.
pub(super) fn json(artifacts: &[&Object]) -> String {
    let list: Vec<Value> = artifacts
        .iter()
        .map(|artifact| Value::Object((*artifact).clone()))
        .collect();
    Value::from(list).to_string()
}

/// Every string of the payloads.
pub(super) fn strings(artifacts: &[&Object]) -> Vec<String> {
    artifacts
        .iter()
        .flat_map(|artifact| text::strings(&artifact["payload"]))
        .collect()
}

fn urls(artifacts: &[&Object]) -> Vec<String> {
    strings(artifacts)
        .into_iter()
        .filter(|text| text.contains("://"))
        .collect()
}

fn each(artifacts: &[&Object], tell: impl Fn(&Object) -> String) -> String {
    artifacts
        .iter()
        .map(|artifact| tell(artifact))
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

fn values(artifact: &Object) -> String {
    text::strings(&artifact["payload"]).join(" ")
}

/// The first of these members that is text.
fn member(artifact: &Object, keys: &[&str]) -> Option<String> {
    let payload = &artifact["payload"];
    keys.iter()
        .find_map(|key| payload.get(key)?.as_str())
        .map(str::to_owned)
}

/// A URL's host and path.
fn parts(url: &str) -> (String, String) {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    (host.to_owned(), path.to_owned())
}

fn scalars(value: &Value, wanted: impl Fn(&Value) -> bool + Copy, into: &mut Vec<String>) {
    match value {
        Value::Object(map) => map.values().for_each(|value| scalars(value, wanted, into)),
        Value::Array(items) => items.iter().for_each(|value| scalars(value, wanted, into)),
        scalar if wanted(scalar) => into.push(scalar.to_string()),
        _ => {}
    }
}
