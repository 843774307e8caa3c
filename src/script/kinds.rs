//! The table of verbs. A new verb is one file in `steps/` and one line here.

use std::sync::Arc;

use super::scope::Scope;
use super::step::Step;
use super::steps::{
    app, back, delete, home, link, long_press, open, press, put, scan, scroll_to, set, swipe, tap, type_text, unless,
    wait, when,
};
use crate::spec::schema::Shape;
use crate::spec::{Fault, Form, Verb};

/// One verb: its word, what it is for, and how its arguments become a step.
///
/// What `compile` takes, `shape` tells, for the schema that editors read: every key with its type and a line of what it
/// means. Groups of keys that verbs share are there already: `options::OPTION_KEYS`,
/// [`QUERY_KEYS`](super::query::QUERY_KEYS), `aim::SWITCH_KEYS`. A test compares the keys of the shape
/// with those that `compile` knows.
#[derive(Debug)]
pub struct Kind {
    /// The word that goals and verifiers use.
    pub verb: &'static str,
    /// What it does, in a line, with its arguments.
    pub about: &'static str,
    /// How it is written.
    pub(super) form: Form,
    /// What follows its colon.
    pub shape: Shape,
    /// Reads its arguments.
    pub(super) compile: Compile,
}

/// From a verb and its arguments to a step, or to everything that is wrong with them.
type Compile = fn(&Verb<'_>, Scope<'_>) -> Result<Arc<dyn Step>, Vec<Fault>>;

/// All of them, in the order in which a person learns them.
pub static KINDS: &[Kind] = &[
    home::KIND,
    back::KIND,
    open::KIND,
    link::KIND,
    tap::KIND,
    long_press::KIND,
    scroll_to::KIND,
    scan::KIND,
    swipe::KIND,
    type_text::KIND,
    press::KIND,
    wait::KIND,
    when::KIND,
    unless::KIND,
    app::KIND,
    put::KIND,
    delete::KIND,
    set::KIND,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::script::{Permission, QUERY_KEYS, Script};
    use crate::spec::schema::known_keys;
    use crate::spec::{Source, yaml};

    #[test]
    fn the_shape_of_each_tells_all_keys_that_it_takes() {
        for kind in KINDS {
            let keys = if kind.shape.takes_a_query() { QUERY_KEYS.iter().collect() } else { kind.shape.keys() };
            if keys.is_empty() {
                continue;
            }
            let told: BTreeSet<String> = keys.into_iter().map(|key| key.name.to_owned()).collect();
            let source = Source::new("x", &format!("{}: {{ no-such-key-xyzzy: 1 }}", kind.verb));
            let node = yaml::read(&source, yaml::Limits::default()).unwrap();
            let faults = Script::compile(&[node], Permission::Change).unwrap_err();
            assert_eq!(known_keys(&faults), told, "{}", kind.verb);
        }
    }
}
