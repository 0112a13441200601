//! Running everything over the suite.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use std::{env, ffi::OsString};

use flowdrop_conformance::adapter::{Driver, Local, Process, ProcessOptions};
use flowdrop_conformance::case::{Case, Suite};
use flowdrop_conformance::run::{RunOptions, RunResult, Selection, run};
use flowdrop_mutants::{Mutant, mutants, nulls, variants};

/// One runtime and what came of it.
pub(crate) struct Measured {
    pub(crate) runtime: &'static Mutant,
    pub(crate) kind: Kind,
    pub(crate) result: RunResult,
}

/// Which list it is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Mutant,
    Variant,
    Null,
}

/// Runs every mutant, variant and null adapter.
pub(crate) fn all(suite: &Suite, wire: bool) -> Result<Vec<Measured>, String> {
    let mutants = mutants().iter().map(|runtime| (Kind::Mutant, runtime));
    let variants = variants().iter().map(|runtime| (Kind::Variant, runtime));
    let nulls = nulls().iter().map(|runtime| (Kind::Null, runtime));
    let asked: Vec<_> = mutants.chain(variants).chain(nulls).collect();
    let selected = Selection::default()
        .of(suite)
        .map_err(|empty| empty.to_string())?;
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((kind, runtime)) = asked.get(at) else {
                        return;
                    };
                    let measured = one(suite, &selected, *kind, runtime, wire);
                    if let Ok(mut done) = done.lock() {
                        done.push((at, measured));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().map_err(|error| error.to_string())?;
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, measured)| measured).collect()
}

fn one(
    suite: &Suite,
    selected: &[&Case],
    kind: Kind,
    runtime: &'static Mutant,
    wire: bool,
) -> Result<Measured, String> {
    let driver = if wire {
        over_a_pipe(runtime)?
    } else {
        Box::new(Local::new(runtime.build()))
    };
    let options = RunOptions {
        jobs: 1,
        seed: 0,
        stop: None,
    };
    let more = || {
        Err(flowdrop_conformance::adapter::Fault::new(
            flowdrop_conformance::adapter::FaultCode::NoStart,
            "one driver is enough",
        ))
    };
    let result = run(suite, selected, driver, &more, options, &mut |_| {});
    Ok(Measured {
        runtime,
        kind,
        result,
    })
}

/// The same runtime as a program of its own, from beside this one.
fn over_a_pipe(runtime: &Mutant) -> Result<Box<dyn Driver + Send>, String> {
    let here = env::current_exe().map_err(|error| error.to_string())?;
    let command = [
        here.with_file_name("flowdrop-mutants").into(),
        OsString::from(runtime.name),
    ];
    let options = ProcessOptions::new(Duration::from_secs(10));
    match Process::start(&command, options) {
        Ok(process) => Ok(Box::new(process)),
        Err(fault) => Err(format!("{}: {}", runtime.name, fault.message)),
    }
}
