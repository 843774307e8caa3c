//! The client itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use super::complaint::{complaint, hidden_complaint, one_line};
use super::connect::{TimeConnections, timed};
use super::error::root_cause;
use super::retry::may_pass;
use super::{BaseUrl, Exchange, HttpError, Request, Response, Retry, Tape, Timing};
use crate::clock::Clock;
use crate::event::{Event, Events};
use crate::secret::{Redactor, Secret};

/// How a client behaves.
#[derive(Debug, Clone)]
pub struct Options {
    /// For name lookup, TCP and TLS together.
    pub connect_timeout: Duration,
    /// For one attempt of a read, from its start to the last byte of its body.
    pub read_timeout: Duration,
    /// The same for a request that is sent once.
    pub send_timeout: Duration,
    /// How long ago a connection may have answered and still be used.
    pub reuse_within: Duration,
    /// The largest body that is read, in bytes.
    pub body_cap: usize,
    /// How reads are repeated.
    pub retry: Retry,
    /// The environment variable that holds the key, for messages.
    pub key_variable: &'static str,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(5),
            // Heavy screens have taken half a minute.
            read_timeout: Duration::from_secs(45),
            send_timeout: Duration::from_secs(60),
            reuse_within: Duration::from_secs(1),
            body_cap: 32 << 20,
            retry: Retry {
                attempts: 5,
                budget: Duration::from_secs(90),
                first_wait: Duration::from_millis(500),
                longest_wait: Duration::from_secs(5),
                count_header: None,
            },
            key_variable: "the key's variable",
        }
    }
}

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// Only servers on this machine are talked to without a key.
    #[error("{base} needs a key, and there is none: set {variable}")]
    NoKey {
        /// The base URL.
        base: String,
        /// The environment variable that it is looked for in.
        variable: &'static str,
    },
    /// The key cannot stand in a header. It is not repeated here.
    #[error("the key for {base} is malformed: it must be printable ASCII without spaces")]
    MalformedKey {
        /// The base URL.
        base: String,
    },
    /// TLS could not be set up.
    #[error("the HTTP client cannot be set up: {0}")]
    Setup(#[source] reqwest::Error),
}

/// A client for one server. Cheap to clone; clones share connections.
#[derive(Clone)]
pub struct Client {
    base: BaseUrl,
    inner: reqwest::Client,
    options: Options,
    redactor: Redactor,
    clock: Clock,
    events: Events,
    tape: Option<Arc<dyn Tape>>,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("base", &self.base).finish_non_exhaustive()
    }
}

impl Client {
    /// A client for the server at `base`. The key goes there as a bearer token, and nowhere else.
    ///
    /// # Errors
    /// When there is no key and the server is not on this machine, or the key cannot stand in a header.
    pub fn new(
        base: BaseUrl,
        key: Option<&Secret>,
        options: Options,
        clock: Clock,
        events: Events,
    ) -> Result<Self, ClientError> {
        let mut headers = HeaderMap::new();
        match key {
            Some(key) => {
                headers.insert(AUTHORIZATION, bearer(key).ok_or(ClientError::MalformedKey { base: base.to_string() })?);
            }
            None if base.is_loopback() => {}
            None => return Err(ClientError::NoKey { base: base.to_string(), variable: options.key_variable }),
        }
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("goalpost/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers)
            .http1_only()
            .retry(reqwest::retry::never())
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .connect_timeout(options.connect_timeout)
            // The pool hands out a connection only within this time after it was put back, which is when it answered.
            .pool_idle_timeout(options.reuse_within)
            .connector_layer(TimeConnections);
        if base.is_loopback() {
            builder = builder.no_proxy();
        }
        if base.is_plain() {
            // Reading the system's certificates takes longer than a whole replayed test.
            builder = builder.tls_certs_only([]);
        }
        let inner = builder.build().map_err(ClientError::Setup)?;
        Ok(Self { base, inner, options, redactor: Redactor::new(key), clock, events, tape: None })
    }

    /// Where the server is.
    #[must_use]
    pub fn base(&self) -> &BaseUrl {
        &self.base
    }

    /// The same client, telling its retries to other events.
    #[must_use]
    pub fn with_events(&self, events: Events) -> Self {
        Self { events, ..self.clone() }
    }

    /// The same client, telling every exchange to `tape`.
    #[must_use]
    pub fn taped(&self, tape: Arc<dyn Tape>) -> Self {
        Self { tape: Some(tape), ..self.clone() }
    }

    /// The clock that waits are made with.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// A text of the server's as one short line, without this client's key in it.
    #[must_use]
    pub fn quote(&self, text: &str) -> String {
        one_line(text, &self.redactor)
    }

    /// What an error answer says, as one line, in whichever shape it says it, without this client's key.
    #[must_use]
    pub fn complaint(&self, response: &Response) -> String {
        complaint(response, &self.redactor)
    }

    /// What an answer with a status of success complains about in its body all the same, if it does.
    #[must_use]
    pub fn hidden_complaint(&self, response: &Response) -> Option<String> {
        hidden_complaint(response, &self.redactor)
    }

    /// A request that changes nothing. It is repeated on 408, 429 and 5xx, when no connection comes about or one is
    /// lost, and on time-out. Each repetition is an event.
    ///
    /// # Errors
    /// How the last attempt failed. An answer with any status is an answer, also after the last attempt.
    pub async fn read(&self, request: Request) -> Result<Response, HttpError> {
        let retry = self.options.retry;
        let begun = self.clock.now();
        let started = Instant::now();
        let mut attempt = 1;
        loop {
            let left = retry.budget.saturating_sub(self.clock.since(begun));
            let timeout = request.timeout.unwrap_or(self.options.read_timeout).min(left);
            let result = self
                .attempt(&request, timeout, attempt, false)
                .await
                .and_then(|response| response.whole(&request, self.options.body_cap))
                .map(|response| Response { elapsed: started.elapsed(), ..response });
            let (may_pass, asked) = match &result {
                Ok(response) => (
                    may_pass(response.status) || request.also_retry.is_some_and(|says_so| says_so(response)),
                    response.retry_after(self.clock.now()),
                ),
                Err(error) => (error.may_pass(), None),
            };
            if !may_pass || attempt >= retry.attempts {
                return result;
            }
            let wait = asked.unwrap_or_else(|| retry.wait(attempt, self.clock.now()));
            if self.clock.since(begun).saturating_add(wait) >= retry.budget {
                return result;
            }
            self.events.emit(Event::Retried {
                request: request.to_string(),
                attempt,
                because: match &result {
                    Ok(response) => format!("status {}", response.status),
                    Err(error) => error.to_string(),
                },
                after_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX),
            });
            self.clock.sleep(wait).await;
            attempt += 1;
        }
    }

