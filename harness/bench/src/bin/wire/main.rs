//! What a run over a subprocess costs, against a bare loop that writes the same bytes and
//! reads the same answers.
//!
//! ```text
//! wire ROUNDS COMMAND [ARG…]
//! ```
//!
//! Prints one JSON object: how many runs, how many bytes each way, and for each round the
//! seconds that judging the whole suite took, and that the bare loop took. Both keep as
//! many runs under way as the adapter allows; starting and ending it is not counted.

mod bare;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use flowdrop_conformance::adapter::{Description, Driver as _, Process, ProcessOptions};
use flowdrop_conformance::case::{Case, Suite};
use flowdrop_conformance::run::{judge_case, plan_case};
use serde_json::json;

use bare::{Bare, Batch};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr(), "error: {problem}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), String> {
    let mut words = std::env::args_os().skip(1);
    let rounds = words.next().and_then(|word| word.to_str()?.parse().ok());
    let rounds: usize = rounds.ok_or("usage: wire ROUNDS COMMAND [ARG…]")?;
    let command: Vec<OsString> = words.collect();
    let suite = Suite::embedded().map_err(|faults| faults.to_string())?;
    let start = || Process::start(&command, ProcessOptions::default());
    let description = start()
        .map_err(|fault| fault.message)?
        .description()
        .clone();
    let batches = batches(&suite.cases, &description)?;
    let (mut judged, mut echoed, mut answered) = (Vec::new(), Vec::new(), 0);
    for _ in 0..rounds {
        let mut driver = start().map_err(|fault| fault.message)?;
        judged.push(seconds(|| {
            for case in &suite.cases {
                judge_case(case, &mut driver, 0);
            }
            Ok(())
        })?);
        drop(driver);
        let mut bare = Bare::start(&command).map_err(|error| error.to_string())?;
        answered = 0;
        echoed.push(seconds(|| {
            for batch in &batches {
                answered += bare.run(batch, description.max_in_flight)?;
            }
            Ok(())
        })?);
    }
    let asked: usize = batches.iter().flatten().map(Vec::len).sum();
    let told = json!({
        "adapter": description.adapter.name,
        "in_flight": description.max_in_flight,
        "runs": batches.iter().map(Vec::len).sum::<usize>(),
        "bytes_out": asked,
        "bytes_in": answered,
        "judged": judged,
        "bare": echoed,
    });
    writeln!(io::stdout(), "{told}").map_err(|error| error.to_string())
}

fn seconds(work: impl FnOnce() -> io::Result<()>) -> Result<f64, String> {
    let begun = Instant::now();
    work().map_err(|error| error.to_string())?;
    Ok(begun.elapsed().as_secs_f64())
}

/// The lines that the harness would write, one batch a case.
fn batches(cases: &[Case], description: &Description) -> Result<Vec<Batch>, String> {
    let mut seq = 0;
    let mut batches = Vec::new();
    for case in cases {
        let Ok(plan) = plan_case(case, description, 0) else {
            continue;
        };
        let mut batch = Vec::new();
        for (_, scenario) in &plan.runs {
            seq += 1;
            let scenario = serde_json::to_string(scenario).map_err(|error| error.to_string())?;
            batch.push(
                format!("{{\"cmd\":\"run\",\"seq\":{seq},\"scenario\":{scenario}}}\n").into_bytes(),
            );
        }
        batches.push(batch);
    }
    Ok(batches)
}
