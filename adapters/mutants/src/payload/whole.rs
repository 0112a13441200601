//! Payloads that come out as a whole as something else.

use serde_json::{Value, json};

use crate::mutant::{Mutant, payload, whole};
use crate::runtime::{Change, Made, Object, Run};

pub(crate) static TABLE: &[Mutant] = &[
    payload(
        "payload-with-id",
        "JS `{ ...payload, tool_call_id }`",
        Change::Made(|run, made| with(made, "tool_call_id", run.call_of(made).id.clone())),
    ),
    payload(
        "payload-with-type",
        "Java: the type is repeated as a discriminator",
        Change::Made(|_, made| with(made, "type", made.kind().into())),
    ),
    whole(
        "payload-with-defaults",
        "PHP `$payload + ['title' => '']`",
        |mut map| {
            map.entry("title").or_insert("".into());
            map.into()
        },
    ),
    whole(
        "payload-with-size",
        "Python: a size is added beside content",
        |mut map| {
            if let Some(length) = map.get("content").and_then(Value::as_str).map(str::len) {
                map.insert("size".to_owned(), length.into());
            }
            map.into()
        },
    ),
    whole("payload-as-text", "Python `json.dumps(payload)`", |map| {
        Value::Object(map).to_string().into()
    }),
    whole("payload-in-list", "PHP `[$payload]`", |map| json!([map])),
    whole(
        "payload-in-data",
        "JS `{ data: payload }`",
        |map| json!({ "data": map }),
    ),
    whole(
        "payload-out-of-data",
        "JS `payload.data ?? payload`",
        |map| unwrapped(map, "data"),
    ),
    whole(
        "payload-out-of-payload",
        "PHP: a payload within the payload is unwrapped",
        |map| unwrapped(map, "payload"),
    ),
    whole(
        "payload-url-only",
        "Python: only the url is kept where there is one",
        |mut map| match map.remove("url") {
            Some(url) => json!({ "url": url }),
            None => map.into(),
        },
    ),
    whole(
        "payload-first-key-only",
        "PHP `array_slice($payload, 0, 1)`",
        |map| map.into_iter().take(1).collect(),
    ),
    whole(
        "payload-blob-dropped",
        "JS: long `data`, `base64` and `content` are offloaded",
        |mut map| {
            map.retain(|key, value| {
                let long = value.as_str().is_some_and(|text| text.len() > 200);
                !(long && ["data", "base64", "content"].contains(&key.as_str()))
            });
            map.into()
        },
    ),
    whole(
        "payload-large-nulled",
        "Python: past 64 KiB the payload is null",
        |map| match large(&map) {
            true => Value::Null,
            false => map.into(),
        },
    ),
    whole(
        "payload-large-emptied",
        "Go: past 64 KiB the payload is empty",
        |map| match large(&map) {
            true => json!({}),
            false => map.into(),
        },
    ),
    payload(
        "payload-merged-with-previous",
        "Python mutable default: keys of the call's earlier payloads stay",
        Change::Made(|run, made| {
            let earlier = run.call_of(made).handed().into_iter().take(made.nth + 1);
            let payloads = earlier.filter_map(|artifact| artifact["payload"].as_object());
            payloads
                .flatten()
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect()
        }),
    ),
    payload(
        "payload-shared-by-call",
        "JS: one object is filled again and again, all entries show the last",
        Change::Made(|run, made| {
            let last = run.call_of(made).handed().pop();
            last.map(|artifact| artifact["payload"].clone())
                .unwrap_or_default()
        }),
    ),
    payload(
        "payload-cached-by-arguments",
        "PHP static cache: the payload of the first run with these arguments",
        Change::Made(cached),
    ),
    whole(
        "payload-url-template",
        "Java: `{id}` in a url is filled from the payload",
        |mut map| {
            let id = map
                .get("id")
                .map(|id| id.to_string().trim_matches('"').to_owned());
            if let Some(Value::String(url)) = map.get_mut("url") {
                *url = url.replace("{id}", &id.unwrap_or_default());
            }
            map.into()
        },
    ),
];

fn with(made: &Made, key: &str, value: Value) -> Value {
    let mut payload = made.payload().clone();
    if let Some(map) = payload.as_object_mut() {
        map.insert(key.to_owned(), value);
    }
    payload
}

fn unwrapped(mut map: Object, key: &str) -> Value {
    match map.remove(key) {
        Some(Value::Object(inner)) => inner.into(),
        Some(other) => {
            map.insert(key.to_owned(), other);
            map.into()
        }
        None => map.into(),
    }
}

fn large(map: &Object) -> bool {
    serde_json::to_string(map).is_ok_and(|text| text.len() > 65_536)
}

fn cached(run: &Run<'_>, made: &Made) -> Value {
    let key = format!("{} {}", run.call_of(made).arguments(), made.nth);
    run.remember(&key, made.payload().clone())
}
