//! The tables of `harness/README.md`: each fault, its code, the case's outcome and the
//! program's exit status.

use std::sync::Mutex;
use std::thread;

use crate::support::{Folder, Ran};

/// A row: what to switch, and what must come of it.
#[derive(Debug, Clone)]
struct Row {
    switch: String,
    code: Option<String>,
    outcome: Option<String>,
    status: i32,
}

fn rows() -> Vec<Row> {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let text = std::fs::read_to_string(readme).unwrap();
    let cell = |text: &str| {
        let text = text.trim().trim_matches('`').to_owned();
        (text != "–").then_some(text)
    };
    let row = |line: &str| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        let status = cells.last()?.trim().parse().ok()?;
        Some(Row {
            switch: cell(cells[1]).unwrap_or_default(),
            code: (cells.len() == 5).then(|| cell(cells[2])).flatten(),
            outcome: cell(cells[cells.len() - 2]),
            status,
        })
    };
    text.lines()
        .filter(|line| line.starts_with('|'))
        .filter_map(row)
        .collect()
}

/// Good cases around a bad one, or as many bad ones as it takes to give up.
fn folder(row: &Row) -> Folder {
    let folder = Folder::new();
    if row.switch == "always-crash" {
        (0..14).for_each(|at| prompt(&folder, &format!("bad-{at}"), "bad"));
        return folder;
    }
    prompt(&folder, "bad", "bad");
    // An adapter that breaks off at every start is given up only after some.
    let good = if row.code.as_deref() == Some("gave-up") {
        14
    } else {
        3
    };
    (0..good).for_each(|at| prompt(&folder, &format!("good-{at}"), "The pelican."));
    folder
}

/// A case that the hostile adapter passes by saying its prompt.
fn prompt(folder: &Folder, name: &str, prompt: &str) {
    folder.case(name, &[3]);
    let file = format!("cases/RT-TOOL-3/robust/{name}.json");
    let mut case = folder.json(&file);
    case["scenario"]["prompt"] = prompt.into();
    case["scenario"]["script"]["s1"]["data"] = if prompt == "bad" {
        serde_json::json!({})
    } else {
        serde_json::json!({ "result": "The pelican." })
    };
    folder.write(&file, &case.to_string());
}

fn run(folder: &Folder, row: &Row) -> Ran {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/hostile/adapter.py");
    let state = format!("state-{}", row.switch);
    // 64 MiB take their time.
    let timeout = if row.switch == "flood-endless" {
        "30"
    } else {
        "1.5"
    };
    let mut command = folder.program(&["run", "--cases", "cases", "--timeout", timeout]);
    command.args(["--report", "json=report.json", "--"]);
    match row.switch.as_str() {
        "" => command.arg("/no/such/program"),
        switch => command.args(["python3", script, switch, folder.tag(), &state]),
    };
    Ran::of(&command.output().unwrap())
}

fn check(row: &Row) -> Result<(), String> {
    let folder = folder(row);
    let ran = run(&folder, row);
    let all = format!("{}\n{}", ran.out, ran.err);
    let wrong = |what: &str| Err(format!("{row:?}: {what}\n{all}"));
    if ran.status != Some(row.status) {
        return wrong(&format!("exit status {:?}", ran.status));
    }
    if let Some(code) = &row.code
        && !all.contains(&format!("[{code}]"))
    {
        return wrong("the code is not told");
    }
    let Some(outcome) = &row.outcome else {
        return Ok(());
    };
    let report = folder.json("report.json");
    let cases = report["cases"].as_array().unwrap();
    let mut fitting = cases.iter().filter(|case| {
        let codes = case["faults"].as_array().map_or(&[][..], Vec::as_slice);
        let right_code = match &row.code {
            Some(code) => codes.iter().any(|fault| fault["code"] == code.as_str()),
            None => codes.is_empty(),
        };
        right_code && case["outcomes"][0]["outcome"] == outcome.as_str()
    });
    if fitting.next().is_none() {
        return wrong(&format!("no such case in {cases:#?}"));
    }
    let good = |case: &&serde_json::Value| case["outcomes"][0]["outcome"] == "passed";
    let expected = if row.status == 3 { 0 } else { 2 };
    if cases.iter().filter(good).count() < expected {
        return wrong(&format!("it cost more than one case: {cases:#?}"));
    }
    folder.assert_gone();
    Ok(())
}

#[test]
fn every_fault_has_its_code_its_outcome_and_its_exit_status() {
    let rows = rows();
    assert!(rows.len() > 60, "{}", rows.len());
    let queue = Mutex::new(rows.iter());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(row) = queue.lock().unwrap().next() else {
                        return;
                    };
                    if let Err(failure) = check(row) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_code_of_an_adapters_program_has_a_row() {
    use flowdrop_conformance::adapter::FaultCode;
    let rows = rows();
    let elsewhere = |code: &FaultCode| {
        matches!(code, FaultCode::Panicked | FaultCode::BrokenPromise)
            || code.name().starts_with("witness")
    };
    for code in FaultCode::ALL.iter().filter(|code| !elsewhere(code)) {
        let told = rows
            .iter()
            .any(|row| row.code.as_deref() == Some(code.name()));
        assert!(told, "{code} has no row in harness/README.md");
    }
}
