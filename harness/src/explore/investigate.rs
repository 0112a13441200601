//! From a finding as it was first seen to a case that others can run.

use super::digest::digest;
use super::finding::{label, size};
use super::prober::{Prober, Start};
use super::{Found, Shrunk, shrink};
use crate::adapter::Fault;
use crate::case::Case;

/// A finding, shrunk and named.
#[derive(Debug, Clone, PartialEq)]
pub struct Investigation {
    /// The smallest case that shows it, and how it was reached.
    pub shrunk: Shrunk,
    /// Whether that case shows it on its own.
    pub showing: Showing,
    /// The scenario's size as it was found, in bytes.
    pub from: usize,
    /// Its size now.
    pub to: usize,
    /// Why it was not looked at to the end: the adapter could not be started any more.
    pub lost: Option<Fault>,
}

/// Whether a case shows its finding on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    /// An adapter that was just started shows it.
    Alone,
    /// Such an adapter does not: it needs what other scenarios left behind, and only the
    /// whole exploration shows it again.
    AfterOthers,
    /// Such an adapter showed it once, and then did not.
    Sometimes,
    /// Nobody knows: the adapter could not be started any more.
    Unknown,
}

/// Shrinks a finding on adapters of its own. `origin` says where it comes from; `go_on`
/// is asked before each candidate. Where the adapter is lost on the way, what was reached
/// until then is the result.
pub fn investigate<'a>(
    found: Found,
    origin: &str,
    start: &'a mut Start<'a>,
    go_on: &mut dyn FnMut() -> bool,
) -> Investigation {
    let mut about = Investigation::of(found);
    about.lost = about.pursue(start, go_on).err();
    about.finish(origin);
    about
}

/// A finding as it was first seen, where nothing more can be learned since the adapter
/// was lost.
#[must_use]
pub fn unshrunk(found: Found, origin: &str, lost: Fault) -> Investigation {
    let mut about = Investigation::of(found);
    about.lost = Some(lost);
    about.finish(origin);
    about
}

impl Investigation {
    fn of(found: Found) -> Self {
        let size = size(&found.case.scenario);
        Investigation {
            shrunk: Shrunk::untried(found),
            showing: Showing::Unknown,
            from: size,
            to: size,
            lost: None,
        }
    }

    fn pursue<'a>(
        &mut self,
        start: &'a mut Start<'a>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Fault> {
        let mut prober = Prober::new(start)?;
        let Some(named) = named(&self.shrunk.found, &mut prober)? else {
            self.showing = Showing::AfterOthers;
            return Ok(());
        };
        prober.narrow(&named);
        self.shrink(named.clone(), &mut prober, go_on)?;
        if !self.shows_alone(&mut prober)? {
            // What shrinking left behind in the adapter helped: now without.
            prober.afresh = true;
            self.shrink(named, &mut prober, go_on)?;
            self.shows_alone(&mut prober)?;
        }
        Ok(())
    }

    fn shrink(
        &mut self,
        found: Found,
        prober: &mut Prober<'_>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Fault> {
        self.shrunk = shrink(found, &mut |case| {
            if go_on() { prober.probe(case) } else { None }
        });
        prober.lost.take().map_or(Ok(()), Err)
    }

    fn shows_alone(&mut self, prober: &mut Prober<'_>) -> Result<bool, Fault> {
        let found = &mut self.shrunk.found;
        let result = prober.afresh(&found.case)?;
        let shows = found.signature.shows_in(&result);
        self.showing = Showing::Sometimes;
        if shows {
            self.showing = Showing::Alone;
            found.result = result;
        }
        Ok(shows)
    }

    fn finish(&mut self, origin: &str) {
        self.to = size(&self.shrunk.found.case.scenario);
        let (from, to) = (self.from, self.to);
        let why = match self.showing {
            Showing::Alone => format!("Found by {origin}, and shrunk from {from} to {to} bytes."),
            Showing::AfterOthers => {
                format!("Found by {origin}; on its own it does not show, only after others.")
            }
            Showing::Sometimes => format!("Found by {origin}; it does not always show."),
            Showing::Unknown => format!("Found by {origin}; the adapter was lost before the end."),
        };
        let found = &mut self.shrunk.found;
        label(&mut found.case, &found.result, found.signature, &why);
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
