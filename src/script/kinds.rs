//! The table of verbs. A new verb is one file in `steps/` and one line here.

use std::sync::Arc;

use super::permission::Permission;
use super::step::Step;
use super::steps::{back, home, open, press, scan, scroll_to, tap, type_text, wait};
use crate::spec::{Fault, Form, Verb};

/// One verb: its word, what it is for, and how its arguments become a step.
#[derive(Debug)]
pub struct Kind {
    /// The word that goals and verifiers use.
    pub verb: &'static str,
    /// What it does, in a line, with its arguments.
    pub about: &'static str,
    /// How it is written.
    pub(super) form: Form,
    /// Reads its arguments.
    pub(super) compile: Compile,
}

/// Words of the language whose steps this version does not have.
pub(super) const LATER: &[&str] = &["link", "long_press", "swipe", "when", "unless", "app", "put", "set"];

/// From a verb and its arguments to a step, or to everything that is wrong with them.
type Compile = fn(&Verb<'_>, Permission) -> Result<Arc<dyn Step>, Vec<Fault>>;

/// All of them, in the order in which a person learns them.
pub static KINDS: &[Kind] = &[
    home::KIND,
    back::KIND,
    open::KIND,
    tap::KIND,
    scroll_to::KIND,
    scan::KIND,
    type_text::KIND,
    press::KIND,
    wait::KIND,
];
