//! Answers: from what the judgement found to numbers that agree with each other.

use serde_json::{Map, Value, json};

use super::judgement;
use super::request::{ANSWERING, Question, Request};
use super::unsteady::Unsteady;

/// The whole reply. `number` is the request's, for the noise.
pub(super) fn reply(request: &Request, unsteady: Unsteady, number: u64) -> Value {
    let answers: Map<String, Value> = request
        .questions
        .iter()
        .map(|(id, question)| (id.clone(), answer(&request.state, question, unsteady, number)))
        .collect();
    let output_tokens = 20 * answers.len();
    json!({
        "model": ANSWERING,
        "answers": answers,
        "usage": {"input_tokens": request.tokens, "output_tokens": output_tokens},
    })
}

fn answer(state: &Value, question: &Question, unsteady: Unsteady, number: u64) -> Value {
    match question {
        Question::Noul { instructions, when_true, when_false } => {
            let yes = judgement::yes(state, instructions, when_true, when_false);
            json!({"type": "noul", "noul": rounded(unsteady.disturb_yes(yes, number))})
        }
        Question::Choice { instructions, options } => {
            let mut found = judgement::choice(state, instructions, options);
            unsteady.disturb(&mut found, number, true);
            let found: Vec<f64> = found.into_iter().map(rounded).collect();
            let top = first_maximum(&found);
            let probabilities: Map<String, Value> =
                options.iter().zip(&found).map(|((name, _), p)| (name.clone(), json!(p))).collect();
            json!({
                "type": "choice",
                "choice": options.get(top).map(|(name, _)| name),
                "probabilities": probabilities,
                "confidence": rounded(choice_confidence(&found)),
            })
        }
        Question::Score { instructions, levels } => {
            let mut found = judgement::score(state, instructions, levels);
            unsteady.disturb(&mut found, number, false);
            let found: Vec<f64> = found.into_iter().map(rounded).collect();
            let score: f64 = found.iter().enumerate().map(|(level, p)| level as f64 * p).sum();
            let legend: Map<String, Value> =
                levels.iter().enumerate().map(|(level, about)| (level.to_string(), about.clone())).collect();
            let probabilities: Map<String, Value> =
                found.iter().enumerate().map(|(level, p)| (level.to_string(), json!(p))).collect();
            json!({
                "type": "score",
                "score": rounded(score),
                "legend": legend,
                "probabilities": probabilities,
                "confidence": rounded(score_confidence(&found)),
            })
        }
    }
}

/// How far the top option stands above an even spread.
fn choice_confidence(probabilities: &[f64]) -> f64 {
    let even = 1.0 / probabilities.len().max(1) as f64;
    if even >= 1.0 {
        return 1.0;
    }
    let top = probabilities.iter().copied().fold(0.0, f64::max);
    ((top - even) / (1.0 - even)).clamp(0.0, 1.0)
}

/// How close the levels' probabilities lie to the most probable level, against an even spread around the middle.
fn score_confidence(probabilities: &[f64]) -> f64 {
    let n = probabilities.len();
    if n <= 1 {
        return 1.0;
    }
    let mode = first_maximum(probabilities) as f64;
    let spread: f64 = probabilities.iter().enumerate().map(|(level, p)| p * (level as f64 - mode).abs()).sum();
    let middle = (n - 1) as f64 / 2.0;
    let even = (0..n).map(|level| (level as f64 - middle).abs()).sum::<f64>() / n as f64;
    (1.0 - spread / even).clamp(0.0, 1.0)
}

fn first_maximum(probabilities: &[f64]) -> usize {
    let mut top = 0;
    for (index, probability) in probabilities.iter().enumerate() {
        if *probability > probabilities[top] {
            top = index;
        }
    }
    top
}

/// Six decimals: enough to tell 255 options apart, few enough to read.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_follows_the_published_formulas() {
        assert!((choice_confidence(&[0.06, 0.90, 0.04]) - 0.85).abs() < 1e-9);
        assert!((score_confidence(&[0.7, 0.2, 0.1]) - 0.4).abs() < 1e-9);
        assert!((choice_confidence(&[1.0]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_of_equals_is_chosen() {
        assert_eq!(first_maximum(&[0.2, 0.4, 0.4]), 1);
    }
}
