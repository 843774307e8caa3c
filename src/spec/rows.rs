//! `cases:` of a goal: one test per row, whose values stand where the goal says `${key}`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;
use unicode_normalization::UnicodeNormalization;

use super::args::{Values, names_in, put_in};
use super::fault::{Fault, MAX_FAULTS, Span, in_order, quote};
use super::words::Name;
use super::yaml::{Key, Node, Style, Value};

/// The key of all rows.
const CASES: &str = "cases";

/// The key of a row that names its case.
const CASE: &str = "case";

/// The parts of a goal that values are put in.
pub(super) const FILLED: [&str; 9] =
    ["goal", "steps", "verifier", "baseline", "start", "cleanup", "solution", "text", "answer"];

/// A goal has no more rows.
const MOST: usize = 200;

/// Characters of a value.
const LONGEST: usize = 1000;

/// Characters of a row's name. Names are read in lists and stand in paths.
const LONGEST_NAME: usize = 80;

/// Bytes that all cases of one goal may have together, values put in.
const LARGEST: usize = 16 * 1024 * 1024;

const FORM: &str = "for example `cases: [{ minutes: 5 }, { minutes: 10 }]`";

/// One row of `cases:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What the case is called below its goal: `5-minutes` of `settings/timeout/5-minutes`. It depends on this row alone,
    /// not on its place.
    pub name: String,
    /// Where the row is written.
    pub span: Span,
    values: IndexMap<String, Node>,
    /// Where the goal wants values, and which.
    uses: Arc<Vec<(Span, String)>>,
}

/// A goal's file, divided: what all its cases share, and the rows, of which there are none without `cases:`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows {
    rest: Node,
    pub(super) rows: Vec<Row>,
}

impl Rows {
    /// Divides a file. `bytes` is the length of its text.
    ///
    /// # Errors
    /// Everything that is wrong with `cases:`, and with what is to be put in.
    pub(super) fn read(root: &Node, bytes: usize) -> Result<Self, Vec<Fault>> {
        let (cases, rest) = root.split(&[CASES]);
        let (cases, rest) = (cases.get(CASES), Node { span: root.span, ..rest });
        let uses = uses(&rest);
        let mut faults: Vec<Fault> = misplaced(&rest);
        let Some(cases) = cases else {
            let none = |(span, name): &(Span, String)| {
                let fault =
                    Fault::error(*span, format!("{} is put in here, and this goal has no `cases`", quote(name)));
                match rest.get("secrets").is_some_and(|secrets| secrets.get(name).is_some()) {
                    true => fault.help(format!(
                        "a secret is named where it is typed, by a step: `type: {{ secret: {name}, into: {{ .. }} }}`"
                    )),
                    false => fault.help("write $${ to mean the text ${"),
                }
            };
            faults.extend(uses.iter().take(MAX_FAULTS + 1).map(none));
            return if faults.is_empty() { Ok(Self { rest, rows: Vec::new() }) } else { Err(in_order(faults)) };
        };
        let items = match &cases.value {
            Value::Seq(items) if items.is_empty() => {
                faults.push(Fault::error(cases.span, "there is no row in `cases`").help(FORM));
                return Err(in_order(faults));
            }
            Value::Seq(items) if items.len() > MOST => {
                let message = format!("{} rows; a goal has at most {MOST}", items.len());
                faults.push(Fault::error(items[MOST].span, message).help("make several goals of it"));
                return Err(in_order(faults));
            }
            Value::Seq(items) => items,
            _ => {
                let message = format!("expected a list of rows, found {}", cases.describe());
                faults.push(Fault::error(cases.span, message).help(FORM));
                return Err(in_order(faults));
            }
        };
        let uses = Arc::new(uses);
        let mut rows = Vec::with_capacity(items.len());
        for item in items {
            match Row::read(item, &uses) {
                Ok(row) => rows.push(row),
                Err(more) => faults.extend(more),
            }
        }
        if rows.len() == items.len() {
            faults.extend(columns(items, &uses));
        }
        faults.extend(namesakes(&rows));
        let longest = rows.iter().flat_map(|row| row.values.values()).filter_map(Node::text).map(str::len).max();
        if items.len().saturating_mul(bytes + uses.len() * longest.unwrap_or(0)) > LARGEST {
            let message = format!("with all values put in, this goal has more than {} MiB", LARGEST / 1024 / 1024);
            faults.push(Fault::error(cases.span, message).help("make several goals of it"));
        }
        if faults.is_empty() { Ok(Self { rest, rows }) } else { Err(in_order(faults)) }
    }

