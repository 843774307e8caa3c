//! Text that came from a phone, a model or a file, made fit for a terminal.

use std::borrow::Cow;

/// On one line: every control character is shown as an escape instead of being obeyed.
///
/// ```
/// assert_eq!(goalpost::report::inline("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\\nc");
/// ```
#[must_use]
pub fn inline(text: &str) -> Cow<'_, str> {
    escaped(text, |c| obeyed(c) || c == '\n' || c == '\t')
}

/// On as many lines as it has: as [`inline`], but line breaks and tabs stay.
#[must_use]
pub fn block(text: &str) -> Cow<'_, str> {
    escaped(text, obeyed)
}

/// What a terminal acts upon instead of showing it: C0 and C1 controls, and the marks that turn the direction of text,
/// with which a line can be made to read as another one.
pub(super) fn obeyed(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Dark theme", "Dark theme")]
    #[case("Wi\u{2011}Fi", "Wi\u{2011}Fi")]
    #[case("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}")]
    #[case("\u{9b}31m", "\\u{9b}31m")]
    #[case("two\nlines", "two\\nlines")]
    #[case("\u{202e}txt", "\\u{202e}txt")]
    fn nothing_that_a_terminal_obeys_is_left_in_a_line(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(inline(text), shown);
    }

    #[test]
    fn a_block_keeps_its_lines() {
        assert_eq!(block("a\n\tb\r\n"), "a\n\tb\\r\n");
    }
}
