//! The tables, kept as JSON and shown as Markdown.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::hunt::Hunted;
use crate::watch::Watched;

/// Both parts; each command writes its own.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Tables {
    pub(crate) mutants: Option<Hunted>,
    pub(crate) variants: Option<Watched>,
}

impl Tables {
    pub(crate) fn read(folder: Option<&Path>) -> Result<Self, String> {
        let Some(text) = folder.and_then(|it| fs::read_to_string(it.join("explore.json")).ok())
        else {
            return Ok(Tables::default());
        };
        serde_json::from_str(&text).map_err(|error| format!("explore.json: {error}"))
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let json = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(folder.join("explore.json"), json + "\n"))
            .and_then(|()| fs::write(folder.join("explore.md"), self.markdown()))
            .map_err(|error| format!("{}: {error}", folder.display()))
    }

    pub(crate) fn markdown(&self) -> String {
        let mut text = "# What exploring finds\n\nGenerated scenarios alone, without the written \
                        cases; made by `explore-all` (harness/bench).\n"
            .to_owned();
        if let Some(mutants) = &self.mutants {
            hunted(mutants, &mut text);
        }
        if let Some(variants) = &self.variants {
            watched(variants, &mut text);
        }
        text
    }
}

fn hunted(hunted: &Hunted, text: &mut String) {
    let rows = &hunted.rows;
    let missed = rows.iter().filter(|row| row.missed > 0).count();
    let mut medians: Vec<u64> = rows.iter().map(|row| row.median).collect();
    medians.sort_unstable();
    let middle = medians.get(medians.len() / 2).copied().unwrap_or(0);
    let worst = rows.iter().map(|row| row.most).max().unwrap_or(0);
    let after = match hunted.after {
        0 => String::new(),
        after => format!(" --after {after}"),
    };
    let _ = writeln!(
        text,
        "\n## Mutants\n\n{} mutants, {} seeds each, at most {} scenarios a seed: {} found by every \
         seed, {missed} missed by one or more. Half of them need {middle} scenarios or fewer; \
         what took longest with any seed took {worst}.\n\n\
         `cargo run --release -p flowdrop-bench --bin explore-all -- mutants --seeds {} --budget {}{after} \
         --write reports`\n\n\
         A scenario is one generated case, with up to nine runs. \"Also blamed\" names findings on a \
         clause that is not the mutant's own, up to its finding and {} scenarios further.\n\n\
         | mutant | ¶ | median | least | most | runs | missed | found as | also blamed |\n\
         |---|---|--:|--:|--:|--:|--:|---|---|",
        rows.len(),
        hunted.seeds,
        hunted.budget,
        rows.len() - missed,
        hunted.seeds,
        hunted.budget,
        hunted.after,
    );
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by_key(|row| {
        (
            std::cmp::Reverse((row.missed, row.median)),
            row.name.clone(),
        )
    });
    for row in rows {
        let clauses: Vec<String> = row.clauses.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            row.name,
            clauses.join(" "),
            row.median,
            row.least,
            row.most,
            row.runs,
            row.missed,
            row.code,
            row.strays.join("; ")
        );
    }
}

fn watched(watched: &Watched, text: &mut String) {
    let rows = &watched.rows;
    let reported = rows.iter().filter(|row| !row.reported.is_empty()).count();
    let scenarios: u64 = rows.iter().map(|row| row.scenarios).sum();
    let runs: u64 = rows.iter().map(|row| row.runs).sum();
    let _ = writeln!(
        text,
        "\n## Conforming variants\n\n{} variants, {scenarios} scenarios in all, {runs} runs: \
         {reported} reported.\n\n\
         `cargo run --release -p flowdrop-bench --bin explore-all -- variants --seed {} --count {} \
         --write reports`\n\n\
         | variant | scenarios | runs | reported |\n|---|--:|--:|---|",
        rows.len(),
        watched.seed,
        watched.count,
    );
    for row in rows {
        let reported = row.reported.join("; ");
        let _ = writeln!(
            text,
            "| {} | {} | {} | {reported} |",
            row.name, row.scenarios, row.runs
        );
    }
}
