//! A list of steps, ready to run.

use std::sync::Arc;

use super::kinds::{KINDS, LATER};
use super::permission::Permission;
use super::step::Step;
use crate::spec::{Fault, Node, Verb, quote};

/// A list of steps, ready to run any number of times.
#[derive(Debug, Clone, Default)]
pub struct Script {
    steps: Vec<Arc<dyn Step>>,
    permission: Permission,
}

impl Script {
    /// Reads a list of steps.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn compile(nodes: &[Node], permission: Permission) -> Result<Self, Vec<Fault>> {
        let mut steps = Vec::with_capacity(nodes.len());
        let mut faults = Vec::new();
        for node in nodes {
            match compile(node, permission) {
                Ok(step) => steps.push(step),
                Err(more) => faults.extend(more),
            }
        }
        if faults.is_empty() { Ok(Self { steps, permission }) } else { Err(faults) }
    }

    /// The steps, in order.
    #[must_use]
    pub fn steps(&self) -> &[Arc<dyn Step>] {
        &self.steps
    }

    /// What the steps may do.
    #[must_use]
    pub fn permission(&self) -> Permission {
        self.permission
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The apps that the steps name, by package; one may come twice.
    pub fn apps(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().flat_map(|step| step.apps())
    }
}

/// Reads one step.
fn compile(node: &Node, permission: Permission) -> Result<Arc<dyn Step>, Vec<Fault>> {
    let verb = Verb::any(node, "step").map_err(|fault| vec![fault])?;
    if let Some(kind) = KINDS.iter().find(|kind| kind.verb == verb.name) {
        return verb.read_as(&kind.form, |verb| (kind.compile)(verb, permission));
    }
    let here: Vec<&str> = KINDS.iter().map(|kind| kind.verb).collect();
    if LATER.contains(&verb.name) {
        let fault = Fault::error(verb.span, format!("this version has no step {} yet", quote(verb.name)));
        return Err(vec![fault.help(format!("known: {}", here.join(", ")))]);
    }
    Err(vec![Fault::unknown(verb.span, "step", verb.name, &here)])
}
