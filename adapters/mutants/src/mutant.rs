//! The shape of a table's rows.

use flowdrop_conformance::adapter::Adapter;
use serde_json::Value;

use crate::nulls::{Answer, Null};
use crate::runtime::{
    Built, Change, Done, HONEST, Leak, Made, Message, Object, Place, Run, Runtime, Wiring,
};

/// A runtime that breaks one clause in one way, or conforms in a way of its own.
#[derive(Clone, Copy)]
pub struct Mutant {
    /// Its name, in kebab case. Permanent.
    pub name: &'static str,
    /// The clauses that it breaks: one, or two where the fault truly breaks two; none for
    /// a conforming variant.
    pub clauses: &'static [u8],
    /// What real code does this, in one line.
    pub story: &'static str,
    make: Make,
}

/// What it is made of.
#[derive(Clone, Copy)]
#[allow(
    clippy::large_enum_variant,
    reason = "rows of static tables, never moved about"
)]
enum Make {
    /// The runtime, wired.
    Wired(Wiring),
    /// An adapter without a runtime.
    Null(Answer),
}

impl Mutant {
    /// An adapter of it, with nothing remembered yet.
    #[must_use]
    pub fn build(&'static self) -> Box<dyn Adapter + Send> {
        match &self.make {
            Make::Wired(wiring) => Box::new(Runtime::new(self.name, wiring)),
            Make::Null(answer) => Box::new(Null::new(self.name, *answer)),
        }
    }
}

type Text = &'static str;

impl std::fmt::Debug for Mutant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ¶{:?}: {}", self.name, self.clauses, self.story)
    }
}

/// A row of any table.
pub(crate) const fn wired(
    name: Text,
    clauses: &'static [u8],
    story: Text,
    wiring: Wiring,
) -> Mutant {
    Mutant {
        name,
        clauses,
        story,
        make: Make::Wired(wiring),
    }
}

/// A null adapter.
pub(crate) const fn null(name: Text, story: Text, answer: Answer) -> Mutant {
    Mutant {
        name,
        clauses: &[],
        story,
        make: Make::Null(answer),
    }
}

/// ¶1: another id.
pub(crate) const fn id(name: Text, story: Text, id: fn(&Run<'_>, &Made) -> Value) -> Mutant {
    wired(name, &[1], story, Wiring { id, ..HONEST })
}

/// ¶1: the id, changed.
pub(crate) const fn id_text(name: Text, story: Text, change: fn(&str) -> Value) -> Mutant {
    let id_change = Some(change);
    wired(
        name,
        &[1],
        story,
        Wiring {
            id_change,
            ..HONEST
        },
    )
}

/// ¶1: the type, changed.
pub(crate) const fn kind(name: Text, story: Text, kind: fn(&str) -> Value) -> Mutant {
    wired(name, &[1], story, Wiring { kind, ..HONEST })
}

/// ¶1: an entry built otherwise.
pub(crate) const fn entry(
    name: Text,
    story: Text,
    entry: fn(&Run<'_>, &Made, Object) -> Value,
) -> Mutant {
    wired(name, &[1], story, Wiring { entry, ..HONEST })
}

/// ¶1: the payload's strings, changed.
pub(crate) const fn texts(name: Text, story: Text, change: fn(&str) -> Value) -> Mutant {
    payload(name, story, Change::Texts(change))
}

/// ¶1: the payload's numbers and booleans, changed.
pub(crate) const fn scalars(name: Text, story: Text, change: fn(&Value) -> Value) -> Mutant {
    payload(name, story, Change::Scalars(change))
}

/// ¶1: the payload's maps, changed.
pub(crate) const fn maps(name: Text, story: Text, change: fn(Object) -> Object) -> Mutant {
    payload(name, story, Change::Maps(change))
}

/// ¶1: the payload's lists, changed.
pub(crate) const fn lists(name: Text, story: Text, change: fn(Vec<Value>) -> Value) -> Mutant {
    payload(name, story, Change::Lists(change))
}

/// ¶1: the payload as a whole, changed.
pub(crate) const fn whole(name: Text, story: Text, change: fn(Object) -> Value) -> Mutant {
    payload(name, story, Change::Whole(change))
}

/// ¶1: the payload, changed.
pub(crate) const fn payload(name: Text, story: Text, payload: Change) -> Mutant {
    wired(name, &[1], story, Wiring { payload, ..HONEST })
}

/// ¶1: artifacts lost, merged or made up.
pub(crate) const fn collect(
    name: Text,
    story: Text,
    collect: fn(&Run<'_>, Vec<Made>) -> Vec<Made>,
) -> Mutant {
    wired(name, &[1], story, Wiring { collect, ..HONEST })
}

/// ¶1: single artifacts lost.
pub(crate) const fn keep(name: Text, story: Text, keep: fn(&Run<'_>, &Made) -> bool) -> Mutant {
    let keep = Some(keep);
    wired(name, &[1], story, Wiring { keep, ..HONEST })
}

/// ¶1: something else than the list.
pub(crate) const fn shape(
    name: Text,
    story: Text,
    shape: fn(&Run<'_>, Vec<Built>) -> Option<Value>,
) -> Mutant {
    wired(name, &[1], story, Wiring { shape, ..HONEST })
}

/// ¶2: the port is shown. An override decides where there is one.
pub(crate) const fn shown(name: Text, story: Text, shown: fn(&Run<'_>) -> bool) -> Mutant {
    let shown = Some(shown);
    wired(name, &[2], story, Wiring { shown, ..HONEST })
}

/// ¶4: what is delivered depends on the exposure.
pub(crate) const fn deliver(
    name: Text,
    clauses: &'static [u8],
    story: Text,
    deliver: fn(&Run<'_>, Vec<Built>) -> Vec<Built>,
) -> Mutant {
    wired(name, clauses, story, Wiring { deliver, ..HONEST })
}

/// ¶3: a form of the artifacts, somewhere, at some time.
pub(crate) const fn leak(
    name: Text,
    story: Text,
    form: fn(&[&Object]) -> String,
    place: Place,
    when: fn(&Run<'_>, &Done<'_>) -> bool,
) -> Mutant {
    let leak = Some(Leak { form, place, when });
    wired(name, &[3], story, Wiring { leak, ..HONEST })
}

/// ¶3: a message's content made otherwise.
pub(crate) const fn say(name: Text, story: Text, say: fn(&Run<'_>, &Done<'_>) -> Value) -> Mutant {
    wired(name, &[3], story, Wiring { say, ..HONEST })
}

/// ¶3: messages arranged otherwise.
pub(crate) const fn arrange(
    name: Text,
    story: Text,
    arrange: fn(&Run<'_>, Vec<Message>) -> Vec<Message>,
) -> Mutant {
    wired(name, &[3], story, Wiring { arrange, ..HONEST })
}
