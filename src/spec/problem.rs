//! A fault together with the file it is in, ready to be shown.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Origin, Padding, Renderer, Snippet};

use super::fault::{Fault, Severity};
use super::source::Source;
use crate::plain::printable;

/// A [`Fault`] in a file.
///
/// `Display` gives one line, `file:line:column: message (help)`; [`render`](Self::render) shows the line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub source: Arc<Source>,
    /// What is wrong with it, and where.
    pub fault: Fault,
}

impl Problem {
    /// This fault in this file.
    pub fn new(source: &Arc<Source>, fault: Fault) -> Self {
        Problem { source: Arc::clone(source), fault }
    }

    /// How the file is called.
    pub fn file(&self) -> &Path {
        self.source.path()
    }

    /// Whether the file cannot be used.
    pub fn is_error(&self) -> bool {
        self.fault.severity == Severity::Error
    }

    /// Several lines for a person: the message, the line of the file with the place marked, and the advice.
    pub fn render(&self, colour: bool) -> String {
        let level = match self.fault.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let span = self.fault.span;
        let (line, marked) = self.marked_line();
        let whole = self.source.line(span.line).is_none_or(|(_, text)| text == line);
        let title = level.primary_title(&self.fault.message);
        let snippet = Snippet::source(line).line_start(span.line).annotation(AnnotationKind::Primary.span(marked));
        let mut group = if whole {
            title.element(snippet.path(self.shown_path()))
        } else {
            // The renderer would count the column in what is shown.
            title.element(Origin::path(self.shown_path()).line(span.line).char_column(span.column)).element(snippet)
        };
        if let Some(help) = &self.fault.help {
            group = group.element(Padding).element(Level::HELP.message(help));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.decor_style(DecorStyle::Ascii).render(&[group])
    }

    /// The part of the line around the fault that fits on a terminal, and the bytes of it to mark.
    fn marked_line(&self) -> (String, Range<usize>) {
        const BEFORE: usize = 60;
        const AFTER: usize = 60;
        let span = self.fault.span;
        let (begin, line) = self.source.line(span.line).unwrap_or_default();
        let (before, rest) = line.split_at_checked(span.start.saturating_sub(begin)).unwrap_or((line, ""));
        let (marked, after) = rest.split_at_checked(span.end - span.start).unwrap_or((rest, ""));
        let (skipped, before) = match before.char_indices().nth_back(BEFORE) {
            Some((cut, _)) => ("…", &before[cut..]),
            None => ("", before),
        };
        let mut shown = format!("{skipped}{}", printable(before, BEFORE + 1));
        let start = shown.len();
        shown.push_str(&printable(marked, AFTER));
        let end = shown.len();
        shown.push_str(&printable(after, AFTER.saturating_sub(marked.chars().count())));
        (shown, start..end)
    }

    fn shown_path(&self) -> String {
        printable(&self.source.path().to_string_lossy(), 200)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shown_path(), self.fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str, start: usize, end: usize) -> Problem {
        let source = Arc::new(Source::new("goals/x.yaml", text));
        let fault = Fault::error(source.span(start, end), "unknown key `titel`").help("did you mean `title`?");
        Problem::new(&source, fault)
    }

    #[test]
    fn one_line_names_file_line_and_column() {
        let line = problem("a: b\n  titel: x\n", 7, 12).to_string();
        assert_eq!(line, "goals/x.yaml:2:3: unknown key `titel` (did you mean `title`?)");
    }

    #[test]
    fn a_person_sees_the_line_with_the_place_marked() {
        let shown = problem("a: b\n  titel: x\nc: d\n", 7, 12).render(false);
        assert_eq!(
            shown,
            "\
error: unknown key `titel`
 --> goals/x.yaml:2:3
  |
2 |   titel: x
  |   ^^^^^
  |
  = help: did you mean `title`?"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_and_controls_are_escaped() {
        let text = format!("{}\u{1b}[31mtitel{}", "é".repeat(500), "x".repeat(100_000));
        let shown = problem(&text, 1005, 1010).render(false);
        assert!(shown.contains("…é"), "{shown}");
        assert!(shown.contains("\\u{1b}[31mtitelxxx"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < 150), "{shown}");
        assert!(shown.contains(" --> goals/x.yaml:1:506"), "{shown}");
    }

    #[test]
    fn a_span_of_several_lines_marks_the_first() {
        let shown = problem("a:\n  b: c\n  d: e\n", 5, 16).render(false);
        assert!(shown.contains("2 |   b: c\n  |   ^^^^\n"), "{shown}");
    }

    #[test]
    fn a_file_without_text_has_no_line_to_show() {
        assert!(problem("", 0, 0).render(false).contains(" --> goals/x.yaml:1:1"));
    }
}
