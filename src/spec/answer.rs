//! `answer:`, what the agent has to say when it is done.

use serde::Deserialize;

/// How an agent's answer is compared with what the phone shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// By which rule.
    #[serde(default, rename = "match")]
    pub rule: AnswerRule,
}

/// The rules by which two answers are the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerRule {
    /// Character by character.
    Exact,
    /// But for letter case, spaces, and the many forms of dashes and quotes.
    #[default]
    Normalized,
    /// As numbers, whatever stands around them: `40` is `40 %`, and `1,000` is `1000`.
    Numeric,
}
