//! What goes wrong before there is a whole answer.

use std::error::Error as _;
use std::time::Duration;

use crate::secret::Redactor;

/// A request that has no whole answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HttpError {
    /// Nothing was sent: the request cannot be written.
    #[error("{request}: cannot be sent: {reason}")]
    Unsendable {
        /// Method and path.
        request: String,
        /// Why.
        reason: String,
    },
    /// Nothing was sent: no connection came about.
    #[error("{request}: no connection to {host}: {reason}")]
    NoConnection {
        /// Method and path.
        request: String,
        /// Host and port.
        host: String,
        /// Why.
        reason: String,
        /// The transport's own error.
        #[source]
        source: reqwest::Error,
    },
    /// It was sent, at least in part, and the connection ended without an answer.
    #[error("{request}: the connection to {host} was lost before an answer came: {reason}")]
    Lost {
        /// Method and path.
        request: String,
        /// Host and port.
        host: String,
        /// Why.
        reason: String,
        /// The transport's own error.
        #[source]
        source: reqwest::Error,
    },
    /// It was sent, or was about to be, and no answer came in time.
    #[error("{request}: no answer from {host} within {:.1} s", .after.as_secs_f64())]
    TimedOut {
        /// Method and path.
        request: String,
        /// Host and port.
        host: String,
        /// The time-out.
        after: Duration,
    },
    /// A status came and its body did not, or not whole.
    #[error("{request}: the answer with status {status} broke off: {reason}")]
    Cut {
        /// Method and path.
        request: String,
        /// The HTTP status.
        status: u16,
        /// Why.
        reason: String,
    },
    /// The body is larger than anything sensible.
    #[error("{request}: the answer with status {status} has more than {cap} bytes and was dropped")]
    TooLarge {
        /// Method and path.
        request: String,
        /// The HTTP status.
        status: u16,
        /// The largest size that is read.
        cap: usize,
    },
}

impl HttpError {
    /// Whether it is certain that the server did not get the request.
    #[must_use]
    pub fn is_not_sent(&self) -> bool {
        matches!(self, Self::Unsendable { .. } | Self::NoConnection { .. })
    }

    /// Whether another attempt may fare better.
    pub(super) fn may_pass(&self) -> bool {
        !matches!(self, Self::Unsendable { .. } | Self::TooLarge { .. })
    }

    /// Sorts a failure to get a status. Anything that is not known to have come before the first byte counts as sent.
    pub(super) fn from_send(
        request: &str,
        host: &str,
        after: Duration,
        error: reqwest::Error,
        redactor: &Redactor,
    ) -> Self {
        let source = error.without_url();
        let (request, host) = (request.to_owned(), host.to_owned());
        let reason = redactor.redact(&root_cause(&source)).into_owned();
        if source.is_builder() {
            Self::Unsendable { request, reason }
        } else if source.is_connect() {
            Self::NoConnection { request, host, reason, source }
        } else if source.is_timeout() {
            Self::TimedOut { request, host, after }
        } else {
            Self::Lost { request, host, reason, source }
        }
    }
}

/// The innermost cause says what happened; those around it say only that something did.
pub(super) fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    // `source()` of the outermost comes through the trait.
    if error.source().is_none() { error.to_string() } else { cause.to_string() }
}
