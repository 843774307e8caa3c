//! What a server answered.

use std::time::Duration;

use bytes::Bytes;
use jiff::Timestamp;
use reqwest::header::HeaderMap;
use serde::Serialize;

use super::client::Cut;
use super::retry::asked_wait;
use super::{HttpError, JsonError, Request, parse_json};

/// How long an attempt took, in real time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Timing {
    /// Name lookup, TCP and TLS. None where a connection was reused.
    pub connect: Option<Duration>,
    /// From the start until the status and the headers were there.
    pub first_byte: Duration,
    /// Until the last byte of the body was there.
    pub total: Duration,
}

/// That a server was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// What the server's clock says; none where it does not say.
    pub date: Option<Timestamp>,
    /// From the start until the whole answer was there, in real time.
    pub took: Duration,
}

/// An answer, whatever its status.
#[derive(Debug, Clone)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    pub(super) headers: HeaderMap,
    /// The body, as far as it came.
    pub body: Bytes,
    pub(super) cut: Option<Cut>,
    /// How long the last attempt took.
    pub timing: Timing,
    /// How many attempts were made.
    pub attempts: u32,
    /// Real time from the first attempt to the end of the last, waits included.
    pub elapsed: Duration,
}

impl Response {
    /// Whether the status is 2xx.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Whether the body is not whole. Only answers to [`send_once`](super::Client::send_once) can be cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// A read is worth nothing without its whole body.
    pub(super) fn whole(self, request: &Request, cap: usize) -> Result<Self, HttpError> {
        let (request, status) = (request.to_string(), self.status);
        match self.cut {
            None => Ok(self),
            Some(Cut::Broken(reason)) => Err(HttpError::Cut { request, status, reason }),
            Some(Cut::TooLarge) => Err(HttpError::TooLarge { request, status, cap }),
        }
    }

    /// A header, if it is there and is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// When the server answered by its own clock, and how long it took.
    #[must_use]
    pub fn reached(&self) -> Reached {
        let date = self.header("date").and_then(|date| httpdate::parse_http_date(date).ok());
        Reached { date: date.and_then(|date| Timestamp::try_from(date).ok()), took: self.timing.total }
    }

    /// How long the server asks to wait, by `retry-after-ms` or else by `Retry-After`.
    #[must_use]
    pub fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        asked_wait(self.header("retry-after-ms"), self.header("retry-after"), now)
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// When it is none, or is nested beyond reason.
    pub fn json(&self) -> Result<serde_json::Value, JsonError> {
        parse_json(&self.body)
    }
}
