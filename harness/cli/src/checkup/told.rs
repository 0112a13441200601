//! What a person reads.

use std::fmt::Write as _;
use std::time::Duration;

use flowdrop_conformance::report::{Paint, safe};

use super::code::Severity;
use super::finding::Finding;
use super::summary::Checkup;

/// The whole of it, ending with the counts.
pub(crate) fn told(checkup: &Checkup, paint: Paint) -> String {
    let mut text = String::new();
    if let Some(said) = &checkup.description {
        let (runtime, adapter) = (&said.implementation, &said.adapter);
        let configuration = runtime
            .configuration
            .iter()
            .map(|name| format!(" [{name}]"));
        let _ = writeln!(
            text,
            "{} {}{} over {} {}",
            safe(&runtime.name),
            safe(&runtime.version),
            safe(&configuration.collect::<String>()),
            safe(&adapter.name),
            safe(&adapter.version),
        );
        let _ = writeln!(text, "{}\n", speed(checkup));
    }
    for finding in checkup.findings.sorted() {
        tell(&mut text, finding, paint);
    }
    let count = |severity| {
        let number = checkup.findings.count(severity);
        let name = severity.name();
        format!("{number} {name}{}", if number == 1 { "" } else { "s" })
    };
    let counts = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    let _ = writeln!(text, "{}", counts.join(", "));
    text
}

fn tell(text: &mut String, finding: &Finding, paint: Paint) {
    let severity = finding.code.severity();
    let head = format!("{}[{}]", severity.name(), finding.code.name());
    let head = match severity {
        Severity::Error => paint.red(&head),
        Severity::Warning => paint.yellow(&head),
        Severity::Note => paint.bold(&head),
    };
    let _ = writeln!(text, "{head}: {}", safe(&finding.what));
    for line in finding.detail.iter().flat_map(|detail| detail.lines()) {
        let _ = writeln!(text, "    {}", safe(line));
    }
    let _ = writeln!(text, "  to do: {}\n", finding.code.to_do());
}

fn speed(checkup: &Checkup) -> String {
    let mut told = format!("answered `hello` after {}", time(checkup.hello_took));
    if let Some(first) = checkup.took.first() {
        let _ = write!(told, ", the first run after {}", time(*first));
    }
    if let Some(usual) = checkup.usual() {
        let _ = write!(told, ", later ones after {}", time(usual));
    }
    let _ = write!(told, "; {} runs", checkup.took.len());
    told
}

fn time(took: Duration) -> String {
    if took < Duration::from_millis(1) {
        "less than 1 ms".to_owned()
    } else if took < Duration::from_secs(1) {
        format!("{} ms", took.as_millis())
    } else {
        format!("{:.1} s", took.as_secs_f64())
    }
}
