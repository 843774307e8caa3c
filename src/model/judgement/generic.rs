//! Questions about anything: an option counts for the rare words that it shares with what is asked and known.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::spread;
use super::words::{is_function_word, stem, texts, words};

pub(super) fn choice(state: &Value, instructions: &Value, options: &[(String, Value)]) -> Vec<f64> {
    let known = matter([state, instructions]);
    let offered: Vec<HashSet<String>> = options
        .iter()
        .map(|(name, about)| {
            let mut matter = matter([about]);
            matter.extend(matter_of(name));
            matter
        })
        .collect();
    spread(&merits(&known, &offered))
}

/// Probability of yes: how much of what is asked, and of what yes would mean rather than no, is known.
pub(super) fn yes(state: &Value, instructions: &Value, when_true: &Value, when_false: &Value) -> f64 {
    let known = matter([state]);
    let asked = covered(&known, &matter([instructions])).unwrap_or(0.5);
    let for_yes = covered(&known, &matter([when_true]));
    let for_no = covered(&known, &matter([when_false]));
    let lean = match (for_yes, for_no) {
        (Some(yes), Some(no)) => yes - no,
        (Some(yes), None) => yes - 0.5,
        (None, Some(no)) => 0.5 - no,
        (None, None) => 0.0,
    };
    1.0 / (1.0 + (-4.0 * (asked - 0.5 + lean)).exp())
}

/// Probabilities of the levels of a scale.
pub(in crate::model) fn score(state: &Value, instructions: &Value, levels: &[Value]) -> Vec<f64> {
    let known = matter([state, instructions]);
    let offered: Vec<HashSet<String>> = levels.iter().map(|level| matter([level])).collect();
    spread(&merits(&known, &offered))
}

/// For each option, the share of its words that are known, rare ones counting for more.
fn merits(known: &HashSet<String>, offered: &[HashSet<String>]) -> Vec<f64> {
    let mut holders: HashMap<&str, usize> = HashMap::new();
    for word in offered.iter().flatten() {
        *holders.entry(word).or_default() += 1;
    }
    let rarity = |word: &str| {
        let with = holders.get(word).copied().unwrap_or(0);
        (1.0 + offered.len() as f64 / (1 + with) as f64).ln()
    };
    offered
        .iter()
        .map(|words| {
            let shared: f64 = sum(words.intersection(known).map(|word| rarity(word)));
            let all: f64 = sum(words.iter().map(|word| rarity(word)));
            if all > 0.0 { shared / (all + 1.0) } else { 0.0 }
        })
        .collect()
}

/// Adds up in a fixed order: sets have none, and floating point would show it.
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    let mut terms: Vec<f64> = terms.collect();
    terms.sort_by(f64::total_cmp);
    terms.into_iter().sum()
}

/// The share of the asked words that is known; nothing if nothing is asked.
fn covered(known: &HashSet<String>, asked: &HashSet<String>) -> Option<f64> {
    (!asked.is_empty()).then(|| asked.intersection(known).count() as f64 / asked.len() as f64)
}

fn matter<'a>(values: impl IntoIterator<Item = &'a Value>) -> HashSet<String> {
    values.into_iter().flat_map(texts).flat_map(|text| matter_of(&text)).collect()
}

fn matter_of(text: &str) -> HashSet<String> {
    words(text).iter().filter(|word| !is_function_word(word)).map(|word| stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn best(state: &Value, instructions: &str, options: &Value) -> String {
        let options: Vec<(String, Value)> =
            options.as_object().unwrap().iter().map(|(name, about)| (name.clone(), about.clone())).collect();
        let found = choice(state, &json!(instructions), &options);
        let top = (0..found.len()).max_by(|a, b| found[*a].total_cmp(&found[*b])).unwrap();
        options[top].0.clone()
    }

    #[test]
    fn the_option_that_shares_words_with_the_state_is_chosen() {
        let state = json!("I was charged twice for my invoice and want a refund.");
        let options = json!({"Bugs": "Bugs, outages", "Billing": "Payments, invoices, refunds", "Sales": "Pricing"});
        assert_eq!(best(&state, "Which team should handle this?", &options), "Billing");
    }

    #[test]
    fn a_name_alone_is_judged_too() {
        let options = json!({"blue": null, "red": null});
        assert_eq!(best(&json!({"wanted": ["a red car"]}), "Which colour?", &options), "red");
    }

    #[test]
    fn what_is_known_makes_yes_likelier_than_what_is_not() {
        let yes = |text: &str| yes(&json!(text), &json!("Is a refund wanted?"), &Value::Null, &Value::Null);
        assert!(yes("A refund is wanted.") > 0.5);
        assert!(yes("Hello.") < 0.5);
    }
}
