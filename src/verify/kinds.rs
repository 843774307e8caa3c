//! The table of checks. A new check is one file in `checks/` and one line here.

use super::check::Check;
use super::checks::{combined, element, foreground, switch};
use crate::spec::{Fault, Form, Node, Verb, quote};

/// One kind of check: its word, what it is for, and how its arguments become a check.
#[derive(Debug)]
pub struct Kind {
    /// The word that verifiers use.
    pub name: &'static str,
    /// What it checks, in a line, with its arguments.
    pub about: &'static str,
    /// How it is written; none for what is made of other checks.
    pub(super) form: Option<Form>,
    /// Reads its arguments; the depth is that of checks within checks.
    pub(super) compile: Compile,
}

/// From a word and its arguments to a check, or to everything that is wrong with them.
type Compile = fn(&Verb<'_>, usize) -> Result<Box<dyn Check>, Vec<Fault>>;

/// All of them, in the order in which a person learns them.
pub static KINDS: &[Kind] =
    &[switch::KIND, element::KIND, foreground::KIND, combined::ALL, combined::ANY, combined::NOT];

/// Words of the language that stand for checks which no backend can answer yet.
const LATER: &[&str] =
    &["app", "file", "language", "timezone", "location", "clipboard", "time", "browser", "screenshot", "command"];

/// Checks may stand in checks, this deep.
const DEEPEST: usize = 8;

/// Reads one check.
pub(super) fn compile(node: &Node, depth: usize) -> Result<Box<dyn Check>, Vec<Fault>> {
    if depth > DEEPEST {
        return Err(vec![Fault::error(node.span, format!("checks stand in checks more than {DEEPEST} deep"))]);
    }
    let verb = Verb::any(node, "check").map_err(|fault| vec![fault])?;
    let here: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    match KINDS.iter().find(|kind| kind.name == verb.name) {
        Some(Kind { compile, form: Some(form), .. }) => verb.read_as(form, |verb| compile(verb, depth)),
        Some(Kind { compile, form: None, .. }) => compile(&verb, depth),
        None if LATER.contains(&verb.name) => {
            let fault = Fault::error(verb.span, format!("no backend can answer the check {} yet", quote(verb.name)));
            Err(vec![fault.help(format!("checks that can be answered: {}", here.join(", ")))])
        }
        None => Err(vec![Fault::unknown(verb.span, "check", verb.name, &here)]),
    }
}
