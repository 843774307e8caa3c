//! Finding secrets in text, in whatever form it carries them.

use std::collections::HashSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use super::Secret;
use super::view::{Escape, View};
use crate::plain::{inline, printable};

/// How many escapes within each other are seen through: a URL within JSON within a JSON string, and one more.
const DEPTH: usize = 4;

/// Secrets made of digits alone, up to this many, are no part of a longer number: a time or a coordinate that happens to
/// contain a PIN does not tell it.
const LONGEST_NUMBER: usize = 8;

/// Bytes of a secret's beginning that tell something of it where the rest is cut off.
const FEWEST: usize = 3;

/// Bytes of a secret that are left at most where a text is cut: evidence and messages are cut shorter.
const LONGEST_LEFT: usize = 4_096;

/// Bytes of all forms together from which they are searched for in a slower way.
const LONG: usize = 16_384;

/// Where a secret stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Which secret, in the order in which they were given.
    pub secret: usize,
    /// The bytes of the text that stand for it.
    pub range: Range<usize>,
    /// Whether it is all letters with a letter before or behind it: a part of a longer word.
    pub within_word: bool,
}

/// Knows secrets and finds them in bytes: as they are, percent-encoded, escaped for JSON, both within each other to a
/// depth of four, each character escaped or not; and in base64 of either alphabet, wherever in it they begin. A secret
/// of up to eight digits is not looked for within longer numbers.
#[derive(Default)]
pub struct Finder {
    forms: Vec<Form>,
    /// Finds all forms in one go.
    automaton: Option<AhoCorasick>,
    escapes: Vec<Escape>,
    /// How the secrets begin, as they are and as they are shown: what can be left of one that is cut.
    beginnings: Vec<Vec<u8>>,
}

struct Form {
    secret: usize,
    /// It is the secret itself.
    plain: bool,
    /// It is a part of its base64.
    base64: bool,
    /// It is a short number.
    number: bool,
}

impl fmt::Debug for Finder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Finder({} forms)", self.forms.len())
    }
}

impl Finder {
    /// Knows these secrets; empty ones are nowhere.
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let (mut forms, mut needles) = (Vec::new(), Vec::new());
        let mut spaces = false;
        for (secret, text) in secrets.into_iter().map(Secret::reveal).enumerate().filter(|(_, text)| !text.is_empty()) {
            let number = text.len() <= LONGEST_NUMBER && text.bytes().all(|byte| byte.is_ascii_digit());
            forms.push(Form { secret, plain: true, base64: false, number });
            needles.push(text.to_owned());
            // As evidence and messages write what can't be shown. Line breaks and tabs are written as in JSON.
            for shown in [inline(text).into_owned(), printable(text, usize::MAX)] {
                if shown != text && needles.last() != Some(&shown) {
                    forms.push(Form { secret, plain: false, base64: false, number: false });
                    needles.push(shown);
                }
            }
            for core in base64_cores(text.as_bytes()) {
                forms.push(Form { secret, plain: false, base64: true, number: false });
                needles.push(core);
            }
            spaces |= text.contains(' ');
        }
        let mut escapes = vec![Escape::Json, Escape::Percent];
        escapes.extend(spaces.then_some(Escape::Form));
        let shown = forms.iter().zip(&needles).filter(|(form, _)| !form.base64);
        let beginnings = shown.map(|(_, needle)| needle.bytes().take(LONGEST_LEFT).collect()).collect();
        // A table of every state and byte is quick to search and, for long secrets, takes long to make.
        let long = needles.iter().map(String::len).sum::<usize>() > LONG;
        let kind = long.then_some(AhoCorasickKind::NoncontiguousNFA);
        let automaton = AhoCorasick::builder().kind(kind).build(&needles).ok();
        Self { forms, automaton, escapes, beginnings }
    }

    /// Where a text that was cut short ends with the beginning of a secret: the bytes before each `mark`.
    pub(super) fn cut(&self, text: &str, mark: char) -> Vec<Range<usize>> {
        let before = |(end, _): (usize, &str)| {
            let text = &text.as_bytes()[..end];
            let longest = |beginning: &Vec<u8>| {
                let most = beginning.len().min(text.len());
                (FEWEST..=most).rev().find(|length| text.ends_with(&beginning[..*length]))
            };
            self.beginnings.iter().filter_map(longest).max().map(|length| end - length..end)
        };
        text.match_indices(mark).filter_map(before).collect()
    }

    /// Every place of every secret, in the order of their beginnings; they may overlap.
    #[must_use]
    pub fn find(&self, text: &[u8]) -> Vec<Hit> {
        let mut hits = Vec::new();
        if self.forms.is_empty() {
            return hits;
        }
        if self.automaton.is_none() {
            // Gigabytes of secrets. What can't be searched is not let through.
            return vec![Hit { secret: 0, range: 0..text.len(), within_word: false }];
        }
        self.search(text, None, &mut hits);
        self.look_through(text, None, DEPTH, &mut HashSet::new(), &mut hits);
        hits.sort_by_key(|hit| (hit.range.start, hit.range.end, hit.secret));
        hits.dedup();
        hits
    }

    /// The first secret found, if there is one.
    #[must_use]
    pub fn first(&self, text: &[u8]) -> Option<usize> {
        self.find(text).first().map(|hit| hit.secret)
    }

    /// Searches all that can be read out of `text`, itself `view` of the whole.
    fn look_through(
        &self,
        text: &[u8],
        view: Option<&View>,
        depth: usize,
        seen: &mut HashSet<u64>,
        hits: &mut Vec<Hit>,
    ) {
        if depth == 0 {
            return;
        }
        for escape in &self.escapes {
            let Some(inner) = escape.resolve(text) else { continue };
            let inner = match view {
                Some(outer) => inner.seen_through(outer),
                None => inner,
            };
            // The same text is reached by several ways; one look does.
            let mut hasher = DefaultHasher::new();
            (depth, &inner.bytes).hash(&mut hasher);
            if seen.insert(hasher.finish()) {
                self.search(&inner.bytes, Some(&inner), hits);
                self.look_through(&inner.bytes, Some(&inner), depth - 1, seen, hits);
            }
        }
    }

    fn search(&self, text: &[u8], view: Option<&View>, hits: &mut Vec<Hit>) {
        // Overlapping ones too: a secret can overlap itself.
        for found in self.automaton.iter().flat_map(|automaton| automaton.find_overlapping_iter(text)) {
            let (start, end) = (found.start(), found.end());
            let Some(form) = self.forms.get(found.pattern().as_usize()) else { continue };
            let before = start.checked_sub(1).and_then(|at| text.get(at));
            let beside = |is: fn(&u8) -> bool| before.is_some_and(is) || text.get(end).is_some_and(is);
            if form.number && beside(u8::is_ascii_digit) {
                continue;
            }
            let (from, to) = view.map_or((start, end), |view| view.range_of(start, end));
            let letters = text[start..end].iter().all(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
            let within_word = form.plain && letters && beside(u8::is_ascii_alphabetic);
            hits.push(Hit { secret: form.secret, range: from..to, within_word });
        }
    }
}

