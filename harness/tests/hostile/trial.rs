//! Driving the hostile adapter, and seeing that nothing of it is left.
#![allow(dead_code)] // each test target uses a part of it

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use flowdrop_conformance::Scenario;
use flowdrop_conformance::adapter::{Answer, Driver, Fault, FaultCode, Process, ProcessOptions};

/// One test's adapter.
pub(crate) struct Trial {
    mode: &'static str,
    tag: String,
    state: PathBuf,
    pub(crate) options: ProcessOptions,
}

impl Trial {
    /// A switch of the adapter, with ample time.
    pub(crate) fn new(mode: &'static str) -> Self {
        static TRIALS: AtomicUsize = AtomicUsize::new(0);
        let trial = TRIALS.fetch_add(1, Ordering::Relaxed);
        let tag = format!("hostile-{}-{trial}-", std::process::id());
        let state = std::env::temp_dir().join(&tag);
        let mut options = ProcessOptions::new(Duration::from_secs(20));
        options.line_limit = 1 << 20;
        Trial {
            mode,
            tag,
            state,
            options,
        }
    }

    /// The same with little time for a run.
    pub(crate) fn hurried(mode: &'static str) -> Self {
        let mut trial = Trial::new(mode);
        trial.options.timeout = Duration::from_secs(1);
        trial
    }

    pub(crate) fn start(&self) -> Result<Process, Fault> {
        Process::start(&self.command(), self.options.clone())
    }

    /// What marks its processes.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    fn command(&self) -> Vec<OsString> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hostile/adapter.py");
        ["python3", script, self.mode, &self.tag]
            .map(OsString::from)
            .into_iter()
            .chain([self.state.clone().into_os_string()])
            .collect()
    }

    /// The fault at the start. Nothing of the adapter is left.
    pub(crate) fn start_fault(&self) -> Fault {
        let began = Instant::now();
        let fault = self.start().expect_err("it should not start");
        self.assert_gone();
        assert!(began.elapsed() < Duration::from_secs(10));
        fault
    }

    /// What is answered to these prompts, each a run of its own call. Nothing of the
    /// adapter is left.
    pub(crate) fn one_by_one(&self, prompts: &[&str]) -> Vec<Answer> {
        self.answers(|driver| {
            prompts
                .iter()
                .flat_map(|prompt| driver.run_all(&[&scenario(prompt)]))
                .collect()
        })
    }

    /// What is answered to these prompts in one call.
    pub(crate) fn at_once(&self, prompts: &[&str]) -> Vec<Answer> {
        let scenarios: Vec<Scenario> = prompts.iter().map(|prompt| scenario(prompt)).collect();
        let scenarios: Vec<&Scenario> = scenarios.iter().collect();
        self.answers(|driver| driver.run_all(&scenarios))
    }

    fn answers(&self, run: impl FnOnce(&mut Process) -> Vec<Answer>) -> Vec<Answer> {
        let mut driver = self.start().expect("it should start");
        let answers = run(&mut driver);
        drop(driver);
        self.assert_gone();
        answers
    }

    /// The fault of one bad run between two good ones, which are answered well.
    pub(crate) fn fault(&self) -> Fault {
        let began = Instant::now();
        let mut answers = self.one_by_one(&["before", "bad", "after"]);
        assert_eq!(said(&answers[0]), "before");
        assert_eq!(said(&answers[2]), "after");
        assert!(began.elapsed() < Duration::from_secs(10));
        fault(answers.swap_remove(1))
    }

    /// The same for a fault after which the adapter is started again.
    pub(crate) fn fatal(&self, code: FaultCode) -> Fault {
        let fault = self.fault();
        assert_eq!(fault.code, code, "{fault:?}");
        assert_eq!(fault.restarts, Some((1, 10)));
        assert_eq!(fault.run, Some(2));
        fault
    }

    /// The same for a fault after which it goes on.
    pub(crate) fn benign(&self, code: FaultCode) -> Fault {
        let fault = self.fault();
        assert_eq!(fault.code, code, "{fault:?}");
        assert_eq!(fault.restarts, None);
        assert_eq!(fault.run, Some(2));
        fault
    }

    /// No process of this trial is alive, or will be shortly.
    pub(crate) fn assert_gone(&self) {
        let deadline = Instant::now() + Duration::from_secs(2);
        while !tagged(&self.tag).is_empty() {
            assert!(Instant::now() < deadline, "left: {:?}", tagged(&self.tag));
            std::thread::sleep(Duration::from_millis(5));
        }
        // There need not have been a state.
        let _ = std::fs::remove_file(&self.state);
    }

    /// How many processes of this trial are alive.
    pub(crate) fn alive(&self) -> usize {
        tagged(&self.tag).len()
    }
}

/// A scenario of that prompt.
pub(crate) fn scenario(prompt: &str) -> Scenario {
    serde_json::from_value(serde_json::json!({ "prompt": prompt })).expect("a scenario")
}

/// What the adapter said in a good answer.
pub(crate) fn said(answer: &Answer) -> &str {
    let Answer::Observed(observation) = answer else {
        panic!("not answered well: {answer:?}");
    };
    observation.passes[0].tool_messages[0]
        .content
        .as_str()
        .expect("a string")
}

/// The fault of an answer that is none.
pub(crate) fn fault(answer: Answer) -> Fault {
    match answer {
        Answer::Fault(fault) => fault,
        other => panic!("no fault: {other:?}"),
    }
}

/// The living processes with a tag on their command line.
pub(crate) fn tagged(tag: &str) -> Vec<String> {
    let ps = std::process::Command::new("ps")
        .args(["-A", "-ww", "-o", "stat=,pid=,args="])
        .output();
    let listed = match ps {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).into(),
        _ => proc_listing(),
    };
    listed
        .lines()
        .filter(|line| line.contains(tag) && !line.trim_start().starts_with('Z'))
        .map(str::to_owned)
        .collect()
}

fn proc_listing() -> String {
    let entries = std::fs::read_dir("/proc").expect("ps or /proc");
    let command = |entry: std::fs::DirEntry| std::fs::read(entry.path().join("cmdline")).ok();
    entries
        .flatten()
        .filter_map(command)
        .map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " ") + "\n")
        .collect()
}
