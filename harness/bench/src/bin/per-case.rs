//! The job as it is done with a process a case: start the adapter, ask for the case's
//! runs, compare the entries with what is expected, end it.
//!
//! `per-case RUNS.jsonl COMMAND [ARG…]`, with the lines that `dump` writes.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::process::{Command, ExitCode, Stdio};

use serde_json::Value;

fn main() -> io::Result<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    let file = words.next().ok_or(io::ErrorKind::InvalidInput)?;
    let command: Vec<_> = words.collect();
    let (mut cases, mut wrong) = (0, 0);
    for line in BufReader::new(File::open(file)?).lines() {
        let case: Value = serde_json::from_str(&line?)?;
        cases += 1;
        wrong += usize::from(!passes(&case, &command)?);
    }
    writeln!(
        io::stdout(),
        "{cases} cases, {wrong} with other entries than expected"
    )?;
    Ok(ExitCode::SUCCESS)
}

fn passes(case: &Value, command: &[std::ffi::OsString]) -> io::Result<bool> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let mut output = BufReader::new(child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?);
    let mut line = String::new();
    input.write_all(b"{\"cmd\":\"hello\",\"protocols\":[1],\"harness\":{\"name\":\"per-case\",\"version\":\"0\"}}\n")?;
    output.read_line(&mut line)?;
    let mut fine = true;
    for (seq, run) in case["runs"].as_array().into_iter().flatten().enumerate() {
        let scenario = &run["scenario"];
        writeln!(
            input,
            "{{\"cmd\":\"run\",\"seq\":{seq},\"scenario\":{scenario}}}"
        )?;
        line.clear();
        output.read_line(&mut line)?;
        let answer: Value = serde_json::from_str(&line)?;
        fine &= answer["observation"]["tool_artifacts"] == run["entries"];
    }
    input.write_all(b"{\"cmd\":\"bye\"}\n")?;
    drop(input);
    child.wait()?;
    Ok(fine)
}
