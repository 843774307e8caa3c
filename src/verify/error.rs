//! Why there is no verdict at all, as opposed to an inconclusive one.

use thiserror::Error;

use crate::act::ActError;
use crate::script::{Problem, ScriptError};

/// Why a [`Probe`](super::Probe) did not do what it was asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The phase that the probe was made for is over.
    #[error("the probe was used after its verifier had ended")]
    Revoked,
    /// The phone failed, or an input's effect is unknown.
    #[error(transparent)]
    Act(#[from] ActError),
    /// A step of the verifier failed.
    #[error("{0}")]
    Step(String),
}

impl From<Problem> for ProbeError {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Act(error) => Self::Act(error),
            other => Self::Step(other.to_string()),
        }
    }
}

impl From<ScriptError> for ProbeError {
    fn from(error: ScriptError) -> Self {
        match error {
            ScriptError::Act(error) => Self::Act(error),
            step @ ScriptError::Step { .. } => Self::Step(step.to_string()),
        }
    }
}

/// Why a verifier gave no verdict.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The phone failed, or an input's effect is unknown.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The code of a Rust verifier panicked.
    #[error("the verifier {name} panicked: {message}")]
    Panicked {
        /// The name that it is registered by.
        name: String,
        /// What it panicked with.
        message: String,
    },
    /// The code of a Rust verifier failed.
    #[error("the verifier {name} failed: {source}")]
    Failed {
        /// The name that it is registered by.
        name: String,
        /// What it gave back.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
