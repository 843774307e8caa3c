//! A run against the embedded phone, with a key and a password, made fit to be committed.

#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::device::mobilerun::{Mobilerun, MobilerunDevice};
use goalpost::device::{Channel, Completion, Device, Input, Reading};
use goalpost::event::{Backend, Events};
use goalpost::fixture::{Answer, Asked, Exchange, Redaction, RedactionError, Role, Shape, matches};
use goalpost::http::{self, BaseUrl, Options};
use goalpost::phone::{Phone, PhoneOptions};
use goalpost::screen::{Observation, UiState};
use goalpost::secret::Secret;

const KEY: &str = "dr_sk_4f9a1c77e2";

/// A phone whose exchanges are heard.
struct Bench {
    phone: Phone,
    device: MobilerunDevice,
    heard: Arc<Mutex<Vec<Exchange>>>,
}

fn heard(exchange: &http::Exchange<'_>) -> Exchange {
    let answer = exchange.result.unwrap();
    Exchange {
        role: if exchange.once { Role::Input } else { Role::Read },
        asked: Asked {
            shape: Shape {
                method: exchange.method.to_owned(),
                path: exchange.path.clone(),
                query: exchange.query.to_vec(),
            },
            body: exchange.body.cloned().unwrap_or_default(),
        },
        answer: Answer { status: answer.status, headers: Vec::new(), body: answer.body.clone() },
        sent: Duration::ZERO,
        answered: Duration::ZERO,
        evaluation: None,
    }
}

impl Bench {
    async fn new() -> Self {
        let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
        let options = PhoneOptions { clock, key: Some(KEY.into()), ..PhoneOptions::default() };
        let phone = Phone::start(options).await.unwrap();
        let tape = Arc::new(Mutex::new(Vec::new()));
        let recorder = Arc::clone(&tape);
        let base = BaseUrl::parse(phone.url()).unwrap();
        let key = Secret::from(KEY);
        let account = Mobilerun::new(base, Some(&key), Options::default(), phone.clock().clone(), Events::silent());
        let account = account
            .unwrap()
            .as_backend(Backend::Simulated)
            .taped(Arc::new(move |exchange: &http::Exchange<'_>| recorder.lock().unwrap().push(heard(exchange))));
        let device = account.device(phone.device_id());
        Self { phone, device, heard: tape }
    }

    async fn send(&self, input: Input) {
        assert!(self.device.send(&input).await.is_accepted(), "{input}");
        self.phone.clock().sleep(Duration::from_secs(2)).await;
    }

    async fn tap(&self, what: &str) {
        let screen = self.device.observe().await.unwrap();
        let found = screen.elements().find(|element| element.text == what || element.label.starts_with(what));
        let at = found.unwrap_or_else(|| panic!("no {what} on {screen:?}")).bounds.centre();
        self.send(Input::Tap { x: at.x, y: at.y }).await;
    }

    /// Joins a network with a password.
    async fn join_with(&self, password: &str) -> Vec<Exchange> {
        self.device.ready().await.unwrap();
        self.device.apps().await.unwrap();
        self.send(Input::OpenApp { package: "com.android.settings".to_owned() }).await;
        for row in ["Network & internet", "Internet", "Blue House"] {
            self.tap(row).await;
        }
        self.device.observe().await.unwrap();
        self.send(Input::Type { text: password.to_owned(), clear: true, completion: Completion::Accepted }).await;
        self.device.observe().await.unwrap();
        assert!(matches!(self.device.read(Channel::Screenshot).await, Reading::Value(_)));
        self.tap("Connect").await;
        self.device.observe().await.unwrap();
        std::mem::take(&mut *self.heard.lock().unwrap())
    }
}

fn redaction() -> Redaction {
    Redaction::new().value("mobilerun-key", Secret::from(KEY))
}

fn screens(run: &[Exchange]) -> Vec<Observation> {
    let shown = run.iter().filter(|exchange| exchange.asked.shape.path.ends_with("/ui-state"));
    let read = |exchange: &Exchange| {
        let state = UiState::parse(&exchange.answer.body).unwrap();
        Observation::from_ui_state("d", &state, "2026-09-01T10:00:00Z".parse().unwrap()).unwrap()
    };
    shown.map(read).collect()
}

#[tokio::test]
async fn a_password_is_gone_from_a_run_that_shows_the_same_screens() {
    let before = Bench::new().await.join_with("correct horse 7").await;
    let mut after = before.clone();
    let redacted = redaction().apply(&mut after).unwrap();

    let typed = after
        .iter()
        .find(|exchange| exchange.asked.shape.method == "POST" && exchange.asked.body.starts_with(b"{\"text\""))
        .unwrap();
    let body = String::from_utf8(typed.asked.body.to_vec()).unwrap();
    assert!(body.contains("__redacted-password-1__") && !body.contains("horse"), "{body}");
    for (was, is) in before.iter().zip(&after) {
        assert_eq!(redacted.survivors(&is.asked.body), None);
        assert_eq!(redacted.survivors(&is.answer.body), None);
        assert_eq!(was.asked.shape, is.asked.shape);
        if let (Ok(was), Ok(is)) = (std::str::from_utf8(&was.answer.body), std::str::from_utf8(&is.answer.body)) {
            assert!(matches(is, was), "{is}");
        } else {
            assert_eq!(was.answer.body, is.answer.body, "a picture stays as it is");
        }
    }
    let (before, after) = (screens(&before), screens(&after));
    assert!(before.iter().any(|screen| screen.elements().any(|element| element.password)));
    assert_eq!(before, after, "the agent sees the same");
}

#[tokio::test]
async fn of_a_run_without_passwords_only_the_stream_token_goes() {
    let bench = Bench::new().await;
    bench.device.ready().await.unwrap();
    bench.device.apps().await.unwrap();
    bench.send(Input::OpenApp { package: "com.android.settings".to_owned() }).await;
    bench.tap("Network & internet").await;
    bench.device.observe().await.unwrap();
    let before = bench.heard.lock().unwrap().clone();
    let mut after = before.clone();
    redaction().value("pin", Secret::from("482177")).apply(&mut after).unwrap();
    let token = |exchange: &Exchange| {
        let body: serde_json::Value = serde_json::from_slice(&exchange.answer.body).ok()?;
        Some(body.get("streamToken")?.as_str()?.to_owned())
    };
    let secret = before.iter().find_map(token).unwrap();
    assert_eq!(after.iter().find_map(token).as_deref(), Some("__redacted-streamToken-1__"));
    for exchange in &mut after {
        let body = String::from_utf8(exchange.answer.body.to_vec()).unwrap();
        exchange.answer.body = body.replace("__redacted-streamToken-1__", &secret).into();
    }
    assert_eq!(before, after, "all else stays byte for byte");
}

#[tokio::test]
async fn a_password_that_stands_all_over_the_phone_is_refused_with_the_place() {
    let mut run = Bench::new().await.join_with("android").await;
    let error = redaction().apply(&mut run).unwrap_err();
    assert!(matches!(&error, RedactionError::Common { name, .. } if name == "password"), "{error}");
}
