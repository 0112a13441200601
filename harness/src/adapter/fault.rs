//! The ways in which an adapter goes wrong: a closed list of permanent names.

use std::fmt;

macro_rules! faults {
    ($( $(#[$doc:meta])* $name:ident = $text:literal, $to_do:literal; )*) => {
        /// How an adapter went wrong. Never the runtime's behaviour.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum FaultCode {
            $( $(#[$doc])* $name, )*
        }

        impl FaultCode {
            /// Every code.
            pub const ALL: &'static [FaultCode] = &[$(FaultCode::$name),*];

            /// The code's permanent name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(FaultCode::$name => $text,)* }
            }

            /// What to do about it.
            #[must_use]
            pub fn to_do(self) -> &'static str {
                match self { $(FaultCode::$name => $to_do,)* }
            }
        }
    };
}

faults! {
    /// The program could not be started.
    NoStart = "no-start", "check the command after `--`";
    /// The program did not answer `hello` in time.
    NoHello = "no-hello", "answer `hello` with one line of JSON, and flush it";
    /// The answer to `hello` lacks something or has another protocol.
    BadHello = "bad-hello", "answer `hello` as protocol 1 says; see adapters/README.md";
    /// There was no answer in time.
    TimedOut = "timed-out", "look at what the adapter waits for; `--timeout` allows more";
    /// The program exited or was ended by a signal.
    Exited = "exited", "look at its stderr";
    /// The program closed its stdin or stdout and did not exit.
    Closed = "closed", "keep both pipes open until `bye`";
    /// A line is not JSON.
    NotJson = "not-json", "write one JSON object a line to stdout, and everything else to stderr";
    /// A line is not UTF-8.
    NotUtf8 = "not-utf8", "write UTF-8 whatever the locale says";
    /// A line is longer than the limit.
    TooLong = "line-too-long", "report less, or raise nothing: the limit is 64 MiB";
    /// A line holds more values than the limit.
    TooMany = "too-many-values", "report less: the limit is 500,000 values in a line";
    /// A line is nested deeper than the limit.
    TooDeep = "nested-too-deep", "report flatter values";
    /// The output ended in the middle of a line.
    HalfLine = "half-line", "end every answer with a newline, and flush it";
    /// A line is JSON but no object.
    NotAnObject = "not-an-object", "answer with one JSON object a line";
    /// A number that no double holds.
    NumberRange = "number-out-of-range", "report such a value as a string";
    /// Half of a surrogate pair.
    LoneSurrogate = "lone-surrogate", "report whole characters";
    /// A key stands twice outside of an entry.
    DuplicateKey = "duplicate-key", "encode a map, rather than write the text";
    /// A member is missing, or has another type.
    WrongShape = "wrong-shape", "report it as protocol 1 says; see adapters/README.md";
    /// An answer to a run that was never asked for.
    UnknownSeq = "unknown-seq", "copy `seq` from the question";
    /// A second answer to one run.
    RepeatedSeq = "repeated-seq", "answer each run once";
    /// An answer to a run that an earlier start of the adapter was asked for.
    LateAnswer = "late-answer", "answer only what this process was asked; keep nothing across starts";
    /// The adapter announced a feature and then called it unsupported.
    BrokenPromise = "unsupported-although-announced", "take the feature out of `supports`, or support it";
    /// The adapter said that it is in trouble.
    AdapterError = "adapter-error", "look at the message; it is the adapter's own";
    /// The adapter panicked.
    Panicked = "panicked", "look at the message; it is the adapter's own";
    /// The adapter could not be kept running.
    GaveUp = "gave-up", "run one case alone, and look at what ends the adapter";
    /// The harness cannot play the model.
    Witness = "witness", "look at the message; a loopback port must be free";
    /// The harness's model was never asked, and the run was not given up.
    WitnessNotAsked = "witness-not-asked", "point the runtime's model at this scenario's `model`; keep no client from an earlier run";
    /// The harness's model was asked more often than the scenario has answers.
    WitnessAskedTooOften = "witness-asked-too-often", "switch off the client's retries and whatever else asks the model on the side";
    /// What the harness's model was sent is no chat request.
    WitnessNotChat = "witness-not-chat", "speak OpenAI's chat completions, with `messages`";
    /// The harness's model was talked to at another path.
    WitnessWrongPath = "witness-wrong-path", "ask at `base_url` with `/chat/completions` appended, by POST";
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An adapter's own trouble, with the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub code: FaultCode,
    /// What happened. Neither a run's number nor anything else in it depends on how runs
    /// were spread over workers.
    pub message: String,
    /// In which run, by its number in the protocol. Not the same when runs are spread
    /// otherwise over workers.
    pub run: Option<u64>,
    /// What the adapter added, or what it had sent.
    pub detail: Option<String>,
    /// The last lines that it wrote to stderr.
    pub stderr: Vec<String>,
    /// The adapter was ended and is started again: the how manieth time without a good
    /// answer in between, and how often it may be.
    pub restarts: Option<(usize, usize)>,
}

impl Fault {
    /// A fault without evidence.
    pub fn new(code: FaultCode, message: impl Into<String>) -> Self {
        Fault {
            code,
            message: message.into(),
            run: None,
            detail: None,
            stderr: Vec::new(),
            restarts: None,
        }
    }

    /// The adapter's own trouble in its own words, which may be none.
    pub(super) fn of_adapter(code: FaultCode, message: String) -> Self {
        if message.trim().is_empty() {
            return Fault::new(
                code,
                "the adapter says that it is in trouble, and not which",
            );
        }
        Fault::new(code, message)
    }

    /// Whether the adapter had to be ended, or was not there any more.
    #[must_use]
    pub fn ended_adapter(&self) -> bool {
        self.restarts.is_some() || self.code == FaultCode::GaveUp
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.run {
            Some(run) => write!(f, " (run {run})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
