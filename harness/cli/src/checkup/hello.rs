//! The answer to `hello`, as it stands on the line and as the harness reads it.

use flowdrop_conformance::adapter::{Description, Facet, Feature};
use serde_json::Value;

use super::code::Code;
use super::finding::Findings;

const FACETS: [&str; 4] = ["prose", "pairing", "entries", "exposure"];

/// What can be said before the harness reads it: it refuses `witnessed`.
pub(super) fn look_at_line(line: &[u8], findings: &mut Findings) {
    let Ok(said) = serde_json::from_slice::<Value>(line) else {
        return;
    };
    let witnessed = |name: &&str| said["facets"][*name] == "witnessed";
    if let Some(name) = FACETS.into_iter().find(witnessed) {
        let what = format!("the facet `{name}` is declared `witnessed`");
        findings.add(Code::WitnessedDeclared, what);
    }
    look_at_facets(&said["facets"], findings);
    look_at_features(&said["supports"], findings);
}

fn look_at_facets(facets: &Value, findings: &mut Findings) {
    let missing = FACETS.iter().filter(|name| facets.get(**name).is_none());
    let missing: Vec<&str> = missing.copied().collect();
    if !missing.is_empty() {
        let what = format!("not declared: {}", missing.join(", "));
        findings.add(Code::FacetMissing, what);
    }
    let declared = facets.as_object().into_iter().flatten();
    let mut unknown = declared.filter(|(name, _)| !FACETS.contains(&name.as_str()));
    if let Some((name, _)) = unknown.next() {
        findings.add(Code::FacetUnknown, format!("there is no facet `{name}`"));
    }
}

fn look_at_features(supports: &Value, findings: &mut Findings) {
    let named = supports.as_array().into_iter().flatten();
    let mut named = named.filter_map(Value::as_str);
    if let Some(name) = named.find(|name| Feature::from_name(name).is_none()) {
        let known = Feature::ALL.map(Feature::name).join(", ");
        let what = format!("`{name}` is no feature; there are {known}");
        findings.add(Code::FeatureUnknown, what);
    }
}

/// What can be said of a description that the harness takes.
pub(super) fn look_at(description: &Description, findings: &mut Findings) {
    let facets = description.facets;
    let all = [
        facets.prose,
        facets.pairing,
        facets.entries,
        facets.exposure,
    ];
    if all.iter().all(|facet| *facet == Facet::None) {
        findings.add(Code::NothingObservable, "every facet is `none`");
    }
    let delivered = facets.pairing.max(facets.entries);
    for (place, facet) in [("tool_artifacts", delivered), ("prose", facets.prose)] {
        let told = description.read_from.get(place);
        if facet != Facet::None && told.is_none_or(|told| told.trim().is_empty()) {
            let what = format!("`read_from.{place}` is not told");
            findings.add(Code::ReadFromMissing, what);
        }
    }
    if facets.exposure == Facet::None && description.supports.contains(&Feature::Exposure) {
        let what = "`exposure` is announced, and its facet is `none`";
        findings.add(Code::ExposureFacetNone, what);
    }
    if description.implementation.language.is_none() {
        let what = "`implementation.language` is not told";
        findings.add(Code::LanguageMissing, what);
    }
}
