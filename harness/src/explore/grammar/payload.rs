//! Payloads: maps of every shape that survives JSON.

use serde_json::{Map, Value, json};

use super::{Interest, Maker, pools};

impl Maker<'_> {
    /// A payload: always a map.
    pub(super) fn payload(&mut self) -> Value {
        if self.likes(Interest::Empty) {
            return json!({});
        }
        let mut payload = match () {
            () if self.likes(Interest::LikeResults) => self.like_a_result(),
            () if self.likes(Interest::Wide) => self.wide(),
            () => self.usual(),
        };
        self.add_odd_members(&mut payload);
        Value::Object(payload)
    }

    fn usual(&mut self) -> Map<String, Value> {
        let mut payload = Map::new();
        for _ in 0..self.random.between(1, 3) {
            let key = self.usual_key();
            let value = match (key, self.random.chance(60)) {
                ("url" | "href", true) => self.url().into(),
                _ => self.value(0),
            };
            payload.insert(key.to_owned(), value);
        }
        payload
    }

    /// A plain key: that of a URL where URLs matter, a name where resemblance does.
    fn usual_key(&mut self) -> &'static str {
        let keys: &[&str] = match () {
            () if self.has(Interest::Urls) && self.random.chance(40) => &["url"],
            () if self.has(Interest::NearEquals) && self.random.chance(40) => &pools::NAMING_KEYS,
            () => &pools::PAYLOAD_KEYS,
        };
        keys[self.random.below(keys.len())]
    }

    fn add_odd_members(&mut self, payload: &mut Map<String, Value>) {
        let families: [(Interest, &[&str]); 3] = [
            (Interest::ReservedKeys, &pools::RESERVED_KEYS),
            (Interest::OddKeys, &pools::ODD_KEYS),
            (Interest::SecretKeys, &pools::SECRET_KEYS),
        ];
        for (interest, keys) in families {
            if self.likes(interest) {
                for _ in 0..self.random.between(1, 3) {
                    let key = self.random.pick(keys);
                    let value = self.value(1);
                    payload.insert((*key).to_owned(), value);
                }
            }
        }
        if self.likes(Interest::OddKeys) {
            self.add_pair(payload);
        }
        if self.likes(Interest::NumberedKeys) {
            self.add_numbered(payload);
        }
        if self.likes(Interest::Blobs) {
            let key = *self.random.pick(&pools::BLOB_KEYS);
            payload.insert(key.to_owned(), self.blob().into());
        }
        if self.likes(Interest::Deep) {
            let depth = self.random.between(5, 35);
            payload.insert("deep".to_owned(), deep(depth, self.word().into()));
        }
        if self.likes(Interest::Blocks) {
            let key = *self.random.pick(&["content", "blocks", "items"]);
            payload.insert(key.to_owned(), self.blocks());
        }
    }

    /// Two keys that something careless takes for one, or a key that is too long.
    fn add_pair(&mut self, payload: &mut Map<String, Value>) {
        let pair = *self.random.pick(&pools::KEY_PAIRS);
        for key in pair {
            let value = self.value(2);
            payload.insert((*key).to_owned(), value);
        }
        if self.random.chance(20) {
            let length = *self.random.pick(&[65, 101, 257]);
            payload.insert("k".repeat(length), self.word().into());
        }
    }

    /// A map keyed like a list: the payload itself, or one inside it.
    fn add_numbered(&mut self, payload: &mut Map<String, Value>) {
        let keys = *self.random.pick(&pools::NUMBERED_KEYS);
        let members = keys.iter().map(|key| ((*key).to_owned(), self.value(2)));
        let members: Map<String, Value> = members.collect();
        if self.random.chance(40) {
            payload.extend(members);
        } else {
            payload.insert("rows".to_owned(), Value::Object(members));
        }
    }

    fn like_a_result(&mut self) -> Map<String, Value> {
        let inner = json!({ "url": self.url() });
        let made = match self.random.below(4) {
            0 => json!({ "success": true, "data": inner, "error": null }),
            1 => json!({ "error": self.sentence() }),
            2 => json!({ "payload": inner }),
            _ => json!({ "data": inner }),
        };
        made.as_object().cloned().unwrap_or_default()
    }

    fn wide(&mut self) -> Map<String, Value> {
        let count = self.random.between(18, 40);
        (0..count)
            .map(|nth| (format!("field{nth}"), self.word().into()))
            .collect()
    }

    pub(super) fn blocks(&mut self) -> Value {
        let count = self.random.between(1, 2);
        (0..count)
            .map(|_| json!({ "type": "text", "text": self.sentence() }))
            .collect()
    }

    /// Any value.
    pub(super) fn value(&mut self, depth: usize) -> Value {
        match () {
            () if self.likes(Interest::Falsy) => self.falsy(),
            () if self.likes(Interest::Numbers) => self.number(),
            () if depth < 5 && self.likes(Interest::Nested) => self.nested(depth),
            () if depth < 5 && self.likes(Interest::Lists) => self.list(depth),
            () => match self.random.below(12) {
                0 => self.number(),
                1 => self.random.chance(50).into(),
                2 if depth < 3 => self.nested(depth),
                3 if depth < 3 => self.list(depth),
                _ => self.text().into(),
            },
        }
    }

    fn falsy(&mut self) -> Value {
        let falsy = [
            json!(null),
            json!(false),
            json!(0),
            json!(""),
            json!([]),
            json!({}),
            json!("0"),
            json!(0.0),
        ];
        self.random.pick(&falsy).clone()
    }

    pub(super) fn number(&mut self) -> Value {
        match self.random.chance(60) {
            true => json!(*self.random.pick(&pools::WHOLES)),
            false => json!(*self.random.pick(&pools::FRACTIONS)),
        }
    }

    fn nested(&mut self, depth: usize) -> Value {
        let count = self.random.between(1, 2);
        let members = (0..count).map(|_| {
            let key = *self.random.pick(&pools::PAYLOAD_KEYS);
            (key.to_owned(), self.value(depth + 1))
        });
        Value::Object(members.collect())
    }

    fn list(&mut self, depth: usize) -> Value {
        match self.random.below(8) {
            0 => json!([]),
            1 => json!(["b", "a", "c", "a"]),
            2 => json!([3, 1, 2, 1]),
            3 => json!([["a"], ["b", ["c"]]]),
            4 => json!(["a", null, "b", null]),
            5 => (0..self.random.between(99, 130))
                .map(|nth| json!(nth % 7))
                .collect(),
            6 => json!([self.value(depth + 1)]),
            _ => {
                let count = self.random.between(2, 4);
                (0..count).map(|_| self.value(depth + 1)).collect()
            }
        }
    }
}

/// A value with maps and lists around it.
fn deep(depth: usize, value: Value) -> Value {
    (0..depth).fold(value, |inner, level| match level % 3 {
        0 => json!([inner]),
        _ => json!({ "in": inner }),
    })
}
