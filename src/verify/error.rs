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
    /// An external verifier gave no verdict.
    #[error(transparent)]
    Program(#[from] ProgramError),
}

/// Why an external verifier, the program of a check `command`, gave no verdict.
#[derive(Debug, Error)]
#[error("the program {program} {why}")]
pub struct ProgramError {
    /// The program, as the verifier names it.
    pub program: String,
    /// What it did, or what could not be done with it.
    pub why: String,
}

impl ProbeError {
    /// Why nothing can be told, where that is all that it means.
    ///
    /// # Errors
    /// What ends the case.
    pub(super) fn unless_inconclusive(self) -> Result<String, VerifyError> {
        match self {
            Self::Act(error) => Err(error.into()),
            Self::Program(error) => Err(error.into()),
            Self::Step(_) | Self::Revoked => Ok(self.to_string()),
        }
    }
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
    /// An external verifier failed.
    #[error(transparent)]
    Program(#[from] ProgramError),
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
