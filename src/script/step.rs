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
    /// It could not be done, or was done and did not do what it was to do.
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

/// Why a script did not run to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ScriptError {
    /// A step failed. The phone is as that step found or left it.
    #[error("step {number}, {step}: {problem}")]
    Step {
        /// Its place in its list, from 1.
        number: usize,
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
