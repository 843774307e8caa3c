//! Choosing the next operation.
//!
//! A [`Policy`] is given a [`Situation`] and answers with a [`Decision`]. It never touches the phone.

mod apps;
mod budget;
mod candidates;
pub mod choice;
mod control;
mod decision;
mod error;
pub mod jev;
mod label;
mod operation;
mod options;
mod prune;
mod questions;
mod request;
mod text_values;
mod wording;

use async_trait::async_trait;

pub use apps::narrow;
pub use budget::{Budget, Size};
pub use candidates::{Candidate, candidates};
pub use control::{Control, ControlPolicy, UnknownControl};
pub use decision::{Chosen, Decision, PastAction, Pruned, Situation, Timing};
pub use error::PolicyError;
pub use label::label;
pub use operation::Operation;
pub use options::{Family, MAX_APPS, NONE, Options, TableEntry};
pub use questions::QuestionSet;
pub use text_values::{MAX_TEXT_VALUES, TextSource, TextValues};
pub use wording::is_wording;

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
