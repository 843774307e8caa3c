//! Checking a model's answer to a choice.

use std::collections::HashSet;

use serde_json::Value;

/// How far the probabilities of an answer may add up to something other than 1: they are rounded.
const SUM_TOLERANCE: f64 = 0.025;

/// How far another option may lie above the chosen one.
const TIE_TOLERANCE: f64 = 1e-6;

/// An answer that may be used.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The option chosen.
    pub key: String,
    /// The lower of the confidence that was reported and that recomputed from the probabilities: servers compute it
    /// in different ways.
    pub confidence: f64,
}

/// Checks an answer against the options that were offered.
///
/// # Errors
/// The rule it breaks, in words.
pub fn check(answer: &Value, offered: &[&str]) -> Result<Choice, String> {
    let Some(answer) = answer.as_object() else { return Err("there is no answer to it".to_owned()) };
    if answer.get("type").and_then(Value::as_str) != Some("choice") {
        return Err("its type is not choice".to_owned());
    }
    let key = answer.get("choice").and_then(Value::as_str).ok_or("it names no option")?;
    let probabilities = answer.get("probabilities").and_then(Value::as_object).ok_or("it has no probabilities")?;
    let known: HashSet<&str> = offered.iter().copied().collect();
    if probabilities.len() != known.len() || !probabilities.keys().all(|key| known.contains(key.as_str())) {
        return Err("its options are not those offered".to_owned());
    }
    let confidence = fraction(answer.get("confidence")).ok_or("its confidence is no number from 0 to 1")?;
    let (mut sum, mut highest) = (0.0, 0.0_f64);
    for probability in probabilities.values() {
        let probability = fraction(Some(probability)).ok_or("a probability is no number from 0 to 1")?;
        sum += probability;
        highest = highest.max(probability);
    }
    if (sum - 1.0_f64).abs() > SUM_TOLERANCE {
        return Err(format!("its probabilities add up to {sum:.3}"));
    }
    let chosen = fraction(probabilities.get(key)).ok_or("it chooses an option that was not offered")?;
    if chosen + TIE_TOLERANCE < highest {
        return Err("it does not choose the most probable option".to_owned());
    }
    Ok(Choice { key: key.to_owned(), confidence: confidence.min(recompute(chosen, offered.len())) })
}

/// How far the largest of `options` probabilities lies above chance: 0 for a guess, 1 for certainty.
#[must_use]
pub fn recompute(largest: f64, options: usize) -> f64 {
    if options <= 1 {
        return 1.0;
    }
    let chance = 1.0 / options as f64;
    ((largest - chance) / (1.0 - chance)).clamp(0.0, 1.0)
}

fn fraction(value: Option<&Value>) -> Option<f64> {
    value.and_then(Value::as_f64).filter(|number| (0.0..=1.0).contains(number))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_lower_confidence_counts() {
        let answer = |confidence: f64| json!({"type": "choice", "choice": "a", "confidence": confidence, "probabilities": {"a": 0.9, "b": 0.06, "c": 0.04}});
        assert!((check(&answer(0.99), &["a", "b", "c"]).unwrap().confidence - 0.85).abs() < 1e-9);
        assert!((check(&answer(0.5), &["a", "b", "c"]).unwrap().confidence - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_single_option_is_certain() {
        assert_eq!(recompute(1.0, 1), 1.0);
    }

    #[test]
    fn a_broken_rule_is_named() {
        let answer = json!({"type": "choice", "choice": "a", "confidence": 1, "probabilities": {"a": 0.4, "b": 0.6}});
        assert_eq!(check(&answer, &["a", "b"]), Err("it does not choose the most probable option".to_owned()));
        assert_eq!(check(&answer, &["a", "c"]), Err("its options are not those offered".to_owned()));
    }
}
