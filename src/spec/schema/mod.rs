//! JSON Schema for goals and verifiers, so that editors complete, explain and check while one writes.

mod shape;

#[cfg(test)]
pub(crate) use shape::known_keys;
pub use shape::{Key, Shape};
