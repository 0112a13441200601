//! Whether any conforming variant is ever reported.

use std::time::Instant;

use flowdrop_conformance::adapter::{Driver, Local};
use flowdrop_conformance::explore::Explorer;
use flowdrop_mutants::{Mutant, variants};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::{pool, say};

/// What came of exploring every variant.
#[derive(Serialize, Deserialize)]
pub(crate) struct Watched {
    pub(crate) seed: u64,
    pub(crate) count: u64,
    pub(crate) rows: Vec<Row>,
}

/// One variant.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) scenarios: u64,
    pub(crate) runs: u64,
    /// What was reported of it, with a scenario that shows it.
    pub(crate) reported: Vec<String>,
}

pub(crate) fn all(asked: &Asked) -> Watched {
    let begun = Instant::now();
    let wanted: Vec<&Mutant> = variants()
        .iter()
        .filter(|one| asked.takes(one.name))
        .collect();
    let rows = pool::each(&wanted, asked.jobs, |variant| {
        let row = watch(variant, asked);
        say(&format!(
            "{:<34} {:>8} scenarios {:>9} runs  {:>6.0} s  {}\n",
            row.name,
            row.scenarios,
            row.runs,
            begun.elapsed().as_secs_f64(),
            row.reported.join(" | ")
        ));
        row
    });
    Watched {
        seed: asked.seed,
        count: asked.count,
        rows,
    }
}

fn watch(variant: &'static Mutant, asked: &Asked) -> Row {
    let mut driver = Local::new(variant.build());
    let mut explorer = Explorer::new(driver.description(), asked.seed);
    let mut reported: Vec<String> = Vec::new();
    for _ in 0..asked.count {
        let judged = explorer.step(&mut driver);
        for found in &judged.found {
            let what = found.signature.name();
            if !reported.iter().any(|other| other.starts_with(what)) {
                reported.push(format!("{what} (scenario {})", judged.nth));
            }
        }
    }
    Row {
        name: variant.name.to_owned(),
        scenarios: explorer.coverage().scenarios,
        runs: explorer.coverage().runs,
        reported,
    }
}
