//! Texts and numbers that something on the way changes.

pub(in crate::explore) const SPACES: [&str; 8] = [
    " leading",
    "trailing ",
    "two  spaces",
    "\ttab",
    "tab\tinside",
    "\u{a0}hard\u{a0}",
    " ",
    "a   b ",
];

pub(in crate::explore) const LINE_ENDS: [&str; 6] = [
    "one\r\ntwo",
    "one\ntwo",
    "one\rtwo",
    "end\n",
    "\nbegin",
    "a\u{2028}b",
];

pub(in crate::explore) const CONTROLS: [&str; 6] = [
    "nul\u{0}inside",
    "bell\u{7}",
    "\u{1b}[31mred",
    "del\u{7f}",
    "next\u{85}line",
    "\u{1}\u{2}",
];

pub(in crate::explore) const UNICODE: [&str; 11] = [
    "caf\u{e9}",
    "Straße",
    "İstanbul",
    "日本語",
    "🦊",
    "a🦊b",
    "👩\u{200d}👧",
    "“quoted” – ‘it’",
    "Привет",
    "مرحبا",
    "Σίσυφος",
];

/// Texts that one of the normal forms changes.
pub(in crate::explore) const COMPOSED: [&str; 8] = [
    "cafe\u{301}",
    "caf\u{e9}",
    "A\u{30a}ngstrom",
    "\u{212b}ngstrom",
    "\u{fb01}le",
    "①",
    "ＡＢＣ",
    "\u{1112}\u{1161}\u{11ab}",
];

pub(in crate::explore) const INVISIBLE: [&str; 8] = [
    "a\u{200b}b",
    "\u{feff}bom",
    "\u{feff}",
    "soft\u{ad}hyphen",
    "\u{202e}rtl",
    "a\u{2060}b",
    "x\u{200d}y",
    "lrm\u{200e}",
];

pub(in crate::explore) const MARKUP: [&str; 12] = [
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "a & b",
    "&amp; &lt;x&gt; &#39;",
    "it's \"so\"",
    "back\\slash",
    "*star* _under_ `code`",
    "[a](b)",
    "a\\/b",
    "a < b > c",
    "# head",
    "<br/>",
];

/// Web addresses that one or another way of tidying changes.
pub(in crate::explore) const URLS: [&str; 21] = [
    "https://Example.COM/Path",
    "HTTPS://example.com/a",
    "https://example.com:443/a",
    "http://example.com:80/a",
    "http://example.com/a",
    "https://example.com",
    "https://example.com/",
    "https://example.com/a/",
    "https://example.com/a b",
    "https://example.com/%7euser/%c3%a9",
    "https://example.com/é",
    "https://münchen.example/a",
    "https://example.com/?b=2&a=1",
    "https://example.com/a?x=1&y=2#part",
    "https://example.com/#frag",
    "https://example.com/?utm_source=x&id=1",
    "https://user:pass@example.com/a",
    "https://example.com/a/../b/./c",
    "https://example.com//a//b",
    "https://example.com/items/{id}",
    "https://example.com/{id}/{title}?q={name}",
];

/// Addresses of other kinds.
pub(in crate::explore) const OTHER_URLS: [&str; 9] = [
    "/node/5",
    "//example.com/a",
    "../up",
    "mailto:A@Example.com",
    "data:text/plain;base64,SGVsbG8=",
    "javascript:void(0)",
    "file:///srv/a.txt",
    "ftp://files.example/a",
    "urn:isbn:0451450523",
];

pub(in crate::explore) const PATHS: [&str; 6] = [
    "/var/data/file.txt",
    "C:\\dir\\file.txt",
    "a/b/c.pdf",
    "../secret.txt",
    "file name.txt",
    "~/notes",
];

pub(in crate::explore) const LIKE_NUMBERS: [&str; 13] = [
    "007",
    "1e3",
    "12",
    "-0",
    "3.14",
    "1.0",
    " 1",
    "0x1f",
    "0",
    "1_000",
    "1,5",
    "NaN",
    "9007199254740993",
];

pub(in crate::explore) const LIKE_CONSTANTS: [&str; 14] = [
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "null",
    "NULL",
    "~",
    "None",
    "undefined",
    "True",
    "",
    "n/a",
];

pub(in crate::explore) const DATES: [&str; 9] = [
    "2026-01-05",
    "2026-01-05",
    "2026-01-05T10:00:00Z",
    "2026-01-05T10:00:00",
    "2026-01-05T10:00:00.120000+02:00",
    "2026-01-05 10:00:00",
    "10:00",
    "01/05/2026",
    "Mon, 05 Jan 2026 10:00:00 GMT",
];

pub(in crate::explore) const LIKE_OTHERS: [&str; 10] = [
    "{\"a\":1}",
    "{\"a\": 1, \"a\": 2}",
    "[1,2]",
    "[]",
    "\"quoted\"",
    "A@Example.COM",
    "SGVsbG8gd29ybGQh",
    "a,b;c",
    "- item: 1",
    "key=value",
];

pub(in crate::explore) const SECRETS: [&str; 8] = [
    "sk-abcdef123456",
    "token=abc123",
    "Bearer abcdef",
    "ghp_abcdefghijkl",
    "password=hunter2",
    "someone@example.org",
    "+49 170 1234567",
    "4111 1111 1111 1111",
];

pub(in crate::explore) const TEMPLATES: [&str; 9] = [
    "{{url}}",
    "{{ title }}",
    "%s",
    "%(name)s",
    "${payload.url}",
    "{0}",
    "{name}",
    "<%= x %>",
    "{% if x %}",
];

pub(in crate::explore) const PERCENT: [&str; 5] = ["50%25", "a+b", "a%20b", "100%", "%E2%9C%93"];

pub(in crate::explore) const WHOLES: [i64; 16] = [
    0,
    1,
    -1,
    7,
    42,
    255,
    256,
    65_536,
    1_000_000,
    12_345_678,
    2_147_483_648,
    -2_147_483_649,
    4_294_967_296,
    9_007_199_254_740_991,
    -9_007_199_254_740_991,
    1_767_225_600,
];

pub(in crate::explore) const FRACTIONS: [f64; 10] = [
    0.5,
    0.1,
    1.005,
    2.141_592_653_589_79,
    -2.5,
    1e-7,
    1.0,
    100.0,
    123_456.789_012,
    0.333_333_333_333,
];

pub(in crate::explore) const SENTENCES: [&str; 8] = [
    "Created @ in @.",
    "Found @.",
    "The @ record of @ was changed.",
    "@",
    "Exported @ to the @ store.",
    "No @ matches; try @.",
    "Node 5 (@) is a draft.",
    "@ and @.",
];