/// The characters of base64 that the secret alone decides, for each of the three places in a group of three bytes where
/// it can begin: these appear whatever is before and behind it, in both alphabets.
fn base64_cores(secret: &[u8]) -> Vec<String> {
    // Shorter cores would be found in innocent text.
    const SHORTEST: usize = 4;
    let mut cores = Vec::new();
    for before in 0..3 {
        let padded: Vec<u8> = std::iter::repeat_n(0, before).chain(secret.iter().copied()).collect();
        // The first character that holds no bit of what is before, and the last that holds no bit of what is behind.
        let (first, last) = ((before * 8).div_ceil(6), padded.len() * 8 / 6);
        for text in [STANDARD_NO_PAD.encode(&padded), URL_SAFE_NO_PAD.encode(&padded)] {
            if let Some(core) = text.get(first..last).filter(|core| core.len() >= SHORTEST) {
                cores.push(core.to_owned());
            }
        }
    }
    cores.sort();
    cores.dedup();
    cores
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn found(secrets: &[&str], text: &str) -> Vec<String> {
        let secrets: Vec<Secret> = secrets.iter().map(|secret| Secret::from(*secret)).collect();
        let hits = Finder::new(&secrets).find(text.as_bytes());
        let mut texts: Vec<String> = hits.into_iter().map(|hit| text[hit.range].to_owned()).collect();
        texts.dedup();
        texts
    }

    #[rstest]
    #[case::plain("is k/9\"\u{e9} z here", "k/9\"\u{e9} z")]
    #[case::percent("?q=k%2f9%22%C3%a9%20z&b", "k%2f9%22%C3%a9%20z")]
    #[case::percent_in_part("?q=k/9%22\u{e9}%20z&b", "k/9%22\u{e9}%20z")]
    #[case::every_character("?q=%6b%2f%39%22%C3%a9%20%7A&b", "%6b%2f%39%22%C3%a9%20%7A")]
    #[case::form("?q=k%2F9%22%C3%A9+z&b", "k%2F9%22%C3%A9+z")]
    #[case::json(r#"{"a":"k/9\"é z"}"#, r#"k/9\"é z"#)]
    #[case::json_in_escapes(r#"{"a":"k\/9\u0022\u00E9\u0020z"}"#, r#"k\/9\u0022\u00E9\u0020z"#)]
    #[case::json_in_json(r#"{"a":"{\"b\":\"k/9\\\"é z\"}"}"#, r#"k/9\\\"é z"#)]
    #[case::a_url_in_json(r#"{"a":"x:\/\/y?q=k%2F9%22%C3%A9%20z"}"#, "k%2F9%22%C3%A9%20z")]
    #[case::json_in_a_url("?q=%7B%22a%22%3A%22k%2F9%5C%22%C3%A9%20z%22", "k%2F9%5C%22%C3%A9%20z")]
    #[case::percent_twice("?q=k%252F9%2522%25C3%25A9%2520z", "k%252F9%2522%25C3%25A9%2520z")]
    fn a_secret_is_found_in_each_form(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(found(&["k/9\"\u{e9} z"], text), [expected]);
    }

    #[rstest]
    #[case::by_itself("pin 4821, twice: a4821b", 2)]
    #[case::in_a_longer_number("14821 48210 1764482100", 0)]
    #[case::behind_an_escape("a%204821b", 1)]
    fn a_short_number_is_no_part_of_a_longer_one(#[case] text: &str, #[case] times: usize) {
        let secret = Secret::from("4821");
        assert_eq!(Finder::new([&secret]).find(text.as_bytes()).len(), times);
    }

    #[test]
    fn a_card_number_is_found_with_digits_around_it() {
        assert_eq!(found(&["4111111111111111"], "x411111111111111109y"), ["4111111111111111"]);
    }

    #[test]
    fn a_part_of_a_longer_word_is_told_apart() {
        let secret = Secret::from("river");
        let finder = Finder::new([&secret]);
        let within = |text: &str| finder.find(text.as_bytes()).iter().any(|hit| hit.within_word);
        assert!(within("a driver") && within("rivers") && !within("a river 2") && !within("river_1"));
    }
}
