//! `adapter check` finds what is wrong with an adapter, and nothing else; `adapter new`
//! writes one with which nothing is.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod check;
mod new;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program with these arguments.
fn program<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_flowdrop-conformance"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A path in the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// The codes of what `adapter check` finds, and its exit status.
fn found(command: &[&str]) -> (Vec<String>, i32, String) {
    let output = program(&[&["adapter", "check", "--timeout", "5", "--"], command].concat());
    let told = text(&output.stdout);
    let code = |line: &str| {
        let (severity, rest) = line.split_once('[')?;
        let is_one = ["error", "warning", "note"].contains(&severity);
        is_one.then(|| rest.split_once(']').unwrap().0.to_owned())
    };
    let codes = told.lines().filter_map(code).collect();
    (codes, output.status.code().unwrap(), told)
}
