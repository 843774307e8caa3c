//! What every step can do, and how it fails.

use std::fmt;

use async_trait::async_trait;
use thiserror::Error;

use super::runner::Runner;
use crate::act::ActError;

/// One step of a script: a verb with its arguments, ready to run.
#[async_trait]
pub trait Step: fmt::Debug + Send + Sync {
    /// The step in words, as reports show it: `tap "Display"`.
    fn words(&self) -> String;

    /// The apps that it names, by package.
    fn apps(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The apps that it opens, by package.
    fn opens(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The secrets that it needs, by name.
    fn secrets(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Does it, and makes sure that it did what it was to do.
    ///
    /// # Errors
    /// When it could not be done or did not do that.
    async fn run(&self, runner: &mut Runner<'_>) -> Result<(), Problem>;
}

/// Why a step failed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Problem {
    /// It could not be done: nothing, or no single thing, is what it is to be done to.
    #[error("{0}")]
    Unresolved(String),
    /// It was done, and what was to be seen afterwards is not.
    #[error("{0}")]
    Unmet(String),
    /// The guard forbids it.
    #[error("the guard forbids it: {0}")]
    Refused(String),
    /// A verifier's steps only look, unless they say `mutates: true`.
    #[error("{0}: a verifier does not change what it checks; if this step has to, say `mutates: true`")]
    Mutates(String),
    /// The phone failed, or an input's effect is unknown.
    #[error(transparent)]
    Act(#[from] ActError),
}

impl Problem {
    /// The same problem of a step within another.
    pub(super) fn within(self, place: &str) -> Self {
        let at = |message: String| format!("{place}: {message}");
        match self {
            Self::Unresolved(message) => Self::Unresolved(at(message)),
            Self::Unmet(message) => Self::Unmet(at(message)),
            Self::Refused(message) => Self::Refused(at(message)),
            Self::Mutates(message) => Self::Mutates(at(message)),
            Self::Act(error) => Self::Act(error),
        }
    }
}

/// Why a script did not run to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// A step failed. The phone is as that step found or left it.
    #[error("{place}, {step}: {problem}")]
    Step {
        /// The file and its line, where the script has one, and its place in its list, from 1:
        /// `verifiers/dark.yaml:8: step 2`.
        place: String,
        /// The step in words.
        step: String,
        /// What went wrong, and what was there.
        #[source]
        problem: Problem,
    },
    /// The phone failed, or an input's effect is unknown.
    #[error(transparent)]
    Act(#[from] ActError),
}
