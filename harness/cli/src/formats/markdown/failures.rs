//! What did not pass, cause by cause, as far as there is room.

use std::fmt::Write as _;

use flowdrop_conformance::check::Outcome;
use flowdrop_conformance::report::reading::{Cause, causes, place, sides};
use flowdrop_conformance::report::{CaseReport, FaultReport, FindingReport, Report};

use super::escape::{block, block_text, code, prose};
use crate::formats::words;

/// How many further cases of one cause are named.
const NAMED: usize = 20;
/// What the line about what is left out takes, at most.
const LEFT_OUT: usize = 200;

/// The causes that there is room for, and how many there was none for.
pub(super) fn failures(report: &Report, room: usize) -> String {
    let causes = causes(report);
    let mut out = String::new();
    for (at, cause) in causes.iter().enumerate() {
        let told = told(report, cause);
        if out.len() + told.len() + LEFT_OUT > room {
            let left: usize = causes[at..].iter().map(|cause| cause.cases.len()).sum();
            let _ = writeln!(
                out,
                "{} of {} did not fit in here; the JSON report holds them all.\n",
                words::cases(left),
                match causes.len() - at {
                    1 => "1 further cause".to_owned(),
                    more => format!("{more} further causes"),
                }
            );
            break;
        }
        out.push_str(&told);
    }
    out
}

fn told(report: &Report, cause: &Cause<'_>) -> String {
    let Some((first, rest)) = cause.cases.split_first() else {
        return String::new();
    };
    let mut out = format!(
        "<details><summary>{} {} · {} · {}</summary>\n\n",
        words::sign(cause.outcome),
        cause.outcome,
        words::cases(cause.cases.len()),
        prose(&summary(cause)),
    );
    case(report, first, &mut out);
    if !rest.is_empty() {
        let _ = writeln!(
            out,
            "The same cause in {} more:\n",
            words::cases(rest.len())
        );
        for other in rest.iter().take(NAMED) {
            let _ = writeln!(out, "- {}", code(&other.id));
        }
        if rest.len() > NAMED {
            let _ = writeln!(out, "- and {} more", rest.len() - NAMED);
        }
        out.push('\n');
    }
    out.push_str("</details>\n\n");
    out
}

fn summary(cause: &Cause<'_>) -> String {
    let parts: Vec<String> = cause
        .tells
        .iter()
        .map(|(clause, tells)| match clause {
            0 => (*tells).to_owned(),
            clause => format!("¶{clause} {tells}"),
        })
        .collect();
    parts.join("; ")
}

fn case(report: &Report, case: &CaseReport, out: &mut String) {
    let _ = writeln!(out, "{}<br>{}\n", code(&case.id), prose(&case.title));
    for known in words::known(report, case) {
        let _ = writeln!(
            out,
            "**Known**, ¶{}: {}\n",
            known.clause,
            prose(&known.reason)
        );
    }
    for one in &case.faults {
        fault(one, out);
    }
    for one in case.told_findings() {
        finding(report, case, one, out);
    }
    if let Some(again) = words::again(report, &case.id) {
        let _ = writeln!(out, "Again:\n\n{}", block(&again));
    }
}

fn fault(fault: &FaultReport, out: &mut String) {
    let _ = writeln!(
        out,
        "{} {}\n",
        prose(&words::sentence(&fault.message)),
        code(&fault.code)
    );
    let _ = writeln!(out, "To do: {}\n", prose(&fault.to_do));
}

fn finding(report: &Report, case: &CaseReport, finding: &FindingReport, out: &mut String) {
    let obligation = words::obligation(report, case.rule(), finding.clause);
    let word = match finding.outcome {
        Outcome::Failed => "fails",
        _ => "could not be judged",
    };
    let _ = writeln!(
        out,
        "**¶{}** {} {word}. {}. {} {}\n",
        finding.clause,
        prose(obligation),
        prose(&words::sentence(&place(finding))),
        prose(&words::sentence(&finding.message)),
        code(&finding.code),
    );
    if let Some((first, second)) = sides(finding) {
        out.push_str("<pre>");
        for side in [&first, &second] {
            let text = side
                .text
                .as_deref()
                .map_or_else(|| "(nothing)".to_owned(), block_text);
            let _ = write!(out, "{:<9} {text}", side.label);
            out.push_str(if std::ptr::eq(side, &first) {
                "\n"
            } else {
                "</pre>\n\n"
            });
        }
    }
    if let Some(leak) = &finding.leak {
        let _ = writeln!(
            out,
            "It quotes {}, {}: {}\n",
            code(&leak.path),
            prose(&leak.spelling),
            code(&leak.quoted)
        );
    }
    let _ = writeln!(
        out,
        "Likely: {}  \nTo do: {}\n",
        prose(&finding.likely),
        prose(&finding.to_do)
    );
}
