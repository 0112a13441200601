//! Bad case files, shown with the line they are on.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
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
    let group = Group::with_title(title);
    let (line, _) = diagnostic.place();
    let (text, span) = one_line(diagnostic);
    let label = safe(&diagnostic.label);
    let group = if diagnostic.text.is_empty() {
        group.element(annotate_snippets::Origin::path(diagnostic.file.as_str()))
    } else {
        group.element(
            Snippet::source(text.as_str())
                .path(diagnostic.file.as_str())
                .line_start(line)
                .annotation(AnnotationKind::Primary.span(span).label(label.as_ref())),
        )
    };
    let group = group.element(Level::NOTE.no_name().message(to_do.as_str()));
    Renderer::styled().render(&[group])
}

/// The line that a fault begins on, cut around it, and the fault's bytes in it.
fn one_line(diagnostic: &Diagnostic) -> (String, std::ops::Range<usize>) {
    let text = &diagnostic.text;
    let start = diagnostic.span.start.min(text.len());
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let end = diagnostic.span.end.clamp(start, line_end);
    let from = floor(text, start.saturating_sub(AROUND).max(line_start));
    // Columns are counted from the line's beginning, so only its end is cut.
    let to = floor(text, (end + AROUND).min(line_end));
    let from = if start - line_start <= 4 * AROUND {
        line_start
    } else {
        from
    };
    (
        text[from..to].to_owned(),
        start - from..end.max(start + usize::from(start < to)) - from,
    )
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
