//! Relevance: how much of what is sought a text has.

use std::collections::HashMap;

use super::goal::{Phrase, Term};
use super::label::Part;
use super::words::{is_function_word, stem};

/// How rare words are among the labels on a screen. A word that every label has tells nothing.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Rarity {
    labels: usize,
    holders: HashMap<String, usize>,
}

impl Rarity {
    pub(super) fn among<'a>(labels: impl Iterator<Item = &'a Part>) -> Self {
        let mut rarity = Self::default();
        for label in labels {
            rarity.labels += 1;
            let mut seen: Vec<&String> = label.stems.iter().collect();
            seen.sort();
            seen.dedup();
            for stem in seen {
                *rarity.holders.entry(stem.clone()).or_default() += 1;
            }
        }
        rarity
    }

    /// 1 at most, falling with the number of labels that have the word. That none has it makes it no rarer than one:
    /// it may stand where the way leads to.
    fn of(&self, stem: &str) -> f64 {
        let (all, with) = (self.labels as f64, self.holders.get(stem).copied().unwrap_or(0).max(1) as f64);
        if all == 0.0 { 1.0 } else { (1.0 + all / (1.0 + with)).ln() / (1.0 + all).ln() }
    }
}

/// A phrase to be found, its words weighed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sought {
    terms: Vec<Term>,
}

/// What a word still weighs once the way has led through it.
const PASSED: f64 = 0.35;

impl Sought {
    /// Weighs the words of a phrase by their rarity, and those on the way so far down: what is left to find is what
    /// has not been passed.
    pub(super) fn new<'a>(phrase: &Phrase, rarity: &Rarity, passed: impl Iterator<Item = &'a Part>) -> Self {
        let passed: Vec<&Part> = passed.collect();
        let terms = phrase
            .terms
            .iter()
            .map(|term| {
                let by = if passed.iter().any(|part| part.has(&term.stem)) { PASSED } else { 1.0 };
                Term { weight: term.weight * rarity.of(&term.stem) * by, ..term.clone() }
            })
            .collect();
        Self { terms }
    }

    /// The share of the sought words that a part has, by weight: 0 to 1.
    pub(super) fn coverage(&self, part: &Part) -> f64 {
        let all: f64 = self.terms.iter().map(|term| term.weight).sum();
        let found = self.terms.iter().enumerate().filter(|(index, _)| self.found(*index, part));
        let found: f64 = found.map(|(_, term)| term.weight).sum();
        if all > 0.0 { found / all } else { 0.0 }
    }

    fn found(&self, index: usize, part: &Part) -> bool {
        // "wi fi" is sought, "wifi" is there.
        let joined = |pair: &[Term]| part.has(&stem(&format!("{}{}", pair[0].word, pair[1].word)));
        self.terms.get(index).is_some_and(|term| part.has(&term.stem))
            || self.terms.get(index..index + 2).is_some_and(joined)
            || index.checked_sub(1).and_then(|before| self.terms.get(before..=index)).is_some_and(joined)
    }

    /// The share of a part's words that are sought: 0 to 1. "Use" goes before the name of many a switch and is not
    /// counted.
    pub(super) fn precision(&self, part: &Part) -> f64 {
        let matter: Vec<&String> = part.stems.iter().filter(|stem| !is_function_word(stem) && *stem != "use").collect();
        let sought = matter.iter().filter(|stem| self.terms.iter().any(|term| &term.stem == **stem)).count();
        if matter.is_empty() { 0.0 } else { sought as f64 / matter.len() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::judgement::goal::Goal;

    fn sought(object: &str, labels: &[&str], passed: &[&str]) -> Sought {
        let object = &Goal::read(&format!("Open {object}"), None).ends[0].object;
        let parts = |texts: &[&str]| texts.iter().map(|text| Part::new(text)).collect::<Vec<_>>();
        Sought::new(object, &Rarity::among(parts(labels).iter()), parts(passed).iter())
    }

    #[test]
    fn rare_words_count_for_more() {
        let sought = sought("clock sound", &["alarm sound", "key sound", "touch sound", "clock"], &[]);
        assert!(sought.coverage(&Part::new("clock")) > sought.coverage(&Part::new("touch sound")));
    }

    #[test]
    fn what_was_passed_on_the_way_counts_for_less() {
        let sought = sought("sound of the clock", &[], &["clock"]);
        assert!(sought.coverage(&Part::new("sound")) > sought.coverage(&Part::new("clock")));
    }

    #[test]
    fn all_words_found_is_full_coverage_whatever_was_passed() {
        assert!(
            (sought("clock sound", &["clock sound"], &["clock"]).coverage(&Part::new("Clock sounds")) - 1.0).abs()
                < 1e-9
        );
    }

    #[test]
    fn words_written_apart_or_as_one_are_found() {
        assert!(sought("wi fi", &[], &[]).coverage(&Part::new("Wi-Fi")) > 0.99);
        assert!(sought("timeout", &[], &[]).coverage(&Part::new("time out")) > 0.99);
    }

    #[test]
    fn precision_tells_the_thing_itself_from_what_is_named_after_it() {
        let sought = sought("clock", &[], &[]);
        assert!(sought.precision(&Part::new("Clock")) > sought.precision(&Part::new("Clock widget size")));
    }
}
