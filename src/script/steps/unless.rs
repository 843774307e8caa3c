//! `unless`: steps for what has not come up.

use serde::Deserialize;

use super::when::{Branch, CONDITIONS, THEN};
use crate::script::condition::CONDITION_KEYS;
use crate::script::kinds::Kind;
use crate::spec::schema::Shape;
use crate::spec::{Form, Node, decode_part};

pub(in crate::script) const KIND: Kind = Kind {
    verb: "unless",
    about: "Runs steps where something does not hold: `unless: { shows: { text: Saved }, then: [tap: { text: Save }] }`. \
            It waits 1.5 s for it to hold.",
    form: Form { sample: "Saved", write: |text| format!("unless: {{ shows: {{ text: {text} }}, then: [back] }}") },
    shape: Shape::Map(&[CONDITION_KEYS, &[THEN]]),
    compile: |verb, scope| {
        let args = verb.arguments().map_err(|fault| vec![fault])?;
        let (own, condition) = args.split(&["then"]);
        let Args { then } = decode_part(&own, &CONDITIONS)?;
        Branch::compile(verb, false, &condition, &["then"], (then, Vec::new()), scope)
    },
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    then: Option<Vec<Node>>,
}
