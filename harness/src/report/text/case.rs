//! One case that did not pass, told so that it makes sense without knowing the code.

use std::fmt::Write as _;

use serde_json::Value;

use super::Paint;
use super::diff::two_lines;
use super::json::one_line;
use crate::check::Outcome;
use crate::report::{CaseReport, FaultReport, FindingReport, LeakReport, RuleReport, safe};

/// What went wrong in one case; nothing, if nothing did. `again` is the command that
/// runs just this case.
#[must_use]
pub fn case_text(
    case: &CaseReport,
    rule: Option<&RuleReport>,
    again: &str,
    paint: Paint,
) -> String {
    let mut out = String::new();
    for fault in &case.faults {
        fault_block(case, fault, paint, &mut out);
    }
    let failed = case
        .findings
        .iter()
        .any(|finding| finding.outcome == Outcome::Failed);
    let mut told = None;
    for finding in &case.findings {
        // Where a clause failed, why another could not be judged only distracts.
        if failed && finding.outcome != Outcome::Failed {
            continue;
        }
        if told != Some(finding.clause) {
            heading(case, finding, rule, paint, &mut out);
            told = Some(finding.clause);
        }
        finding_block(finding, paint, &mut out);
    }
    if out.is_empty() {
        return out;
    }
    if let (Some(rule), Some(clause)) = (rule, told) {
        let _ = writeln!(
            out,
            "  {}     {} ¶{clause}",
            paint.dim("rule"),
            safe(&rule.url)
        );
    }
    let _ = writeln!(out, "  {}    {}", paint.dim("again"), safe(again));
    out
}

fn heading(
    case: &CaseReport,
    finding: &FindingReport,
    rule: Option<&RuleReport>,
    paint: Paint,
    out: &mut String,
) {
    let word = match finding.outcome {
        Outcome::Failed => paint.red("FAILED"),
        other => paint.yellow(&other.name().to_uppercase()),
    };
    let obligation = rule
        .and_then(|rule| {
            rule.clauses
                .iter()
                .find(|clause| clause.clause == finding.clause)
        })
        .map_or("", |clause| clause.obligation.as_str());
    let provisional = if case.status == crate::case::Status::Provisional {
        "  (provisional: never decides)"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "{word}  {}    ¶{} {obligation}{provisional}",
        paint.bold(&safe(&case.id)),
        finding.clause
    );
    let _ = writeln!(out, "        {}\n", safe(&case.title));
}

fn finding_block(finding: &FindingReport, paint: Paint, out: &mut String) {
    let _ = writeln!(out, "  {}", place(finding));
    let _ = writeln!(
        out,
        "  {} {}\n",
        sentence(&safe(&finding.message)),
        paint.dim(&format!("[{}]", finding.code))
    );
    values(finding, paint, out);
    if let Some(leak) = &finding.leak {
        let _ = writeln!(out, "  {}\n", quote(leak, finding));
    }
    let _ = writeln!(out, "  {}   {}", paint.dim("likely"), finding.likely);
    let _ = writeln!(out, "  {}    {}", paint.dim("to do"), finding.to_do);
}

/// Which call and which variant, in words.
fn place(finding: &FindingReport) -> String {
    let mut parts = Vec::new();
    if let Some(call) = &finding.call {
        let id = call
            .tool_call_id
            .as_ref()
            .map_or_else(|| "without an id".to_owned(), |id| safe(id).into_owned());
        parts.push(format!("call {id} · {}", safe(&call.tool)));
        if call.pass > 1 {
            parts.push(format!("pass {}", call.pass));
        }
    }
    parts.push(port(&finding.variant));
    parts.join(" · ")
}

fn port(variant: &str) -> String {
    let exposure = |part: &str| match part.split('/').next() {
        Some("hidden") => "hidden by an override",
        Some("exposed") => "exposed by an override",
        _ => "at its default",
    };
    let parts: Vec<&str> = variant.split(" against ").collect();
    match parts.as_slice() {
        [a, b] if exposure(a) != exposure(b) => {
            format!("port {}, against {}", exposure(a), exposure(b))
        }
        [a, ..] => {
            let replaced = if a.ends_with("/replaced") {
                " · artifacts replaced by the harness"
            } else {
                ""
            };
            format!("port {}{replaced}", exposure(a))
        }
        [] => String::new(),
    }
}

