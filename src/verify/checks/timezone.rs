//! `timezone`: the phone's time zone.

use super::channel::TextCheck;
use crate::device::Channel;
use crate::spec::Form;
use crate::spec::schema::Shape;
use crate::verify::kinds::Kind;
use crate::verify::values::VALUE_KEYS;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "timezone",
    about: "The phone's time zone, by its IANA name: `timezone: { is: Europe/Berlin }`. Zones with two names are two: say \
            both with `one_of`.",
    form: Some(Form { sample: "Europe/Berlin", write: |zone| format!("timezone: {{ is: {zone} }}") }),
    shape: Shape::Map(&[VALUE_KEYS]),
    compile: |verb, _| {
        let is = TextCheck::rule(verb, &[])?;
        Ok(Box::new(TextCheck { what: "the time zone", channel: Channel::Timezone, is, not_one }))
    },
};

/// Names are of an area and a place, or short and in capitals: `Europe/Berlin`, `UTC`, `EST5EDT`. What is written
/// otherwise stands in complaints.
fn not_one(text: &str) -> Option<&'static str> {
    let plain = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+'));
    let placed = text.contains('/') && text.split('/').all(|part| !part.is_empty());
    let short = text.len() <= 8 && !text.contains(|c: char| c.is_ascii_lowercase());
    (!(plain && (placed || short))).then_some("it is no name of a time zone")
}
