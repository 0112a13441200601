//! Payloads of a size at which something gives up.
//!
//! They are made last and kept within what a run is owed (RT-TOOL-6 ¶2: 512 KB a payload,
//! 2 MB a run), and few scenarios hold any, since each is slow to send and to judge.

use serde_json::{Map, Value, json};

use super::Maker;

/// What all large payloads of a run may come to; the rest of it stays far below what is
/// left of 2 MB.
pub(super) const MOST: usize = 1_700_000;
/// Just past a TEXT column or a 64 KiB buffer, past 128 and 256 KiB, and nearly all that a
/// payload is owed.
const SIZES: [usize; 6] = [65_540, 66_000, 131_100, 200_000, 262_200, 490_000];
/// The length of one of many texts, none of which is long.
const ROW: usize = 900;

impl Maker<'_> {
    /// Makes some payloads large. Each is delivered once for every call that asks.
    pub(super) fn enlarge(&mut self, artifacts: &mut [Value], times: usize) {
        for artifact in artifacts {
            let size = *self.random.pick(&SIZES);
            let payload = artifact.get_mut("payload").and_then(Value::as_object_mut);
            let Some(payload) = payload.filter(|_| self.random.chance(70)) else {
                continue;
            };
            let Some(left) = self.large_left.checked_sub(size * times) else {
                continue;
            };
            self.large_left = left;
            self.fill(payload, size);
        }
    }

    /// Fills a payload with one long text, or with many that are not long.
    fn fill(&mut self, payload: &mut Map<String, Value>, size: usize) {
        let (key, value) = match self.random.chance(60) {
            true => ("text", json!(self.long(size))),
            false => {
                let rows = (0..=size / ROW).map(|_| self.long(ROW));
                ("rows", rows.collect())
            }
        };
        *payload = Map::from_iter([(key.to_owned(), value)]);
    }
}
