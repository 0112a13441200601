//! Any bytes as a file of known failures: entries or diagnostics, never a panic.
#![no_main]

use flowdrop_conformance::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::known_file(bytes));
