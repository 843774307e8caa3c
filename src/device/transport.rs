//! What is known about an input after its one attempt.

use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::Value as Json;

/// The transport's half of a receipt. What the screen says comes later and from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Transport {
    /// Answered 2xx.
    Accepted {
        /// The HTTP status.
        status: u16,
        /// The status came but the body broke off.
        cut: bool,
        /// What the body complained about, although the status was fine.
        body_error: Option<String>,
    },
    /// Answered with a status that by protocol means it was not executed: 4xx other than 408 and 425.
    Rejected {
        /// The HTTP status.
        status: u16,
        /// What the answer said, and what to do.
        error: String,
        /// How long the server asked to wait before anything else is sent.
        #[serde(rename = "retry_after_ms", serialize_with = "millis")]
        retry_after: Option<Duration>,
    },
    /// No connection came about: nothing left this machine.
    NotSent {
        /// Why.
        error: String,
    },
    /// It may or may not have been executed: no status came, or one that does not say (3xx, 408, 425, 5xx).
    Unknown {
        /// The HTTP status, if one came.
        status: Option<u16>,
        /// What is known.
        error: String,
    },
}

impl Transport {
    /// The same with what was said changed. For journals, which must not hold secrets.
    #[must_use]
    pub fn with_texts(mut self, change: impl Fn(&str) -> String) -> Self {
        match &mut self {
            Self::Accepted { body_error: None, .. } => {}
            Self::Accepted { body_error: Some(said), .. }
            | Self::Rejected { error: said, .. }
            | Self::NotSent { error: said }
            | Self::Unknown { error: said, .. } => *said = change(said),
        }
        self
    }
}

/// What is known of a script after its one attempt.
#[derive(Debug, Clone, PartialEq)]
pub struct Executed {
    /// How the attempt ended.
    pub transport: Transport,
    /// What the script evaluated to; none where that was not said.
    pub result: Option<Json>,
}

impl Transport {
    /// Whether the input was answered 2xx.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Self::Accepted { .. })
    }
}

// serde hands fields over by reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn millis<S: Serializer>(wait: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    wait.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)).serialize(serializer)
}
