//! The System One API over HTTP: one request, one reply, and what its errors mean.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use crate::clock::Clock;
use crate::event::Events;
use crate::http::{BaseUrl, Client, Options, Reached, Request, Response, Retry, Tape};
use crate::policy::PolicyError;
use crate::secret::Secret;
use crate::settings::Settings;

/// The service's name for a request that holds too many tokens. It comes without a message, and gateways wrap it.
const TOKENS_EXCEEDED: &str = "max_tokens_exceeded";

/// The header that names a request in the service's own logs.
const REQUEST_ID: &str = "x-typesafe-request-id";

/// Attempts, budget and waits as the service's own clients have them.
const RETRY: Retry = Retry {
    attempts: 3,
    budget: Duration::from_secs(30),
    first_wait: Duration::from_millis(500),
    longest_wait: Duration::from_secs(5),
    count_header: Some("x-typesafe-retry-count"),
};

/// A server that speaks the System One API, and the model to ask there. Cheap to clone.
#[derive(Debug, Clone)]
pub struct SystemOne {
    client: Client,
    model: String,
}

/// A whole reply. Its answers are still to be checked: only those that are used have to be right.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reply {
    /// The model that answered, by its full name.
    pub model: String,
    /// The service's id of the request.
    pub request_id: Option<String>,
    /// All of it, with `answers` by the names of their questions.
    pub json: Value,
    /// Tokens of the request, where the server counts them.
    pub input_tokens: Option<u64>,
    /// Requests sent.
    pub attempts: u32,
    /// Real time from the first request to the whole reply, waits included.
    pub elapsed: Duration,
}

impl SystemOne {
    /// How its requests are made unless told otherwise: 10 s an attempt, three attempts, 30 s in all.
    #[must_use]
    pub fn options() -> Options {
        Options {
            read_timeout: Duration::from_secs(10),
            body_cap: 4 << 20,
            retry: RETRY,
            key_variable: "TYPESAFE_API_KEY",
            ..Options::default()
        }
    }

    /// The server at `base`, to which `/v1/systemone` is added. A missing key is allowed on this machine only.
    ///
    /// # Errors
    /// When the key is missing or malformed.
    pub fn new(
        base: BaseUrl,
        key: Option<&Secret>,
        model: &str,
        options: Options,
        clock: Clock,
        events: Events,
    ) -> Result<Self, PolicyError> {
        let client = Client::new(base, key, options, clock, events).map_err(|error| configuration(&error))?;
        Ok(Self { client, model: model.to_owned() })
    }

    /// The server, the key and the model that the settings name.
    ///
    /// # Errors
    /// When one of them is missing or malformed; nothing has been sent then.
    pub fn from_settings(settings: &Settings, clock: Clock, events: Events) -> Result<Self, PolicyError> {
        let base = BaseUrl::parse(settings.typesafe_base_url())
            .map_err(|error| PolicyError::Configuration { what: format!("TYPESAFE_BASE_URL: {error}") })?;
        let key = settings.typesafe_key().map_err(|error| configuration(&error))?;
        Self::new(base, key.as_ref(), settings.typesafe_model(), Self::options(), clock, events)
    }

    /// The same server, telling its retries to other events.
    #[must_use]
    pub fn with_events(mut self, events: Events) -> Self {
        self.client = self.client.with_events(events);
        self
    }

    /// The same server, telling every exchange to `tape`.
    #[must_use]
    pub fn taped(self, tape: Arc<dyn Tape>) -> Self {
        Self { client: self.client.taped(tape), ..self }
    }

