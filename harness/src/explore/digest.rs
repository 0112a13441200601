//! A number that stands for a scenario.

use std::io::{self, Write as _};

use serde_json::Value;

use crate::json::sorted;
use crate::scenario::Scenario;

/// FNV-1a over the scenario, keys in order: a name that follows from what it is.
pub(super) fn digest(scenario: &Scenario) -> u64 {
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    // A scenario can always be written, and this writer never fails.
    let _ = serde_json::to_value(scenario).map(|value| write_sorted(&value, &mut hash));
    hash.0
}

fn write_sorted(value: &Value, to: &mut Fnv) -> io::Result<()> {
    match value {
        Value::Object(members) => {
            to.write_all(b"{")?;
            for (key, value) in sorted(members) {
                serde_json::to_writer(&mut *to, key)?;
                write_sorted(value, to)?;
            }
            to.write_all(b"}")
        }
        Value::Array(items) => {
            to.write_all(b"[")?;
            for item in items {
                write_sorted(item, to)?;
                to.write_all(b",")?;
            }
            to.write_all(b"]")
        }
        scalar => Ok(serde_json::to_writer(&mut *to, scalar)?),
    }
}

struct Fnv(u64);

impl io::Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
