//! How it was observed, and how a reader checks it.

use flowdrop_conformance::adapter::Facet;
use flowdrop_conformance::report::Report;
use maud::{Markup, html};

use super::text::{glyphs, left_out, link, shown};
use crate::formats::words;

/// The longest command that is shown.
const LONGEST_COMMAND: usize = 4_000;

/// How each side of an observation was obtained, and from where.
pub(super) fn observed(report: &Report) -> Markup {
    let facets = &report.facets;
    let sides = [
        ("What the model is sent", "¶3", facets.prose),
        ("Which call an artifact is of", "¶1 ¶4", facets.pairing),
        ("Who builds the entries", "¶1 ¶4", facets.entries),
        ("Whether the port is exposed", "¶2 ¶4", facets.exposure),
    ];
    let any = |wanted: Facet| sides.iter().any(|(_, _, facet)| *facet == wanted);
    html! {
        section #observed {
            h2 { "How it was observed" }
            dl.facts {
                @for (side, clauses, facet) in sides {
                    div { dt { (side) " " span.dim { (clauses) } } dd { (words::facet(facet)) } }
                }
            }
            p.note {
                @if any(Facet::Native) { "Native: the runtime made it, as the adapter declares. " }
                @if any(Facet::Bridged) { "Bridged: the adapter assembled it, as it declares. " }
                @if any(Facet::Witnessed) { "Witnessed: the harness saw it on the wire. " }
                @if any(Facet::None) { "Not observed: clauses that rest on it cannot be judged. " }
            }
            @if !report.read_from.is_empty() {
                h3 { "Read from" }
                dl.facts {
                    @for (what, place) in &report.read_from {
                        div { dt { (shown(what)) } dd { (shown(place)) } }
                    }
                }
            }
            @if !report.supports.is_empty() {
                p.note {
                    "Supports "
                    @for (at, feature) in report.supports.iter().enumerate() {
                        @if at > 0 { ", " }
                        (feature.name())
                    }
                    "."
                }
            }
        }
    }
}

/// What a reader needs to run it again.
pub(super) fn replay(report: &Report) -> Markup {
    html! {
        section #replay {
            h2 { "How to check it" }
            p { "The same command on the same versions gives the same report:" }
            (command(&report.reproduce.command))
            p { "And this compares a report file with a run of your own, case by case:" }
            (command(&words::verify(report)))
            dl.facts {
                div { dt { "Suite" } dd { (shown(&report.suite.name)) " " (shown(&report.suite.version)) } }
                div { dt { "Suite digest" } dd { code { (shown(&report.suite.digest)) } } }
                @for rule in &report.suite.rules {
                    div {
                        dt { "Rule hash" }
                        dd { (link(&rule.url, &flowdrop_conformance::report::safe(&rule.rule))) " " code { (shown(&rule.rule_hash)) } }
                    }
                }
                div { dt { "Program" } dd { (shown(&report.program.name)) " " (shown(&report.program.version)) } }
                div { dt { "Seed" } dd { (report.reproduce.seed) } }
            }
        }
    }
}

/// A command, as it is typed. A line breaks between its words only.
pub(super) fn command(text: &str) -> Markup {
    let head: String = text.chars().take(LONGEST_COMMAND).collect();
    let more = text.chars().count() - head.chars().count();
    html! {
        pre.command tabindex="0" {
            code {
                @for (at, word) in head.split(' ').enumerate() {
                    @if at > 0 { " " }
                    span.w { (glyphs(word)) }
                }
                @if more > 0 { (left_out(more)) }
            }
        }
    }
}
