//! Requests that are not answered: which status and which body each of them gets.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// Why a request is refused. The bodies have the three shapes of `detail` that clients of the API must read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Reject {
    MissingKey,
    WrongKey,
    NotFound,
    MethodNotAllowed,
    /// The body could not be read to its end.
    Unreadable,
    TooLarge,
    /// A content encoding other than identity.
    Encoding(String),
    NotJson,
    TooDeep,
    /// The body is JSON but not a request.
    Schema(Vec<Fault>),
    NoChoices(String),
    TooManyChoices,
    TooManyLevels,
    TooManyTokens,
    UnknownModel(String),
}

/// One place in the body that breaks the schema.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    kind: &'static str,
    place: Vec<Value>,
    message: String,
    input: Value,
}

impl Fault {
    /// `place` is the path below the body: member names and list positions.
    pub(super) fn new(kind: &'static str, place: &[Value], message: impl Into<String>, input: &Value) -> Self {
        // The whole input would echo a body of any size.
        let input = if input.is_object() || input.is_array() { json!({}) } else { input.clone() };
        Self { kind, place: place.to_vec(), message: message.into(), input }
    }

    fn body(&self) -> Value {
        let place: Vec<Value> = std::iter::once(json!("body")).chain(self.place.iter().cloned()).collect();
        json!({"type": self.kind, "loc": place, "msg": self.message, "input": self.input})
    }
}

impl Reject {
    pub(super) fn status(&self) -> StatusCode {
        match self {
            Self::MissingKey => StatusCode::FORBIDDEN,
            Self::WrongKey => StatusCode::UNAUTHORIZED,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Encoding(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::Schema(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Unreadable
            | Self::NotJson
            | Self::TooDeep
            | Self::NoChoices(_)
            | Self::TooManyChoices
            | Self::TooManyLevels
            | Self::TooManyTokens
            | Self::UnknownModel(_) => StatusCode::BAD_REQUEST,
        }
    }

    pub(super) fn body(&self) -> Value {
        let usage = |message: String| json!({"error_type": "api_usage_error", "message": message});
        let authentication = |message: &str| json!({"error_type": "authentication_error", "message": message});
        let detail = match self {
            Self::MissingKey => authentication("Must supply an API key! Send it as `Authorization: Bearer <key>`."),
            Self::WrongKey => authentication("Cannot authenticate with the server. Check the API key."),
            Self::NotFound => json!("Not Found"),
            Self::MethodNotAllowed => json!("Method Not Allowed"),
            Self::Unreadable => usage("Request body ended early.".into()),
            Self::TooLarge => usage("Request body is too large.".into()),
            Self::Encoding(encoding) => {
                usage(format!("Content-Encoding {encoding} is not supported here. Send the body uncompressed."))
            }
            Self::NotJson => usage("Request contains invalid JSON.".into()),
            Self::TooDeep => usage("Request is nested too deeply.".into()),
            Self::Schema(faults) => faults.iter().map(Fault::body).collect(),
            Self::NoChoices(id) => json!(format!("Choice question must have at least one choice: {id}")),
            Self::TooManyChoices => json!("Too many choices. Must have at most 255 choices."),
            Self::TooManyLevels => json!("Too many score levels. Must have at most 10 levels."),
            Self::TooManyTokens => json!({"error_type": "max_tokens_exceeded"}),
            Self::UnknownModel(name) => usage(format!("Unknown model: {name}")),
        };
        json!({"detail": detail})
    }
}
