//! Types, identifiers and ports.

pub(in crate::explore) const TYPES: [&str; 6] = ["link", "text", "image", "file", "table", "json"];

pub(in crate::explore) const ODD_TYPES: [&str; 34] = [
    "Link",
    "LINK",
    "iMage",
    " link",
    "link ",
    "0",
    "7",
    "-1",
    "1e3",
    "true",
    "null",
    "text/plain",
    "image/png",
    "application/vnd.example+json",
    "tool_result",
    "tool_use",
    "resource",
    "resource_link",
    "error",
    "message",
    "summary",
    "__proto__",
    "constructor",
    "toString",
    "a.b/c",
    "my type",
    "node:5",
    "типа",
    "リンク",
    "e\u{301}tat",
    "\u{e9}tat",
    "data",
    "artifact",
    "x-custom",
];

pub(in crate::explore) const NUMERIC_IDS: [&str; 12] = [
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

pub(in crate::explore) const ODD_IDS: [&str; 16] = [
    "a b",
    "a|b",
    "call:1",
    "x/y",
    "<id>",
    "a&amp;b",
    "a%20b",
    "quote\"d",
    "back\\slash",
    "tab\tid",
    "id#1",
    "é1",
    "ид-1",
    "{id}",
    "a+b",
    "🦊",
];

pub(in crate::explore) const PREFIXES: [&str; 6] = [
    "call_",
    "toolu_",
    "chatcmpl-tool-abc_",
    "call_function_",
    "fc_",
    "prov|call_",
];

pub(in crate::explore) const SIBLING_IDS: [&[&str]; 12] = [
    &["call_a", "CALL_A"],
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
