//! What arrived at the server, in order, and what came of it.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, Method, Uri, header};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::command::Command;
use super::endpoint::Endpoint;

/// Older requests are forgotten beyond this many.
const MOST_REQUESTS: usize = 10_000;

/// The header by which a client says that a request is the same as an earlier one.
const KEY: &str = "idempotency-key";

/// One request, as it arrived.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Request {
    /// Arrival order, from 1.
    pub number: u64,
    /// When it arrived, by the phone's clock.
    pub at: Timestamp,
    /// `GET`, `POST` and so on.
    pub method: String,
    /// Path with query, as sent.
    pub target: String,
    /// Headers in the order sent, names in lower case. The value of `authorization` is not kept.
    pub headers: Vec<(String, String)>,
    /// The body; what is not UTF-8 is replaced.
    pub body: String,
    /// The operation it asked for, if there is one.
    pub endpoint: Option<Endpoint>,
    /// What the phone did, if it did something.
    pub executed: Option<Executed>,
    /// The status it was answered with; none if no reply was sent, or none yet.
    pub status: Option<u16>,
    /// Names of the faults that hit it.
    pub faults: Vec<&'static str>,
}

impl Request {
    /// The first header with this name, which is written in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// All of it as one JSON object: what was asked, what was executed, what was answered.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let executed = self.executed.as_ref().map(|executed| {
            let mut told = executed.command.to_json();
            told["input"] = json!(executed.input);
            told
        });
        json!({
            "number": self.number,
            "at": self.at.to_string(),
            "method": self.method,
            "target": self.target,
            "endpoint": self.endpoint.map(Endpoint::name),
            "idempotency_key": self.header(KEY),
            "headers": self.headers,
            "body": self.body,
            "executed": executed,
            "status": self.status,
            "faults": self.faults,
        })
    }
}

/// What a request made the phone do.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Executed {
    /// The command.
    pub command: Command,
    /// The number of the phone's input, as changes of its facts name it; none for what is no matter of the phone.
    pub input: Option<u64>,
}

/// Where the requests of a phone are written, one JSON object a line, each when it is over. Clones write to the same.
#[derive(Clone)]
pub struct RequestLog(Arc<Mutex<dyn Write + Send>>);

impl RequestLog {
    /// Writes to this. What cannot be written is lost: a phone does not fail for its log.
    pub fn new(to: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(to)))
    }

    fn write(&self, request: &Request) {
        let mut to = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One write for each line, so that lines stay whole.
        let line = format!("{}\n", request.to_json());
        let _: io::Result<()> = to.write_all(line.as_bytes()).and_then(|()| to.flush());
    }
}

impl std::fmt::Debug for RequestLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RequestLog")
    }
}

/// The log of one server.
#[derive(Debug, Default)]
pub(crate) struct Log {
    requests: VecDeque<Request>,
    arrived: u64,
    /// Where they are written too.
    to: Option<RequestLog>,
}

impl Log {
    /// An empty log that is also written there.
    pub(crate) fn new(to: Option<RequestLog>) -> Self {
        Self { to, ..Self::default() }
    }

    /// Ends the request with this number: nothing more will become of it.
    pub(crate) fn end(&mut self, number: u64) {
        let Some(to) = self.to.clone() else { return };
        self.amend(number, |request| to.write(request));
    }

    /// Notes an arrival and gives it its number.
    pub(crate) fn arrive(
        &mut self,
        at: Timestamp,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        endpoint: Option<Endpoint>,
    ) -> u64 {
        self.arrived += 1;
        let header = |(name, value): (&header::HeaderName, &header::HeaderValue)| {
            let value = if name == header::AUTHORIZATION {
                "[redacted]".to_owned()
            } else {
                String::from_utf8_lossy(value.as_bytes()).into_owned()
            };
            (name.as_str().to_owned(), value)
        };
        self.requests.push_back(Request {
            number: self.arrived,
            at,
            method: method.to_string(),
            target: uri.path_and_query().map_or_else(|| uri.to_string(), ToString::to_string),
            headers: headers.iter().map(header).collect(),
            body: String::new(),
            endpoint,
            executed: None,
            status: None,
            faults: Vec::new(),
        });
        if self.requests.len() > MOST_REQUESTS {
            self.requests.pop_front();
        }
        self.arrived
    }

    /// Adds to the request with this number, if it is still remembered.
    pub(crate) fn amend(&mut self, number: u64, change: impl FnOnce(&mut Request)) {
        let oldest = self.requests.front().map_or(0, |request| request.number);
        let index = number.checked_sub(oldest).and_then(|index| usize::try_from(index).ok());
        if let Some(request) = index.and_then(|index| self.requests.get_mut(index)) {
            change(request);
        }
    }

    /// Whether a request with the `Idempotency-Key` of this one was executed, so far as is remembered.
    pub(crate) fn is_repeated(&self, number: u64) -> bool {
        let key = self.requests.iter().find(|request| request.number == number).and_then(|this| this.header(KEY));
        let same = |other: &Request| other.executed.is_some() && other.header(KEY) == key;
        key.is_some() && self.requests.iter().any(same)
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        self.requests.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrive(log: &mut Log, headers: &HeaderMap) -> u64 {
        log.arrive(Timestamp::UNIX_EPOCH, &Method::GET, &Uri::from_static("/v1/devices?page=1"), headers, None)
    }

    #[test]
    fn the_key_is_not_kept() {
        let mut headers = HeaderMap::new();
        headers.insert(header::AUTHORIZATION, "Bearer dr_sk_1".parse().unwrap());
        let mut log = Log::default();
        arrive(&mut log, &headers);
        assert!(!format!("{log:?}").contains("dr_sk_1"));
        assert!(log.all()[0].header("authorization").is_some());
    }

    #[test]
    fn the_log_is_bounded_and_keeps_its_numbers() {
        let mut log = Log::default();
        for _ in 0..MOST_REQUESTS + 5 {
            arrive(&mut log, &HeaderMap::new());
        }
        assert_eq!(log.all().len(), MOST_REQUESTS);
        log.amend(6, |request| request.status = Some(204));
        log.amend(5, |request| request.status = Some(500));
        assert_eq!((log.all()[0].number, log.all()[0].status), (6, Some(204)));
    }
}
