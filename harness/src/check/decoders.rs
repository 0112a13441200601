//! The spellings in which a string can stand in a text, and how each is read.

/// The text that was read, and the place in the original of each of its bytes.
type Decoded = Option<(String, Vec<usize>)>;

/// A spelling, the character without which nothing is spelled so, and how it is read, given
/// how long the shortest string is that is looked for.
pub(super) type Decoder = (&'static str, Option<char>, fn(&str, usize) -> Decoded);

/// Every spelling that is read.
pub(super) const DECODERS: [Decoder; 5] = [
    ("escaped as in JSON", Some('\\'), |text, _| from_json(text)),
    ("percent-encoded", Some('%'), |text, _| from_percent(text)),
    ("escaped as in HTML", Some('&'), |text, _| from_html(text)),
    ("in base64", None, from_base64),
    ("in hexadecimal", None, from_hex),
];

/// Collects decoded text with the place of each byte in the original.
#[derive(Default)]
struct Out {
    bytes: Vec<u8>,
    places: Vec<usize>,
    changed: bool,
}

impl Out {
    fn copy(&mut self, byte: u8, place: usize) {
        self.bytes.push(byte);
        self.places.push(place);
    }

    fn decoded(&mut self, c: char, place: usize) {
        let mut buffer = [0; 4];
        for byte in c.encode_utf8(&mut buffer).bytes() {
            self.copy(byte, place);
        }
        self.changed = true;
    }

    fn finish(self) -> Decoded {
        if !self.changed {
            return None;
        }
        match String::from_utf8(self.bytes) {
            Ok(text) => Some((text, self.places)),
            Err(error) => {
                // Undecodable bytes become one question mark each, so places still fit.
                let bytes = error.into_bytes();
                let text = bytes
                    .iter()
                    .map(|b| if b.is_ascii() { char::from(*b) } else { '?' })
                    .collect();
                Some((text, self.places))
            }
        }
    }
}

/// `\/`, `\"`, `\uXXXX` and the rest, once or twice over.
fn from_json(text: &str) -> Decoded {
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        // A string that was encoded twice has its backslashes doubled.
        let slashes = leading_slashes(bytes, at);
        let start = at;
        at += slashes;
        if slashes == 0 {
            out.copy(bytes[at], at);
            at += 1;
            continue;
        }
        match bytes.get(at) {
            Some(b'u') if hex4(bytes, at + 1).is_some() => {
                let (code, used) = surrogates(bytes, at + 1);
                out.decoded(char::from_u32(code).unwrap_or('?'), start);
                at += used;
            }
            Some(b'x') if hex2(bytes, at + 1).is_some() => {
                out.decoded(char::from(hex2(bytes, at + 1).unwrap_or(b'?')), start);
                at += 3;
            }
            Some(byte @ (b'/' | b'"' | b'\'')) => {
                out.decoded(char::from(*byte), start);
                at += 1;
            }
            Some(escape @ (b'n' | b'r' | b't')) => {
                let space = match escape {
                    b'n' => '\n',
                    b'r' => '\r',
                    _ => '\t',
                };
                out.decoded(space, start);
                at += 1;
            }
            _ => out.decoded('\\', start),
        }
    }
    out.finish()
}

fn leading_slashes(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.iter().skip(at);
    rest.take_while(|byte| **byte == b'\\').count()
}

fn hex2(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = std::str::from_utf8(bytes.get(at..at + 2)?).ok()?;
    u8::from_str_radix(digits, 16).ok()
}

fn hex4(bytes: &[u8], at: usize) -> Option<u32> {
    let digits = std::str::from_utf8(bytes.get(at..at + 4)?).ok()?;
    u32::from_str_radix(digits, 16).ok()
}

