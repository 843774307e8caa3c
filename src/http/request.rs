//! What is asked of a server.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use reqwest::Method;
use serde::Serialize;

use super::Response;

/// What a body is unless it says otherwise.
const JSON: &str = "application/json";

/// One request, as data.
#[derive(Debug, Clone)]
pub struct Request {
    pub(super) method: Method,
    pub(super) path: Vec<String>,
    pub(super) query: Vec<(String, String)>,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Option<Bytes>,
    pub(super) content_type: Cow<'static, str>,
    pub(super) timeout: Option<Duration>,
    pub(super) also_retry: Option<fn(&Response) -> bool>,
}

impl Request {
    fn new<S: Into<String>>(method: Method, path: impl IntoIterator<Item = S>) -> Self {
        Self {
            method,
            path: path.into_iter().map(Into::into).collect(),
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            content_type: Cow::Borrowed(JSON),
            timeout: None,
            also_retry: None,
        }
    }

    /// A GET; the path is given as segments below the base URL.
    #[must_use]
    pub fn get<S: Into<String>>(path: impl IntoIterator<Item = S>) -> Self {
        Self::new(Method::GET, path)
    }

    /// A POST.
    #[must_use]
    pub fn post<S: Into<String>>(path: impl IntoIterator<Item = S>) -> Self {
        Self::new(Method::POST, path)
    }

    /// A PUT.
    #[must_use]
    pub fn put<S: Into<String>>(path: impl IntoIterator<Item = S>) -> Self {
        Self::new(Method::PUT, path)
    }

    /// A PATCH.
    #[must_use]
    pub fn patch<S: Into<String>>(path: impl IntoIterator<Item = S>) -> Self {
        Self::new(Method::PATCH, path)
    }

    /// A DELETE.
    #[must_use]
    pub fn delete<S: Into<String>>(path: impl IntoIterator<Item = S>) -> Self {
        Self::new(Method::DELETE, path)
    }

    /// With one more query parameter.
    #[must_use]
    pub fn query(mut self, name: &str, value: impl Into<String>) -> Self {
        self.query.push((name.to_owned(), value.into()));
        self
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// With a JSON body.
    ///
    /// # Errors
    /// When the value has no form as JSON, such as a map whose keys are no strings.
    pub fn json(mut self, body: &impl Serialize) -> Result<Self, serde_json::Error> {
        self.body = Some(serde_json::to_vec(body)?.into());
        Ok(self)
    }

    /// With a body that is JSON already.
    #[must_use]
    pub fn json_bytes(mut self, body: impl Into<Bytes>) -> Self {
        self.body = Some(body.into());
        self
    }

    /// With a body of another kind.
    #[must_use]
    pub fn bytes(mut self, content_type: impl Into<Cow<'static, str>>, body: impl Into<Bytes>) -> Self {
        (self.content_type, self.body) = (content_type.into(), Some(body.into()));
        self
    }

    /// With a time-out of its own, for one attempt including the reading of its body.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// As a read, it is also repeated when this says so of an answer that would not be repeated by its status.
    #[must_use]
    pub fn also_retry(mut self, when: fn(&Response) -> bool) -> Self {
        self.also_retry = Some(when);
        self
    }
}

/// Method and path below the base URL, as events and errors name it. The query is left out.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.method)?;
        for segment in &self.path {
            write!(f, "/{segment}")?;
        }
        Ok(())
    }
}
