//! The README's commands do what it says.
#![allow(clippy::unwrap_used)] // a test

use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = env!("CARGO_BIN_EXE_flowdrop-conformance");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap()
        .to_path_buf()
}

/// The lines of every `sh` block, with the program that was just built in place of
/// `cargo run --release --`, and a folder of its own for what they write.
fn commands(scratch: &Path) -> Vec<String> {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let mut inside = false;
    let mut lines = Vec::new();
    for line in readme.lines().map(str::trim) {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            _ if inside => lines.push(line.replace("cargo run --release --", PROGRAM)),
            _ => {}
        }
    }
    lines
        .iter()
        .map(|line| {
            line.replace(
                "my-adapter",
                &scratch.join("my-adapter").display().to_string(),
            )
        })
        .collect()
}

#[test]
fn every_command_of_the_readme_does_what_it_says() {
    let scratch = std::env::temp_dir().join(format!("flowdrop-readme-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&scratch);
    std::fs::create_dir_all(&scratch).unwrap();
    let commands = commands(&scratch);
    assert!(commands.len() >= 4, "{commands:?}");
    for command in commands {
        // The test command is what runs this very test.
        if command.starts_with("cargo test") {
            continue;
        }
        let output = Command::new("sh")
            .arg("-c")
            .arg(&command)
            .current_dir(root())
            .output()
            .unwrap();
        let fails_on_purpose = command.contains("--fault");
        let told = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            output.status.code(),
            Some(i32::from(fails_on_purpose)),
            "{command}\n{told}"
        );
    }
    std::fs::remove_dir_all(&scratch).unwrap();
}

#[test]
fn the_readme_shows_the_standing_as_it_is() {
    let output = Command::new(PROGRAM).arg("run").output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let table = told
        .lines()
        .filter(|line| line.starts_with("RT-TOOL-3") || line.starts_with("  ¶"));
    for line in table {
        assert!(readme.contains(line), "the README lacks the line\n{line}");
    }
}
