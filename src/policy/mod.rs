//! Choosing the next operation.
//!
//! A [`Policy`] is given a [`Situation`] and answers with a [`Decision`]. It never touches the phone.

mod apps;
mod candidates;
pub mod choice;
mod decision;
mod error;
pub mod jev;
mod label;
mod operation;
mod options;
mod text_values;

use async_trait::async_trait;

pub use apps::narrow;
pub use candidates::{Candidate, candidates};
pub use decision::{Chosen, Decision, PastAction, Pruned, Situation, Timing};
pub use error::PolicyError;
pub use label::label;
pub use operation::Operation;
pub use options::{Family, MAX_APPS, NONE, Options, TableEntry};
pub use text_values::{MAX_TEXT_VALUES, TextSource, TextValues};

/// Chooses the next operation.
///
/// Closures are policies:
///
/// ```
/// use goalpost::policy::{Chosen, Decision, Policy, PolicyError, Situation};
///
/// let done = |_: &Situation<'_>| -> Result<Decision, PolicyError> { Ok(Decision::plain("mine", Chosen::Done)) };
/// assert_eq!(Policy::name(&done), "closure");
/// ```
#[async_trait]
pub trait Policy: Send + Sync {
    /// What reports call it.
    fn name(&self) -> String;

    /// Decides.
    ///
    /// # Errors
    /// [`PolicyError`]; nothing was done to the phone.
    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError>;
}

#[async_trait]
impl<F> Policy for F
where
    F: Fn(&Situation<'_>) -> Result<Decision, PolicyError> + Send + Sync,
{
    fn name(&self) -> String {
        "closure".to_owned()
    }

    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        self(situation)
    }
}
