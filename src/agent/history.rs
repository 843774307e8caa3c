//! What was done so far, as the policy is told it and as the loop needs it to see that it is stuck.

use crate::policy::{Decision, PastAction};
use crate::screen::{Action, Observation};

/// The actions of one pursuit.
#[derive(Debug, Default)]
pub(super) struct History {
    past: Vec<PastAction>,
    /// Action and fingerprint of the screen it was answered 2xx on.
    sent: Vec<(Action, String)>,
}

impl History {
    /// All actions, oldest first. How many of them a model is told of is the policy's business.
    pub(super) fn past(&self) -> &[PastAction] {
        &self.past
    }

    /// Whether this very action was already answered 2xx on a screen like this one.
    pub(super) fn repeats(&self, action: &Action, screen: &Observation) -> bool {
        self.sent.iter().any(|(sent, fingerprint)| sent == action && *fingerprint == screen.fingerprint)
    }

    /// Notes an input that was answered 2xx.
    pub(super) fn sent(&mut self, decision: &Decision, action: Action, before: &Observation, after: &Observation) {
        self.sent.push((action, before.fingerprint.clone()));
        self.note(decision, !before.shows_the_same_as(after));
    }

    /// Notes a wait.
    pub(super) fn waited(&mut self, decision: &Decision, before: &Observation, after: &Observation) {
        self.note(decision, !before.shows_the_same_as(after));
    }

    fn note(&mut self, decision: &Decision, changed: bool) {
        self.past.push(PastAction { operation: decision.operation, target: decision.target.clone(), changed });
    }
}
