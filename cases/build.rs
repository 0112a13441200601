//! Embeds every case, rule and schema file, and watches their folders so that a newly
//! added file is seen.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

use walkdir::WalkDir;

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let root = Path::new(&root);
    let mut code = String::new();
    embed(root, "CASES", &rule_folders(root)?, &mut code)?;
    embed(root, "RULES", &["rules".to_owned()], &mut code)?;
    embed(root, "SCHEMAS", &["schema".to_owned()], &mut code)?;
    fs::write(Path::new(&out).join("embedded.rs"), code)
}

/// The folders that hold cases are named after their rule.
fn rule_folders(root: &Path) -> io::Result<Vec<String>> {
    println!("cargo::rerun-if-changed={}", root.join("rules").display());
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("rules"))? {
        let path = entry?.path();
        if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

fn embed(root: &Path, name: &str, folders: &[String], code: &mut String) -> io::Result<()> {
    let mut files = Vec::new();
    for folder in folders {
        for entry in WalkDir::new(root.join(folder)).sort_by_file_name() {
            let entry = entry?;
            println!("cargo::rerun-if-changed={}", entry.path().display());
            if entry
                .path()
                .extension()
                .is_some_and(|ending| ending == "json")
            {
                files.push(entry.into_path());
            }
        }
    }
    let count = files.len();
    write!(
        code,
        "/// Embedded by the build script.\npub(crate) static {name}: [File; {count}] = ["
    )
    .map_err(io::Error::other)?;
    for file in files {
        let inside = file.strip_prefix(root).map_err(io::Error::other)?;
        let path: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        let path = path.join("/");
        write!(
            code,
            "File {{ path: {path:?}, text: include_str!({file:?}) }},"
        )
        .map_err(io::Error::other)?;
    }
    code.push_str("];\n");
    Ok(())
}
