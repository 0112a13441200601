//! From a finding as it was first seen to a case that others can run.

use super::finding::{digest, label, size};
use super::prober::{Prober, Start};
use super::{Found, Shrunk, shrink};
use crate::adapter::Fault;
use crate::case::Case;

/// A finding, shrunk and named.
#[derive(Debug, Clone, PartialEq)]
pub struct Investigation {
    /// The smallest case that shows it, and how it was reached.
    pub shrunk: Shrunk,
    /// Whether it shows on an adapter that was just started. If not, it needs what earlier
    /// runs left behind, and only the whole exploration shows it again.
    pub alone: bool,
    /// The scenario's size as it was found, in bytes.
    pub from: usize,
    /// Its size now.
    pub to: usize,
}

/// Shrinks a finding on adapters of its own. `origin` says where it comes from; `go_on`
/// is asked before each candidate.
///
/// # Errors
///
/// The adapter cannot be started.
pub fn investigate<'a>(
    found: Found,
    origin: &str,
    start: &'a mut Start<'a>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Investigation, Fault> {
    let from = size(&found.case.scenario);
    let mut prober = Prober::new(start)?;
    let found = match named(&found, &mut prober)? {
        Some(named) => named,
        None => return Ok(unrepeated(found, origin, from)),
    };
    prober.narrow(&found);
    let mut shrunk = shrunk_by(found.clone(), &mut prober, go_on)?;
    let mut result = prober.afresh(&shrunk.found.case)?;
    if !found.signature.shows_in(&result) {
        // What shrinking left behind in the adapter helped: now without.
        prober.afresh = true;
        shrunk = shrunk_by(found.clone(), &mut prober, go_on)?;
        result = prober.afresh(&shrunk.found.case)?;
    }
    let alone = found.signature.shows_in(&result);
    if alone {
        shrunk.found.result = result;
    }
    let to = size(&shrunk.found.case.scenario);
    let why = format!("Found by {origin}, and shrunk from {from} to {to} bytes.");
    finish(&mut shrunk.found, &why);
    Ok(Investigation {
        shrunk,
        alone,
        from,
        to,
    })
}

fn shrunk_by(
    found: Found,
    prober: &mut Prober<'_>,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Shrunk, Fault> {
    let shrunk = shrink(found, &mut |case| {
        if go_on() { prober.probe(case) } else { None }
    });
    match prober.lost.take() {
        Some(fault) => Err(fault),
        None => Ok(shrunk),
    }
}

/// The finding under a permanent name, if it shows again. Names decide the order of the
/// variants, so a few are tried.
fn named(found: &Found, prober: &mut Prober<'_>) -> Result<Option<Found>, Fault> {
    let stem = format!(
        "RT-TOOL-3/found/{}-{:08x}",
        found.signature.name(),
        digest(&found.case.scenario) >> 32
    );
    let names = [
        stem.clone(),
        format!("{stem}-b"),
        format!("{stem}-c"),
        found.case.id.clone(),
    ];
    for id in names {
        let case = Case {
            id,
            ..found.case.clone()
        };
        let result = prober.afresh(&case)?;
        if found.signature.shows_in(&result) {
            return Ok(Some(Found {
                signature: found.signature,
                case,
                result,
            }));
        }
    }
    Ok(None)
}

fn unrepeated(mut found: Found, origin: &str, from: usize) -> Investigation {
    let why = format!("Found by {origin}; an adapter that was just started does not show it.");
    finish(&mut found, &why);
    Investigation {
        shrunk: Shrunk {
            found,
            tried: 0,
            taken: 0,
            minimal: false,
        },
        alone: false,
        from,
        to: from,
    }
}

fn finish(found: &mut Found, why: &str) {
    let result = found.result.clone();
    label(&mut found.case, &result, found.signature, why);
}
