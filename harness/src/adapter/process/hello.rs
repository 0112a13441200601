//! The answer to `hello`.

use super::excerpt::excerpt;
use super::object::Object;
use crate::adapter::protocol::PROTOCOL;
use crate::adapter::{Description, Facet, Fault, FaultCode};

/// Reads the answer to `hello`.
pub(super) fn read_hello(line: &[u8]) -> Result<Description, Fault> {
    let object = Object::read(line)?;
    object.duplicates()?;
    let bad = |message: &str| object.fault(FaultCode::BadHello, message);
    match object.member("protocol") {
        Some(spoken) if spoken == PROTOCOL.to_string() => {}
        Some(spoken) => {
            let spoken = excerpt(spoken.as_bytes(), 0);
            return Err(bad(&format!("it speaks protocol {spoken}, not {PROTOCOL}")));
        }
        None => return Err(bad("missing field `protocol`")),
    }
    let description: Description = object.typed().map_err(|fault| Fault {
        code: FaultCode::BadHello,
        ..fault
    })?;
    match objection(&description) {
        Some(message) => Err(bad(&message)),
        None => Ok(description),
    }
}

/// The first member in which two descriptions of one adapter differ.
pub(super) fn difference(first: &Description, second: &Description) -> Option<&'static str> {
    let differs = [
        (
            first.implementation != second.implementation,
            "implementation",
        ),
        (first.adapter != second.adapter, "adapter"),
        (first.facets != second.facets, "facets"),
        (first.read_from != second.read_from, "read_from"),
        (first.supports != second.supports, "supports"),
        (first.max_in_flight != second.max_in_flight, "max_in_flight"),
    ];
    differs
        .into_iter()
        .find_map(|(differs, name)| differs.then_some(name))
}

fn objection(description: &Description) -> Option<String> {
    let named = [
        ("implementation.name", &description.implementation.name),
        (
            "implementation.version",
            &description.implementation.version,
        ),
        ("adapter.name", &description.adapter.name),
        ("adapter.version", &description.adapter.version),
    ];
    if let Some((field, _)) = named.iter().find(|(_, text)| text.trim().is_empty()) {
        return Some(format!("{field} is empty"));
    }
    let facets = [
        ("prose", description.facets.prose),
        ("pairing", description.facets.pairing),
        ("entries", description.facets.entries),
        ("exposure", description.facets.exposure),
    ];
    if let Some((name, _)) = facets.iter().find(|(_, facet)| *facet == Facet::Witnessed) {
        return Some(format!(
            "facets.{name}: only the harness can say `witnessed`"
        ));
    }
    (description.max_in_flight == 0).then(|| "max_in_flight is 0; it counts from 1".to_owned())
}
