//! Replies of requests that were done.

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, header};
use serde_json::{Map, Value, json};

/// Says whether a screenshot was stored, when that was asked for.
const SAVED: HeaderName = HeaderName::from_static("x-screenshot-saved");

/// What a request is answered with.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// 204 without a body.
    Done,
    /// An object, which names its schema.
    Object(&'static str, Map<String, Value>),
    /// An array or a string: these carry no schema.
    Plain(Value),
    /// The bytes of a file.
    Bytes(Bytes),
    /// Image bytes.
    Image { bytes: Vec<u8>, content_type: &'static str, saved: Option<bool> },
}

impl Reply {
    /// `schemas` is the address the service's schemas would have.
    pub(crate) fn into_response(self, schemas: &str) -> Response<Body> {
        match self {
            Self::Done => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::NO_CONTENT;
                response
            }
            Self::Object(schema, members) => {
                let mut object = Map::new();
                object.insert("$schema".into(), json!(format!("{schemas}/{schema}.json")));
                object.extend(members);
                with_type(Body::from(Value::Object(object).to_string()), "application/json")
            }
            Self::Plain(value) => with_type(Body::from(value.to_string()), "application/json"),
            Self::Bytes(bytes) => with_type(Body::from(bytes), "application/octet-stream"),
            Self::Image { bytes, content_type, saved } => {
                let mut response = with_type(Body::from(bytes), content_type);
                if let Some(saved) = saved {
                    let value = HeaderValue::from_static(if saved { "true" } else { "false" });
                    response.headers_mut().insert(SAVED, value);
                }
                response
            }
        }
    }
}

fn with_type(body: Body, content_type: &'static str) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
