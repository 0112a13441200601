//! Explores every mutant and every conforming variant without the written cases, and
//! writes what came of it.
//!
//! ```text
//! explore-all mutants  [--seeds N] [--budget N] [--after N] [--jobs N] [--only NAMES] [--write DIR]
//! explore-all variants [--seed N] [--count N] [--jobs N] [--only NAMES] [--write DIR]
//! ```
//!
//! A seed is done with a mutant at the first finding on the mutant's own clause; `--after N`
//! goes on for so many scenarios, to see whom else it is blamed on. Names are parted by
//! commas, and all cores are used where nobody says.
//!
//! With `--write DIR` the table goes into `DIR/explore.json`, each command into its own
//! part, and `DIR/explore.md` is made from both.

mod asked;
mod hunt;
mod pool;
mod table;
mod watch;

use std::io::{self, Write as _};
use std::process::ExitCode;

use asked::Asked;
use table::Tables;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            say(&format!("error: {problem}\n"));
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let asked = Asked::of(std::env::args().skip(1))?;
    let mut tables = Tables::read(asked.write.as_deref())?;
    let fine = match asked.what.as_str() {
        "mutants" => {
            let hunted = hunt::all(&asked);
            let fine = hunted.rows.iter().all(|row| row.missed == 0);
            tables.mutants = Some(hunted);
            fine
        }
        "variants" => {
            let watched = watch::all(&asked);
            let fine = watched.rows.iter().all(|row| row.reported.is_empty());
            tables.variants = Some(watched);
            fine
        }
        other => return Err(format!("{other:?} is neither mutants nor variants")),
    };
    match &asked.write {
        Some(folder) => tables.write(folder)?,
        None => say(&tables.markdown()),
    }
    Ok(fine)
}

/// Progress and tables; where nobody reads them, nothing is lost.
fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
