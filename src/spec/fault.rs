//! What is wrong at one place of one file.

use std::fmt;

use super::yaml::{Key, Node};
use crate::plain::printable;

/// A place in a file: byte offsets into its text, and where a person finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte, counted from 0 (a byte order mark is not counted).
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// Line of `start`, counted from 1.
    pub line: usize,
    /// Column of `start` in characters, counted from 1.
    pub column: usize,
}

impl Default for Span {
    /// The beginning of the file.
    fn default() -> Self {
        Span { start: 0, end: 0, line: 1, column: 1 }
    }
}

/// Whether a fault stops the file from being used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used; somebody should look at it.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// One thing that is wrong with a file, located. A [`Problem`](super::Problem) is a fault together with its file.
///
/// Messages quote material from files only through [`quote`], so they are one line and hold no control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// How bad.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Fault {
    /// A fault that makes the file unusable.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Fault { span, severity: Severity::Error, message: message.into(), help: None }
    }

    /// A fault that is only pointed out.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Fault { severity: Severity::Warning, ..Fault::error(span, message) }
    }

    /// The same fault with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same fault with this advice if it has none.
    #[must_use]
    pub fn or_help(self, help: impl FnOnce() -> String) -> Self {
        if self.help.is_some() { self } else { self.help(help()) }
    }

    /// Adds to the advice.
    #[must_use]
    pub fn help_also(mut self, more: &str) -> Self {
        self.help = Some(self.help.map_or_else(|| more.to_owned(), |help| format!("{help}; {more}")));
        self
    }

    /// A key that the language has and this version cannot do.
    pub(super) fn not_yet(key: &Key) -> Self {
        Fault::error(key.span, format!("this version cannot do {} yet", quote(&key.text)))
    }

    /// "`name` is not a `kind`", with the name that was probably meant and all names that are known.
    pub fn unknown(span: Span, kind: &str, name: &str, known: &[&str]) -> Self {
        let fault = Fault::error(span, format!("unknown {kind} {}", quote(name)));
        const LISTED: usize = 30;
        let list = || {
            let names: Vec<String> = known.iter().take(LISTED).map(|name| quote(name)).collect();
            format!("{}{}", names.join(", "), if known.len() > LISTED { ", …" } else { "" })
        };
        match (suggest(name, known.iter().copied()), known) {
            (_, []) => fault.help(format!("no {kind} is known here")),
            (Some(near), [_]) => fault.help(format!("did you mean {}?", quote(near))),
            (Some(near), _) => fault.help(format!("did you mean {}? Known: {}", quote(near), list())),
            (None, _) => fault.help(format!("known: {}", list())),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.span.line, self.span.column)?;
        if self.severity == Severity::Warning {
            f.write_str("warning: ")?;
        }
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

/// Gives the faults of whole parts of a file, which lie at the very node of a part, the form of that part as advice.
pub(super) fn with_forms(root: &Node, forms: &[(&str, &str)], faults: Vec<Fault>) -> Vec<Fault> {
    let form = |span: Span| {
        let mut forms = forms.iter().filter(|(key, _)| root.get(key).is_some_and(|part| part.span == span));
        forms.next().map(|(_, form)| *form)
    };
    let advised = |fault: Fault| match form(fault.span) {
        Some(form) => fault.or_help(|| format!("for example `{form}`")),
        None => fault,
    };
    faults.into_iter().map(advised).collect()
}

/// No more faults than this are told of one file.
pub const MAX_FAULTS: usize = 20;

/// The faults in the order of the file; beyond [`MAX_FAULTS`] only that there are more.
pub(super) fn in_order(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| fault.span);
    if let Some(next) = faults.get(MAX_FAULTS) {
        let more = Fault::error(next.span, "more is wrong from here on");
        faults.truncate(MAX_FAULTS);
        faults.push(more);
    }
    faults
}

/// The known name that `name` was probably meant to be.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64; // nobody mistypes a longer one, and the comparison is quadratic
    if name.chars().count() > LONGEST {
        return None;
    }
    let lower = name.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.chars().count().min(lower.chars().count()) / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Text from a file, in back quotes, on one line: control and direction-changing characters are escaped, and a long
/// text is cut.
pub fn quote(text: &str) -> String {
    format!("`{}`", printable(text, 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let known = ["verifier", "baseline", "goal", "text"];
        assert_eq!(suggest("verifer", known), Some("verifier"));
        assert_eq!(suggest("Goal", known), Some("goal"));
        assert_eq!(suggest("gaol", known), Some("goal"));
        assert_eq!(suggest("colour", known), None);
        assert_eq!(suggest(&"g".repeat(100_000), known), None);
    }

    #[test]
    fn escape_codes_never_reach_a_message() {
        assert_eq!(quote("a\u{1b}[31mb\u{202e}c\nd"), "`a\\u{1b}[31mb\\u{202e}c\\nd`");
    }
}
