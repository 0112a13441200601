//! What a tool hands to the model. Most of it holds words that stand nowhere else, so
//! that it can be seen whether the data reaches the prose.

use serde_json::{Map, Value, json};

use super::{Interest, Maker, pools};
use crate::adapter::Feature;
use crate::json::sorted;

impl Maker<'_> {
    /// The data of a success. `artifacts` are what stands beside it.
    pub(super) fn data(&mut self, artifacts: &[Value]) -> Value {
        let made = match () {
            () if self.likes(Interest::DataScalar) => self.scalar_data(),
            () if self.likes(Interest::DataText) => self.sentence().into(),
            () if self.likes(Interest::DataList) => self.list_data(),
            () if self.likes(Interest::DataEmpty) => json!({}),
            () if self.likes(Interest::DataBlank) => self.blank_data(),
            () if self.likes(Interest::Templates) => self.template_data(artifacts),
            () if self.likes(Interest::DataBlocks) => self.block_data(),
            () if self.likes(Interest::DataKeys) => self.keyed_data(),
            () if self.likes(Interest::DataNested) => self.nested_data(),
            () if self.likes(Interest::DataLikeArtifact) => self.data_like_artifact(),
            () if self.likes(Interest::DataShares) => self.shared_data(artifacts),
            () if self.likes(Interest::DataLong) => self.long_data(),
            () => self.plain_data(),
        };
        match made.is_object() || self.supports(Feature::DataAny) {
            true => made,
            false => json!({ "result": made }),
        }
    }

    pub(super) fn plain_data(&mut self) -> Value {
        let said = match self.random.chance(8) {
            true => format!("{} {}", self.sentence(), self.text()),
            false => self.sentence(),
        };
        // Prose may be cut: data stays short.
        json!({ "result": said.chars().take(1500).collect::<String>() })
    }

    fn scalar_data(&mut self) -> Value {
        let scalars = [
            json!(null),
            json!(false),
            json!(true),
            json!(0),
            json!(3),
            json!(""),
            json!([]),
            json!(0.5),
        ];
        self.random.pick(&scalars).clone()
    }

    /// A result that careless code takes for none.
    fn blank_data(&mut self) -> Value {
        let blanks = [json!(""), json!(" "), json!(null), json!([]), json!({})];
        let blank = match self.random.chance(40) {
            true => json!(""),
            false => self.random.pick(&blanks).clone(),
        };
        json!({ "result": blank })
    }

    /// Data that reads like a template over what a payload holds.
    fn template_data(&mut self, artifacts: &[Value]) -> Value {
        let payload = artifacts
            .iter()
            .find_map(|artifact| artifact["payload"].as_object());
        let keys = payload.into_iter().flat_map(sorted).map(|(key, _)| key);
        let keys: Vec<&str> = keys.chain(["type"]).collect();
        let key = *self.random.pick(&keys);
        let place = match self.random.below(6) {
            0 => format!("{{{{{key}}}}}"),
            1 => format!("{{{{ {key} }}}}"),
            2 => format!("${{{key}}}"),
            3 => format!("{{{key}}}"),
            4 => format!("%{key}%"),
            _ => format!("%({key})s"),
        };
        json!({ "result": format!("{} {place}", self.sentence()) })
    }

    fn list_data(&mut self) -> Value {
        let items = [self.sentence(), self.sentence()];
        match self.random.below(3) {
            0 => json!(items),
            1 => self.blocks(),
            _ => json!([{ "title": items[0] }, { "title": items[1] }]),
        }
    }

    fn block_data(&mut self) -> Value {
        let said = self.sentence();
        match self.random.below(6) {
            0 => json!({ "content": self.blocks() }),
            1 => json!({ "type": "text", "text": said }),
            2 => json!({ "status": "success", "content": said }),
            3 => json!({ "status": "error", "content": said }),
            4 => json!({ "content": [said], "isError": false }),
            _ => json!({ "role": "tool", "content": said }),
        }
    }

    fn keyed_data(&mut self) -> Value {
        let mut data = Map::new();
        for _ in 0..self.random.between(1, 4) {
            let key = *self.random.pick(&pools::DATA_KEYS);
            let value = match self.random.below(6) {
                0 => self.number(),
                1 => json!([self.word(), self.word()]),
                _ => self.sentence().into(),
            };
            data.insert(key.to_owned(), value);
        }
        Value::Object(data)
    }

    fn nested_data(&mut self) -> Value {
        let said = self.sentence();
        match self.random.below(3) {
            0 => json!({ "record": { "title": said, "tags": [self.word()] }, "count": 1 }),
            1 => json!({ "result": { "text": said } }),
            _ => json!({ "rows": [{ "name": self.word(), "size": self.number() }], "note": said }),
        }
    }

    fn data_like_artifact(&mut self) -> Value {
        let artifact = json!({ "type": self.kind(), "payload": { "url": self.url() } });
        let said = self.sentence();
        match self.random.below(4) {
            0 => json!({ "type": "link", "payload": { "text": said } }),
            1 => json!({ "result": said, "attached": { "artifacts": [artifact] } }),
            2 => json!({ "result": said, "item": artifact }),
            _ => json!({ "result": said, "tool_artifacts": [artifact] }),
        }
    }

    fn long_data(&mut self) -> Value {
        let count = self.random.between(25, 60);
        let said: Vec<String> = (0..count).map(|_| self.sentence()).collect();
        json!({ "result": said.join(" ") })
    }
}
