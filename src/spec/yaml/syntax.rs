//! What the parser complains about, in words for somebody who writes goals.

use crate::plain::printable;
use crate::spec::fault::Fault;
use crate::spec::source::Source;

/// The fault at byte `at`, of which the parser (saphyr-parser 0.3) said `info`, inside the bracket that opened at byte
/// `bracket`.
pub(super) fn explain(source: &Source, at: usize, info: &str, bracket: Option<usize>) -> Fault {
    if let Some(tab) = tab_in_indentation(source, at) {
        return Fault::error(source.span(tab, tab + 1), "a tab in the indentation").help("indent with spaces");
    }
    let misplaced = matches!(info, "illegal placement of ':' indicator") || info.starts_with("while parsing a flow ");
    if let Some(bracket) =
        bracket.filter(|bracket| misplaced && source.span(*bracket, at).line < source.span(at, at).line)
    {
        return Fault::error(source.span(bracket, bracket + 1), "a bracket that opens here is not closed");
    }
    if info == "simple key expect ':'" {
        let begin = source.text()[..at].trim_end().rfind('\n').map_or(0, |end| end + 1);
        let line = source.span(begin, begin).line;
        let (begin, text) = source.line(line).unwrap_or_default();
        let indent = text.len() - text.trim_start().len();
        return Fault::error(source.span(begin + indent, begin + text.len()), "this line is no `key: value`")
            .help("put `: ` after the key, or indent the line deeper if it goes on from the one before");
    }
    if misplaced_key(info)
        && let Some(help) = below_a_value(source, at)
    {
        return Fault::error(source.span(at, at + 1), NO_KEY).help(help);
    }
    let next = source.text()[source.span(at, at).start..].chars().next();
    let (message, help) = words(info, next);
    let end = at + next.filter(|c| *c != '\n').map_or(0, char::len_utf8);
    let fault = Fault::error(source.span(at, end), message);
    match help {
        Some(help) => fault.help(help),
        None => fault,
    }
}

const NO_KEY: &str = "a colon that makes no key here";

fn misplaced_key(info: &str) -> bool {
    matches!(info, "mapping values are not allowed in this context" | "illegal placement of ':' indicator")
}

/// Advice for a key that is indented below a key which has a value already.
fn below_a_value(source: &Source, at: usize) -> Option<String> {
    let line = source.span(at, at).line;
    let (_, text) = source.line(line)?;
    let (_, above) = source.line(line.checked_sub(1)?)?;
    let indent = |text: &str| text.len() - text.trim_start().len();
    let (key, value) = above.trim().trim_start_matches("- ").split_once(": ")?;
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-/".contains(c));
    if indent(text) <= indent(above) || !is_word(key) || !text.trim().contains(": ") {
        return None;
    }
    Some(if key == "verifier" && is_word(value) {
        let arguments = printable(text.trim(), 60);
        format!(
            "`verifier` has a value on the line before; with arguments write `verifier: {{ {value}: {{ {arguments} }} }}`"
        )
    } else {
        format!(
            "`{}` has a value on the line before, so that no keys can stand below it: move that value, or indent this \
             line less",
            printable(key, 40)
        )
    })
}

/// A tab before the first character of the line of `at`, or of the line after it (plain text runs on into it).
fn tab_in_indentation(source: &Source, at: usize) -> Option<usize> {
    let line = source.span(at, at).line;
    (line..=line + 1).find_map(|line| {
        let (begin, text) = source.line(line)?;
        let indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        text[..indent].find('\t').map(|tab| begin + tab)
    })
}

fn words(info: &str, next: Option<char>) -> (String, Option<&'static str>) {
    const QUOTE_IT: &str = "quote the value";
    let (message, help) = match info {
        "invalid indentation in quoted scalar" | "while scanning a quoted scalar, found unexpected end of stream" => {
            ("a quote that begins here is not closed", None)
        }
        info if misplaced_key(info) => (
            NO_KEY,
            Some("quote a value that holds `: `; check the indentation and that quotes and brackets are closed"),
        ),
        "while parsing node, found unknown anchor" => {
            ("no anchor of this name comes before this alias", Some("quote a value that begins with `*`"))
        }
        "block sequence entries are not allowed in this context" => {
            ("a list cannot begin here", Some("put the `- ` on a new line, or quote the value"))
        }
        "misplaced bracket" => ("a bracket that closes nothing", Some(QUOTE_IT)),
        "recursion limit exceeded" => ("nested too deep", None),
        "while parsing a flow mapping, did not find expected ',' or '}'" => {
            ("a `,` or `}` is missing before this", None)
        }
        "while parsing a flow sequence, expected ',' or ']'" => ("a `,` or `]` is missing before this", None),
        "while parsing a block mapping, did not find expected key" => {
            ("a key is expected here", Some("check the indentation: keys of one map begin in the same column"))
        }
        "while parsing a block collection, did not find expected '-' indicator" => {
            ("a `- ` is expected here", Some("check the indentation: items of one list begin in the same column"))
        }
        "did not find expected <document start>" => ("this belongs to nothing above", Some("check the indentation")),
        "invalid trailing content after double-quoted scalar"
        | "invalid trailing content after single-quoted scalar" => {
            ("text after a closing quote", Some("quote the whole value, or put a space before `#`"))
        }
        "while parsing a quoted scalar, found unknown escape character" => {
            ("an unknown escape in this quoted text", Some("use single quotes to mean every `\\` as it is"))
        }
        "while parsing a node, did not find expected node content" => ("a value is missing before this", None),
        "while parsing a quoted scalar, found invalid Unicode character escape code" => {
            ("an escape in this quoted text is no character", Some("write the character itself"))
        }
        info if info.starts_with("unexpected character: ") => {
            let shown = next.map(|c| printable(&c.to_string(), 1)).unwrap_or_default();
            return (format!("a value cannot begin with `{shown}`"), Some(QUOTE_IT));
        }
        other => return (format!("this is not YAML: {}", printable(other, 200)), None),
    };
    (message.to_owned(), help)
}
