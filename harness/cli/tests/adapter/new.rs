//! A starting point works as it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{found, program, text};

/// A folder of this test's own, taken away at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes a starting point, and holds it to what is promised.
fn works(language: &str, adapter: &[&str]) {
    let folder = Folder::new(&format!("new {language}"));
    let target = folder.0.join("deep").join("adapter");
    let output = program(&["adapter", "new", language, target.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(
        told.contains("  flowdrop-conformance adapter check -- "),
        "{told}"
    );
    assert!(told.contains("  flowdrop-conformance run -- "), "{told}");

    let (program_name, file) = adapter.split_at(1);
    let file = file[0].replace("DIR", target.to_str().unwrap());
    let words: Vec<&str> = program_name[0].split(' ').chain([file.as_str()]).collect();
    let (codes, status, told) = found(&words);
    assert!(codes.is_empty() && status == 0, "{told}");

    let run = [&["run", "--quiet", "--"], words.as_slice()].concat();
    let output = program(&run);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("RT-TOOL-3 is passed."), "{told}");
}

#[test]
fn a_new_python_adapter_is_sound_and_passes() {
    works("python", &["python3", "DIR/adapter.py"]);
}

#[test]
fn a_new_node_adapter_is_sound_and_passes() {
    works("node", &["node", "DIR/adapter.mjs"]);
}

#[test]
fn a_new_php_adapter_is_sound_and_passes() {
    works("php", &["php", "DIR/adapter.php"]);
}

/// It builds the library a second time, which takes a minute.
#[test]
#[ignore = "builds the library again; CI asks for it"]
fn a_new_rust_adapter_is_sound_and_passes() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-rust-target");
    let cargo = format!(
        "cargo run --quiet --target-dir {} --manifest-path",
        target.display()
    );
    let folder = Folder::new("built rust");
    let manifest = folder.0.join("x/Cargo.toml");
    let made = program(&[
        "adapter",
        "new",
        "rust",
        folder.0.join("x").to_str().unwrap(),
    ]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    let built = Command::new("cargo")
        .args([
            "build",
            "--target-dir",
            target.to_str().unwrap(),
            "--manifest-path",
        ])
        .arg(&manifest)
        .status();
    assert!(built.unwrap().success());
    works("rust", &[&cargo, "DIR/Cargo.toml"]);
}

#[test]
fn what_is_there_already_is_left_alone() {
    let folder = Folder::new("taken");
    fs::write(folder.0.join("mine"), "mine").unwrap();
    let output = program(&["adapter", "new", "php", folder.0.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("is not empty"),
        "{}",
        text(&output.stderr)
    );
    let file = folder.0.join("mine");
    let output = program(&["adapter", "new", "php", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("is no folder"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn an_empty_folder_is_filled() {
    let folder = Folder::new("empty");
    let output = program(&["adapter", "new", "php", folder.0.to_str().unwrap()]);
    assert!(output.status.success());
    assert!(folder.0.join("adapter.php").is_file());
}

#[test]
fn what_cannot_be_written_whole_is_not_written() {
    let output = program(&["adapter", "new", "php", "/proc/nowhere/adapter"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("cannot be written"),
        "{}",
        text(&output.stderr)
    );
}
