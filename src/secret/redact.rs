//! Taking secrets out of text.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::{Finder, Secret};

/// What stands where a secret stood. Not a character of any key, so that a mask can never be part of one.
pub const MASK: &str = "•••";

/// What ends a text that was cut short, perhaps within a secret.
const CUT: char = '…';

/// Knows secrets and masks them. Cheap to clone.
#[derive(Clone, Default)]
pub struct Redactor(Arc<Finder>);

impl fmt::Debug for Redactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redactor")
    }
}

impl Redactor {
    /// Knows these secrets in every form that a [`Finder`] knows. Empty ones, and ones made of the mask's own character,
    /// hide nothing and are left out.
    #[must_use]
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let hides = |secret: &&Secret| secret.reveal().chars().any(|c| !MASK.contains(c));
        Self(Arc::new(Finder::new(secrets.into_iter().filter(hides))))
    }

    /// The text without the secrets: after this, no form of any of them is in it.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let text = self.without_whole(Cow::Borrowed(text));
        let cut = self.0.cut(&text, CUT);
        if cut.is_empty() {
            return text;
        }
        // A secret may have the mark in it, so that one cut begins within another.
        let mut last = 0;
        let each = cut.into_iter().map(|range| {
            let start = text.floor_char_boundary(range.start).max(last).min(range.end);
            last = range.end;
            start..range.end
        });
        let masked = masked(&text, &each.collect::<Vec<_>>());
        self.without_whole(Cow::Owned(masked))
    }

    /// What stood on both sides of a masked part can join with the mask into a secret that has the mask's character in
    /// it. Each round takes at least one other character out, so this ends.
    fn without_whole<'t>(&self, mut text: Cow<'t, str>) -> Cow<'t, str> {
        loop {
            let found = self.occurrences(&text);
            if found.is_empty() {
                return text;
            }
            text = Cow::Owned(masked(&text, &found));
        }
    }

    /// Where secrets stand in the text, merged where they touch or overlap, in order.
    fn occurrences(&self, text: &str) -> Vec<Range<usize>> {
        let mut merged: Vec<Range<usize>> = Vec::new();
        for hit in self.0.find(text.as_bytes()) {
            // What is half a character once escapes are resolved is a whole one in the text.
            let range = text.floor_char_boundary(hit.range.start)..text.ceil_char_boundary(hit.range.end);
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        merged
    }
}

fn masked(text: &str, ranges: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for range in ranges {
        out.push_str(&text[from..range.start]);
        out.push_str(MASK);
        from = range.end;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;
    use rstest::rstest;

    fn redactor(secrets: &[&str]) -> Redactor {
        let secrets: Vec<Secret> = secrets.iter().map(|s| Secret::from(*s)).collect();
        Redactor::new(&secrets)
    }

    #[rstest]
    #[case::plain("key is dr_sk/9+x\"y here", "key is ••• here")]
    #[case::percent("?k=dr_sk%2F9%2Bx%22y&b", "?k=•••&b")]
    #[case::percent_lower("?k=dr_sk%2f9%2bx%22y&b", "?k=•••&b")]
    #[case::json(r#"{"k":"dr_sk/9+x\"y"}"#, r#"{"k":"•••"}"#)]
    #[case::nothing("no key here", "no key here")]
    fn a_key_is_masked_in_each_form(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(redactor(&["dr_sk/9+x\"y"]).redact(text), expected);
    }

    #[test]
    fn text_without_a_secret_is_not_copied() {
        assert!(matches!(redactor(&["dr_sk_1"]).redact("plain"), Cow::Borrowed(_)));
    }

    #[test]
    fn overlapping_keys_leave_no_rest() {
        assert_eq!(redactor(&["abca", "cabc"]).redact("<abcabc>"), "<•••>");
    }

    #[rstest]
    #[case::as_evidence_shows_it("read: \"k\\u{1b}[2J\\u{202e}\\n9\"", "read: \"•••\"")]
    #[case::cut("read: \"x k\\u{1b}[2J\\u{20…", "read: \"x •••…")]
    #[case::cut_twice("k\u{1b}[… and k\u{1b}[2J…", "•••… and •••…")]
    #[case::cut_elsewhere("look…", "look…")]
    fn a_key_is_masked_as_it_is_shown(#[case] text: &str, #[case] expected: &str) {
        assert_eq!(redactor(&["k\u{1b}[2J\u{202e}\n9"]).redact(text), expected);
    }

    proptest! {
        #[test]
        fn no_secret_survives(
            secrets in prop::collection::vec("[ab•…]{1,4}", 1..4),
            text in "[ab•x…]{0,40}",
        ) {
            let secrets: Vec<&str> = secrets.iter().map(String::as_str).filter(|s| s.contains(['a', 'b'])).collect();
            let clean = redactor(&secrets).redact(&text).into_owned();
            for secret in secrets {
                prop_assert!(!clean.contains(secret), "{secret} in {clean}");
            }
        }

        #[test]
        fn no_real_key_survives_in_base64_anywhere(
            key in "dr_sk_[A-Za-z0-9+/_-]{8,40}",
            before in prop::collection::vec(any::<u8>(), 0..5),
            after in prop::collection::vec(any::<u8>(), 0..5),
        ) {
            let bytes = [before.as_slice(), key.as_bytes(), after.as_slice()].concat();
            let text = STANDARD.encode(bytes);
            let clean = redactor(&[&key]).redact(&text).into_owned();
            // At most the characters shared with the neighbours are left.
            prop_assert!(clean.replace(MASK, "").trim_end_matches('=').len() <= (before.len() + after.len()) * 2 + 4);
        }

        #[test]
        fn text_without_any_form_is_left_alone(text in "[ -~]{0,60}") {
            let redactor = redactor(&["\u{1}never\u{2}"]);
            prop_assert_eq!(redactor.redact(&text), text.as_str());
        }
    }
}
