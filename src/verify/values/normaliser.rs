//! What is made alike before two values are compared.

use caseless::default_case_fold_str;

use super::reading::{clock, digits, duration, number};
use crate::screen::text::normalize;
use crate::spec::{Fault, Node, decode};

/// A way in which values are made alike. It is applied to what was read and to what is wanted, and twice is as once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Normaliser {
    /// Without white space at the ends.
    Trim,
    /// Every run of white space as one blank, and none at the ends.
    Whitespace,
    /// Letters without their case.
    Lowercase,
    /// Alike to a reader: see [`normalize`].
    Unicode,
    /// Digits alone: `+49 (30) 123` is `4930123`.
    Digits,
    /// One spelling of a number, as English writes it: `1,234.50` is `1234.5`, and `80 %` is `80`. A number with a word
    /// beside it is none.
    Number,
    /// One spelling of a length of time: `5 minutes`, `5m` and `05:00` are `300s`.
    Duration,
    /// One spelling of a time of day: `7:30 PM` is `19:30`.
    Clock,
    /// One spelling of a language tag: `de_DE` is `de-de`.
    Tag,
}

use Normaliser::{Clock, Digits, Duration, Lowercase, Number, Tag, Trim, Unicode, Whitespace};

/// All of them by the words that verifiers use.
const ALL: [(&str, Normaliser); 9] = [
    ("trim", Trim),
    ("whitespace", Whitespace),
    ("lowercase", Lowercase),
    ("unicode", Unicode),
    ("digits", Digits),
    ("number", Number),
    ("duration", Duration),
    ("clock", Clock),
    ("tag", Tag),
];

/// Their words.
pub(super) const WORDS: &[&str] =
    &["trim", "whitespace", "lowercase", "unicode", "digits", "number", "duration", "clock", "tag"];

/// More than this at once make no sense.
const MOST: usize = 9;

impl Normaliser {
    /// What becomes of a text.
    ///
    /// # Errors
    /// Why it is nothing of the kind: no number, no length of time.
    pub fn apply(self, text: &str) -> Result<String, String> {
        match self {
            Trim => Ok(text.trim().to_owned()),
            Whitespace => Ok(text.split_whitespace().collect::<Vec<_>>().join(" ")),
            Lowercase => Ok(default_case_fold_str(text)),
            Unicode => Ok(normalize(text)),
            Digits => digits(text),
            Number => number(text),
            Duration => duration(text),
            Clock => clock(text),
            Tag => Ok(text.trim().replace('_', "-").to_ascii_lowercase()),
        }
    }

    /// Whether letters lose their case: then those of a regular expression have none either.
    pub(super) fn folds_case(self) -> bool {
        matches!(self, Lowercase | Unicode | Tag)
    }

    /// What becomes of a text by one after the other.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub fn apply_all(all: &[Self], text: &str) -> Result<String, String> {
        all.iter().try_fold(text.to_owned(), |text, normaliser| normaliser.apply(&text))
    }

    /// Reads a list of them.
    pub(super) fn read_all(node: &Node) -> Result<Vec<Self>, Vec<Fault>> {
        // As texts first, so that a list which is none is told as one.
        let words: Vec<String> = decode(node)?;
        let mut faults = Vec::new();
        let mut all = Vec::new();
        for (word, item) in words.iter().zip(node.items()) {
            match ALL.iter().find(|(known, _)| known == word) {
                Some((_, normaliser)) => all.push(*normaliser),
                None if faults.len() < MOST => {
                    faults.push(Fault::unknown(item.span, "normaliser", word, WORDS));
                }
                None => {}
            }
        }
        if all.len() > MOST {
            faults.push(Fault::error(node.span, format!("more than {MOST} normalisers")));
        }
        if faults.is_empty() { Ok(all) } else { Err(faults) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[test]
    fn each_has_its_word() {
        assert_eq!(ALL.map(|(word, _)| word), WORDS);
    }

    #[rstest]
    #[case(Trim, " a  b\u{a0}", "a  b")]
    #[case(Whitespace, " a\t\u{202f} b\n", "a b")]
    #[case(Lowercase, "STRASSE Ä", "strasse ä")]
    #[case(Unicode, "Wi\u{2011}Fi", "wi-fi")]
    #[case(Digits, "+49 (30) １２３", "4930123")]
    #[case(Tag, " de_DE", "de-de")]
    fn a_text_is_made_alike(#[case] normaliser: Normaliser, #[case] text: &str, #[case] alike: &str) {
        assert_eq!(normaliser.apply(text).as_deref(), Ok(alike));
    }

    fn any_text() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<String>(),
            "[-+]?[0-9]{1,3}(,[0-9]{3}){0,3}(\\.[0-9]{1,4})? ?%?",
            "[0-9]{1,3} ?(h|min|s|ms|minutes)( [0-9]{1,2} ?(s|sec))?",
            "[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?( [AP]M)?",
            "[a-z]{2}[-_][A-Z]{2}",
        ]
    }

    proptest! {
        #[test]
        fn twice_is_as_once(text in any_text(), which in 0..ALL.len()) {
            let (word, normaliser) = ALL[which];
            if let Ok(once) = normaliser.apply(&text) {
                prop_assert_eq!(normaliser.apply(&once), Ok(once.clone()), "{}", word);
            }
        }
    }
}
