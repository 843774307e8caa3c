//! The judgement: pure functions of one question and the state it is asked about.
//!
//! Everything rests on words: which words an option, the goal and the screen have in common, and how rare those words
//! are among the options. A question about the next step of a phone agent is recognised by its options; it is judged
//! in these steps, one file each:
//!
//! | file | what |
//! |---|---|
//! | `words`, `label`, `relevance` | cutting text into words, labels into parts, and weighing what they share |
//! | `sentence`, `asking`, `goal`, `app` | the goal's sentence: what to do, to what, with which value, where, in which app |
//! | `screen`, `history`, `operation` | the state, as sent by whatever agent |
//! | `situation` | the screen read against goal and history |
//! | `reached` | whether what is wanted is there |
//! | `answering` | which text of the screen is what was asked for |
//! | `moves`, `typing` | how good each operation and each target is now |
//! | `asked` | which of these a question asks for |
//!
//! Questions about anything else are answered by `generic`, from the same relevance of words.

mod answering;
mod app;
mod asked;
mod asking;
mod generic;
mod goal;
mod history;
mod label;
mod moves;
mod operation;
mod reached;
mod relevance;
mod screen;
mod sentence;
mod situation;
#[cfg(test)]
mod tests;
mod typing;
mod words;

pub(super) use asked::{choice, yes};
pub(super) use generic::score;

/// Turns merits in [0, 1] into probabilities. A lead of a tenth is worth a factor of 3.3.
fn spread(merits: &[f64]) -> Vec<f64> {
    const SHARPNESS: f64 = 12.0;
    let top = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = merits.iter().map(|merit| (SHARPNESS * (merit - top)).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

/// The best by rank; of equals the first.
fn first_best<T>(ranked: impl Iterator<Item = (T, f64)>) -> Option<(T, f64)> {
    ranked.fold(None, |best: Option<(T, f64)>, next| match best {
        Some(best) if best.1 >= next.1 => Some(best),
        _ => Some(next),
    })
}
