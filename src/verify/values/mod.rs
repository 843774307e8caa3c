//! Values and their rules: how every check says what is right, and what a value that was read is judged by.
//!
//! | rule | holds when the value |
//! |---|---|
//! | `is: TEXT` | is this |
//! | `one_of: [A, B]` | is one of these: several right answers |
//! | `contains: TEXT` | has this somewhere in it |
//! | `matches: REGEX` | is described, as a whole, by a regular expression; write `.*` where anything may stand |
//! | `range: {min, max}`, `range: [min, max]` | lies between these, both included: numbers (`40`), lengths of time (`5m`), times of day (`07:30`) |
//!
//! `normalize: [..]` names what is made alike first, on both sides (of a regular expression nothing but the case of its
//! letters), one after the other; each check has its own default:
//!
//! | normaliser | makes alike |
//! |---|---|
//! | `trim`, `whitespace` | white space at the ends; of any kind and length |
//! | `lowercase` | letters in upper and lower case |
//! | `unicode` | whatever looks alike to a reader: `Wi‑Fi` and `wi-fi` |
//! | `digits` | telephone numbers: everything but digits is dropped |
//! | `number` | `1,234.50` and `1234.5`, `80 %` and `80` |
//! | `duration` | `5 minutes`, `5m`, `05:00` |
//! | `clock` | `7:30 PM` and `19:30` |
//! | `tag` | `de_DE` and `de-DE` |
//!
//! A value that can't be told is judged by no rule: one that is empty, unless the rule itself speaks of the empty text;
//! one that is no number where a number is meant. Judging is three-valued: such a value is neither right nor wrong.

mod normaliser;
mod range;
mod reading;
mod rule;

pub use normaliser::Normaliser;
pub(in crate::verify) use rule::{Judged, Rule, VALUE, VALUE_KEYS};

/// The one number that stands in a text, whatever else does: 3 of "You have 3 alarms". Numbers are written as in
/// English, `1,234.5`.
///
/// # Errors
/// There is none in it, or there are several.
pub fn number_in(text: &str) -> Result<f64, String> {
    let number = reading::number_within(text)?;
    number.parse().map_err(|_| "it is not a number".to_owned())
}
