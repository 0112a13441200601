//! The identifiers of calls.

use super::{Interest, Maker, pools};
use crate::adapter::Feature;
use crate::scenario::{CallId, Scenario};

impl Maker<'_> {
    /// Gives every call its identifier, or none.
    pub(super) fn name_calls(&mut self, scenario: &mut Scenario) {
        let count = scenario.calls().count();
        let mut ids = self.ids(count);
        let calls = scenario
            .passes
            .iter_mut()
            .flat_map(|pass| &mut pass.tool_calls);
        let mut given: Vec<CallId> = Vec::new();
        for call in calls {
            let own = CallId::Text(ids.pop().unwrap_or_default());
            call.tool_call_id = self.perhaps_odd(own, &given);
            given.push(call.tool_call_id.clone());
        }
    }

    /// As many different identifiers as there are calls.
    fn ids(&mut self, count: usize) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        if self.has(Interest::SiblingIds) {
            ids.extend(self.siblings());
        }
        let mut nth = 0;
        while ids.len() < count {
            nth += 1;
            let id = self.id(nth);
            if !id.is_empty() && !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.truncate(count.max(1));
        self.random.shuffle(&mut ids);
        ids
    }

    fn id(&mut self, nth: usize) -> String {
        let pool: &[&str] = match () {
            () if self.likes(Interest::NumericIds) => &pools::NUMERIC_IDS,
            () if self.likes(Interest::PrototypeIds) => &pools::PROTOTYPES,
            () if self.likes(Interest::OddIds) => &pools::ODD_IDS,
            () if self.likes(Interest::EncodedIds) => &pools::ENCODED_IDS,
            () if self.likes(Interest::SpacedIds) => &pools::SPACED_IDS,
            () if self.likes(Interest::ConstantIds) => &pools::CONSTANT_IDS,
            () if self.likes(Interest::PrefixedIds) => &pools::PREFIXES,
            () if self.likes(Interest::LongIds) => return self.long_id(nth),
            () => return format!("c{nth}"),
        };
        let chosen = *self.random.pick(pool);
        match chosen.ends_with('_') || chosen.ends_with('|') {
            true => format!("{chosen}{nth}"),
            false => chosen.to_owned(),
        }
    }

    /// Ids that are alike up to some length.
    fn long_id(&mut self, nth: usize) -> String {
        let length = *self.random.pick(&[9, 33, 41, 65, 129, 257]);
        format!("{}{nth}", "call0000".repeat(length / 8 + 1))
    }

    /// Ids that something careless takes for one.
    fn siblings(&mut self) -> Vec<String> {
        let family = *self.random.pick(&pools::SIBLING_IDS);
        family.iter().map(|id| (*id).to_owned()).collect()
    }

    fn perhaps_odd(&mut self, own: CallId, given: &[CallId]) -> CallId {
        let none = self.supports(Feature::NullId);
        let repeats = self.supports(Feature::RepeatedId) && !given.is_empty();
        match () {
            () if none && self.likes(Interest::MissingIds) => CallId::Missing,
            () if none && self.likes(Interest::NullIds) => CallId::Null,
            () if none && self.likes(Interest::EmptyIds) => CallId::Text(String::new()),
            () if repeats && self.likes(Interest::RepeatedIds) => self.random.pick(given).clone(),
            () => own,
        }
    }
}
