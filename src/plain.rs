//! Text that came from a phone, a model or a file, made fit to be shown. The one place that knows which characters are
//! not to be trusted.

use std::any::Any;
use std::borrow::Cow;

/// On one line: every control character is shown as an escape instead of being obeyed.
///
/// ```
/// assert_eq!(goalpost::plain::inline("a\u{1b}[2Jb\nc"), "a\\u{1b}[2Jb\\nc");
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

/// For a message of this program, which may quote what is not its own: as [`block`], but a line that is quoted stands out
/// from the message, being indented, and a line that nobody would read to its end loses its middle.
///
/// ```
/// assert_eq!(goalpost::plain::message("no such file: a\nb"), "no such file: a\n  b");
/// ```
#[must_use]
pub fn message(text: &str) -> String {
    let text = short(text.trim_end());
    let mut shown = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        let inner = number > 0 && !line.is_empty() && !line.starts_with(' ');
        shown.push_str(if number == 0 { "" } else { "\n" });
        shown.push_str(if inner { "  " } else { "" });
        shown.push_str(line);
    }
    shown
}

/// As [`block`], but a line that nobody would read to its end loses its middle.
pub(crate) fn short(text: &str) -> String {
    block(text).split('\n').map(without_middle).collect::<Vec<_>>().join("\n")
}

/// At most so many characters of a line are shown, of its end fewer than of its beginning.
fn without_middle(line: &str) -> Cow<'_, str> {
    const BEGIN: usize = 1200;
    const END: usize = 300;
    let left_out = line.chars().count().saturating_sub(BEGIN + END);
    if left_out == 0 {
        return Cow::Borrowed(line);
    }
    let begin: String = line.chars().take(BEGIN).collect();
    let end: String = line.chars().skip(BEGIN + left_out).collect();
    Cow::Owned(format!("{begin} [{left_out} characters] {end}"))
}

/// For a quotation: on one line, without characters that cannot be seen, and at most `limit` characters of it.
///
/// ```
/// assert_eq!(goalpost::plain::printable("a\u{200b}b\nc", 3), "a\\u{200b}b…");
/// ```
#[must_use]
pub fn printable(text: &str, limit: usize) -> String {
    let mut chars = text.chars();
    let mut shown = String::new();
    for c in chars.by_ref().take(limit) {
        if obeyed(c) || unseen(c) || c == '\n' || c == '\t' {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

/// What a panic says, as `catch_unwind` gives it.
pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    printable(text.unwrap_or("(no message)"), 500)
}

/// What a terminal acts upon instead of showing it: C0 and C1 controls, and the marks that turn the direction of text,
/// with which a line can be made to read as another one.
pub(crate) fn obeyed(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// What is not seen at all: joints, marks of old formats and of byte order. They have their uses within words of some
/// languages, and none in a quotation.
pub(crate) fn unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
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

/// `1 case`, `2 cases`.
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Bytes in hexadecimal, lower case.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
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

    #[rstest]
    #[case::a_list("two things:\n  a\n  b", "two things:\n  a\n  b")]
    #[case::a_forged_line("no file a\ngoalpost: all is well", "no file a\n  goalpost: all is well")]
    #[case::a_break_at_the_end("no file a\n", "no file a")]
    #[case::nothing("", "")]
    fn what_a_message_quotes_is_no_message(#[case] text: &str, #[case] shown: &str) {
        assert_eq!(message(text), shown);
    }

    #[test]
    fn a_message_is_short_and_keeps_what_to_do() {
        let shown = message(&format!("{} is no file; name another", "é".repeat(200_000)));
        assert!(shown.chars().count() < 1600 && shown.ends_with("is no file; name another"), "{shown}");
        assert!(shown.contains("[198525 characters]"), "{shown}");
    }

    #[test]
    fn a_block_keeps_its_lines() {
        assert_eq!(block("a\n\tb\r\n"), "a\n\tb\\r\n");
    }
}
