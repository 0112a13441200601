//! A folder of cases, the adapter with a switch, and seeing that nothing is left.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A folder for one test, taken away at its end.
pub(crate) struct Folder {
    path: PathBuf,
    tag: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        static FOLDERS: AtomicUsize = AtomicUsize::new(0);
        let folder = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let tag = format!("robust-{}-{folder}-", std::process::id());
        let path = std::env::temp_dir().join(&tag);
        fs::create_dir_all(&path).unwrap();
        Folder { path, tag }
    }

    /// A folder with a case of each name, whose prompt is the name up to the first `-`.
    pub(crate) fn with_cases(names: &[&str]) -> Self {
        let folder = Folder::new();
        for name in names {
            folder.case(name, &[1, 3]);
        }
        folder
    }

    pub(crate) fn case(&self, name: &str, clauses: &[u8]) {
        let id = format!("RT-TOOL-3/robust/{name}");
        let prompt = name.split('-').next().unwrap();
        let case = json!({
            "id": id, "title": "A case", "why": "A test", "since": "0.1.0", "clauses": clauses,
            "mutant": "none", "requires": [],
            "scenario": {
                "prompt": prompt,
                "tools": [{ "name": "search", "description": "Searches." }],
                "passes": [{ "tool_calls": [
                    { "tool_call_id": "c1", "name": "search", "args": { "script": "s1" } }] }],
                "script": { "s1": {
                    "success": true, "data": { "result": "Found the heron." }, "error": null,
                    "artifacts": [{ "type": "link",
                        "payload": { "url": format!("https://example.com/{name}/kingfisher") } }] } },
            },
        });
        self.write(&format!("cases/{id}.json"), &case.to_string());
    }

    /// What marks the processes of this test.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path.join(name)).unwrap()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// The program, in this folder.
    pub(crate) fn program(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_flowdrop-conformance"));
        command
            .current_dir(&self.path)
            .args(args)
            .stdin(Stdio::null());
        command
    }

    /// `run` over the folder's cases, against the adapter in a mode.
    pub(crate) fn run_command(&self, mode: &str, args: &[&str]) -> Command {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/robust/adapter.py");
        let mut command = self.program(&["run", "--cases", "cases"]);
        command
            .args(args)
            .args(["--", "python3", script, mode, &self.tag]);
        command
    }

    /// The same, to its end. No process of it is left.
    pub(crate) fn run(&self, mode: &str, args: &[&str]) -> Ran {
        let ran = Ran::of(&self.run_command(mode, args).output().unwrap());
        self.assert_gone();
        ran
    }

    /// Any other command, to its end.
    pub(crate) fn command(&self, args: &[&str]) -> Ran {
        Ran::of(&self.program(args).output().unwrap())
    }

    /// No process of this test is alive, or will be shortly; and no half file.
    pub(crate) fn assert_gone(&self) {
        let deadline = Instant::now() + Duration::from_secs(2);
        while self.alive() > 0 {
            assert!(Instant::now() < deadline, "left: {}", self.alive());
            std::thread::sleep(Duration::from_millis(5));
        }
        let half = |path: &Path| path.to_string_lossy().ends_with(".part");
        let entries = fs::read_dir(&self.path).unwrap().flatten();
        assert!(!entries.into_iter().any(|entry| half(&entry.path())));
    }

    /// How many adapters of this test are alive.
    pub(crate) fn alive(&self) -> usize {
        let listed = Command::new("ps")
            .args(["-A", "-ww", "-o", "stat=,args="])
            .output();
        let listed = String::from_utf8_lossy(&listed.unwrap().stdout).into_owned();
        let living =
            |line: &&str| !line.trim_start().starts_with('Z') && line.contains("adapter.py");
        listed
            .lines()
            .filter(living)
            .filter(|line| line.contains(&self.tag))
            .count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// What a command said, and with which status it ended.
pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn of(output: &Output) -> Self {
        Ran {
            status: output.status.code(),
            out: String::from_utf8(output.stdout.clone()).unwrap(),
            err: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    /// The command ended so, and said this.
    pub(crate) fn assert(&self, status: i32, words: &[&str]) {
        let all = format!("{}\n{}", self.out, self.err);
        assert_eq!(self.status, Some(status), "{all}");
        for words in words {
            assert!(all.contains(words), "{words:?} is not in\n{all}");
        }
    }
}

/// The outcomes of a report by case and clause.
pub(crate) fn outcomes(report: &Value) -> Vec<(String, u64, String)> {
    let mut found = Vec::new();
    for case in report["cases"].as_array().unwrap() {
        for outcome in case["outcomes"].as_array().unwrap() {
            found.push((
                case["id"]
                    .as_str()
                    .unwrap()
                    .rsplit('/')
                    .next()
                    .unwrap()
                    .to_owned(),
                outcome["clause"].as_u64().unwrap(),
                outcome["outcome"].as_str().unwrap().to_owned(),
            ));
        }
    }
    found
}
