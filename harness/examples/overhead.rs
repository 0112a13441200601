//! What a run costs over pipes: `cargo run --release --example overhead -- COMMAND…`,
//! for instance `target/release/examples/null_adapter`.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use flowdrop_conformance::Scenario;
use flowdrop_conformance::adapter::{Answer, Driver, Process, ProcessOptions};

const RUNS: u32 = 20_000;

fn main() -> Result<(), Box<dyn Error>> {
    let command: Vec<_> = std::env::args_os().skip(1).collect();
    let scenario: Scenario = serde_json::from_str(
        r#"{"tools":[{"name":"create_node"}],
            "passes":[{"tool_calls":[{"tool_call_id":"c1","name":"create_node","args":{"script":"s1"}}]}],
            "script":{"s1":{"success":true,"data":{"result":"Created node 5 (draft)."},
                "artifacts":[{"type":"link","payload":{"url":"https://example.com/node/5"}}]}}}"#,
    )?;
    let mut driver = Process::start(&command, ProcessOptions::default())?;
    let mut out = std::io::stdout().lock();
    for batch in [1, 4] {
        let scenarios = vec![&scenario; batch];
        let began = Instant::now();
        for _ in 0..RUNS / u32::try_from(batch)? {
            let answers = driver.run_all(&scenarios);
            if let Some(Answer::Fault(fault)) = answers.into_iter().next() {
                return Err(fault.into());
            }
        }
        let micros = began.elapsed().as_secs_f64() * 1e6 / f64::from(RUNS);
        writeln!(out, "{micros:.1} µs a run, {batch} in a call")?;
    }
    Ok(())
}
