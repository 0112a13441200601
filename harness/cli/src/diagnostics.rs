//! Bad case files, shown with the line they are on.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use flowdrop_conformance::case::{Diagnostic, Diagnostics};
use flowdrop_conformance::report::safe;

use crate::exit::Problem;
use crate::output;

/// How much of a long line is shown to each side.
const AROUND: usize = 80;

/// Shows every fault of every case file, and makes the problem that ends the program.
pub(crate) fn problem(diagnostics: &Diagnostics) -> Problem {
    problem_in("the case files", diagnostics)
}

/// Shows every fault of what is named, and makes the problem that ends the program.
pub(crate) fn problem_in(what: &str, diagnostics: &Diagnostics) -> Problem {
    show(diagnostics);
    let count = diagnostics.0.len();
    Problem::usage(format!(
        "{count} fault{} in {what}; nothing was run",
        if count == 1 { "" } else { "s" }
    ))
}

/// Shows every fault.
pub(crate) fn show(diagnostics: &Diagnostics) {
    for diagnostic in &diagnostics.0 {
        output::err(&shown(diagnostic));
        output::err("\n\n");
    }
}

fn shown(diagnostic: &Diagnostic) -> String {
    let title = safe(&diagnostic.message);
    let title = Level::ERROR
        .primary_title(title.as_ref())
        .id(diagnostic.code.name());
    let to_do = format!("to do: {}", safe(&diagnostic.to_do));
    let file = safe(&diagnostic.file);
    let label = safe(&diagnostic.label);
    let shown = one_line(diagnostic);
    let (line, column) = diagnostic.place();
    let group = Group::with_title(title);
    let group = if diagnostic.text.is_empty() {
        group.element(Origin::path(file.as_ref()))
    } else {
        let wrong = AnnotationKind::Primary.span(shown.span.clone());
        let snippet = Snippet::source(shown.text.as_str())
            .path(file.as_ref())
            .line_start(line)
            .annotation(wrong.label(label.as_ref()));
        group.element(snippet)
    };
    let group = group.element(Level::NOTE.no_name().message(to_do.as_str()));
    let text = Renderer::styled().render(&[group]);
    // The column is that in the file, not that in the line as it is shown.
    let column_shown = shown.text[..shown.span.start].chars().count() + 1;
    text.replacen(
        &format!("{file}:{line}:{column_shown}"),
        &format!("{file}:{line}:{column}"),
        1,
    )
}

/// A line as it is shown, and the bytes of it that are wrong.
struct Line {
    text: String,
    span: Range<usize>,
}

/// The line that a fault begins on, cut around it, every piece of it made safe.
fn one_line(diagnostic: &Diagnostic) -> Line {
    let text = &diagnostic.text;
    let start = floor(text, diagnostic.span.start.min(text.len()));
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = floor(text, diagnostic.span.end.clamp(start, line_end));
    let from = floor(text, start.saturating_sub(AROUND).max(line_start));
    let from = if start - line_start <= 4 * AROUND {
        line_start
    } else {
        from
    };
    let wrong_end = floor(text, end.min(start + 4 * AROUND));
    let to = floor(text, (end + AROUND).min(line_end).min(wrong_end + AROUND));
    let mut shown = cut_mark(from > line_start);
    shown.push_str(&piece(&text[from..start]));
    let first = shown.len();
    shown.push_str(&piece(&text[start..wrong_end]));
    let last = shown.len();
    shown.push_str(&piece(text[wrong_end..to].trim_end_matches('\r')));
    shown.push_str(&cut_mark(to < line_end));
    Line {
        span: first..last.max(first + usize::from(first < shown.len())),
        text: shown,
    }
}

/// A piece of a line. Tabs and spaces before a value are no secret.
fn piece(text: &str) -> String {
    let body = text.trim_start_matches([' ', '\t']);
    let indent = text[..text.len() - body.len()].replace('\t', "    ");
    format!("{indent}{}", safe(body))
}

fn cut_mark(cut: bool) -> String {
    if cut { "…".to_owned() } else { String::new() }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
