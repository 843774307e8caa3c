//! The text of one file and where its lines begin.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::fault::{Fault, Span};

/// The longest goal or verifier file that is read, in bytes.
pub const MAX_FILE: usize = 256 * 1024;

/// One file: how it is called in messages, and its text.
#[derive(PartialEq, Eq)]
pub struct Source {
    root: PathBuf,
    path: PathBuf,
    text: String,
    /// Byte offset at which each line begins.
    lines: Vec<usize>,
    /// Byte offset of each character.
    chars: Vec<usize>,
}

/// Short: the text is in the file.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({:?}, {} bytes)", self.path, self.text.len())
    }
}

impl Source {
    /// A source with this text; `path` is only for messages. A byte order mark is dropped.
    pub fn new(path: impl Into<PathBuf>, text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let chars = text.char_indices().map(|(at, _)| at).collect();
        Source { root: PathBuf::new(), path: path.into(), text, lines, chars }
    }

    /// The same source in a project in this folder.
    #[must_use]
    pub fn in_project(self, root: impl Into<PathBuf>) -> Self {
        Source { root: root.into(), ..self }
    }

    /// The folder of the project, which [`path`](Self::path) is counted from; empty for the current one.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Reads `file`, to be called `path` in messages.
    ///
    /// # Errors
    /// A source without text (or with the readable part of it) and what is wrong: unreadable, not a regular file, too
    /// long, not UTF-8.
    pub fn read(file: &Path, path: impl Into<PathBuf>) -> (Self, Option<Fault>) {
        let path = path.into();
        let bytes = match read_capped(file) {
            Ok(bytes) => bytes,
            Err(error) => {
                let fault = Fault::error(Span::default(), format!("cannot read this file: {error}"));
                return (Source::new(path, ""), Some(fault));
            }
        };
        if bytes.len() > MAX_FILE {
            let fault = Fault::error(Span::default(), format!("this file is longer than {} KiB", MAX_FILE / 1024))
                .help("a goal or verifier is a page of text; split it, or check that this is the right file");
            return (Source::new(path, ""), Some(fault));
        }
        match String::from_utf8(bytes) {
            Ok(text) => (Source::new(path, &text), None),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let byte = error.as_bytes().get(valid).copied().unwrap_or_default();
                let source = Source::new(path, &String::from_utf8_lossy(&error.as_bytes()[..valid]));
                let at = source.text.len();
                let fault = Fault::error(source.span(at, at), format!("this file is not UTF-8 (byte 0x{byte:02x})"))
                    .help("save it as UTF-8");
                (source, Some(fault))
            }
        }
    }

    /// How the file is called in messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text, without a byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The span of the bytes `start..end`, moved into the text and onto character boundaries where it is not.
    pub fn span(&self, start: usize, end: usize) -> Span {
        let start = self.text.floor_char_boundary(start);
        let end = self.text.ceil_char_boundary(end).max(start);
        let line = self.lines.partition_point(|begin| *begin <= start).max(1);
        let column = self.chars_before(start) - self.chars_before(self.lines[line - 1]) + 1;
        Span { start, end, line, column }
    }

    /// The byte offset of a character, counted from 0; the end of the text for one behind it.
    pub(super) fn offset_of(&self, char: usize) -> usize {
        self.chars.get(char).copied().unwrap_or(self.text.len())
    }

    fn chars_before(&self, offset: usize) -> usize {
        self.chars.partition_point(|at| *at < offset)
    }

    /// A line's text without its end, and the byte offset at which it begins; lines are counted from 1.
    pub fn line(&self, line: usize) -> Option<(usize, &str)> {
        let begin = *self.lines.get(line.checked_sub(1)?)?;
        let end = self.lines.get(line).copied().unwrap_or(self.text.len());
        Some((begin, self.text[begin..end].trim_end_matches(['\n', '\r'])))
    }
}

/// Reads at most one byte more than [`MAX_FILE`]. Only regular files: a pipe or a device could block for ever.
fn read_capped(file: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(file)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_offsets_count_bytes() {
        let source = Source::new("x", "\u{feff}é: ü\r\nab: c\n");
        assert_eq!(source.span(4, 6), Span { start: 4, end: 6, line: 1, column: 4 });
        assert_eq!(source.span(8, 10), Span { start: 8, end: 10, line: 2, column: 1 });
        assert_eq!(source.line(1), Some((0, "é: ü")));
        assert_eq!(source.line(2), Some((8, "ab: c")));
        assert_eq!(source.line(4), None);
    }

    #[test]
    fn a_source_is_shown_without_its_text() {
        assert_eq!(format!("{:?}", Source::new("goals/x.yaml", "goal: x\n")), "Source(\"goals/x.yaml\", 8 bytes)");
    }

    #[test]
    fn a_span_outside_the_text_is_moved_to_its_end() {
        let source = Source::new("x", "a");
        assert_eq!(source.span(9, 12), Span { start: 1, end: 1, line: 1, column: 2 });
        assert_eq!(Source::new("x", "é").span(1, 1), Span { start: 0, end: 2, line: 1, column: 1 });
    }
}
