//! JSON Schema for goals and verifiers, so that editors complete, explain and check while one writes.
//!
//! Made of the same tables as the parser's own: each verb and check tells the [`Shape`] of its arguments, so that a new one
//! appears by itself. A schema says what a file looks like; what depends on several of its places, as a verifier's name
//! does, is for `goalpost lint`.

mod goal;
mod json;
mod shape;
mod verifier;

use serde_json::Value as Json;

#[cfg(test)]
pub(crate) use shape::known_keys;
pub use shape::{Key, Shape};

/// The words that goals and verifiers are made of.
#[derive(Debug, Clone)]
pub struct Language {
    /// The verbs of steps.
    pub steps: Vec<Key>,
    /// The checks.
    pub checks: Vec<Key>,
    /// The keys of a query.
    pub query: &'static [Key],
    /// How the `value` of a verifier is written.
    pub value: Shape,
}

impl Language {
    /// The JSON Schema (draft 7) of goal files.
    #[must_use]
    pub fn goal_schema(&self) -> Json {
        json::document("A goal of goalpost", goal::KEYS, &goal::FORMS, goal::is_filled, self)
    }

    /// The JSON Schema (draft 7) of verifier files.
    #[must_use]
    pub fn verifier_schema(&self) -> Json {
        let told = |key: &Key| if key.name == "value" { Key { shape: self.value, ..*key } } else { *key };
        let keys: Vec<Key> = verifier::KEYS.iter().map(told).collect();
        json::document("A verifier of goalpost", &keys, &verifier::FORMS, verifier::is_filled, self)
    }
}
