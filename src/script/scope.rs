//! What a list of steps is compiled for.

use std::path::Path;

use super::options::Options;
use super::permission::Permission;
use crate::spec::{Fault, SecretRef, Span};

/// What a list of steps may do, and what it may refer to.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// What the steps may do.
    pub permission: Permission,
    /// Where the files lie that the steps name: the project's root.
    pub root: &'a Path,
    /// The secrets that the steps may name.
    pub secrets: &'a [SecretRef],
}

/// Steps that name no secrets; files lie below the current folder.
impl From<Permission> for Scope<'_> {
    fn from(permission: Permission) -> Self {
        Self { permission, root: Path::new("."), secrets: &[] }
    }
}

impl Scope<'_> {
    /// Refuses a step of a verifier that changes more than what is on the screen, unless it says that it has to. `what`
    /// is a sentence: "typing changes a text field".
    pub(super) fn may_change(&self, options: &Options, span: Span, what: &str) -> Result<(), Vec<Fault>> {
        if self.permission == Permission::Change || options.mutates {
            return Ok(());
        }
        let fault = Fault::error(span, format!("{what}, and a verifier only looks"));
        Err(vec![fault.help("navigate by taps, or say `mutates: true` if it has to be")])
    }
}
