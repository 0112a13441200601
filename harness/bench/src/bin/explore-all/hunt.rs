//! How many scenarios it takes until each mutant is found out.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use flowdrop_conformance::adapter::{Driver, Local};
use flowdrop_conformance::explore::{Explorer, Judged, Signature};
use flowdrop_mutants::{Mutant, mutants};
use serde::{Deserialize, Serialize};

use crate::asked::Asked;
use crate::{pool, say};

/// What came of hunting every mutant.
#[derive(Serialize, Deserialize)]
pub(crate) struct Hunted {
    pub(crate) seeds: u64,
    pub(crate) budget: u64,
    /// How many scenarios a seed went on after it had found the mutant.
    #[serde(default)]
    pub(crate) after: u64,
    pub(crate) rows: Vec<Row>,
}

/// One mutant.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) clauses: Vec<u8>,
    /// The scenarios that it took, median, least and most over the seeds; those that
    /// missed it count with the budget.
    pub(crate) median: u64,
    pub(crate) least: u64,
    pub(crate) most: u64,
    /// The runs that the median took.
    pub(crate) runs: u64,
    /// How many seeds missed it within the budget.
    pub(crate) missed: u64,
    /// What found it first.
    pub(crate) code: String,
    /// Clauses blamed that are not its own, with a scenario that shows it.
    pub(crate) strays: Vec<String>,
}

pub(crate) fn all(asked: &Asked) -> Hunted {
    let wanted: Vec<&Mutant> = mutants()
        .iter()
        .filter(|mutant| asked.takes(mutant.name))
        .collect();
    let (begun, done) = (Instant::now(), AtomicUsize::new(0));
    let rows = pool::each(&wanted, asked.jobs, |mutant| {
        let row = hunt(mutant, asked);
        let nth = done.fetch_add(1, Ordering::Relaxed) + 1;
        if nth.is_multiple_of(100) || nth == wanted.len() {
            let seconds = begun.elapsed().as_secs();
            say(&format!("{nth} of {} mutants, {seconds} s\n", wanted.len()));
        }
        if row.missed > 0 || !row.strays.is_empty() || row.median > 500 {
            say(&format!(
                "{:<40} median {:>6} most {:>6} missed {} {}\n",
                row.name,
                row.median,
                row.most,
                row.missed,
                row.strays.join(" | ")
            ));
        }
        row
    });
    Hunted {
        seeds: asked.seeds,
        budget: asked.budget,
        after: asked.after,
        rows,
    }
}

struct Hit {
    scenarios: u64,
    runs: u64,
    code: Option<&'static str>,
}

fn hunt(mutant: &'static Mutant, asked: &Asked) -> Row {
    let mut strays = Vec::new();
    let mut hits: Vec<Hit> = (0..asked.seeds)
        .map(|seed| one(mutant, asked.seed + seed, asked, &mut strays))
        .collect();
    hits.sort_by_key(|hit| hit.scenarios);
    let median = &hits[hits.len() / 2];
    Row {
        name: mutant.name.to_owned(),
        clauses: mutant.clauses.to_vec(),
        median: median.scenarios,
        least: hits[0].scenarios,
        most: hits[hits.len() - 1].scenarios,
        runs: median.runs,
        missed: hits.iter().filter(|hit| hit.code.is_none()).count() as u64,
        code: hits[0].code.unwrap_or("").to_owned(),
        strays,
    }
}

/// Explores one mutant with one seed, and a little further, to see whom it is blamed on.
fn one(mutant: &'static Mutant, seed: u64, asked: &Asked, strays: &mut Vec<String>) -> Hit {
    let mut driver = Local::new(mutant.build());
    let mut explorer = Explorer::new(driver.description(), seed);
    let mut hit: Option<Hit> = None;
    let mut left = asked.budget;
    while left > 0 {
        left -= 1;
        let judged = explorer.step(&mut driver);
        blame(mutant, seed, &judged, strays);
        if hit.is_none()
            && let Some(code) = own(mutant, &judged)
        {
            let coverage = explorer.coverage();
            hit = Some(Hit {
                scenarios: coverage.scenarios,
                runs: coverage.runs,
                code: Some(code),
            });
            left = left.min(asked.after);
        }
    }
    hit.unwrap_or(Hit {
        scenarios: asked.budget,
        runs: explorer.coverage().runs,
        code: None,
    })
}

/// The code with which a scenario finds the mutant on its own clause.
fn own(mutant: &Mutant, judged: &Judged) -> Option<&'static str> {
    judged.found.iter().find_map(|found| match found.signature {
        Signature::Broken { clause, code } if mutant.clauses.contains(&clause) => Some(code.name()),
        _ => None,
    })
}

fn blame(mutant: &Mutant, seed: u64, judged: &Judged, strays: &mut Vec<String>) {
    for found in &judged.found {
        let (stray, what) = match found.signature {
            Signature::Broken { clause, code } => (
                !mutant.clauses.contains(&clause),
                format!("¶{clause} {code}"),
            ),
            Signature::Fault(code) => (true, code.to_string()),
        };
        let known = strays.iter().any(|other| other.starts_with(&what));
        if stray && !known {
            strays.push(format!("{what} (seed {seed}, scenario {})", judged.nth));
        }
    }
}
