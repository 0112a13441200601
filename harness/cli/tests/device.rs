//! A report written to a device leaves the device what it is.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::FileTypeExt as _;
use std::process::Command;

#[test]
fn a_device_is_written_to_and_stays_one() {
    let case = ["--case", "RT-TOOL-3/provenance/one-artifact"];
    let run = Command::new(env!("CARGO_BIN_EXE_flowdrop-conformance"))
        .args(["run", "--quiet", "--report", "json=/dev/null"])
        .args(case)
        .status();
    assert!(run.is_ok_and(|status| status.code() == Some(0)));
    assert!(fs::metadata("/dev/null").is_ok_and(|found| found.file_type().is_char_device()));
}
