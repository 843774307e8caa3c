//! When two texts count as the same.

use caseless::Caseless;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// How a text is compared with what is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// Character by character.
    Exact,
    /// Alike to a reader: see [`normalize`].
    #[default]
    Normalized,
    /// What is wanted stands somewhere in it, both normalized.
    Contains,
}

impl Match {
    /// Whether `actual` is what is `wanted`. An empty text is nothing wanted and matches only an empty one.
    #[must_use]
    pub fn matches(self, wanted: &str, actual: &str) -> bool {
        match self {
            Match::Exact => wanted == actual,
            Match::Normalized => normalize(wanted) == normalize(actual),
            Match::Contains => {
                let (wanted, actual) = (normalize(wanted), normalize(actual));
                if wanted.is_empty() { actual.is_empty() } else { actual.contains(&wanted) }
            }
        }
    }
}

/// A text reduced to what a reader sees of it: compatibility forms unified (NFKC), letters without their case, runs of
/// any white space as one blank and none at the ends, all dashes and hyphens as `-`, all single and double quotes as
/// `'` and `"`, and without marks that cannot be seen: directions, joints, soft hyphens, variants.
///
/// Android writes "Wi‑Fi" with U+2011, "8:30 AM" with U+200A or U+202F, "Don’t allow" with U+2019.
#[must_use]
pub fn normalize(text: &str) -> String {
    let folded: String = text.nfkc().filter(|c| !is_unseen(*c)).default_case_fold().nfkc().map(unify).collect();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn unify(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{2e3a}' | '\u{2e3b}' | '\u{30fb}' => '-',
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{02bc}' | '\u{02b9}' | '\u{00b4}' | '`' | '\u{2039}' | '\u{203a}' => {
            '\''
        }
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{00ab}' | '\u{00bb}' => '"',
        _ => c,
    }
}

fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{00ad}'
            | '\u{061c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("Wi-Fi", "Wi\u{2011}Fi")]
    #[case("8:30 AM", "8:30\u{200a}AM")]
    #[case("8:30 AM", "8:30\u{202f}am")]
    #[case("Don't allow", "Don\u{2019}t allow")]
    #[case("Network & internet", " network\u{a0}&  Internet\n")]
    #[case("STRASSE", "Straße")]
    #[case("\"Home\"", "\u{201c}home\u{201d}")]
    #[case("OK", "\u{200e}OK\u{200f}")]
    #[case("file", "ﬁle")]
    #[case("é", "e\u{301}")]
    fn texts_that_look_alike_are_alike(#[case] wanted: &str, #[case] actual: &str) {
        assert!(Match::Normalized.matches(wanted, actual));
        assert!(Match::Contains.matches(wanted, actual));
        assert!(!Match::Exact.matches(wanted, actual));
    }

    #[rstest]
    #[case("Display", "Display & touch")]
    #[case("Wi-Fi", "WiFi")]
    #[case("on", "")]
    #[case("", "on")]
    fn other_texts_are_not(#[case] wanted: &str, #[case] actual: &str) {
        assert!(!Match::Normalized.matches(wanted, actual));
    }

    #[test]
    fn nothing_is_contained_in_nothing_only() {
        assert!(!Match::Contains.matches("", "on"));
        assert!(!Match::Contains.matches("\u{200e}", "on"));
        assert!(Match::Contains.matches("TOUCH", "Display & touch"));
    }

    proptest! {
        #[test]
        fn normalizing_twice_changes_nothing_more(text in any::<String>()) {
            let once = normalize(&text);
            prop_assert_eq!(normalize(&once), once);
        }
    }
}
