//! Jev, TypeSafe's decision model, and whatever else speaks its API.
//!
//! [`SystemOne`] is the server: it takes a request body and gives a whole reply or says what is wrong. [`Jev`] is the
//! policy on top of it: it puts the questions of a situation within a budget, and reads the answers. Neither ever sees
//! the phone.

mod system_one;

pub use system_one::{Reply, SystemOne};

use async_trait::async_trait;

use super::{Budget, Decision, Policy, PolicyError, QuestionSet, Situation, Timing};
use crate::event::Events;

/// The policy that asks a model over HTTP.
#[derive(Debug, Clone)]
pub struct Jev {
    service: SystemOne,
    budget: Budget,
}

impl Jev {
    /// Asks this server, within the ordinary budget.
    #[must_use]
    pub fn new(service: SystemOne) -> Self {
        Self { service, budget: Budget::default() }
    }

    /// The same, within another budget.
    #[must_use]
    pub fn within(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// The same, telling its retries to other events.
    #[must_use]
    pub fn with_events(self, events: Events) -> Self {
        Self { service: self.service.with_events(events), ..self }
    }
}

#[async_trait]
impl Policy for Jev {
    fn name(&self) -> String {
        self.service.model().to_owned()
    }

    async fn decide(&self, situation: &Situation<'_>) -> Result<Decision, PolicyError> {
        let questions = QuestionSet::ask(situation, &self.budget, self.service.model())?;
        let reply = self.service.ask(questions.body().to_vec()).await?;
        let decision = questions.read(&reply.json, reply.request_id.as_deref())?;
        Ok(Decision {
            model: reply.model,
            timing: Timing { total: reply.elapsed, attempts: reply.attempts },
            ..decision
        })
    }
}
