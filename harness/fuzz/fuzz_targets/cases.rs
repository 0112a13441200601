//! Any bytes as a case file: a case or diagnostics, never a panic.
#![no_main]

use flowdrop_conformance::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::case_file(bytes));
