//! The starting points that the program carries with it, one for each language.
//!
//! They are the kits' own files and what stands in `starter/` beside each kit, so that
//! nothing has to be checked out. While the program is not published this reaches out of
//! its package, which packing would refuse.

use std::path::Path;

use crate::commands::Language;
use crate::exit::Problem;

/// A file of a starting point.
#[derive(Debug)]
pub(crate) struct File {
    /// Its path within the folder.
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

macro_rules! carried {
    ($( $name:literal from $path:literal ),* $(,)?) => {
        vec![$( File {
            name: $name,
            text: include_str!(concat!("../../../../adapters/kits/", $path)).to_owned(),
        } ),*]
    };
}

/// The files of a starting point.
pub(crate) fn files(language: Language) -> Result<Vec<File>, Problem> {
    Ok(match language {
        Language::Python => carried![
            "adapter.py" from "python/starter/adapter.py",
            "runtime.py" from "python/starter/runtime.py",
            "flowdrop_conformance.py" from "python/flowdrop_conformance.py",
            "README.md" from "python/starter/README.md",
        ],
        Language::Node => carried![
            "adapter.mjs" from "node/starter/adapter.mjs",
            "runtime.mjs" from "node/starter/runtime.mjs",
            "flowdrop-conformance.mjs" from "node/flowdrop-conformance.mjs",
            "flowdrop-conformance.d.mts" from "node/flowdrop-conformance.d.mts",
            "README.md" from "node/starter/README.md",
        ],
        Language::Php => carried![
            "adapter.php" from "php/starter/adapter.php",
            "runtime.php" from "php/starter/runtime.php",
            "flowdrop_conformance.php" from "php/flowdrop_conformance.php",
            "README.md" from "php/starter/README.md",
        ],
        Language::Rust => rust()?,
    })
}

/// In Rust the library is the kit. It is had by path until it is published.
fn rust() -> Result<Vec<File>, Problem> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let library = library.filter(|library| library.join("src/lib.rs").is_file());
    let library = library.ok_or_else(|| {
        Problem::usage("the library's sources are no longer where this program was built from them")
            .to_do("build the program from a checkout that stays; the library is not published yet")
    })?;
    let mut files = carried![
        "Cargo.toml" from "rust/starter/Cargo.toml",
        "src/main.rs" from "rust/starter/src/main.rs",
        "src/runtime.rs" from "rust/starter/src/runtime.rs",
        "README.md" from "rust/starter/README.md",
    ];
    // A TOML string and a JSON string are written the same way.
    let path = serde_json::to_string(&library.display().to_string()).map_err(Problem::usage)?;
    for file in &mut files {
        file.text = file.text.replace("\"../../../../harness\"", &path);
    }
    Ok(files)
}

/// The commands to go on with.
pub(crate) fn next(language: Language, folder: &Path) -> Vec<String> {
    let file = |name: &str| quoted(&folder.join(name).display().to_string());
    let python = if cfg!(windows) { "python" } else { "python3" };
    let (build, adapter) = match language {
        Language::Python => (None, format!("{python} {}", file("adapter.py"))),
        Language::Node => (None, format!("node {}", file("adapter.mjs"))),
        Language::Php => (None, format!("php {}", file("adapter.php"))),
        Language::Rust => {
            let of = format!("--manifest-path {}", file("Cargo.toml"));
            (
                Some(format!("cargo build {of}")),
                format!("cargo run --quiet {of}"),
            )
        }
    };
    let own = ["adapter check", "run"];
    let own = own.map(|what| format!("flowdrop-conformance {what} -- {adapter}"));
    build.into_iter().chain(own).collect()
}

fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| format!("{word:?}"), std::borrow::Cow::into_owned)
}
