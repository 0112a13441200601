//! What a tool attaches: honest, resembling another, or hostile.

use serde_json::{Map, Value, json};

use super::{Interest, Maker, pools};

impl Maker<'_> {
    /// One artifact. `before` are those of the same call.
    pub(super) fn artifact(
        &mut self,
        calls: &[(usize, String)],
        ids: &[(usize, String)],
        before: &[Value],
    ) -> Value {
        if self.likes(Interest::Malformed) {
            return self.malformed();
        }
        let mut artifact = self.perhaps_alike(before);
        if self.likes(Interest::ExtraKeys) {
            self.add_extra_keys(&mut artifact);
        }
        if self.likes(Interest::Spoofs) || (is_weak(calls) && self.random.chance(30)) {
            let id = self.spoofed_id(calls, ids);
            artifact.insert("tool_call_id".to_owned(), id);
        }
        Value::Object(artifact)
    }

    /// A new one, or one that is equal or nearly equal to an earlier one.
    fn perhaps_alike(&mut self, before: &[Value]) -> Map<String, Value> {
        let earlier = match self.random.chance(50) {
            true => before.last().cloned(),
            false => match self.made.is_empty() {
                true => before.first().cloned(),
                false => Some(self.random.pick(&self.made).clone()),
            },
        };
        match earlier {
            Some(Value::Object(earlier)) if self.likes(Interest::Equals) => earlier,
            Some(Value::Object(earlier)) if self.likes(Interest::NearEquals) => {
                self.nearly(earlier)
            }
            _ => self.fresh(),
        }
    }

    fn fresh(&mut self) -> Map<String, Value> {
        let mut artifact = Map::new();
        artifact.insert("type".to_owned(), self.kind().into());
        artifact.insert("payload".to_owned(), self.payload());
        artifact
    }

    pub(super) fn kind(&mut self) -> String {
        match () {
            () if self.likes(Interest::OneType) => "image".to_owned(),
            () if self.likes(Interest::OddTypes) => match self.random.below(9) {
                0 => "x".repeat(*self.random.pick(&[31, 32, 33, 65, 101, 256])),
                _ => {
                    let family = *self.random.pick(&pools::ODD_TYPES);
                    (*self.random.pick(family)).to_owned()
                }
            },
            () => (*self.random.pick(&pools::TYPES)).to_owned(),
        }
    }

    /// Equal in one respect, or but for one.
    fn nearly(&mut self, mut artifact: Map<String, Value>) -> Map<String, Value> {
        let Some(payload) = artifact.get_mut("payload").and_then(Value::as_object_mut) else {
            return artifact;
        };
        match self.random.below(7) {
            0 => swap_case(payload),
            1 => {
                let inner = std::mem::take(payload);
                let key = *self.random.pick(&["payload", "data", "value"]);
                payload.insert(key.to_owned(), Value::Object(inner));
            }
            2 => keep_one(payload),
            3 => {
                let word = self.word();
                payload.insert("note".to_owned(), word.into());
            }
            4 => {
                let kind = self.kind();
                artifact.insert("type".to_owned(), kind.into());
            }
            _ => self.keep_name(payload),
        }
        artifact
    }

    /// All new, but for what something careless takes for its name.
    fn keep_name(&mut self, payload: &mut Map<String, Value>) {
        let Value::Object(mut fresh) = self.payload() else {
            return;
        };
        for name in pools::NAMING_KEYS {
            if let Some(value) = payload.get(name) {
                fresh.insert(name.to_owned(), value.clone());
            }
        }
        *payload = fresh;
    }

    fn malformed(&mut self) -> Value {
        let payload = map_of("url", self.text());
        let kind = self.kind();
        match self.random.below(16) {
            0 => Value::Null,
            1 => self.word().into(),
            2 => json!(7),
            3 => json!([]),
            4 => json!([kind, payload]),
            5 => json!({}),
            6 => json!({ "type": kind }),
            7 => json!({ "payload": payload }),
            8 => json!({ "type": "", "payload": payload }),
            9 => json!({ "type": null, "payload": payload }),
            10 => json!({ "type": 7, "payload": payload }),
            11 => json!({ "type": [kind], "payload": payload }),
            12 => json!({ "type": kind, "payload": null }),
            13 => json!({ "type": kind, "payload": self.word() }),
            14 => json!({ "type": kind, "payload": [] }),
            _ => json!({ "type": kind, "payload": [payload] }),
        }
    }
}

/// Whether the calls have no id to speak of: there a tool's own is taken most easily.
fn is_weak(calls: &[(usize, String)]) -> bool {
    calls.iter().all(|(_, id)| matches!(id.as_str(), "" | "0"))
}

fn map_of(key: &str, value: String) -> Value {
    super::map1(key, value)
}

/// Every text of a payload with its case turned over.
fn swap_case(payload: &mut Map<String, Value>) {
    for value in payload.values_mut() {
        if let Value::String(text) = value {
            *text = match text.chars().any(char::is_lowercase) {
                true => text.to_uppercase(),
                false => text.to_lowercase(),
            };
        }
    }
}

/// Keeps the first member and makes all others new, by leaving them out.
fn keep_one(payload: &mut Map<String, Value>) {
    let first = payload.keys().min().cloned();
    payload.retain(|key, _| Some(key) == first.as_ref());
}