fn values(finding: &FindingReport, paint: Paint, out: &mut String) {
    let comparison = finding.clause == 3 && finding.variant.contains(" against ");
    let (first, second) = if comparison {
        labels(finding)
    } else {
        ("expected", "got")
    };
    let text = |value: &Value| match value {
        Value::String(text) if comparison || finding.clause == 3 => text.clone(),
        other => one_line(other),
    };
    // A change of prose reads best with the artifact's side first.
    let (a, b) = match comparison {
        true => (&finding.actual, &finding.expected),
        false => (&finding.expected, &finding.actual),
    };
    match (a, b) {
        (Some(a), Some(b)) => out.push_str(&two_lines(
            (first, &text(a)),
            (second, &text(b)),
            paint,
            "    ",
        )),
        (Some(a), None) => {
            let _ = writeln!(out, "    {first}  {}", cut(&safe(&text(a))));
            let _ = writeln!(out, "    {second}  {}", paint.red("nothing"));
        }
        (None, Some(b)) if comparison => {
            let _ = writeln!(out, "    {first}  {}", paint.red("nothing"));
            let _ = writeln!(out, "    {second}  {}", cut(&safe(&text(b))));
        }
        (None, Some(b)) => {
            let _ = writeln!(out, "    {second}  {}", cut(&safe(&text(b))));
        }
        (None, None) => return,
    }
    out.push('\n');
}

/// The names of a comparison's two sides: the variants' artifacts.
fn labels(finding: &FindingReport) -> (&'static str, &'static str) {
    let name = |part: Option<&str>| match part.and_then(|part| part.split('/').nth(1)) {
        Some("removed") => "removed",
        Some("replaced") => "replaced",
        _ => "as given",
    };
    let mut parts = finding.variant.split(" against ");
    if finding.outcome == Outcome::Inconclusive {
        return ("run again", "first run");
    }
    (name(parts.next()), name(parts.next()))
}

fn quote(leak: &LeakReport, finding: &FindingReport) -> String {
    let text = finding
        .actual
        .as_ref()
        .and_then(Value::as_str)
        .unwrap_or("");
    let before = text
        .get(..leak.start)
        .map_or(0, |before| before.chars().count());
    format!(
        "and it quotes the artifact: {} {:?}, {}, from character {}",
        safe(&leak.path),
        safe(&cut(&leak.quoted)),
        leak.spelling,
        before + 1
    )
}

fn cut(text: &str) -> String {
    const WIDEST: usize = 300;
    if text.chars().count() <= WIDEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(WIDEST).collect();
    format!("{head} … ({} characters)", text.chars().count())
}

fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

fn fault_block(case: &CaseReport, fault: &FaultReport, paint: Paint, out: &mut String) {
    let word = match fault.code.as_str() {
        "timed-out" => "TIMED OUT",
        "gave-up" => "NOT RUN",
        _ => "ERRORED",
    };
    let _ = writeln!(
        out,
        "{}  {}    {}",
        paint.yellow(word),
        paint.bold(&safe(&case.id)),
        safe(&fault.message)
    );
    if let Some((restarts, limit)) = fault.restarts {
        let _ = writeln!(
            out,
            "           the adapter was ended with its children and started again (restart {restarts} of {limit})"
        );
    }
    if let Some(detail) = &fault.detail {
        let _ = writeln!(out, "\n  {}   {}", paint.dim("detail"), cut(&safe(detail)));
    }
    if !fault.stderr.is_empty() {
        let _ = writeln!(out, "\n  {}", paint.dim("last lines of its stderr"));
        for line in &fault.stderr {
            let _ = writeln!(out, "    {}", safe(line));
        }
    }
    let _ = writeln!(
        out,
        "\n  {}    {} {}",
        paint.dim("to do"),
        fault.to_do,
        paint.dim(&format!("[{}]", fault.code))
    );
}
