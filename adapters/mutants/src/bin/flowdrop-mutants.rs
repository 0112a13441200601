//! The mutants, variants and null adapters as a program.
//!
//! `flowdrop-mutants list [--json]` tells what there is; `flowdrop-mutants NAME` speaks
//! protocol 1 over stdin and stdout as the runtime of that name.

use std::io::{self, Write};
use std::process::ExitCode;

use flowdrop_conformance::{Adapter, AdapterError, Description, Observation, Scenario, serve};
use flowdrop_mutants::{Mutant, build, mutants, nulls, variants};
use serde_json::json;

const USAGE: &str = "usage: flowdrop-mutants list [--json]\n       flowdrop-mutants NAME\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["list"] => list_lines(),
        ["list", "--json"] => list_json(),
        ["--help" | "-h"] => io::stdout().write_all(USAGE.as_bytes()),
        [name] => match build(name) {
            Some(adapter) => serve(|| Boxed(adapter)),
            None => {
                return complain(
                    &format!("no runtime is called {name}; see flowdrop-mutants list\n"),
                    2,
                );
            }
        },
        _ => return complain(USAGE, 2),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain(&format!("{error}\n"), 1),
    }
}

fn complain(message: &str, status: u8) -> ExitCode {
    // Where standard error is gone, the status is all that is left to tell.
    drop(io::stderr().write_all(message.as_bytes()));
    ExitCode::from(status)
}

/// Every entry with the kind of its table.
fn all() -> impl Iterator<Item = (&'static str, &'static Mutant)> {
    let of_kind = |kind, entries: &'static [Mutant]| entries.iter().map(move |entry| (kind, entry));
    let all = of_kind("mutant", mutants()).chain(of_kind("variant", variants()));
    all.chain(of_kind("null", nulls()))
}

fn list_lines() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (kind, entry) in all() {
        let clauses: Vec<String> = entry
            .clauses
            .iter()
            .map(|clause| format!("¶{clause}"))
            .collect();
        writeln!(
            out,
            "{kind}\t{}\t{}\t{}",
            entry.name,
            clauses.join(" "),
            entry.story
        )?;
    }
    Ok(())
}

fn list_json() -> io::Result<()> {
    let all = all().map(|(kind, entry)| {
        json!({ "kind": kind, "name": entry.name, "clauses": entry.clauses, "story": entry.story })
    });
    let all: Vec<_> = all.collect();
    writeln!(io::stdout().lock(), "{:#}", json!(all))
}

/// An adapter that is chosen at run time.
struct Boxed(Box<dyn Adapter + Send>);

impl Adapter for Boxed {
    fn describe(&self) -> Description {
        self.0.describe()
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        self.0.run(scenario)
    }
}
