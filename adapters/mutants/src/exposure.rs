//! ¶2: when the port is shown though nobody asked.

use flowdrop_conformance::scenario::{PortOverride, TOOL_ARTIFACTS};

use crate::mutant::{Mutant, shown, wired};
use crate::runtime::{Done, Exposure, HONEST, Run, Wiring};

/// Ports that are exposed by default.
pub(crate) static TABLE: &[Mutant] = &[
    shown("shown-by-default", "JS `port.exposed ?? true`", |_| true),
    wired(
        "shown-always",
        &[2],
        "PHP: overrides are not read, and the default is shown",
        Wiring {
            exposed: |_| true,
            ..HONEST
        },
    ),
    shown(
        "shown-with-artifacts",
        "Python: shown when there is something to show",
        |run| produced(run) > 0,
    ),
    shown(
        "shown-with-two-artifacts",
        "JS: shown when the list is worth a port",
        |run| produced(run) > 1,
    ),
    shown(
        "shown-with-calls",
        "Go: shown once a call was made",
        |run| !run.done.is_empty(),
    ),
    shown(
        "shown-by-input",
        "JS: one map for both directions, so an exposed input of that name shows it",
        |run| {
            inputs(run)
                .iter()
                .any(|port| port.id == TOOL_ARTIFACTS && port.exposed)
        },
    ),
    shown(
        "shown-by-any-input",
        "Java: any exposed input shows the outputs",
        |run| inputs(run).iter().any(|port| port.exposed),
    ),
    shown(
        "shown-by-other-output",
        "Python `any(port.exposed)`",
        |run| outputs(run).iter().any(|port| port.exposed),
    ),
    shown(
        "shown-by-hidden-other",
        "PHP: an override elsewhere switches the default off",
        |run| outputs(run).iter().any(|port| !port.exposed),
    ),
    shown(
        "shown-without-config",
        "PHP `empty($ports)` means everything",
        |run| inputs(run).is_empty() && outputs(run).is_empty(),
    ),
    shown(
        "shown-with-any-config",
        "JS: a stored configuration means it was edited",
        |run| !(inputs(run).is_empty() && outputs(run).is_empty()),
    ),
    shown(
        "shown-by-prefix",
        "Go `strings.HasPrefix`: an exposed output whose name starts alike",
        |run| {
            outputs(run)
                .iter()
                .any(|port| port.exposed && alike(&port.id))
        },
    ),
    shown(
        "shown-by-case",
        "SQL collation: an exposed `Tool_Artifacts`",
        |run| {
            let same = |id: &str| id.eq_ignore_ascii_case(TOOL_ARTIFACTS);
            outputs(run)
                .iter()
                .any(|port| port.exposed && same(&port.id))
        },
    ),
    shown(
        "shown-by-mention",
        "Python `id in overrides`: an input's hidden entry counts as one",
        |run| inputs(run).iter().any(|port| port.id == TOOL_ARTIFACTS),
    ),
    shown(
        "shown-in-second-pass",
        "JS: schema rebuilt after the first pass without its default",
        |run| run.done.iter().any(|done| done.pass > 0),
    ),
    shown(
        "shown-after-failure",
        "Java: error handling resets the ports",
        |run| run.done.iter().any(|done| done.failure().is_some()),
    ),
    shown(
        "shown-with-image",
        "Python: images are for people, so the port is shown",
        |run| {
            let handed = run.done.iter().flat_map(Done::handed);
            handed
                .into_iter()
                .any(|artifact| artifact["type"] == "image")
        },
    ),
    wired(
        "shown-after-exposed-run",
        &[2],
        "PHP static cache of resolved ports",
        Wiring {
            exposed: sticky,
            ..HONEST
        },
    ),
    shown(
        "shown-with-many-tools",
        "JS: nodes with more than one tool are shown in full",
        |run| {
            let mut names: Vec<&str> = run
                .done
                .iter()
                .map(|done| done.call.name.as_str())
                .collect();
            names.sort_unstable();
            names.dedup();
            names.len() > 1
        },
    ),
    shown(
        "shown-on-empty-batch",
        "Go: an early return on a batch without calls leaves the port at the language's default, shown (a run without any pass is not affected)",
        |run| {
            run.scenario
                .passes
                .iter()
                .any(|pass| pass.tool_calls.is_empty())
        },
    ),
];

fn produced(run: &Run<'_>) -> usize {
    run.done
        .iter()
        .filter(|done| done.succeeded())
        .map(|done| done.handed().len())
        .sum()
}

fn inputs<'a>(run: &Run<'a>) -> &'a [PortOverride] {
    &run.scenario.node.ports.inputs
}

fn outputs<'a>(run: &Run<'a>) -> &'a [PortOverride] {
    &run.scenario.node.ports.outputs
}

fn alike(id: &str) -> bool {
    !id.is_empty() && (id.starts_with(TOOL_ARTIFACTS) || TOOL_ARTIFACTS.starts_with(id))
}

fn sticky(run: &Run<'_>) -> bool {
    let mut memory = run.memory.borrow_mut();
    match run.exposure() {
        Exposure::Hidden => false,
        Exposure::Exposed => {
            memory.seen.insert("exposed".to_owned());
            true
        }
        Exposure::Default => memory.seen.contains("exposed"),
    }
}
