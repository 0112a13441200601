//! Keys of maps, where careless code reads more or less than it should.

pub(in crate::explore) const PAYLOAD_KEYS: [&str; 20] = [
    "url",
    "url",
    "title",
    "text",
    "content",
    "name",
    "id",
    "path",
    "size",
    "mime_type",
    "label",
    "href",
    "body",
    "description",
    "value",
    "items",
    "page",
    "data",
    "status",
    "meta",
];

pub(in crate::explore) const RESERVED_KEYS: [&str; 12] = [
    "type",
    "payload",
    "tool_call_id",
    "artifacts",
    "toolCallId",
    "call_id",
    "data",
    "error",
    "success",
    "id",
    "role",
    "tool_artifacts",
];

pub(in crate::explore) const ODD_KEYS: [&str; 32] = [
    "",
    " ",
    " a",
    "a ",
    "0",
    "1",
    "2",
    "10",
    "007",
    "-1",
    "5",
    "a.b",
    "a.b.c",
    "$ref",
    "$set",
    "@id",
    "@type",
    "_id",
    "_private",
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "camelCase",
    "snake_case",
    "UPPER",
    "with space",
    "a/b",
    "ключ",
    "\u{e9}",
    "x-ext",
    "a[0]",
];

pub(in crate::explore) const KEY_PAIRS: [&[&str]; 9] = [
    &["Key", "key"],
    &["A", "a"],
    &["1", "01"],
    &["\u{e9}", "e\u{301}"],
    &["page", "раge"],
    &["a ", "a"],
    &["fooBar", "foo_bar"],
    &["a.b", "a"],
    &["\u{fb01}n", "fin"],
];

/// Keys of a map that something takes for a list.
pub(in crate::explore) const NUMBERED_KEYS: [&[&str]; 7] = [
    &["0"],
    &["0", "1"],
    &["0", "1", "2"],
    &["1", "2"],
    &["3", "7"],
    &["0", "2"],
    &["0", "1", "name"],
];

/// What something takes for the name of a thing.
pub(in crate::explore) const NAMING_KEYS: [&str; 5] = ["id", "title", "name", "url", "path"];

/// Where contents are kept.
pub(in crate::explore) const BLOB_KEYS: [&str; 5] = ["data", "base64", "content", "blob", "bytes"];

pub(in crate::explore) const SECRET_KEYS: [&str; 6] = [
    "password",
    "token",
    "secret",
    "api_key",
    "authorization",
    "Token",
];

pub(in crate::explore) const PLAIN_KEYS: [&str; 10] = [
    "title",
    "name",
    "description",
    "mime_type",
    "metadata",
    "url",
    "created_at",
    "size",
    "extra",
    "source",
];

pub(in crate::explore) const PORT_KEYS: [&str; 14] = [
    "index",
    "id",
    "name",
    "data",
    "role",
    "content",
    "success",
    "error",
    "artifacts",
    "call_id",
    "tool_name",
    "toolCallId",
    "status",
    "pass",
];

pub(in crate::explore) const PRIVATE_KEYS: [&str; 6] =
    ["_private", "_id", "__v", "_internal", "x-ext", "X-Trace"];

pub(in crate::explore) const PROTOTYPES: [&str; 6] = [
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
];

pub(in crate::explore) const CASED_KEYS: [&str; 9] = [
    "Type",
    "TYPE",
    "PAYLOAD",
    "Payload",
    "Tool_Call_Id",
    "toolCallId",
    "toolcallid",
    "tool-call-id",
    "tool_call_ID",
];

pub(in crate::explore) const SPACED_KEYS: [&str; 8] = [
    "",
    " ",
    "payload ",
    " payload",
    "type ",
    " tool_call_id",
    "tool_call_id ",
    "\tnote",
];

pub(in crate::explore) const LOOK_ALIKES: [&str; 5] = [
    "tуpe",
    "рayload",
    "tool_call_іd",
    "payload\u{200b}",
    "type\u{ad}",
];

pub(in crate::explore) const NUMERIC_KEYS: [&str; 5] = ["0", "1", "2", "-1", "007"];

pub(in crate::explore) const DATA_KEYS: [&str; 14] = [
    "result", "text", "message", "output", "content", "value", "answer", "summary", "title",
    "name", "error", "status", "nodes", "total",
];
