//! What a check can find: a closed list of permanent names.

use std::fmt;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($( $(#[$doc:meta])* $name:ident = $text:literal, $check:literal, $likely:literal, $to_do:literal; )*) => {
        /// What a check found.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $( $(#[$doc])* $name, )*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The code's permanent name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Code::$name => $text,)* }
            }

            /// The check that finds it.
            #[must_use]
            pub fn check(self) -> &'static str {
                match self { $(Code::$name => $check,)* }
            }

            /// The likely cause, for a reader.
            #[must_use]
            pub fn likely(self) -> &'static str {
                match self { $(Code::$name => $likely,)* }
            }

            /// What to do about it.
            #[must_use]
            pub fn to_do(self) -> &'static str {
                match self { $(Code::$name => $to_do,)* }
            }
        }
    };
}

codes! {
    /// An artifact of a successful call is not among the delivered entries.
    NotArrived = "not-arrived", "arrival",
        "the artifact is lost between the tool and the list: a filter, a limit, an overwrite, or a failing sibling",
        "collect every successful call's artifacts, and append them rather than assign";
    /// An entry stands twice in one list.
    ArrivedTwice = "arrived-twice", "arrival",
        "the artifact is collected in two places, or a list is appended to itself",
        "collect at a single point";
    /// An entry that no call of this run produced.
    NotProduced = "not-produced", "arrival",
        "something else than this run's artifacts is put into the list: an earlier run's, a failure's, or a part of `data`",
        "build the list anew for every run, from artifacts alone";
    /// What is delivered is no list.
    NotAList = "not-a-list", "exactness",
        "the list is wrapped, keyed, or has lost its indexes (a filtered array becomes a map in some languages)",
        "deliver a plain list of entries";
    /// An entry is no map.
    EntryNotAMap = "entry-not-a-map", "exactness",
        "entries are nested, encoded, or placeholders",
        "deliver one map for each artifact, and nothing for none";
    /// An entry has a key beside the three.
    ExtraKey = "extra-key", "exactness",
        "the entry starts as a copy of the tool's own map, or something is added to it",
        "build it key by key: type, payload, then the id of the call that you made";
    /// An entry lacks one of the three keys.
    MissingKey = "missing-key", "exactness",
        "a key is renamed, or left out when its value is empty",
        "build it key by key: type, payload, then the id of the call that you made";
    /// A key stands twice in an entry.
    DuplicateKey = "duplicate-key", "exactness",
        "the entry is written as text, the tool's keys beside the runtime's",
        "build it key by key in a map, and encode that";
    /// The entry's id is what the tool wrote.
    IdToolWritten = "id-tool-written", "provenance",
        "the entry starts as a copy of the tool's own map, or the tool's id is preferred",
        "build it key by key: type, payload, then the id of the call that you made";
    /// The entry's id is another call's.
    IdOfAnotherCall = "id-of-another-call", "provenance",
        "results are paired by position, by name or by completion order, or a variable keeps the last call's id",
        "keep each result with the call that it answers";
    /// The entry's id is neither the call's nor another's.
    IdChanged = "id-changed", "provenance",
        "the id is normalised, shortened, converted or minted anew",
        "copy the call's id as it is";
    /// The entry's type is not what the tool wrote.
    TypeChanged = "type-changed", "exactness",
        "the type is normalised or mapped",
        "copy the type as it is";
    /// The entry's payload is not what the tool wrote.
    PayloadChanged = "payload-changed", "exactness",
        "the payload is filtered, converted, cut or normalised on its way",
        "copy the payload as it is; whoever shows it escapes it";
    /// The port is exposed although no override says so.
    ExposedByDefault = "exposed-by-default", "hidden-by-default",
        "the port's default exposure is true, or something else than its own override decides",
        "declare the port hidden by default, and let only an `outputs` override of its own id show it";
    /// A tool message changes with the artifacts.
    ProseChanges = "prose-changes", "non-interference",
        "the artifact is rendered into the tool message",
        "build the message from the result's `data`; artifacts go to tool_artifacts alone";
    /// The model's input changes with the artifacts beside the tool message.
    ModelInputChanges = "model-input-changes", "non-interference",
        "the artifact travels in the history, or in a message of its own",
        "keep artifacts out of everything that is sent to the model";
    /// A message comes or goes with the artifacts.
    MessagesChange = "messages-change", "non-interference",
        "a message is added for the artifact, or lost with it",
        "send the same messages whether or not there are artifacts";
    /// The prose quotes a string that only artifacts hold.
    ProseQuotes = "prose-quotes", "quotation",
        "the artifact is rendered into what the model is sent",
        "build the message from the result's `data`; artifacts go to tool_artifacts alone";
    /// The prose quotes another run's artifact.
    ProseRemembers = "prose-remembers", "quotation",
        "rendered prose is kept from one run to the next, artifacts and all",
        "render from this call's `data`; key no cache by tool or arguments alone";
    /// Nothing of the data reaches the prose.
    DataNotInProse = "data-not-in-prose", "evidence",
        "the prose is constant, cached, or built from something else than the result's `data`",
        "build the message from the result's `data`";
    /// A message answers a call with another call's data.
    ProseOfAnotherCall = "prose-of-another-call", "pairing",
        "messages are paired with calls by position or by completion order",
        "keep each result with the call that it answers";
    /// Entries are delivered under one exposure and not under another.
    DeliveryDepends = "delivery-depends-on-exposure", "sameness",
        "entries are read off the port after exposure has stripped it, or collected only if it is shown",
        "collect artifacts apart from the port, so that exposure governs only what an editor shows";
    /// Entries differ from one exposure to another.
    EntriesDepend = "entries-depend-on-exposure", "sameness",
        "entries are built in two places, one for each exposure",
        "collect artifacts apart from the port, so that exposure governs only what an editor shows";
    /// The artifacts never reached the runtime.
    NotHandedOver = "not-handed-over", "evidence",
        "the fake tool was not called, or its artifacts have no way into the runtime",
        "check `invoked` in the adapter, and how its fake tools return artifacts";
    /// The port's exposure is not reported.
    PortNotReported = "port-not-reported", "evidence",
        "the adapter lists no such port",
        "list tool_artifacts under `ports.outputs` with `exposed` true or false";
    /// Overrides change nothing that can be seen.
    OverrideWithoutEffect = "override-without-effect", "evidence",
        "the runtime hides the port outright (EXPO-13), or the adapter does not apply `node.ports`",
        "if the port can be shown, let the adapter store the scenario's override and read the exposure back";
    /// No prose was observed.
    NoProse = "no-prose", "evidence",
        "the adapter reports neither tool messages nor the model's input",
        "report what the model would be sent";
    /// The same scenario gives another text each time.
    ProseUnstable = "prose-unstable", "evidence",
        "times, random ids or the order of completion stand in what the model is sent",
        "fix the clock and the ids in the adapter, where the runtime allows it";
    /// The same scenario delivers something else each time.
    DeliveryUnstable = "delivery-unstable", "evidence",
        "a race, or state that is kept from run to run",
        "build a fresh runtime for each run, and look for the race";
    /// The runtime gave up the run.
    Aborted = "aborted", "evidence",
        "the runtime raises instead of going on",
        "look at the message; a runtime option may change it";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
