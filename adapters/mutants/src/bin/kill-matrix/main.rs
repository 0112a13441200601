//! Runs every mutant, conforming variant and null adapter over the suite, and writes
//! which cases and findings killed each, which clause was blamed, and each clause's
//! score.
//!
//! ```text
//! kill-matrix                  print the table
//! kill-matrix --write DIR      write DIR/kill-matrix.json and DIR/kill-matrix.md
//! kill-matrix --check DIR      fail where those differ from what runs
//! kill-matrix --wire           over a subprocess each, rather than in process
//! kill-matrix --rules PATH     look only whether the rules' text has changed: PATH is a
//!                              copy of the specification's rules.json, or of its rule files
//! ```

mod judge;
mod matrix;
mod measure;
mod rules;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use flowdrop_conformance::case::Suite;

use matrix::Matrix;

/// Most of the time goes into small values, made and dropped.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Null adapters panic on purpose; what comes of it is in the table.
    std::panic::set_hook(Box::new(|_| {}));
    match run(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            report(&format!("error: {problem}\n"));
            ExitCode::from(2)
        }
    }
}

fn run(words: &[String]) -> Result<bool, String> {
    let asked = Asked::of(words)?;
    let suite = Suite::embedded().map_err(|faults| faults.to_string())?;
    if let Some(copy) = &asked.rules {
        let (text, fine) = rules::compare(&suite, copy)?;
        report(&text);
        return Ok(fine);
    }
    let measured = measure::all(&suite, asked.wire)?;
    let matrix = Matrix::of(&suite, &measured);
    let faults = judge::faults(&suite, &matrix);
    let (json, markdown) = (matrix.json()?, table::markdown(&suite, &matrix));
    let mut fine = faults.is_empty();
    match (&asked.write, &asked.check) {
        (Some(folder), _) => write(folder, &json, &markdown).map_err(|error| error.to_string())?,
        (None, Some(folder)) => fine &= check(folder, &json, &markdown),
        (None, None) => report(&markdown),
    }
    for fault in &faults {
        report(&format!("- {fault}\n"));
    }
    report(&table::last_line(&matrix, faults.len()));
    Ok(fine)
}

/// What was asked for.
#[derive(Default)]
struct Asked {
    write: Option<PathBuf>,
    check: Option<PathBuf>,
    rules: Option<PathBuf>,
    wire: bool,
}

impl Asked {
    fn of(words: &[String]) -> Result<Self, String> {
        let mut asked = Asked::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut folder = || {
                words
                    .next()
                    .map(PathBuf::from)
                    .ok_or_else(|| format!("{word} needs a path"))
            };
            match word.as_str() {
                "--write" => asked.write = Some(folder()?),
                "--check" => asked.check = Some(folder()?),
                "--rules" => asked.rules = Some(folder()?),
                "--wire" => asked.wire = true,
                other => {
                    return Err(format!(
                        "{other:?} is no option; there are --write DIR, --check DIR, --rules PATH and --wire"
                    ));
                }
            }
        }
        Ok(asked)
    }
}

const NAMES: [&str; 2] = ["kill-matrix.json", "kill-matrix.md"];

fn write(folder: &Path, json: &str, markdown: &str) -> io::Result<()> {
    for (name, text) in NAMES.into_iter().zip([json, markdown]) {
        let part = folder.join(format!(".{name}.part"));
        fs::write(&part, text)?;
        fs::rename(&part, folder.join(name))?;
    }
    Ok(())
}

fn check(folder: &Path, json: &str, markdown: &str) -> bool {
    let mut fine = true;
    for (name, text) in NAMES.into_iter().zip([json, markdown]) {
        if fs::read_to_string(folder.join(name)).ok().as_deref() != Some(text) {
            report(&format!(
                "- {name} is not what runs; `kill-matrix --write` writes it\n"
            ));
            fine = false;
        }
    }
    fine
}

fn report(text: &str) {
    use io::Write as _;
    // A reader that went away is no problem.
    let _ = io::stdout().write_all(text.as_bytes());
}
