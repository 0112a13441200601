//! Whatever bytes an adapter sends, there is an answer and never a panic.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::any::{read_any, read_any_line};
use super::read::read_answer;

/// Pieces of which an adapter's lines are made, whole and broken.
const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"\\",
    b"\n",
    b"\r\n",
    b" ",
    b"\xef\xbb\xbf",
    b"\"seq\"",
    b":1",
    b"\"observation\":",
    b"\"passes\":[",
    b"\"tool_messages\":[",
    b"\"tool_artifacts\":[",
    b"\"unsupported\":",
    b"\"feature\":\"exposure\"",
    b"\"error\":",
    b"\"message\":\"x\"",
    b"{\"seq\":1,\"observation\":{}}",
    b"{\"seq\":1,\"seq\":2}",
    b"\"protocol\":1",
    b"null",
    b"true",
    b"-0",
    b"1e999",
    b"1.5e-3",
    b"NaN",
    b"\\ud800",
    b"\\udc00",
    b"\\u0000",
    b"\xff",
    b"\xf0\x9f\x98",
    b"\xf0\x9f\x98\x80",
    b"\x1b[2J",
    b"\0",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":",
];

fn anything() -> impl Strategy<Value = Vec<u8>> {
    let pieces = vec(select(PIECES), 0..40).prop_map(|pieces| pieces.concat());
    prop_oneof![vec(any::<u8>(), 0..600), pieces]
}

/// A good answer in which some bytes were changed.
fn nearly_good() -> impl Strategy<Value = Vec<u8>> {
    let good = br#"{"seq":1,"observation":{"ports":{"outputs":[{"id":"tool_artifacts","exposed":true}]},"passes":[{"invoked":[{"script":"s1","artifacts":1}],"tool_messages":[{"tool_call_id":"c1","content":"x"}]}],"tool_artifacts":[{"type":"link","payload":{"url":"u"},"tool_call_id":"c1"}]}}"#;
    vec((0..good.len(), any::<u8>()), 0..4).prop_map(|changes| {
        let mut line = good.to_vec();
        for (at, byte) in changes {
            line[at] = byte;
        }
        line
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_give_an_answer(bytes in anything()) {
        read_any(&bytes);
    }

    #[test]
    fn a_good_answer_with_any_change_gives_an_answer(line in nearly_good()) {
        read_any_line(&line);
    }

    #[test]
    fn any_answers_give_an_outcome_and_a_text(
        case in any::<u8>(),
        lines in vec(prop_oneof![nearly_good(), anything()], 1..4),
    ) {
        crate::fuzzing::answers(&[&[case][..], &lines.join(&b'\n')].concat());
    }

    #[test]
    fn what_is_read_is_what_serde_json_reads(line in nearly_good()) {
        let exact = read_answer(&line).is_ok();
        let loose = serde_json::from_slice::<serde_json::Value>(&line).is_ok();
        prop_assert!(loose || !exact);
    }
}

#[test]
fn trouble_without_words_is_told_in_ours() {
    for line in [
        &br#"{"seq":1,"error":{"message":""}}"#[..],
        br#"{"seq":1,"error":{"message":" \n"}}"#,
    ] {
        let answer = read_any_line(line);
        let crate::adapter::Answer::Fault(fault) = answer else {
            panic!("{answer:?}");
        };
        assert!(fault.message.contains("not which"), "{fault}");
    }
}
