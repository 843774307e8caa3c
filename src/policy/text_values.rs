//! What an agent may type: given values, else the words of the goal.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// More values than this are not offered: with `NONE` they would not fit into one choice.
pub const MAX_TEXT_VALUES: usize = 254;

/// The longest run of words of a goal that becomes a value.
const MAX_WORDS: usize = 8;

/// The values that an agent may type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextValues {
    /// Each value once, in order.
    pub values: Vec<String>,
    /// Where they come from.
    pub source: TextSource,
    /// There were too many, and none is offered.
    pub overflow: bool,
}

/// Where the values come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSource {
    /// Runs of words of the goal.
    Goal,
    /// Given by the user.
    Supplied,
}

impl TextValues {
    /// The supplied values, or, without any, the goal's runs of one to eight words, shorter runs first, outer
    /// punctuation trimmed.
    #[must_use]
    pub fn new(goal: &str, supplied: &[String]) -> Self {
        let (source, candidates) = if supplied.is_empty() {
            (TextSource::Goal, spans(goal))
        } else {
            (TextSource::Supplied, supplied.to_vec())
        };
        let mut seen = HashSet::new();
        let mut values: Vec<String> = candidates.into_iter().filter(|value| seen.insert(value.clone())).collect();
        // Given values are all meant; a request that cannot hold them says so when it is built.
        let overflow = source == TextSource::Goal && values.len() > MAX_TEXT_VALUES;
        if overflow {
            values.clear();
        }
        Self { values, source, overflow }
    }
}

/// The runs of words, as they stand in the goal.
fn spans(goal: &str) -> Vec<String> {
    let words = words(goal);
    let mut spans = Vec::new();
    for length in 1..=MAX_WORDS {
        for run in words.windows(length) {
            if let (Some((start, _)), Some((_, end))) = (run.first(), run.last())
                && let Some(span) = goal.get(*start..*end)
            {
                spans.push(trim(span).to_owned());
            }
        }
    }
    spans.retain(|span| !span.is_empty());
    spans
}

/// Where each word starts and ends, in bytes.
fn words(goal: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in goal.char_indices() {
        match (start, is_space(c)) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| (from, goal.len())));
    words
}

/// Without the quotes and brackets before it and the quotes, brackets and stops after it.
fn trim(span: &str) -> &str {
    span.trim_start_matches(|c| "\"'“‘([{".contains(c))
        .trim_end_matches(|c| "\"'”’)]},.!?;:".contains(c))
        .trim_matches(is_space)
}

/// White space as the profile's program sees it (ECMAScript).
fn is_space(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(goal: &str) -> Vec<String> {
        TextValues::new(goal, &[]).values
    }

    #[test]
    fn given_values_replace_the_words_of_the_goal() {
        let given = ["B".to_owned(), "A".to_owned(), "B".to_owned()];
        let texts = TextValues::new("Type A or B", &given);
        assert_eq!((texts.values, texts.source), (vec!["B".to_owned(), "A".to_owned()], TextSource::Supplied));
    }

    #[test]
    fn too_many_runs_offer_none_and_say_so() {
        let goal = |words: usize| (0..words).map(|i| format!("w{i}")).collect::<Vec<_>>().join(" ");
        assert_eq!(values(&goal(35)).len(), 252);
        let over = TextValues::new(&goal(36), &[]);
        assert!(over.overflow && over.values.is_empty());
    }

    #[test]
    fn a_goal_of_nothing_but_space_has_no_values() {
        assert_eq!(values(" \n\u{a0}\u{feff} "), Vec::<String>::new());
        assert_eq!(values("(\"...!)").len(), 0, "punctuation alone is no value");
    }
}