    /// Any other request: one attempt, and never another one, whatever becomes of it. A body that broke off or was too
    /// large does not hide the status: [`Response::is_cut`] says so.
    ///
    /// # Errors
    /// When no status came. [`HttpError::is_not_sent`] says whether it is certain that nothing was sent.
    pub async fn send_once(&self, request: &Request) -> Result<Response, HttpError> {
        self.attempt(request, request.timeout.unwrap_or(self.options.send_timeout), 1, true).await
    }

    /// One attempt, with its begin and end on the clock and, where there is one, on the tape.
    async fn attempt(
        &self,
        request: &Request,
        timeout: Duration,
        attempt: u32,
        once: bool,
    ) -> Result<Response, HttpError> {
        self.clock.look();
        let sent = self.clock.now();
        let result = self.transfer(request, timeout, attempt).await;
        self.clock.look();
        if let Some(tape) = &self.tape {
            tape.exchange(&Exchange {
                once,
                method: request.method.as_str(),
                path: self.base.path_below(&request.path),
                query: &request.query,
                body: request.body.as_ref(),
                sent,
                answered: self.clock.now(),
                result: result.as_ref(),
            });
        }
        result
    }

    async fn transfer(&self, request: &Request, timeout: Duration, attempt: u32) -> Result<Response, HttpError> {
        let name = request.to_string();
        let mut builder =
            self.inner.request(request.method.clone(), self.base.join(&request.path, &request.query)).timeout(timeout);
        for (header, value) in &request.headers {
            builder = builder.header(*header, value);
        }
        if let (Some(header), 2..) = (self.options.retry.count_header, attempt) {
            builder = builder.header(HeaderName::from_static(header), attempt - 1);
        }
        if let Some(body) = &request.body {
            builder = builder.header(CONTENT_TYPE, request.content_type.as_ref()).body(body.clone());
        }
        let started = Instant::now();
        let (sent, connect) = timed(builder.send()).await;
        let mut answer =
            sent.map_err(|error| HttpError::from_send(&name, self.base.authority(), timeout, error, &self.redactor))?;
        let first_byte = started.elapsed();
        let (body, cut) = self.body(&mut answer).await;
        let total = started.elapsed();
        Ok(Response {
            status: answer.status().as_u16(),
            headers: std::mem::take(answer.headers_mut()),
            body,
            cut,
            timing: Timing { connect, first_byte, total },
            attempts: attempt,
            elapsed: total,
        })
    }

    /// The body as far as it comes and is allowed to, and why it ended early if it did.
    async fn body(&self, answer: &mut reqwest::Response) -> (Bytes, Option<Cut>) {
        let cap = self.options.body_cap;
        if answer.content_length().is_some_and(|length| length > cap as u64) {
            return (Bytes::new(), Some(Cut::TooLarge));
        }
        let mut body = BytesMut::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if body.len() + chunk.len() > cap => return (body.freeze(), Some(Cut::TooLarge)),
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => return (body.freeze(), None),
                Err(error) => {
                    let reason = root_cause(&error.without_url());
                    return (body.freeze(), Some(Cut::Broken(self.quote(&reason))));
                }
            }
        }
    }
}

/// Why a body is not whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cut {
    /// The connection ended, or the time did.
    Broken(String),
    /// It is larger than the cap.
    TooLarge,
}

fn bearer(key: &Secret) -> Option<HeaderValue> {
    let text = key.reveal();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return None;
    }
    let mut value = HeaderValue::from_str(&format!("Bearer {text}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}
