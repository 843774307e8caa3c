//! What came of a proof.

use serde::Serialize;

use crate::event::mask::{mask_evidence, mask_text};
use crate::event::{Evidence, Verdict};
use crate::secret::Redactor;
use crate::spec::Mutant;

/// What came of the proof of one verifier, as one case uses it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Proof {
    /// The case, or the verifier where it is proven on saved screens.
    pub name: String,
    /// The verifier.
    pub verifier: String,
    /// Whether it is proven.
    pub outcome: Proven,
    /// Why it is so.
    pub kind: Finding,
    /// The same in a sentence.
    pub message: String,
    /// What it said before the goal was reached.
    pub before: Option<Verdict>,
    /// What it said after.
    pub after: Option<Verdict>,
    /// The mutants, in the order in which they were tried.
    pub mutants: Vec<Tried>,
    /// What its last verdict rests on.
    pub evidence: Vec<Evidence>,
}

/// Whether a verifier is proven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proven {
    /// It can fail, and does where it should.
    Proven,
    /// It does not.
    Failed,
    /// It could not be told.
    Errored,
}

/// Why a proof ended as it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    /// All is as it must be.
    Proven,
    /// On the baseline it said other than it must.
    BaselineWrong,
    /// After the solution it did not confirm.
    NotConfirmed,
    /// Asked again, it said otherwise.
    NotRepeatable,
    /// Its own inputs changed the phone.
    ChangesState,
    /// A mutant survived.
    Survived,
    /// Nothing of what it read could be changed.
    NoMutants,
    /// The goal has no solution.
    NoSolution,
    /// An input was sent and nothing is known of its effect.
    InputUnknown,
    /// Phone, script or verifier failed on the way.
    Error,
}

impl Finding {
    /// What it makes of a proof.
    #[must_use]
    pub fn outcome(self) -> Proven {
        match self {
            Self::Proven => Proven::Proven,
            Self::BaselineWrong
            | Self::NotConfirmed
            | Self::NotRepeatable
            | Self::ChangesState
            | Self::Survived
            | Self::NoMutants => Proven::Failed,
            Self::NoSolution | Self::InputUnknown | Self::Error => Proven::Errored,
        }
    }
}

/// One mutant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tried {
    /// How it was made.
    pub mutant: Mutant,
    /// What was changed.
    pub of: String,
    /// What the verifier said of it; none where it failed on it, which is no confirmation.
    pub verdict: Option<Verdict>,
    /// Why the verifier may confirm it, where its file says so.
    pub allowed: Option<String>,
    /// What the verdict rests on, where it is confirmed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
}

impl Tried {
    /// Whether the verifier was still confirmed.
    #[must_use]
    pub fn survived(&self) -> bool {
        self.verdict == Some(Verdict::Confirmed)
    }

    /// Whether it survived, and nothing says that it may.
    #[must_use]
    pub fn is_a_hole(&self) -> bool {
        self.survived() && self.allowed.is_none()
    }
}

impl Proof {
    /// One that ended like this before its mutants.
    #[must_use]
    pub fn ended(name: &str, verifier: &str, kind: Finding, message: String) -> Self {
        Self {
            name: name.to_owned(),
            verifier: verifier.to_owned(),
            outcome: kind.outcome(),
            kind,
            message,
            before: None,
            after: None,
            mutants: Vec::new(),
            evidence: Vec::new(),
        }
    }

    /// How many mutants were not confirmed.
    #[must_use]
    pub fn killed(&self) -> usize {
        self.mutants.iter().filter(|tried| !tried.survived()).count()
    }

    /// The mutants that were confirmed.
    pub fn survivors(&self) -> impl Iterator<Item = &Tried> {
        self.mutants.iter().filter(|tried| tried.survived())
    }

    /// The same without these secrets: not in what it says, not in what it rests on.
    pub(super) fn without(mut self, secrets: &Redactor) -> Self {
        mask_text(&mut self.message, secrets);
        mask_evidence(&mut self.evidence, secrets);
        for tried in &mut self.mutants {
            mask_text(&mut tried.of, secrets);
            mask_evidence(&mut tried.evidence, secrets);
        }
        self
    }

    pub(super) fn end(mut self, kind: Finding, message: impl Into<String>) -> Self {
        (self.outcome, self.kind, self.message) = (kind.outcome(), kind, message.into());
        self
    }
}
