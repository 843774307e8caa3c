//! What ends a case before its verdict.

use thiserror::Error;

use crate::act::ActError;
use crate::agent::AgentError;
use crate::device::DeviceError;
use crate::event::Kind;
use crate::policy::PolicyError;
use crate::script::ScriptError;
use crate::spec::SecretError;
use crate::verify::VerifyError;

/// Why a case has no verdict. Each has its [`Kind`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The phone can't be used.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The phone failed on the way.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The model failed.
    #[error(transparent)]
    Model(#[from] PolicyError),
    /// A baseline, start or scripted step failed.
    #[error("{part}: {source}")]
    Script {
        /// Which list of steps.
        part: &'static str,
        /// Which step, and why.
        source: ScriptError,
    },
    /// The baseline asks for a phone as new, and this one is not to be had so.
    #[error("baseline: the phone can't be reset: {0}; take `reset` out, or run the goal on a phone that can")]
    Reset(String),
    /// The verifier's own code failed.
    #[error(transparent)]
    Verifier(#[from] VerifyError),
    /// The run left the recording that it was to follow.
    #[error("{0}")]
    Replay(String),
    /// The guard forbids what goalpost itself has to do.
    #[error("the neutral start was refused: {0}")]
    Refused(String),
}

impl CaseError {
    /// What kind of outcome it makes.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Device(_) => Kind::DeviceError,
            Self::Act(error) | Self::Verifier(VerifyError::Act(error)) => act_kind(error),
            Self::Script { source: ScriptError::Act(error), .. } => act_kind(error),
            Self::Model(_) => Kind::ModelError,
            Self::Replay(_) => Kind::FixtureMismatch,
            Self::Script { .. } | Self::Refused(_) | Self::Reset(_) => Kind::ScriptError,
            Self::Verifier(_) => Kind::HarnessError,
        }
    }
}

fn act_kind(error: &ActError) -> Kind {
    match error {
        ActError::Device(_) | ActError::Rejected { .. } | ActError::TurnedAway { .. } => Kind::DeviceError,
        ActError::InputUnknown { .. } | ActError::AfterUnknown { .. } => Kind::InputUnknown,
        // Steps and the neutral start look first, so that only a policy can ask for it.
        ActError::NotInstalled { .. } => Kind::ModelError,
        ActError::Journal { .. } => Kind::HarnessError,
    }
}

impl From<AgentError> for CaseError {
    fn from(error: AgentError) -> Self {
        match error {
            AgentError::Act(error) => Self::Act(error),
            AgentError::Policy(error) => Self::Model(error),
        }
    }
}

/// A secret that a step types is not to be had. Nothing was sent.
#[derive(Debug, Error)]
#[error("{place}: {source}")]
pub struct SecretMissing {
    /// The step that types it, with its file and line.
    pub(super) place: String,
    /// Why.
    pub(super) source: SecretError,
}