    /// The model that is asked for. What answers may be called otherwise.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Whether the server is on this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.client.base().is_loopback()
    }

    /// Makes sure, before anything depends on it, that the server is there and takes the key. Asks for the list of
    /// models, which costs nothing; a server without such a list is asked one small question.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    pub async fn check(&self) -> Result<(), PolicyError> {
        let response = self.answer(Request::get(["v1", "models"])).await?;
        let lists = response.json().is_ok_and(|json| json.get("models").is_some_and(Value::is_array));
        match response.status {
            200..=299 if lists => Ok(()),
            401..=403 => Err(self.refusal(&response, None)),
            _ => self.ask(serde_json::to_vec(&self.small_question()).unwrap_or_default()).await.map(drop),
        }
    }

    fn small_question(&self) -> Value {
        json!({
            "model": self.model,
            "state": "A program looks whether this server answers.",
            "questions": { "answers": {
                "type": "choice",
                "instructions": "Does the server answer?",
                "criteria": { "YES": "It does.", "NO": "It does not." },
            }},
        })
    }

    /// Sends a request body: `model`, `state` and `questions` as JSON. What may pass is repeated; a reply that is none
    /// is not.
    ///
    /// # Errors
    /// When there is no reply, or it is a refusal or no reply to this.
    pub async fn ask(&self, body: impl Into<Bytes>) -> Result<Reply, PolicyError> {
        let response = self.answer(Request::post(["v1", "systemone"]).json_bytes(body)).await?;
        let request_id = response.header(REQUEST_ID).map(|id| self.client.quote(id));
        if !response.is_success() {
            return Err(self.refusal(&response, request_id));
        }
        self.read(&response, request_id)
    }

    /// The names of the models that the server lists; it may know more. Costs nothing.
    ///
    /// # Errors
    /// When there is no list.
    pub async fn models(&self) -> Result<(Vec<String>, Reached), PolicyError> {
        let response = self.answer(Request::get(["v1", "models"])).await?;
        if !response.is_success() {
            return Err(self.refusal(&response, None));
        }
        let json = response.json().unwrap_or_default();
        let Some(models) = json.get("models").and_then(Value::as_array) else {
            let why = "it lists no models".to_owned();
            return Err(PolicyError::InvalidAnswer { why, request_id: None });
        };
        let names = models.iter().filter_map(|model| model.get("name").and_then(Value::as_str));
        Ok((names.map(|name| self.client.quote(name)).collect(), response.reached()))
    }

    async fn answer(&self, request: Request) -> Result<Response, PolicyError> {
        self.client.read(request).await.map_err(|error| PolicyError::Transport {
            from: self.client.base().authority().to_owned(),
            what: error.to_string(),
            source: Some(Box::new(error)),
        })
    }
}

fn configuration(error: &impl ToString) -> PolicyError {
    PolicyError::Configuration { what: error.to_string() }
}

impl SystemOne {
    fn read(&self, response: &Response, request_id: Option<String>) -> Result<Reply, PolicyError> {
        let id = request_id.clone();
        let invalid = |why: String| PolicyError::InvalidAnswer { why, request_id: id.clone() };
        let json = response.json().map_err(|error| invalid(error.to_string()))?;
        if !json.is_object() {
            return Err(invalid("it is no JSON object".to_owned()));
        }
        if !json.get("answers").is_some_and(Value::is_object) {
            // Some gateways send errors with a status of success.
            let said = self.client.hidden_complaint(response).map_or_else(String::new, |said| format!(": {said}"));
            return Err(invalid(format!("it has no answers{said}")));
        }
        let model = json.get("model").and_then(Value::as_str).map(|model| self.client.quote(model));
        let model = model.filter(|model| !model.is_empty());
        let model = model.ok_or_else(|| invalid("it does not name the model that answered".to_owned()))?;
        let usage = json.get("usage").and_then(|usage| usage.get("input_tokens")).and_then(Value::as_u64);
        Ok(Reply {
            model,
            request_id,
            input_tokens: usage,
            attempts: response.attempts,
            elapsed: response.elapsed,
            json,
        })
    }

    fn refusal(&self, response: &Response, request_id: Option<String>) -> PolicyError {
        // Looked for in the whole body: the service puts it into `detail.error_type`, gateways put that into a text.
        let body = String::from_utf8_lossy(&response.body);
        if (400..500).contains(&response.status) && body.contains(TOKENS_EXCEEDED) {
            return PolicyError::TokensExceeded { request_id };
        }
        let title = self.client.complaint(response);
        let advice = self.advice(response, &title);
        PolicyError::Rejected { status: response.status, title, advice, request_id }
    }

    fn advice(&self, response: &Response, title: &str) -> String {
        let path = self.client.base().path();
        let of_model = title.contains(&self.model) || title.to_ascii_lowercase().contains("unknown model");
        match response.status {
            300..=399 => format!(
                "redirects are not followed, because the key would go along: set TYPESAFE_BASE_URL (now {}) to the \
             server's final address",
                self.client.base()
            ),
            400 | 404 | 422 if of_model => "set TYPESAFE_MODEL to a model of this server".into(),
            401 | 403 => "the key is missing or wrong, or the account may not use this: set TYPESAFE_API_KEY".into(),
            402 => "the account has no credit left".into(),
            404 | 405 if path.ends_with("/v1") || path.ends_with("/systemone") => {
                format!(
                    "/v1/systemone is added to the base URL: take it off TYPESAFE_BASE_URL (now {})",
                    self.client.base()
                )
            }
            404 | 405 => "this server has no /v1/systemone: look at TYPESAFE_BASE_URL".into(),
            400..=407 | 409..=428 => {
                "this server does not take the request: it may speak another version of the API".into()
            }
            429 => match response.retry_after(self.client.clock().now()) {
                Some(wait) => format!("too many requests: run fewer cases at once, or again in {} s", seconds(wait)),
                None => "too many requests: run fewer cases at once, or later".into(),
            },
            529 => "the service is overloaded: run again later".into(),
            _ => "the service failed: run again".into(),
        }
    }
}

/// Whole seconds, rounded up.
fn seconds(wait: Duration) -> u64 {
    wait.as_secs() + u64::from(wait.subsec_nanos() > 0)
}
