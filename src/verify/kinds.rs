//! The table of checks. A new check is one file in `checks/` and one line here.

use std::path::Path;

use super::check::Check;
use super::checks::value::VALUE_SHAPE;
use super::checks::{
    app, browser, clipboard, combined, command, element, file, foreground, language, location, screenshot, switch,
    time, timezone,
};
use crate::script;
use crate::spec::schema::{Key, Language, Shape};
use crate::spec::{Args, Fault, Form, Node, Verb};

/// One kind of check: its word, what it is for, and how its arguments become a check.
///
/// What `compile` takes, `shape` tells, for the schema that editors read: every key with its type and a line of what it
/// means. Groups of keys that checks share are there already: `place::PLACE_KEYS` and
/// [`QUERY_KEYS`](crate::script::QUERY_KEYS). A test compares the keys of the shape with those that `compile` knows.
#[derive(Debug)]
pub struct Kind {
    /// The word that verifiers use.
    pub name: &'static str,
    /// What it checks, in a line, with its arguments.
    pub about: &'static str,
    /// How it is written; none for what is made of other checks.
    pub(super) form: Option<Form>,
    /// What follows its colon.
    pub shape: Shape,
    /// Reads its arguments.
    pub(super) compile: Compile,
}

/// From a word and its arguments to a check, or to everything that is wrong with them.
type Compile = fn(&Verb<'_>, &Context<'_>) -> Result<Box<dyn Check>, Vec<Fault>>;

/// Where a check stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context<'a> {
    /// Checks around it.
    pub depth: usize,
    /// The folder of the project.
    pub root: &'a Path,
    /// The arguments of its verifier.
    pub args: &'a Args,
}

impl Context<'_> {
    /// One check deeper.
    pub(super) fn within(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }
}

/// All of them, in the order in which a person learns them.
pub static KINDS: &[Kind] = &[
    switch::KIND,
    element::KIND,
    foreground::KIND,
    app::KIND,
    file::KIND,
    clipboard::KIND,
    language::KIND,
    timezone::KIND,
    location::KIND,
    time::KIND,
    browser::KIND,
    screenshot::KIND,
    command::KIND,
    combined::ALL,
    combined::ANY,
    combined::NOT,
];

/// Checks may stand in checks, this deep.
const DEEPEST: usize = 8;

/// The words that goals and verifiers are made of, with what each takes, for the schema that editors read.
#[must_use]
pub fn language() -> Language {
    Language {
        steps: script::KINDS.iter().map(|kind| Key::new(kind.verb, kind.shape, kind.about)).collect(),
        checks: KINDS.iter().map(|kind| Key::new(kind.name, kind.shape, kind.about)).collect(),
        query: script::QUERY_KEYS,
        value: VALUE_SHAPE,
    }
}

/// Reads one check.
pub(super) fn compile(node: &Node, context: &Context<'_>) -> Result<Box<dyn Check>, Vec<Fault>> {
    if context.depth > DEEPEST {
        return Err(vec![Fault::error(node.span, format!("checks stand in checks more than {DEEPEST} deep"))]);
    }
    let verb = Verb::any(node, "check").map_err(|fault| vec![fault])?;
    let here: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    match KINDS.iter().find(|kind| kind.name == verb.name) {
        Some(Kind { compile, form: Some(form), .. }) => verb.read_as(form, |verb| compile(verb, context)),
        Some(Kind { compile, form: None, .. }) => compile(&verb, context),
        None => Err(vec![Fault::unknown(verb.span, "check", verb.name, &here)]),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::script::QUERY_KEYS;
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
            let source = Source::new("x", &format!("{}: {{ no-such-key-xyzzy: 1 }}", kind.name));
            let node = yaml::read(&source, yaml::Limits::default()).unwrap();
            let context = Context { depth: 0, root: Path::new(""), args: &Args::default() };
            let faults = compile(&node, &context).unwrap_err();
            assert_eq!(known_keys(&faults), told, "{}", kind.name);
        }
    }
}
