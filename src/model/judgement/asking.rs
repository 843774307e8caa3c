//! How people ask: what is said around what is wanted. "Could you please make sure that ...", "I don't want ...".

use super::sentence::{Token, verb};

/// Begins a clause or stands between its first words, and says nothing but that something is wanted.
const WISHES: [&str; 36] = [
    "prefer", "rather", "please", "kindly", "hey", "hi", "hello", "can", "could", "would", "will", "you", "i", "id",
    "ill", "im", "we", "us", "me", "want", "wants", "wish", "like", "love", "need", "needs", "have", "must", "should",
    "just", "let", "lets", "now", "also", "ensure", "help",
];
/// The same, after one of those.
const AFTER_A_WISH: [&str; 5] = ["to", "that", "be", "it", "for"];
const REFUSALS: [&str; 6] = ["dont", "doesnt", "never", "wont", "cant", "cannot"];
/// What is not wanted of a thing, if not the thing itself: "I don't want to hear it".
const SENSES: [&str; 4] = ["hear", "see", "get", "feel"];

/// The sentence without courtesies and wishes, where a clause may begin. A refusal is kept as a mark on the word after it.
pub(super) fn plainly(tokens: Vec<Token>) -> Vec<Token> {
    let mut plain: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let Some(first) = rest.first() {
        let joined = plain.last().is_some_and(|last| matches!(last.word.as_str(), "and" | "then"));
        if plain.is_empty() || joined || first.after_break {
            let (asked, refused) = asked(rest);
            let broken = asked > 0 && first.after_break;
            rest = rest.get(asked..).unwrap_or_default();
            if let Some((first, others)) = rest.split_first() {
                plain.push(Token { refused, after_break: first.after_break || broken, ..first.clone() });
                rest = others;
            }
        } else {
            plain.push(first.clone());
            rest = &rest[1..];
        }
    }
    plain
}

/// How many words at the beginning only ask, and whether they refuse.
fn asked(tokens: &[Token]) -> (usize, bool) {
    let mut at = 0;
    let mut refused = false;
    let word = |index: usize| tokens.get(index).filter(|token| !token.quoted).map_or("", |token| token.word.as_str());
    loop {
        let taken = match (word(at), word(at + 1), word(at + 2)) {
            ("make" | "be", "sure" | "certain", _) => 2,
            ("see", "to", "it") => 3,
            ("do", "not", next) if WISHES.contains(&next) || verb(next).is_some() => {
                refused = !refused;
                2
            }
            (one, _, _) if REFUSALS.contains(&one) => {
                refused = !refused;
                1
            }
            ("let", next, _) if !WISHES.contains(&next) => 0,
            (one, _, _) if WISHES.contains(&one) => 1,
            (one, _, _) if at > 0 && AFTER_A_WISH.contains(&one) => 1,
            (one, _, _) if refused && SENSES.contains(&one) => 1,
            _ => 0,
        };
        if taken == 0 {
            return (at, refused);
        }
        at += taken;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::judgement::sentence::tokens;
    use rstest::rstest;

    #[rstest]
    #[case("Could you please turn on the torch?", "turn on the torch", false)]
    #[case("I'd like you to enable the torch, please.", "enable the torch", false)]
    #[case("Make sure that the torch is off", "the torch is off", false)]
    #[case("I don't want to hear key tones any more", "key tones any more", true)]
    #[case("Do not allow key tones", "allow key tones", true)]
    #[case("Turn on Do Not Touch", "turn on do not touch", false)]
    #[case("Let me see the torch", "see the torch", false)]
    fn what_only_asks_is_dropped(#[case] text: &str, #[case] plain: &str, #[case] refused: bool) {
        let found = plainly(tokens(text));
        let words: Vec<&str> = found.iter().map(|token| token.word.as_str()).collect();
        assert_eq!(words.join(" "), plain);
        assert_eq!(found.first().is_some_and(|token| token.refused), refused);
    }
}
