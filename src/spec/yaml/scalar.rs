//! What a plain scalar means where a number or a truth value is wanted. serde_yaml decides.

use serde::de::DeserializeOwned;

/// No number or truth value is written with more characters.
const LONGEST: usize = 40;

/// A plain scalar's value.
pub(super) enum Plain<'a> {
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(&'a str),
}

/// `text` as a `T`, by YAML's rules.
pub(super) fn parse<T: DeserializeOwned>(text: &str) -> Option<T> {
    (!text.is_empty() && text.len() <= LONGEST).then(|| serde_yaml::from_str(text).ok()).flatten()
}

/// What `text` is where anything may stand.
pub(super) fn resolve(text: &str) -> Plain<'_> {
    match parse(text) {
        Some(serde_yaml::Value::Bool(value)) => Plain::Bool(value),
        Some(serde_yaml::Value::Number(number)) => number
            .as_u64()
            .map(Plain::Unsigned)
            .or_else(|| number.as_i64().map(Plain::Signed))
            .or_else(|| number.as_f64().filter(|float| float.is_finite()).map(Plain::Float))
            .unwrap_or(Plain::Text(text)),
        _ => Plain::Text(text),
    }
}