/// The character at the four digits after `\u`, and how many bytes from the `u` it takes.
fn surrogates(bytes: &[u8], at: usize) -> (u32, usize) {
    let high = hex4(bytes, at).unwrap_or(0);
    let slashes = leading_slashes(bytes, at + 4);
    let next = at + 4 + slashes;
    let low = match bytes.get(next) {
        Some(b'u') if slashes > 0 => hex4(bytes, next + 1),
        _ => None,
    };
    match low.filter(|low| (0xdc00..0xe000).contains(low)) {
        Some(low) if (0xd800..0xdc00).contains(&high) => {
            let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            (code, 10 + slashes)
        }
        _ => (high, 5),
    }
}

fn from_percent(text: &str) -> Decoded {
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        match (bytes[at], hex2(bytes, at + 1)) {
            (b'%', Some(byte)) => {
                out.copy(byte, at);
                out.changed = true;
                at += 3;
            }
            (byte, _) => {
                out.copy(byte, at);
                at += 1;
            }
        }
    }
    out.finish()
}

fn from_html(text: &str) -> Decoded {
    const NAMED: [(&str, char); 6] = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&apos;", '\''),
        ("&sol;", '/'),
    ];
    let bytes = text.as_bytes();
    let mut out = Out::default();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let named = NAMED
            .iter()
            .find(|(name, _)| rest.starts_with(name))
            .map(|(name, c)| (*c, name.len()));
        let found = if bytes[at] == b'&' {
            named.or_else(|| numbered(rest))
        } else {
            None
        };
        if let Some((c, used)) = found {
            out.decoded(c, at);
            at += used;
            continue;
        }
        let len = rest.chars().next().map_or(1, char::len_utf8);
        (at..at + len).for_each(|place| out.copy(bytes[place], place));
        at += len;
    }
    out.finish()
}

/// `&#47;` or `&#x2F;`.
fn numbered(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix("&#")?;
    let end = inner.find(';').filter(|end| *end <= 8)?;
    let digits = &inner[..end];
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some((char::from_u32(code)?, end + 3))
}

/// Every run of base64 letters, standard or URL-safe, read from each of four offsets.
fn from_base64(text: &str, shortest: usize) -> Decoded {
    decode_runs(text, (shortest * 4).div_ceil(3), is_base64, |run| {
        (0..4.min(run.len()))
            .map(|skip| {
                let mut bytes = Vec::new();
                for group in run[skip..].chunks(4) {
                    let bits = group
                        .iter()
                        .fold(0_u32, |bits, byte| bits << 6 | sextet(*byte));
                    let bits = bits << (6 * (4 - group.len()));
                    bytes.extend_from_slice(&bits.to_be_bytes()[1..group.len().max(1)]);
                }
                bytes
            })
            .collect()
    })
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'-' | b'_')
}

fn sextet(byte: u8) -> u32 {
    u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        _ => 63,
    })
}

/// Every run of hexadecimal digits, read from either of two offsets.
fn from_hex(text: &str, shortest: usize) -> Decoded {
    decode_runs(
        text,
        shortest * 2,
        |byte| byte.is_ascii_hexdigit(),
        |run| {
            (0..2)
                .map(|skip| {
                    run[skip..]
                        .chunks_exact(2)
                        .filter_map(|pair| hex2(pair, 0))
                        .collect()
                })
                .collect()
        },
    )
}

/// Decodes every long enough run of letters, several readings after one another.
fn decode_runs(
    text: &str,
    shortest: usize,
    letter: fn(u8) -> bool,
    decode: impl Fn(&[u8]) -> Vec<Vec<u8>>,
) -> Decoded {
    let mut out = Out::default();
    let mut start = 0;
    for run in text.as_bytes().split(|byte| !letter(*byte)) {
        if run.len() >= shortest {
            for bytes in decode(run) {
                let printable = String::from_utf8_lossy(&bytes);
                for c in printable.chars() {
                    out.decoded(
                        if c == char::REPLACEMENT_CHARACTER {
                            '?'
                        } else {
                            c
                        },
                        start,
                    );
                }
                out.decoded('\n', start);
            }
        }
        start += run.len() + 1;
    }
    out.finish()
}
