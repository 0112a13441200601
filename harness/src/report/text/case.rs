//! One case that did not pass, told so that it makes sense without knowing the code.

use std::fmt::Write as _;

use serde_json::Value;

use super::Paint;
use super::diff::two_lines;
use crate::check::Outcome;
use crate::report::reading::{Side, place, sides};
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
    let mut told = None;
    for finding in case.told_findings() {
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
        "{word}  {}    ¶{} {}{provisional}",
        paint.bold(&safe(&case.id)),
        finding.clause,
        safe(obligation)
    );
    let _ = writeln!(out, "        {}\n", safe(&case.title));
}

fn finding_block(finding: &FindingReport, paint: Paint, out: &mut String) {
    let _ = writeln!(out, "  {}", safe(&place(finding)));
    let _ = writeln!(
        out,
        "  {} {}\n",
        sentence(&safe(&finding.message)),
        paint.dim(&format!("[{}]", safe(&finding.code)))
    );
    values(finding, paint, out);
    if let Some(leak) = &finding.leak {
        let _ = writeln!(out, "  {}\n", quote(leak, finding));
    }
    let _ = writeln!(out, "  {}   {}", paint.dim("likely"), safe(&finding.likely));
    let _ = writeln!(out, "  {}    {}", paint.dim("to do"), safe(&finding.to_do));
}

fn values(finding: &FindingReport, paint: Paint, out: &mut String) {
    let Some((first, second)) = sides(finding) else {
        return;
    };
    match (&first.text, &second.text) {
        (Some(a), Some(b)) => out.push_str(&two_lines(
            (first.label, a),
            (second.label, b),
            paint,
            "    ",
        )),
        (None, Some(_)) if first.label == "expected" => one_side(&second, paint, out),
        _ => {
            one_side(&first, paint, out);
            one_side(&second, paint, out);
        }
    }
    out.push('\n');
}

fn one_side(side: &Side, paint: Paint, out: &mut String) {
    let text = match &side.text {
        Some(text) => cut(&safe(text)),
        None => paint.red("nothing"),
    };
    let _ = writeln!(out, "    {}  {text}", side.label);
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
        safe(&leak.spelling),
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
        safe(&fault.to_do),
        paint.dim(&format!("[{}]", safe(&fault.code)))
    );
}
