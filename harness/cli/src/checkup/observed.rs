//! One observation against what was scripted.

use std::collections::BTreeMap;

use flowdrop_conformance::adapter::{Description, Facet, Observation, ObservedPass};
use flowdrop_conformance::scenario::{Pass, TOOL_ARTIFACTS};

use super::code::Code;
use super::finding::Findings;
use super::probes::Probe;

/// Looks at what came of a probe.
pub(super) fn look_at(
    probe: &Probe,
    description: &Description,
    observation: &Observation,
    findings: &mut Findings,
) {
    let looked = Looked {
        probe,
        description,
        observation,
    };
    looked.passes(findings);
    looked.delivery(findings);
    looked.port(findings);
}

/// Looks at what came of an ordinary success, which should not end a run.
pub(super) fn look_at_plain(probe: &Probe, observation: &Observation, findings: &mut Findings) {
    if let Some(aborted) = &observation.aborted {
        let what = format!("{}: the run was aborted: {}", probe.name, aborted.message);
        findings.add(Code::Aborted, what);
    }
}

/// Whether the calls of the first pass returned in the scripted order, if each of them is
/// recorded once.
pub(super) fn is_in_order(probe: &Probe, observation: &Observation) -> Option<bool> {
    let place = |script: &str| probe.scenario.script.get(script)?.finishes;
    let calls = probe.scenario.passes.first()?.tool_calls.len();
    let returned = observation.passes.first()?.invoked.iter();
    let places: Option<Vec<u32>> = returned.map(|call| place(&call.script)).collect();
    let places = places.filter(|places| places.len() == calls)?;
    Some(places.is_sorted())
}

struct Looked<'a> {
    probe: &'a Probe,
    description: &'a Description,
    observation: &'a Observation,
}

impl Looked<'_> {
    fn passes(&self, findings: &mut Findings) {
        let asked = &self.probe.scenario.passes;
        let (asked_for, reported) = (asked.len(), self.observation.passes.len());
        // After an abort nothing more is owed.
        if reported < asked_for && self.observation.aborted.is_none() || reported > asked_for {
            let what = self.says(&format!("{asked_for} passes, and {reported} are reported"));
            findings.add(Code::PassesMissing, what);
        }
        for (number, (pass, seen)) in asked.iter().zip(&self.observation.passes).enumerate() {
            self.invoked(number, pass, seen, findings);
            if self.owes_all() && self.description.facets.prose != Facet::None {
                self.messages(number, pass, seen, findings);
            }
        }
    }

    /// Whether nothing excuses a runtime from delivering everything.
    fn owes_all(&self) -> bool {
        self.observation.aborted.is_none() && !self.probe.is_hostile
    }

    fn invoked(&self, number: usize, pass: &Pass, seen: &ObservedPass, findings: &mut Findings) {
        let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for call in &pass.tool_calls {
            counts.entry(&call.args.script).or_default().0 += 1;
        }
        for call in &seen.invoked {
            counts.entry(&call.script).or_default().1 += 1;
            self.handed_over(&call.script, call.artifacts, findings);
        }
        for (script, (made, recorded)) in counts {
            let told = |what: &str| self.says(&format!("`{script}` {what} in pass {}", number + 1));
            if made == 0 {
                findings.add(Code::InvokedUnknown, told("is recorded and was not called"));
            } else if recorded == 0 && self.owes_all() {
                findings.add(Code::InvokedMissing, told("was called and is not recorded"));
            } else if recorded > made {
                findings.add(
                    Code::InvokedRepeated,
                    told(&format!("is recorded {recorded} times")),
                );
            }
        }
    }

    fn handed_over(&self, script: &str, recorded: usize, findings: &mut Findings) {
        let Some(result) = self.probe.scenario.script.get(script) else {
            return;
        };
        let scripted = result.artifacts.len();
        // An idiom for failures may have no room for artifacts.
        if recorded != scripted && (recorded > scripted || result.failure().is_none()) {
            let what =
                format!("`{script}` attaches {scripted} artifacts, and {recorded} are recorded");
            findings.add(Code::InvokedCount, self.says(&what));
        }
    }

    /// One message may answer several calls: what each call's data says is looked for.
    fn messages(&self, number: usize, pass: &Pass, seen: &ObservedPass, findings: &mut Findings) {
        let messages = seen.tool_messages.iter();
        let contents: Vec<String> = messages
            .map(|message| message.content.to_string())
            .collect();
        let is_read = |word: &String| contents.iter().any(|content| content.contains(word));
        let calls = pass.tool_calls.iter();
        let mut words = calls.map(|call| self.probe.word(&call.args.script));
        if let Some(word) = words.find(|word| !is_read(word)) {
            let (calls, messages) = (pass.tool_calls.len(), contents.len());
            let what = format!(
                "no content in pass {} holds `{word}`, which only the data holds ({calls} calls, {messages} tool messages)",
                number + 1
            );
            let code = if messages < calls {
                Code::ToolMessagesMissing
            } else {
                Code::ProseWithoutData
            };
            findings.add(code, self.says(&what));
        }
        if seen.model_input.is_none() {
            findings.add(
                Code::ModelInputMissing,
                self.says("there is no `model_input`"),
            );
        }
    }

    fn delivery(&self, findings: &mut Findings) {
        let facets = self.description.facets;
        let handed = self
            .observation
            .passes
            .iter()
            .flat_map(|pass| &pass.invoked);
        let handed: usize = handed.map(|call| call.artifacts).sum();
        let anywhere = self
            .observation
            .passes
            .iter()
            .map(|pass| &pass.tool_artifacts);
        let delivered = anywhere
            .chain([&self.observation.tool_artifacts])
            .flatten()
            .any(|list| list.as_array().is_none_or(|list| !list.is_empty()));
        let is_seen = facets.pairing != Facet::None || facets.entries != Facet::None;
        if handed > 0 && !delivered && is_seen && self.owes_all() {
            let what = format!("{handed} artifacts were handed over, and nothing was delivered");
            findings.add(Code::NothingDelivered, self.says(&what));
        }
    }

    fn port(&self, findings: &mut Findings) {
        let ports = self.observation.ports.as_ref();
        let shown = ports.and_then(|ports| ports.exposed(TOOL_ARTIFACTS));
        let is_seen = self.description.facets.exposure != Facet::None;
        let stored = self.probe.scenario.node.ports.output(TOOL_ARTIFACTS);
        match (is_seen, shown, stored) {
            (true, None, _) => {
                findings.add(
                    Code::PortMissing,
                    self.says("`tool_artifacts` is not among the ports"),
                );
            }
            (false, Some(_), _) => {
                findings.add(Code::PortUndeclared, self.says("a port is reported"));
            }
            (true, Some(shown), Some(stored)) if shown != stored => {
                let what = format!("the port's override says {stored}, and `exposed` is {shown}");
                findings.add(Code::OverrideIgnored, self.says(&what));
            }
            _ => {}
        }
    }

    fn says(&self, what: &str) -> String {
        format!("{}: {what}", self.probe.name)
    }
}
