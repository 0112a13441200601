//! Types, identifiers and ports.

pub(in crate::explore) const TYPES: [&str; 12] = [
    "link", "link", "text", "image", "file", "table", "json", "code", "markdown", "html", "chart",
    "audio",
];

/// Each family is something else that is done to a type: compared as it is spelt, taken
/// for a value, for a state, for a member that every object has.
pub(in crate::explore) const ODD_TYPES: [&[&str]; 9] = [
    &["Link", "LINK", "iMage"],
    &[" link", "link ", "my type"],
    &["0", "7", "-1", "1e3"],
    &["0", "true", "null", "false", "undefined"],
    &["text/plain", "image/png", "application/vnd.example+json"],
    &["error", "error", "warning", "message", "summary", "status"],
    &[
        "tool_result",
        "tool_use",
        "resource",
        "resource_link",
        "data",
        "artifact",
    ],
    &["__proto__", "constructor", "toString"],
    &[
        "a.b/c",
        "node:5",
        "x-custom",
        "типа",
        "リンク",
        "e\u{301}tat",
        "\u{e9}tat",
    ],
];

pub(in crate::explore) const NUMERIC_IDS: [&str; 13] = [
    "0",
    "0",
    "1",
    "7",
    "007",
    "1e3",
    "-5",
    "12345678901234567890",
    "3.0",
    "0x1f",
    "42",
    "9007199254740993",
    " 8",
];

pub(in crate::explore) const ODD_IDS: [&str; 13] = [
    "a b", "a|b", "call:1", "x/y", "id#1", "é1", "ид-1", "{id}", "a,b", "a.b", "[0]", "$id", "🦊",
];

/// Ids that mean something else once they are decoded, or are not the same when encoded.
pub(in crate::explore) const ENCODED_IDS: [&str; 9] = [
    "a&amp;b",
    "a%20b",
    "%2Fid",
    "a+b",
    "&lt;id&gt;",
    "<id>",
    "quote\"d",
    "back\\slash",
    "\\u0041",
];

pub(in crate::explore) const SPACED_IDS: [&str; 7] = [
    " lead",
    "trail ",
    " both ",
    "\ttab",
    "tab\tid",
    "line\n",
    "\u{a0}hard",
];

/// Ids that a query string, YAML or a printed value may have been.
pub(in crate::explore) const CONSTANT_IDS: [&str; 7] =
    ["null", "undefined", "None", "nil", "true", "false", "NaN"];

pub(in crate::explore) const PREFIXES: [&str; 6] = [
    "call_",
    "toolu_",
    "chatcmpl-tool-abc_",
    "call_function_",
    "fc_",
    "prov|call_",
];

pub(in crate::explore) const SIBLING_IDS: [&[&str]; 13] = [
    &["call_a", "CALL_A"],
    &["call_Ab", "call_aB"],
    &["Abc", "abc", "aBC"],
    &["c1", "c1 ", " c1"],
    &["c1", "c10", "c100"],
    &["call_1", "1"],
    &["abcdefgh-1", "abcdefgh-2", "abcdefgh-3"],
    &["caf\u{e9}", "cafe\u{301}"],
    &["1", "01", "001"],
    &["7", "7.0", "07"],
    &["a_b", "a-b", "a b"],
    &["x|1", "x|2"],
    &["\u{fb01}x", "fix"],
];

pub(in crate::explore) const OUTPUTS: [&str; 12] = [
    "tool_messages",
    "response",
    "Tool_Artifacts",
    "TOOL_ARTIFACTS",
    "tool_artifacts ",
    "tool_artifact",
    "tool_artifacts_2",
    "tool",
    "tool-artifacts",
    "toolArtifacts",
    "artifacts",
    "skipped",
];

pub(in crate::explore) const INPUTS: [&str; 6] = [
    "tool_artifacts",
    "tool_artifacts",
    "prompt",
    "tools",
    "Tool_Artifacts",
    "artifacts",
];
