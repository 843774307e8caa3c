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
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn confidence_follows_the_published_formulas() {
        assert!((choice_confidence(&[0.06, 0.90, 0.04]) - 0.85).abs() < 1e-9);
        assert!((score_confidence(&[0.7, 0.2, 0.1]) - 0.4).abs() < 1e-9);
        assert!((choice_confidence(&[1.0]) - 1.0).abs() < 1e-9);
    }

    fn asked() -> impl Strategy<Value = Vec<(String, Question)>> {
        let question =
            ("[a-z ]{0,20}", prop::collection::vec("[a-z ]{1,10}", 1..5)).prop_map(|(instructions, words)| {
                let instructions = json!(instructions);
                match words.len() {
                    1 => Question::Noul { instructions, when_true: json!(words[0]), when_false: Value::Null },
                    2 => Question::Score { instructions, levels: words.into_iter().map(Value::from).collect() },
                    _ => {
                        let named =
                            words.into_iter().enumerate().map(|(index, word)| (format!("{word}{index}"), Value::Null));
                        Question::Choice { instructions, options: named.collect() }
                    }
                }
            });
        prop::collection::vec(question, 1..6).prop_map(|asked| {
            asked.into_iter().enumerate().map(|(id, question)| (format!("q{id}"), question)).collect()
        })
    }

    proptest! {
        #[test]
        fn answers_hang_on_neither_ids_nor_order_nor_company(questions in asked(), state in "[a-z ]{0,40}") {
            let ask = |questions: Vec<(String, Question)>| {
                reply(&Request { state: json!(state), questions, tokens: 0 }, Unsteady::default(), 1)
            };
            let together = ask(questions.clone());
            for (id, question) in questions.into_iter().rev() {
                let alone = ask(vec![(format!("other {id}"), question)]);
                prop_assert_eq!(&together["answers"][&id], &alone["answers"][format!("other {id}")]);
            }
        }

        #[test]
        fn the_choice_is_the_most_probable_option(questions in asked(), state in "[a-z ]{0,40}", seed in any::<Option<u64>>()) {
            let unsteady = Unsteady { seed, first_option: 0.1 };
            let reply = reply(&Request { state: json!(state), questions, tokens: 0 }, unsteady, 1);
            for answer in reply["answers"].as_object().unwrap().values().filter(|answer| answer["type"] == "choice") {
                let shares: Vec<f64> = answer["probabilities"].as_object().unwrap().values().filter_map(Value::as_f64).collect();
                let chosen = answer["probabilities"][answer["choice"].as_str().unwrap()].as_f64().unwrap();
                prop_assert!(shares.iter().all(|share| *share <= chosen));
                prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn the_first_of_equals_is_chosen() {
        assert_eq!(first_maximum(&[0.2, 0.4, 0.4]), 1);
    }
}
