//! Why there is no decision.

use std::error::Error;

/// A policy could not decide. Nothing was done to the phone.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// No answer came.
    #[error("no answer from {from}: {what}")]
    Transport {
        /// Who was asked: host, never a key.
        from: String,
        /// What happened.
        what: String,
        /// What lies behind it.
        #[source]
        source: Option<Box<dyn Error + Send + Sync>>,
    },
    /// The service refused the request.
    #[error("the model service answered {status} ({title}): {advice}")]
    Rejected {
        /// HTTP status.
        status: u16,
        /// The service's own word for it, redacted.
        title: String,
        /// What to do about it.
        advice: String,
        /// The service's id of the request.
        request_id: Option<String>,
    },
    /// The state and questions hold more tokens than the model takes.
    #[error("the model takes fewer tokens than this screen needs (max_tokens_exceeded): lower the request budget")]
    TokensExceeded {
        /// The service's id of the request.
        request_id: Option<String>,
    },
    /// An answer came that does not answer the question. It is never acted on.
    #[error("the model's answer is invalid: {why}")]
    InvalidAnswer {
        /// Which rule it breaks.
        why: String,
        /// The service's id of the request.
        request_id: Option<String>,
    },
    /// Even with all that may be pruned left out, the request is over its budget.
    #[error("the request cannot be brought within its budget: {what}")]
    OverBudget {
        /// Which limit is passed.
        what: String,
    },
    /// The policy cannot be used as it is set up.
    #[error("{what}")]
    Configuration {
        /// What is wrong and what to do.
        what: String,
    },
    /// A policy written by the user failed.
    #[error("the policy failed: {0}")]
    Other(#[source] Box<dyn Error + Send + Sync>),
}
