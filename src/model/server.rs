//! The HTTP server: routes, keys, request ids.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::answer;
use super::reject::Reject;
use super::request::{ANSWERING, MODELS, Request};
use super::unsteady::Unsteady;
use crate::clock::Clock;
use crate::serve::serve;

/// Far beyond what the token limits let through, so that those are what a client meets.
const MAX_BODY: usize = 4 << 20;

/// How an offline model behaves. The default is free of a key, at once, and exactly repeatable.
#[derive(Debug, Clone)]
pub struct Options {
    /// What latency is measured on.
    pub clock: Clock,
    /// The port on 127.0.0.1, 0 for any that is free.
    pub port: u16,
    /// Asked for as `Authorization: Bearer`; without one the header is ignored.
    pub key: Option<SecretString>,
    /// Time that each answer takes.
    pub latency: Duration,
    /// How far answers stray from what the model found.
    pub unsteady: Unsteady,
}

impl Default for Options {
    fn default() -> Self {
        Self { clock: Clock::real(), port: 0, key: None, latency: Duration::ZERO, unsteady: Unsteady::default() }
    }
}

/// A running offline model. It stops when dropped.
#[derive(Debug)]
pub struct Model {
    address: SocketAddr,
    server: JoinHandle<()>,
}

impl Model {
    /// Starts a server on 127.0.0.1.
    ///
    /// # Errors
    /// The port cannot be bound.
    pub async fn start(options: Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let router = router(Arc::new(Served { options, answered: AtomicU64::new(0) }));
        let server = tokio::spawn(serve(listener, router));
        Ok(Self { address, server })
    }

    /// The base URL that clients are given, without `/v1`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        self.server.abort();
    }
}

struct Served {
    options: Options,
    answered: AtomicU64,
}

fn router(served: Arc<Served>) -> Router {
    Router::new()
        .route("/v1/systemone", post(system_one))
        .route("/v1/models", get(models))
        .fallback(async || refuse(&Reject::NotFound))
        .method_not_allowed_fallback(async || refuse(&Reject::MethodNotAllowed))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&served), numbered))
        .with_state(served)
}

/// Every reply carries a request id, refusals included. It counts, so that recordings repeat.
async fn numbered(State(served): State<Arc<Served>>, mut request: axum::extract::Request, next: Next) -> Response {
    let number = served.answered.fetch_add(1, Ordering::Relaxed) + 1;
    request.extensions_mut().insert(Number(number));
    let mut response = next.run(request).await;
    if let Ok(id) = HeaderValue::from_str(&format!("req_offline_{number:06}")) {
        response.headers_mut().insert("x-typesafe-request-id", id);
    }
    response
}

#[derive(Debug, Clone, Copy)]
struct Number(u64);

async fn system_one(
    State(served): State<Arc<Served>>,
    axum::Extension(Number(number)): axum::Extension<Number>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    match asked(&served, &headers, body) {
        Ok(request) => {
            served.options.clock.sleep(served.options.latency).await;
            json_reply(StatusCode::OK, &answer::reply(&request, served.options.unsteady, number))
        }
        Err(reject) => refuse(&reject),
    }
}

fn asked(served: &Served, headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Request, Reject> {
    authorised(served, headers)?;
    let encoding = headers.get(header::CONTENT_ENCODING).map(|value| String::from_utf8_lossy(value.as_bytes()));
    if let Some(encoding) = encoding.filter(|encoding| !encoding.eq_ignore_ascii_case("identity")) {
        return Err(Reject::Encoding(encoding.chars().take(40).collect()));
    }
    let body = body.map_err(|error| {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Reject::TooLarge } else { Reject::Unreadable }
    })?;
    Request::read(&body)
}

async fn models(State(served): State<Arc<Served>>, headers: HeaderMap) -> Response {
    if let Err(reject) = authorised(&served, &headers) {
        return refuse(&reject);
    }
    let models: Vec<Value> = MODELS
        .iter()
        .map(|name| {
            let description = if *name == ANSWERING {
                "Judges by words alone, without a network. Ships with goalpost.".to_owned()
            } else {
                format!("Accepted for compatibility; answered by {ANSWERING}.")
            };
            json!({"name": name, "description": description, "release_date": "2026-11-01"})
        })
        .collect();
    json_reply(StatusCode::OK, &json!({"models": models}))
}

fn authorised(served: &Served, headers: &HeaderMap) -> Result<(), Reject> {
    let Some(key) = &served.options.key else { return Ok(()) };
    let given = headers.get(header::AUTHORIZATION).ok_or(Reject::MissingKey)?;
    let expected = format!("Bearer {}", key.expose_secret());
    if given.as_bytes() == expected.as_bytes() { Ok(()) } else { Err(Reject::WrongKey) }
}

fn refuse(reject: &Reject) -> Response {
    json_reply(reject.status(), &reject.body())
}

fn json_reply(status: StatusCode, body: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
