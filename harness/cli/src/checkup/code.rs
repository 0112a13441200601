//! What can be found: a closed list of permanent names.

use flowdrop_conformance::adapter::FaultCode;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Severity {
    /// Reports made with this adapter would be wrong, or it cannot be run.
    Error,
    /// Something is missing or looks wrong; it may be the runtime's doing.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

macro_rules! codes {
    ($( $(#[$doc:meta])* $name:ident = $text:literal, $severity:ident, $to_do:literal; )*) => {
        /// What was found.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum Code {
            $( $(#[$doc])* $name, )*
            /// A line that the harness cannot take for an answer, or none at all.
            Fault(FaultCode),
        }

        impl Code {
            #[cfg(test)]
            const OWN: &'static [Code] = &[$(Code::$name),*];

            /// The permanent name.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Code::$name => $text,)* Code::Fault(code) => code.name() }
            }

            pub(crate) fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* Code::Fault(_) => Severity::Error }
            }

            pub(crate) fn to_do(self) -> &'static str {
                match self { $(Code::$name => $to_do,)* Code::Fault(code) => code.to_do() }
            }
        }
    };
}

codes! {
    /// A line on stdout that is no answer.
    StdoutNoise = "stdout-noise", Error,
        "keep stdout for the protocol and send everything else to stderr; the kits do it, `claim_stdio`/`takeStdout`/`take_stdout` also while the runtime is loaded";
    /// `witnessed` was declared.
    WitnessedDeclared = "witnessed-declared", Error,
        "declare `native`, `bridged` or `none`: only the harness can say what it saw";
    /// A facet is not declared.
    FacetMissing = "facet-missing", Warning,
        "declare all four: `native` the runtime made it, `bridged` the adapter assembled it, `none` it cannot be observed; what is missing counts as `none`";
    /// A facet that there is not.
    FacetUnknown = "facet-unknown", Warning,
        "there are `prose`, `pairing`, `entries` and `exposure`";
    /// Every facet is `none`.
    NothingObservable = "nothing-observable", Warning,
        "declare the facets that the adapter reports; as it is, no clause can be judged";
    /// A feature that there is not.
    FeatureUnknown = "feature-unknown", Warning,
        "announce only names of the closed list in adapters/README.md; others are ignored";
    /// The place of something is not named.
    ReadFromMissing = "read-from-missing", Warning,
        "name in `read_from` where it is read, in words for a report's reader";
    /// `exposure` is announced and its facet is `none`.
    ExposureFacetNone = "exposure-facet-none", Warning,
        "declare the facet `exposure`, or take `exposure` out of `supports`";
    /// The language is not told.
    LanguageMissing = "language-missing", Note,
        "say `implementation.language`, for whoever compares reports";
    /// Another description at the second start.
    HelloUnstable = "hello-unstable", Error,
        "describe the same at every start: the harness starts an adapter again and then refuses another description";
    /// Unknown fields are not ignored.
    FieldsRefused = "fields-refused", Error,
        "ignore the members of `hello`, `run` and the scenario that you do not know: a later harness sends more";
    /// The same scenario gave something else.
    NotDeterministic = "not-deterministic", Warning,
        "leave out what changes from run to run (times, message ids), or fix the runtime's seed: ¶3 compares runs word for word";
    /// Something of an earlier run is still there.
    NotIsolated = "not-isolated", Error,
        "build the runtime afresh for every scenario, its history, caches and tools included";
    /// Runs at the same time disturb each other.
    InFlightMixed = "in-flight-mixed", Error,
        "keep each run's state apart from the others', or declare `max_in_flight` 1";
    /// A scripted call was not recorded.
    InvokedMissing = "invoked-missing", Error,
        "let the fake tool write `invoked` as it returns: it is the evidence that artifacts reached the runtime, and without it nothing can be judged";
    /// A recorded call that was not scripted.
    InvokedUnknown = "invoked-unknown", Error,
        "write the call's `args.script` into `invoked`, in the pass in which it was called";
    /// A call was recorded more often than it was made.
    InvokedRepeated = "invoked-repeated", Warning,
        "record a call once; if the runtime itself calls the tool again, leave it as it is";
    /// Another number of artifacts than scripted.
    InvokedCount = "invoked-count", Error,
        "record how many artifacts the fake tool handed to the runtime: as many as are scripted for a success";
    /// The scripted order of completion was not kept.
    OrderNotRealised = "order-not-realised", Warning,
        "let the fake tool wait for its turn (`finishes`), at most 50 ms; if the runtime makes its calls one by one, take `concurrent-calls` out of `supports`";
    /// A pass is not reported.
    PassesMissing = "passes-missing", Error,
        "report one entry of `passes` for every pass of the scenario, unless the run was aborted";
    /// There are fewer tool messages than calls, and a call's data stands in none.
    ToolMessagesMissing = "tool-messages-missing", Warning,
        "report every tool message of the pass, read where the model is sent it (one may answer several calls); if the runtime drops it, leave it as it is";
    /// The data does not stand in any tool message.
    ProseWithoutData = "prose-without-data", Warning,
        "report `content` as the model is sent it, whole; if the runtime replaces the data, leave it as it is";
    /// Prose is known from tool messages only.
    ModelInputMissing = "model-input-missing", Note,
        "report `model_input`, every message that the model was sent after the pass: leaks into history are seen there only";
    /// Artifacts were handed over and nothing was delivered.
    NothingDelivered = "nothing-delivered", Warning,
        "look at what `read_from.tool_artifacts` names, before anything is stripped; if the runtime loses them, leave it as it is";
    /// The port is not reported although the facet says so.
    PortMissing = "port-missing", Error,
        "report `ports.outputs` with `tool_artifacts` and whether it is exposed, or declare the facet `exposure` `none`";
    /// The port is reported although the facet is `none`.
    PortUndeclared = "port-undeclared", Warning,
        "declare the facet `exposure`, or report no ports: what is reported is not judged";
    /// An override changes nothing.
    OverrideIgnored = "override-ignored", Warning,
        "hand `node.ports` to the runtime's node and report the exposure that it resolves; if the runtime ignores it, leave it as it is";
    /// The run of a plain scenario was given up.
    Aborted = "plain-run-aborted", Warning,
        "look at the message; an ordinary success should not end a run, so look at how the fake model and tools are wired";
    /// A feature that is not announced seems to work.
    FeatureUnannounced = "feature-unannounced", Note,
        "announce it in `supports` if the runtime does it by itself: its cases are then judged";
    /// It takes long to start.
    SlowStart = "slow-start", Note,
        "nothing is wrong with it up to 30 s; import less if you can, since every restart costs it again";
    /// Every run takes long.
    SlowRuns = "slow-runs", Note,
        "look for a sleep, a retry or an HTTP client that is made anew for every run";
    /// `bye` does not end it.
    ByeIgnored = "bye-ignored", Warning,
        "exit when `bye` comes; half a second later the adapter is ended with its children";
    /// It does not exit with 0.
    ByeStatus = "bye-status", Warning,
        "exit with status 0 after `bye`";
    /// The end of input does not end it.
    StaysAfterHangup = "stays-after-hangup", Warning,
        "exit at the end of stdin too, or an ended harness leaves the adapter behind";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_each_is_given_once() {
        let own = Code::OWN.iter().map(|code| code.name());
        let mut names: Vec<&str> = own
            .chain(FaultCode::ALL.iter().map(|code| code.name()))
            .collect();
        let all = names.len();
        for name in &names {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(name.chars().all(plain), "{name}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
