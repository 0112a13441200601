//! Any lines as the answers to a case's runs: an outcome and a text, never a panic.
#![no_main]

use flowdrop_conformance::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::answers(bytes));
