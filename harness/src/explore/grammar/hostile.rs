//! Keys and identifiers that a tool has no business to write.

use serde_json::{Map, Value, json};

use super::{Maker, pools};

impl Maker<'_> {
    /// Keys beside the two, of one kind or of several.
    pub(super) fn add_extra_keys(&mut self, artifact: &mut Map<String, Value>) {
        let families: [&[&str]; 8] = [
            &pools::PLAIN_KEYS,
            &pools::PORT_KEYS,
            &pools::PRIVATE_KEYS,
            &pools::PROTOTYPES,
            &pools::CASED_KEYS,
            &pools::SPACED_KEYS,
            &pools::LOOK_ALIKES,
            &pools::NUMERIC_KEYS,
        ];
        let family = *self.random.pick(&families);
        for _ in 0..self.random.between(1, 4) {
            let key = *self.random.pick(family);
            let value = self.extra_value();
            artifact.entry(key).or_insert(value);
        }
    }

    fn extra_value(&mut self) -> Value {
        match self.random.below(9) {
            0 => Value::Null,
            1 => self.random.chance(50).into(),
            2 => self.number(),
            3 => json!([self.word()]),
            4 => json!({ "note": self.word() }),
            5 => json!({}),
            6 => json!("c1"),
            _ => self.text().into(),
        }
    }

    /// What a tool writes in the place of its call's identifier.
    pub(super) fn spoofed_id(
        &mut self,
        calls: &[(usize, String)],
        ids: &[(usize, String)],
    ) -> Value {
        let own = calls.first().map_or("", |(_, id)| id.as_str());
        let pass = calls.first().map_or(0, |(pass, _)| *pass);
        let others: Vec<&str> = ids
            .iter()
            .map(|(_, id)| id.as_str())
            .filter(|id| *id != own)
            .collect();
        let earlier: Vec<&str> = ids
            .iter()
            .filter(|(other, _)| *other < pass)
            .map(|(_, id)| id.as_str())
            .collect();
        match self.random.below(16) {
            0..=3 if !others.is_empty() => (*self.random.pick(&others)).into(),
            4 | 5 if !earlier.is_empty() => (*self.random.pick(&earlier)).into(),
            6 => Value::Null,
            7 => json!(""),
            8 => json!(*self.random.pick(&[7_u64, 0, 1])),
            9 => json!([own]),
            10 => json!({ "id": own }),
            11 => own.into(),
            12 | 13 => swapped(own).into(),
            14 => format!(" {own} ").into(),
            _ => json!("c99"),
        }
    }
}

fn swapped(id: &str) -> String {
    match id.chars().any(char::is_lowercase) {
        true => id.to_uppercase(),
        false => id.to_lowercase(),
    }
}
