//! `clipboard`: the text on the phone's clipboard.

use super::channel::TextCheck;
use crate::device::Channel;
use crate::spec::Form;
use crate::spec::schema::Shape;
use crate::verify::kinds::Kind;
use crate::verify::values::VALUE_KEYS;

pub(in crate::verify) const KIND: Kind = Kind {
    name: "clipboard",
    about: "The clipboard's text, character by character unless `normalize` says otherwise: `clipboard: { is: 0176 1234 \
            }`. An empty clipboard is unknown, unless the rule speaks of the empty text.",
    form: Some(Form { sample: "Hello", write: |text| format!("clipboard: {{ is: {text} }}") }),
    shape: Shape::Map(&[VALUE_KEYS]),
    compile: |verb, _| {
        let is = TextCheck::rule(verb, &[])?;
        Ok(Box::new(TextCheck { what: "the clipboard", channel: Channel::Clipboard, is, not_one: |_| None }))
    },
};
