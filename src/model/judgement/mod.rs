//! The judgement: pure functions of one question and the state it is asked about.
//!
//! Everything rests on words: which words an option, the goal and the screen have in common, and how rare those words
//! are among the options. Questions about the next step of a phone agent are recognised by their options, those
//! about anything else are answered by the same relevance of words.

mod generic;
mod words;

pub(super) use generic::{score, yes};

use serde_json::Value;

/// Probabilities of the options of a choice, in their order; they sum to 1.
pub(super) fn choice(state: &Value, instructions: &Value, options: &[(String, Value)]) -> Vec<f64> {
    generic::choice(state, instructions, options)
}

/// Turns merits in [0, 1] into probabilities. A lead of a tenth is worth a factor of 3.3.
fn spread(merits: &[f64]) -> Vec<f64> {
    const SHARPNESS: f64 = 12.0;
    let top = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = merits.iter().map(|merit| (SHARPNESS * (merit - top)).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}
