//! `language`: the phone's language.

use super::channel::TextCheck;
use crate::device::Channel;
use crate::spec::Form;
use crate::spec::schema::Shape;
use crate::verify::kinds::Kind;
use crate::verify::values::{Normaliser, VALUE_KEYS};

pub(in crate::verify) const KIND: Kind = Kind {
    name: "language",
    about: "The phone's language, as a tag: `language: { is: de-DE }`. By default `normalize: [tag]`: `de_DE` is the same. \
            `matches: de(-.*)?` is any kind of German.",
    form: Some(Form { sample: "de-DE", write: |tag| format!("language: {{ is: {tag} }}") }),
    shape: Shape::Map(&[VALUE_KEYS]),
    compile: |verb, _| {
        let is = TextCheck::rule(verb, &[Normaliser::Tag])?;
        Ok(Box::new(TextCheck { what: "the language", channel: Channel::Language, is, not_one }))
    },
};

/// A tag begins with two or three letters; longer words were never given to a language, and stand in complaints.
fn not_one(text: &str) -> Option<&'static str> {
    let mut parts = text.split(['-', '_']);
    let first =
        parts.next().is_some_and(|part| matches!(part.len(), 2..=3) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    let rest = parts.all(|part| matches!(part.len(), 1..=8) && part.bytes().all(|b| b.is_ascii_alphanumeric()));
    (!(first && rest)).then_some("it is no language tag")
}
