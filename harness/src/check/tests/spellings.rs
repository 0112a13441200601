//! A string is found however it is spelled, and told where it stands.

use crate::check::quote::{Needle, Reading};

/// How a string is spelled in a text, and what of the text it is.
fn found<'t>(text: &'t str, needle: &str) -> Option<(&'static str, &'t str)> {
    let quote = Reading::close(text).find(&Needle::of(needle))?;
    Some((quote.spelling, &text[quote.span]))
}

const FOLDED: &str = "in other letters or another form";
const JSON: &str = "escaped as in JSON";

#[test]
fn what_is_written_in_other_letters_is_told_to_the_byte() {
    for (text, needle, expected) in [
        ("see OSPREY 1.", "osprey", "OSPREY"),
        ("osprEY", "osprey", "osprEY"),
        ("é, ÉÉ, OSPREY É", "osprey", "OSPREY"),
        ("e\u{301} OSPREY", "osprey", "OSPREY"),
    ] {
        assert_eq!(found(text, needle), Some((FOLDED, expected)), "{text}");
    }
}

#[test]
fn every_escape_of_json_is_read() {
    for (text, needle) in [
        (r"{\x22url\x22:\x22\x2fosprey\x22}", "{\"url\":\"/osprey\"}"),
        (r#"{\"url\":\"\/osprey\"}"#, "{\"url\":\"/osprey\"}"),
        (r"it\'s an osprey", "it's an osprey"),
        (r"one\ntwo\r\tthree", "one\ntwo\r\tthree"),
        (r"an owl \ud83e\udd89 1", "an owl \u{1f989} 1"),
        (r"an owl \\ud83e\\udd89 1", "an owl \u{1f989} 1"),
        (r"C:\d\/e", r"C:\d/e"),
    ] {
        let found = found(text, needle);
        assert_eq!(found.map(|found| found.0), Some(JSON), "{text}");
    }
}

#[test]
fn what_is_no_escape_of_json_is_read_as_it_is() {
    for (text, needle) in [
        (r"\users\/osprey", r"\users/osprey"),
        (r"\xyz\/osprey", r"\xyz/osprey"),
        // Half a pair stands for nothing.
        (r"a\ud83eb\/c", "a?b/c"),
        (r"a\ud83e\u0041\/c", "a?A/c"),
        (r"a\u0041\udd89\/c", "aA?/c"),
        (r"a\ud83e--dd89\/c", "a?--dd89/c"),
        (r"a\ud83eudd89\/c", "a?udd89/c"),
        (r"a\ud83e\\ydd89\/c", r"a?\ydd89/c"),
    ] {
        let found = found(text, needle);
        assert_eq!(found.map(|found| found.0), Some(JSON), "{text}");
    }
}

#[test]
fn every_letter_of_base64_is_read_and_its_run_told() {
    for (text, needle) in [
        ("id=b3NwcmV5fn4+b3NwcmV5", "osprey~~>osprey"),
        ("id=b3NwcmV5fn4-b3NwcmV5", "osprey~~>osprey"),
        ("id=b3NwcmV5Pz8/fm9zcHJleQ==", "osprey???~osprey"),
        ("id=b3NwcmV5Pz8_fm9zcHJleQ==", "osprey???~osprey"),
    ] {
        assert_eq!(found(text, needle), Some(("in base64", "b")), "{text}");
    }
    let text = "one, two, id=b3NwcmV5fn4+b3NwcmV5";
    let quote = Reading::close(text)
        .find(&Needle::of("osprey~~>osprey"))
        .unwrap();
    assert_eq!(quote.span.start, text.find("b3").unwrap());
}
