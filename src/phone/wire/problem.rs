//! Refusals in the service's own shape: huma's error model as `application/problem+json` (mobilerun-api 2.1).

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Map, Value, json};

/// Why a request was not done, as its caller reads it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) detail: String,
    pub(crate) errors: Vec<Flaw>,
    /// Seconds for a `Retry-After` header.
    pub(crate) retry_after: Option<u32>,
    /// What became of a script, where that is told.
    pub(crate) outcome: Option<&'static str>,
}

/// One thing wrong with a request: `body.x`, `query.page`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Flaw {
    pub(crate) location: String,
    pub(crate) message: String,
    pub(crate) value: Option<Value>,
}

impl Flaw {
    pub(crate) fn new(location: impl Into<String>, message: impl Into<String>, value: Option<Value>) -> Self {
        Self { location: location.into(), message: message.into(), value }
    }
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), errors: Vec::new(), retry_after: None, outcome: None }
    }

    pub(crate) fn bad_request(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    pub(crate) fn conflict(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, detail)
    }

    /// 422 with the flaws that were found; all of them, so that a caller mends a request in one go.
    pub(crate) fn invalid(errors: Vec<Flaw>) -> Self {
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "validation failed") }
    }

    /// The reply. `schemas` is the address the service's schemas would have.
    pub(crate) fn into_response(self, schemas: &str) -> Response<Body> {
        let mut body = Map::new();
        body.insert("$schema".into(), json!(format!("{schemas}/ErrorModel.json")));
        body.insert("title".into(), json!(self.status.canonical_reason().unwrap_or("Error")));
        body.insert("status".into(), json!(self.status.as_u16()));
        body.insert("detail".into(), json!(self.detail));
        if let Some(outcome) = self.outcome {
            body.insert("executionOutcome".into(), json!(outcome));
        }
        if !self.errors.is_empty() {
            let errors = self.errors.into_iter().map(|flaw| {
                let mut error = Map::new();
                error.insert("message".into(), json!(flaw.message));
                error.insert("location".into(), json!(flaw.location));
                if let Some(value) = flaw.value {
                    error.insert("value".into(), value);
                }
                Value::Object(error)
            });
            body.insert("errors".into(), errors.collect());
        }
        let mut response = Response::new(Body::from(Value::Object(body).to_string()));
        *response.status_mut() = self.status;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
