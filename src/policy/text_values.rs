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
        let mut values = Vec::new();
        for value in candidates {
            if !value.is_empty() && seen.insert(value.clone()) {
                values.push(value);
            }
        }
        let overflow = values.len() > MAX_TEXT_VALUES;
        if overflow {
            values.clear();
        }
        Self { values, source, overflow }
    }
}

fn spans(goal: &str) -> Vec<String> {
    let words: Vec<(usize, usize)> = goal
        .split_whitespace()
        .map(|word| {
            let start = word.as_ptr() as usize - goal.as_ptr() as usize;
            (start, start + word.len())
        })
        .collect();
    let mut spans = Vec::new();
    for length in 1..=MAX_WORDS {
        for run in words.windows(length) {
            if let [(start, _), ..] = run
                && let [.., (_, end)] = run
                && let Some(span) = goal.get(*start..*end)
            {
                spans.push(trim(span).to_owned());
            }
        }
    }
    spans
}

/// Without the punctuation around it that belongs to the sentence.
fn trim(span: &str) -> &str {
    span.trim_matches(|c: char| r#""'“”‘’`.,;:!?()[]{}<>"#.contains(c))
}
