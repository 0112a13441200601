//! What a payload holds.

use serde_json::{Map, Number, Value};

use super::{Trait, Traits};

const RESERVED: [&str; 7] = [
    "type",
    "payload",
    "tool_call_id",
    "artifacts",
    "error",
    "success",
    "data",
];

/// Collects the traits of values.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) traits: Traits,
}

impl Seen {
    pub(super) fn value(&mut self, value: &Value, depth: usize) {
        let falsy = match value {
            Value::Null | Value::Bool(false) => true,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            Value::Bool(true) => false,
        };
        self.traits.add(Trait::FalsyValue, falsy);
        self.traits.add(Trait::NullValue, value.is_null());
        self.traits.add(Trait::Boolean, value.is_boolean());
        match value {
            Value::Number(number) => self.number(number),
            Value::String(text) => self.text(text),
            Value::Array(items) => self.list(items, depth),
            Value::Object(_) => {
                self.traits.add(Trait::NestedMap, true);
                self.map(value, depth);
            }
            Value::Null | Value::Bool(_) => {}
        }
    }

    pub(super) fn map(&mut self, value: &Value, depth: usize) {
        let Some(members) = value.as_object() else {
            return;
        };
        self.traits.add(Trait::Deep, depth > 8);
        self.traits.add(Trait::Wide, members.len() > 20);
        self.keys(members);
        for value in members.values() {
            self.value(value, depth + 1);
        }
    }

    fn keys(&mut self, members: &Map<String, Value>) {
        for key in members.keys() {
            let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
            let odd = key.is_empty() || key.starts_with('_') || !key.bytes().all(plain);
            self.traits.add(Trait::OddKey, odd);
            self.traits
                .add(Trait::NumericKey, key.parse::<i64>().is_ok());
            self.traits
                .add(Trait::ReservedKey, RESERVED.contains(&key.as_str()));
        }
    }

    fn list(&mut self, items: &[Value], depth: usize) {
        self.traits.add(Trait::List, true);
        self.traits.add(Trait::ListOfOne, items.len() == 1);
        self.traits.add(Trait::LongList, items.len() > 100);
        for item in items {
            self.value(item, depth + 1);
        }
    }

    fn number(&mut self, number: &Number) {
        let value = number.as_f64().unwrap_or(0.0);
        self.traits.add(Trait::Number, true);
        self.traits
            .add(Trait::BigNumber, value.abs() >= 2_147_483_648.0);
        self.traits.add(Trait::Fraction, value.fract() != 0.0);
    }

    fn text(&mut self, text: &str) {
        let any = |holds: fn(char) -> bool| text.chars().any(holds);
        self.traits.add(Trait::EmptyText, text.is_empty());
        self.traits.add(Trait::OuterSpace, text.trim() != text);
        self.traits.add(
            Trait::LineEnd,
            any(|c| matches!(c, '\n' | '\r' | '\u{2028}')),
        );
        let control = any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
        self.traits.add(Trait::Control, control);
        self.traits.add(Trait::NotAscii, !text.is_ascii());
        self.traits.add(Trait::Astral, any(|c| c > '\u{ffff}'));
        self.traits.add(
            Trait::Markup,
            any(|c| matches!(c, '<' | '&' | '*' | '`' | '\\' | '"')),
        );
        self.traits.add(Trait::Url, text.contains("://"));
        self.traits
            .add(Trait::LooksLikeOther, looks_like_other(text));
        self.traits.add(Trait::LongText, text.len() > 1000);
        self.traits.add(Trait::HugeText, text.len() > 65_535);
    }
}

/// A text that careless code takes for a number, a date, a constant or JSON.
fn looks_like_other(text: &str) -> bool {
    let constant = ["true", "false", "yes", "no", "on", "null", "None", "~"];
    let date = text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    let json = text.starts_with(['{', '[']) && text.ends_with(['}', ']']);
    text.parse::<f64>().is_ok() || constant.contains(&text) || date || json
}
