//! The suite's runs as JSON Lines, for whoever would do the same job without the harness:
//! `{"id": …, "runs": [{"scenario": …, "entries": […]}]}`, one line a case, for an adapter
//! with every feature.

use std::io::{self, BufWriter, Write as _};

use flowdrop_conformance::adapter::{Description, Feature};
use flowdrop_conformance::case::{Suite, expectation};
use flowdrop_conformance::run::plan_case;
use serde_json::json;

fn main() -> io::Result<()> {
    let suite = Suite::embedded().map_err(|faults| io::Error::other(faults.to_string()))?;
    let mut description = Description::native("any", "1");
    description.supports = Feature::ALL.into();
    let mut out = BufWriter::new(io::stdout().lock());
    for case in &suite.cases {
        let Ok(plan) = plan_case(case, &description, 0) else {
            continue;
        };
        let runs = plan.runs.iter().map(|(_, scenario)| {
            json!({ "scenario": scenario, "entries": expectation(scenario).entries })
        });
        let runs: Vec<_> = runs.collect();
        writeln!(out, "{}", json!({ "id": case.id, "runs": runs }))?;
    }
    out.flush()
}
