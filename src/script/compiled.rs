//! A list of steps, ready to run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::kinds::KINDS;
use super::longest;
use super::permission::Permission;
use super::scope::Scope;
use super::step::Step;
use crate::plain::printable;
use crate::spec::{Fault, Node, Span, Verb};

/// A list of steps, ready to run any number of times.
#[derive(Debug, Clone, Default)]
pub struct Script {
    steps: Vec<(Span, Arc<dyn Step>)>,
    permission: Permission,
    longest: Duration,
    file: Option<PathBuf>,
}

impl Script {
    /// Reads a list of steps. A bare [`Permission`] is a scope too.
    ///
    /// # Errors
    /// Everything that is wrong with any of them.
    pub fn compile<'a>(nodes: &[Node], scope: impl Into<Scope<'a>>) -> Result<Self, Vec<Fault>> {
        let scope = scope.into();
        let mut steps = Vec::with_capacity(nodes.len());
        let mut faults = Vec::new();
        let longest = nodes.iter().map(longest::of_step).sum();
        for node in nodes {
            match compile(node, scope) {
                Ok(step) => steps.push((node.span, step)),
                Err(more) => faults.extend(more),
            }
        }
        if faults.is_empty() {
            Ok(Self { steps, permission: scope.permission, longest, file: None })
        } else {
            Err(faults)
        }
    }

    /// The same script, whose errors name the file that it was read from.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        Self { file: Some(path.to_owned()), ..self }
    }

    /// How long it may take, by the limits of its steps.
    #[must_use]
    pub fn longest(&self) -> Duration {
        self.longest
    }

    /// The steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = &Arc<dyn Step>> {
        self.steps.iter().map(|(_, step)| step)
    }

    /// Where a step is written, for a message; `index` counts from 0.
    pub(super) fn place(&self, index: usize) -> String {
        let number = index + 1;
        match (&self.file, self.steps.get(index)) {
            (Some(file), Some((span, _))) => {
                format!("{}:{}: step {number}", printable(&file.to_string_lossy(), 200), span.line)
            }
            _ => format!("step {number}"),
        }
    }

    /// The apps that the steps open, by package, each with the place of its step.
    pub fn opened(&self) -> impl Iterator<Item = (Span, &str)> {
        self.steps.iter().flat_map(|(span, step)| step.opens().into_iter().map(move |app| (*span, app)))
    }

    /// The secrets that the steps need, by name, each with the place of its step.
    pub fn secrets(&self) -> impl Iterator<Item = (String, &str)> {
        let named = self.steps.iter().enumerate();
        named.flat_map(move |(index, (_, step))| step.secrets().into_iter().map(move |name| (self.place(index), name)))
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
        self.steps().flat_map(|step| step.apps())
    }
}

/// Reads one step.
fn compile(node: &Node, scope: Scope<'_>) -> Result<Arc<dyn Step>, Vec<Fault>> {
    let verb = Verb::any(node, "step").map_err(|fault| vec![fault])?;
    if let Some(kind) = KINDS.iter().find(|kind| kind.verb == verb.name) {
        return verb.read_as(&kind.form, |verb| (kind.compile)(verb, scope));
    }
    let here: Vec<&str> = KINDS.iter().map(|kind| kind.verb).collect();
    Err(vec![Fault::unknown(verb.span, "step", verb.name, &here)])
}
