//! Hearing of every exchange, for recordings.

use bytes::Bytes;
use jiff::Timestamp;

use super::{HttpError, Response};

/// One attempt of one request, with what came of it: exactly what was on the wire, but for headers, which hold keys.
#[derive(Debug)]
pub struct Exchange<'a> {
    /// Whether it was sent by [`send_once`](super::Client::send_once): an attempt to change something.
    pub once: bool,
    /// The method.
    pub method: &'a str,
    /// The path below the base URL, percent-encoded, with its leading slash.
    pub path: String,
    /// The query's names and values, in order, not encoded.
    pub query: &'a [(String, String)],
    /// The body, where there was one.
    pub body: Option<&'a Bytes>,
    /// When it was sent, by the clock of the client.
    pub sent: Timestamp,
    /// When the answer was there to its last byte, or was given up.
    pub answered: Timestamp,
    /// The answer; its body may be [cut](Response::is_cut).
    pub result: Result<&'a Response, &'a HttpError>,
}

/// Hears of every exchange of the clients it is given to, in the order in which they end.
pub trait Tape: Send + Sync {
    /// One exchange has ended.
    fn exchange(&self, exchange: &Exchange<'_>);
}

impl<F: Fn(&Exchange<'_>) + Send + Sync> Tape for F {
    fn exchange(&self, exchange: &Exchange<'_>) {
        self(exchange);
    }
}
