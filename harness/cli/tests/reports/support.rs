//! The program, and reports to give it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use flowdrop_conformance::adapter::{Adapter, Driver, Fault, Local};
use flowdrop_conformance::case::Suite;
use flowdrop_conformance::report::{Reproduce, json_text, report};
use flowdrop_conformance::run::{RunOptions, Selection, run};
use flowdrop_conformance::{AdapterError, Description, Observation, Scenario};
use serde_json::Value;

/// What the program did.
pub(crate) struct Done {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program.
pub(crate) fn program(args: &[&str]) -> Done {
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_flowdrop-conformance"))
        .args(args)
        .output()
        .unwrap();
    Done {
        status: status.code().unwrap(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap(),
    }
}

/// A folder of a test's own, empty.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("reports")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a report and returns its path as text.
pub(crate) fn written(folder: &Path, name: &str, report: &Value) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("{report:#}\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A report in another format.
pub(crate) fn converted(folder: &Path, report: &Value, format: &str) -> String {
    let file = written(folder, "report.json", report);
    let done = program(&["report", "show", &file, "--report", &format!("{format}=-")]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    done.stdout
}

/// The report of a mutant, variant or null adapter.
pub(crate) fn of(name: &str) -> Value {
    let suite = Suite::embedded().unwrap();
    let selection = Selection::default();
    let start = || -> Result<Box<dyn Driver + Send>, Fault> {
        Ok(Box::new(Local::new(Boxed(
            flowdrop_mutants::build(name).unwrap(),
        ))))
    };
    let options = RunOptions {
        jobs: 2,
        seed: 0,
        stop: None,
    };
    let selected = selection.of(&suite).unwrap();
    let result = run(
        &suite,
        &selected,
        start().unwrap(),
        &start,
        options,
        &mut |_| {},
    );
    let reproduce = Reproduce {
        command: format!("flowdrop-conformance run --seed 0 -- flowdrop-mutants {name}"),
        seed: 0,
    };
    let text = json_text(&report(&suite, &selection, &result, reproduce)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The report of a runtime that passes.
pub(crate) fn passing() -> Value {
    static REPORT: LazyLock<Value> = LazyLock::new(|| {
        let done = program(&["run", "--quiet", "--report", "json=-"]);
        serde_json::from_str(&done.stdout).unwrap()
    });
    REPORT.clone()
}

/// The report of a runtime that leaks urls of artifacts into the prose.
pub(crate) fn leaking() -> Value {
    static REPORT: LazyLock<Value> = LazyLock::new(|| of("leaks-url"));
    REPORT.clone()
}

/// The report of an adapter that says that it can observe nothing.
pub(crate) fn blind() -> Value {
    static REPORT: LazyLock<Value> = LazyLock::new(|| of("facets-none"));
    REPORT.clone()
}

/// The first case that came out so.
pub(crate) fn first_case<'r>(report: &'r mut Value, outcome: &str) -> &'r mut Value {
    let cases = report["cases"].as_array_mut().unwrap();
    let came_out = |case: &&mut Value| {
        let outcomes = case["outcomes"].as_array().unwrap();
        outcomes.iter().any(|own| own["outcome"] == outcome)
    };
    cases.iter_mut().find(came_out).unwrap()
}

struct Boxed(Box<dyn Adapter + Send>);

impl Adapter for Boxed {
    fn describe(&self) -> Description {
        self.0.describe()
    }

    fn run(&mut self, scenario: &Scenario) -> Result<Observation, AdapterError> {
        self.0.run(scenario)
    }
}
