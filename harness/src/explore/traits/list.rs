//! The closed list of traits.

macro_rules! traits {
    ($( $name:ident = $text:literal; )*) => {
        /// Something that a scenario can have: a closed list.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        #[allow(missing_docs)]
        pub enum Trait {
            $( $name, )*
        }

        impl Trait {
            /// Every trait.
            pub const ALL: &'static [Trait] = &[$(Trait::$name),*];

            /// What it is, in words.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Trait::$name => $text,)* }
            }
        }
    };
}

traits! {
    NoCalls = "no calls at all";
    EmptyBatch = "a batch without calls";
    SeveralCalls = "several calls in a batch";
    ManyCalls = "more than five calls";
    TwoPasses = "two passes";
    ThreePasses = "three passes";
    SeveralTools = "several tools";
    SameTool = "one tool called twice";
    SharedScript = "the same arguments twice";
    MissingId = "a call without an id";
    NullId = "a call with a null id";
    EmptyId = "a call with an empty id";
    RepeatedId = "a repeated id";
    AlikeIds = "ids that something careless takes for one";
    NumericId = "a numeric id";
    LongId = "an id past 40 characters";
    OddId = "an id with unusual characters";
    Reported = "a call that fails";
    Raised = "a call that throws";
    FailedArtifacts = "artifacts of a failed call";
    OutOfOrder = "calls that complete out of order";
    NoArtifacts = "no artifacts at all";
    SeveralArtifacts = "several artifacts in one call";
    TenArtifacts = "more than ten artifacts";
    FortyArtifacts = "more than forty artifacts";
    SomeWithout = "a call without artifacts beside one with";
    EqualArtifacts = "equal artifacts";
    SameType = "artifacts of one type";
    OddType = "a type that is no lower-case word";
    LongType = "a type past 32 characters";
    Spoofed = "an artifact with an id of its own";
    SpoofedSibling = "an artifact with a sibling's id";
    ExtraKey = "an artifact with further keys";
    Malformed = "a malformed artifact";
    EmptyPayload = "an empty payload";
    FalsyValue = "null, false, zero or empty in a payload";
    NullValue = "null in a payload";
    Number = "a number in a payload";
    BigNumber = "a whole number past 2^31 in a payload";
    Fraction = "a fraction in a payload";
    Boolean = "a boolean in a payload";
    NestedMap = "a map in a payload";
    List = "a list in a payload";
    ListOfOne = "a list of one in a payload";
    LongList = "a list past 100 in a payload";
    Deep = "nesting past eight in a payload";
    Wide = "more than twenty keys in a payload";
    ReservedKey = "a reserved key in a payload";
    OddKey = "an unusual key in a payload";
    NumericKey = "a numeric key in a payload";
    OuterSpace = "spaces at the ends of a text";
    LineEnd = "a line end in a text";
    Control = "a control character in a text";
    NotAscii = "a text that is not ASCII";
    Astral = "a character past U+FFFF";
    Markup = "markup characters in a text";
    Url = "a URL in a payload";
    LooksLikeOther = "a text that looks like another type";
    EmptyText = "an empty text in a payload";
    LongText = "a text past 1,000 characters";
    LargePayload = "a payload past 64 KiB";
    LargeRun = "payloads past 500 KB in one run";
    HugeText = "a text past 65,535 characters";
    DataEmpty = "empty data";
    DataNotMap = "data that is no map";
    DataList = "data that is a list";
    DataText = "data that is a text";
    DataScalar = "data that is null, a boolean or a number";
    DataSeveralKeys = "data with several keys";
    DataNoResult = "data without `result`";
    DataLong = "data past 1,000 bytes";
    DataShares = "data that holds a text of a payload";
    DataWords = "data with words of its own";
    OutputOverride = "an override of another output";
    OutputExposed = "another output exposed";
    OutputSimilar = "an override of an output of a similar name";
    InputOverride = "an override of an input";
    InputSameName = "an override of an input of the same name";
}
