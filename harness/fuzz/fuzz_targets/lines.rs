//! Any bytes from an adapter: lines, each an answer or a fault, never a panic.
#![no_main]

use flowdrop_conformance::fuzzing;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzing::adapter_output(bytes));