    /// What the file says to each row: the goal with the row's values put in, or just the goal where there are no rows.
    pub(super) fn goals(self) -> impl Iterator<Item = (Option<Row>, Node)> {
        let alone = self.rows.is_empty().then(|| (None, fill(&self.rest, &|_| None)));
        let rest = self.rest;
        let filled = move |row: Row| {
            let goal = fill(&rest, &|name| row.value(name));
            (Some(row), goal)
        };
        alone.into_iter().chain(self.rows.into_iter().map(filled))
    }
}

impl Row {
    fn read(node: &Node, uses: &Arc<Vec<(Span, String)>>) -> Result<Self, Vec<Fault>> {
        let Value::Map(entries) = &node.value else {
            let message = format!("expected a row of values by their names, found {}", node.describe());
            return Err(vec![Fault::error(node.span, message).help(FORM)]);
        };
        let mut faults = Vec::new();
        let mut values = IndexMap::new();
        for (key, value) in entries.iter().filter(|(key, _)| key.text != CASE) {
            match one_value(key, value) {
                None => drop(values.insert(key.text.clone(), value.clone())),
                Some(fault) => faults.push(fault),
            }
        }
        if entries.iter().all(|(key, _)| key.text == CASE) {
            faults.push(Fault::error(node.span, "there is no value in this row").help(FORM));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let name = match node.get(CASE) {
            Some(case) => own_name(case)?,
            None => made_name(node.span, &values)?,
        };
        Ok(Self { name, span: node.span, values, uses: Arc::clone(uses) })
    }

    /// The name of its case.
    ///
    /// # Errors
    /// It is too long.
    pub(super) fn case(&self, goal: &Name) -> Result<Name, Fault> {
        Name::new(&format!("{goal}/{}", self.name))
            .map_err(|wrong| Fault::error(self.span, wrong).help("add a short `case:` to this row"))
    }

    /// A fault of the goal with this row's values put in: where a value makes it, it is the row's.
    pub(super) fn blamed(&self, fault: Fault) -> Fault {
        let names: BTreeSet<&str> =
            self.uses.iter().filter(|(span, _)| *span == fault.span).map(|(_, name)| name.as_str()).collect();
        let (span, message) = match names.iter().copied().collect::<Vec<_>>().as_slice() {
            [] => return fault,
            [name] => {
                let span = self.values.get(*name).map_or(self.span, |value| value.span);
                (span, format!("the value {}: {}", quote(name), fault.message))
            }
            _ => (self.span, format!("with the values of this row: {}", fault.message)),
        };
        let place = format!("it is put in at {}:{}", fault.span.line, fault.span.column);
        Fault { span, message, ..fault }.help_also(&place)
    }

    /// Whether this lies in the row.
    pub(super) fn holds(&self, span: Span) -> bool {
        (self.span.start..self.span.end).contains(&span.start)
    }

    fn value(&self, name: &str) -> Option<(String, Style)> {
        match &self.values.get(name)?.value {
            Value::Scalar { text, style } => Some((text.clone(), *style)),
            _ => None,
        }
    }
}

/// Where values are wanted, and which.
fn uses(rest: &Node) -> Vec<(Span, String)> {
    parts(rest).flat_map(|(_, part)| names_in(part)).collect()
}

/// The parts of a goal that values are put in. The name of a verifier is none: which one decides is to be seen.
fn parts(rest: &Node) -> impl Iterator<Item = (&Key, &Node)> {
    rest.entries().iter().filter(|(key, value)| is_filled(key, value)).map(|(key, value)| (key, value))
}

fn is_filled(key: &Key, value: &Node) -> bool {
    FILLED.contains(&key.text.as_str()) && (key.text != "verifier" || value.text().is_none())
}

fn fill(rest: &Node, values: &Values<'_>) -> Node {
    let Value::Map(entries) = &rest.value else { return rest.clone() };
    let filled = |(key, part): &(Key, Node)| {
        let part = if is_filled(key, part) { put_in(part, values) } else { part.clone() };
        (key.clone(), part)
    };
    Node { span: rest.span, value: Value::Map(entries.iter().map(filled).collect()) }
}

/// What looks as if it should be replaced in a part that nothing is put in.
fn misplaced(rest: &Node) -> Vec<Fault> {
    let others = rest.entries().iter().filter(|(key, value)| !is_filled(key, value));
    let names = others.flat_map(|(_, part)| names_in(part)).take(MAX_FAULTS + 1);
    names
        .map(|(span, name)| {
            let message = format!("{} cannot be put in here", quote(&format!("${{{name}}}")));
            Fault::error(span, message)
                .help("values of `cases` are put in the goal, the arguments of its verifier, `text` and steps")
        })
        .collect()
}

/// What is wrong with one value.
fn one_value(key: &Key, value: &Node) -> Option<Fault> {
    let plain = key.text.starts_with(|c: char| c.is_ascii_lowercase())
        && key.text.chars().all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_'));
    if !plain {
        let message = format!("{} is no name for a value; use a-z, 0-9 and _", quote(&key.text));
        return Some(Fault::error(key.span, message));
    }
    match value.text() {
        None => {
            let message = format!("expected a text, a number, true or false, found {}", value.describe());
            Some(Fault::error(value.span, message))
        }
        Some(text) if text.chars().count() > LONGEST => {
            Some(Fault::error(value.span, format!("a value has at most {LONGEST} characters")))
        }
        Some(_) => None,
    }
}

/// Columns that are not the same in all rows, or are not used, and names that are none of a column.
fn columns(rows: &[Node], uses: &[(Span, String)]) -> Vec<Fault> {
    let Some((first, others)) = rows.split_first() else { return Vec::new() };
    let known: Vec<&str> = keys(first).map(|key| key.text.as_str()).collect();
    let mut faults = Vec::new();
    for row in others.iter() {
        let more = keys(row).filter(|key| !known.contains(&key.text.as_str()));
        faults.extend(more.take(MAX_FAULTS).map(|key| {
            Fault::unknown(key.span, "value", &key.text, &known).help_also("all rows have the values of the first")
        }));
        faults.extend(known.iter().filter(|name| row.get(name).is_none()).map(|name| {
            let message = format!("the value {} is missing in this row, and the first has it", quote(name));
            Fault::error(row.span, message)
        }));
    }
    let used: BTreeSet<&str> = uses.iter().map(|(_, name)| name.as_str()).collect();
    let all: BTreeSet<&str> = rows.iter().flat_map(keys).map(|key| key.text.as_str()).collect();
    let unknown = uses.iter().filter(|(_, name)| !all.contains(name.as_str())).take(MAX_FAULTS + 1);
    faults.extend(
        unknown.map(|(span, name)| {
            Fault::unknown(*span, "value", name, &known).help_also("write $${ to mean the text ${")
        }),
    );
    faults.extend(keys(first).filter(|key| !used.contains(key.text.as_str())).map(|key| {
        Fault::error(key.span, format!("the value {} is never used", quote(&key.text)))
            .help(format!("write ${{{}}} in the goal, an argument of its verifier or a step", key.text))
    }));
    faults
}

fn keys(row: &Node) -> impl Iterator<Item = &Key> {
    row.entries().iter().map(|(key, _)| key).filter(|key| key.text != CASE)
}

/// Rows that are called alike.
fn namesakes(rows: &[Row]) -> Vec<Fault> {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    let mut faults = Vec::new();
    for row in rows {
        match seen.get(row.name.as_str()) {
            None => drop(seen.insert(&row.name, row.span)),
            Some(first) => {
                let message =
                    format!("this row is called {} as the one at {}:{}", quote(&row.name), first.line, first.column);
                faults.push(Fault::error(row.span, message).help("say what tells them apart: add `case: NAME` to one"));
            }
        }
    }
    faults
}

/// The name that a row gives itself.
fn own_name(case: &Node) -> Result<String, Vec<Fault>> {
    let wrong = |message: String| Err(vec![Fault::error(case.span, message).help("for example `case: five-minutes`")]);
    match case.text() {
        None => wrong(format!("expected a word, found {}", case.describe())),
        Some(text) if text.contains('/') || Name::new(text).is_err() => {
            wrong(format!("{} names no case; use a-z, 0-9, _ and -, and begin with none of -", quote(text)))
        }
        Some(text) if text.len() > LONGEST_NAME => wrong(format!("a case's name has at most {LONGEST_NAME} letters")),
        Some(text) => Ok(text.trim().to_owned()),
    }
}

/// The name that a row's values make.
fn made_name(row: Span, values: &IndexMap<String, Node>) -> Result<String, Vec<Fault>> {
    let words: Vec<String> =
        values.values().filter_map(Node::text).map(words).filter(|words| !words.is_empty()).collect();
    let name = words.join("-");
    let wrong = |message: String| Err(vec![Fault::error(row, message).help("add `case: NAME` to this row")]);
    match name.len() {
        0 => wrong("no name can be made of these values".to_owned()),
        1..=LONGEST_NAME => Ok(name),
        _ => wrong(format!("the name made of these values has more than {LONGEST_NAME} letters")),
    }
}

/// A text as words of `a-z` and `0-9` with `-` between: letters without their marks, and nothing for those of other
/// scripts.
fn words(text: &str) -> String {
    let mut name = String::new();
    let mut apart = false;
    for c in text.nfkd().flat_map(char::to_lowercase) {
        let letters = match c {
            'a'..='z' | '0'..='9' => {
                let mut buffer = [0; 4];
                push(&mut name, &mut apart, c.encode_utf8(&mut buffer));
                continue;
            }
            'ß' => "ss",
            'æ' => "ae",
            'œ' => "oe",
            'ø' => "o",
            'đ' | 'ð' => "d",
            'ł' => "l",
            'þ' => "th",
            'ı' => "i",
            // Not a gap: marks of the letter before, and the apostrophe of "don't".
            '\u{300}'..='\u{36f}' | '\'' | '’' => continue,
            _ => {
                apart = true;
                continue;
            }
        };
        push(&mut name, &mut apart, letters);
    }
    name
}

fn push(name: &mut String, apart: &mut bool, letters: &str) {
    if std::mem::take(apart) && !name.is_empty() {
        name.push('-');
    }
    name.push_str(letters);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("5 minutes", "5-minutes")]
    #[case("  Größe: École ", "grosse-ecole")]
    #[case("Łódź & Ærø", "lodz-aero")]
    #[case("Don’t allow", "dont-allow")]
    #[case("Wi\u{2011}Fi", "wi-fi")]
    #[case("１５ ｍｉｎ", "15-min")]
    #[case("1.5", "1-5")]
    #[case("日本語 5", "5")]
    #[case("İstanbul", "istanbul")]
    #[case("日本語", "")]
    #[case("--- ", "")]
    fn a_value_becomes_words(#[case] value: &str, #[case] expected: &str) {
        assert_eq!(words(value), expected);
    }
}
