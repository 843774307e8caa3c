//! The offline model as its clients meet it: over HTTP.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::model::{Model, Options, Unsteady};
use reqwest::{Client, Method, Response};
use rstest::rstest;
use serde_json::{Value, json};

async fn started() -> Model {
    Model::start(Options::default()).await.unwrap()
}

fn question() -> Value {
    json!({
        "model": "jev-latest",
        "state": {"goal": "Pay the invoice", "seen": ["Invoices", "Pictures"]},
        "questions": {
            "tap": {"type": "choice", "instructions": "Which serves the goal?",
                    "criteria": {"e1": "Invoices", "e2": {"text": "Pictures"}, "none": null}},
            "done": {"type": "noul", "instructions": "Is it paid?"},
            "risk": {"type": "score", "criteria": ["safe", {"label": "risky"}, "dangerous"]},
        }
    })
}

async fn ask(model: &Model, body: &Value) -> Response {
    Client::new().post(format!("{}/v1/systemone", model.url())).body(body.to_string()).send().await.unwrap()
}

async fn json_of(response: Response) -> Value {
    serde_json::from_str(&response.text().await.unwrap()).unwrap()
}

#[tokio::test]
async fn every_question_gets_an_answer_of_its_type_with_numbers_that_agree() {
    let reply = json_of(ask(&started().await, &question()).await).await;
    let answers = &reply["answers"];
    assert_eq!(answers["tap"]["choice"], "e1");
    let sum: f64 = answers["tap"]["probabilities"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-4);
    assert!(answers["done"]["noul"].as_f64().is_some_and(|yes| (0.0..=1.0).contains(&yes)));
    assert!(answers["done"].get("confidence").is_none());
    assert_eq!(answers["risk"]["legend"], json!({"0": "safe", "1": {"label": "risky"}, "2": "dangerous"}));
    assert!(reply["usage"]["input_tokens"].is_u64() && reply["usage"]["output_tokens"].is_u64());
}

#[tokio::test]
async fn connections_that_ask_for_nothing_keep_nobody_out() {
    let model = started().await;
    let address = model.url().trim_start_matches("http://").to_owned();
    let mut idle = Vec::new();
    for _ in 0..600 {
        idle.push(tokio::net::TcpStream::connect(&address).await.unwrap());
    }
    assert_eq!(ask(&model, &question()).await.status(), 200);
    // Those that were there first had to go.
    let mut first = idle.swap_remove(0);
    assert_eq!(tokio::io::AsyncReadExt::read(&mut first, &mut [0]).await.unwrap(), 0);
}

#[tokio::test]
async fn an_alias_is_answered_under_the_models_own_versioned_name() {
    assert_eq!(json_of(ask(&started().await, &question()).await).await["model"], "goalpost-offline-1");
}

#[tokio::test]
async fn the_same_request_gets_the_same_answer_from_any_instance() {
    let (one, other) = (started().await, started().await);
    let first = json_of(ask(&one, &question()).await).await;
    assert_eq!(first, json_of(ask(&one, &question()).await).await);
    assert_eq!(first, json_of(ask(&other, &question()).await).await);
}

#[tokio::test]
async fn an_unsteady_model_wavers_but_its_numbers_still_agree() {
    let unsteady = Unsteady { seed: Some(1), first_option: 0.05 };
    let model = Model::start(Options { unsteady, ..Options::default() }).await.unwrap();
    let first = json_of(ask(&model, &question()).await).await;
    let second = json_of(ask(&model, &question()).await).await;
    assert_ne!(first["answers"], second["answers"]);
    let tap = &first["answers"]["tap"];
    let top = tap["probabilities"].as_object().unwrap().values().filter_map(Value::as_f64).fold(0.0, f64::max);
    assert_eq!(tap["probabilities"][tap["choice"].as_str().unwrap()].as_f64(), Some(top));
}

#[tokio::test]
async fn equal_seeds_waver_alike_and_other_seeds_otherwise() {
    let asked_twice = async |seed| {
        let unsteady = Unsteady { seed: Some(seed), first_option: 0.0 };
        let model = Model::start(Options { unsteady, ..Options::default() }).await.unwrap();
        [json_of(ask(&model, &question()).await).await, json_of(ask(&model, &question()).await).await]
    };
    let (one, same, other) = (asked_twice(7).await, asked_twice(7).await, asked_twice(8).await);
    assert_eq!(one, same);
    assert_ne!(one[0]["answers"], other[0]["answers"]);
}

#[tokio::test]
async fn noise_moves_no_answer_by_more_than_a_twentieth() {
    let steady = json_of(ask(&started().await, &question()).await).await;
    let unsteady = Unsteady { seed: Some(7), first_option: 0.0 };
    let model = Model::start(Options { unsteady, ..Options::default() }).await.unwrap();
    for _ in 0..20 {
        let noisy = json_of(ask(&model, &question()).await).await;
        for path in ["/answers/tap/probabilities/e1", "/answers/tap/probabilities/none", "/answers/done/noul"] {
            let number = |reply: &Value| reply.pointer(path).and_then(Value::as_f64).unwrap();
            assert!((number(&noisy) - number(&steady)).abs() <= 0.05 + 1e-6, "{path}: {noisy}");
        }
    }
}

#[tokio::test]
async fn a_lean_to_the_first_option_lifts_it_and_no_other() {
    let steady = json_of(ask(&started().await, &question()).await).await;
    let unsteady = Unsteady { seed: None, first_option: 0.2 };
    let model = Model::start(Options { unsteady, ..Options::default() }).await.unwrap();
    let leaning = json_of(ask(&model, &question()).await).await;
    let share = |reply: &Value, option: &str| reply["answers"]["tap"]["probabilities"][option].as_f64().unwrap();
    assert!(share(&leaning, "e1") > share(&steady, "e1"));
    assert!(share(&leaning, "e2") < share(&steady, "e2"));
    assert_eq!(leaning["answers"]["risk"], steady["answers"]["risk"], "a scale has no first option");
}

#[tokio::test]
async fn models_are_listed() {
    let model = started().await;
    let list = json_of(reqwest::get(format!("{}/v1/models", model.url())).await.unwrap()).await;
    let models = list["models"].as_array().unwrap();
    assert!(models.iter().any(|model| model["name"] == "jev-latest"));
    assert!(models.iter().all(|model| model["description"].is_string() && model["release_date"].is_string()));
}

#[tokio::test]
async fn without_a_key_of_its_own_the_model_ignores_the_header() {
    let model = started().await;
    let url = format!("{}/v1/systemone", model.url());
    let reply = Client::new().post(url).bearer_auth("any").body(question().to_string()).send().await.unwrap();
    assert_eq!(reply.status(), 200);
}

#[rstest]
#[case::none(None, 403)]
#[case::wrong(Some("wrong"), 401)]
#[case::right(Some("right"), 200)]
#[tokio::test]
async fn a_key_is_asked_for_where_one_is_set(#[case] sent: Option<&str>, #[case] status: u16) {
    let model = Model::start(Options { key: Some("right".into()), ..Options::default() }).await.unwrap();
    for (method, path) in [(Method::POST, "systemone"), (Method::GET, "models")] {
        let mut request = Client::new().request(method, format!("{}/v1/{path}", model.url()));
        request = request.body(question().to_string());
        if let Some(key) = sent {
            request = request.bearer_auth(key);
        }
        let reply = request.send().await.unwrap();
        assert_eq!(reply.status(), status);
        if status != 200 {
            assert_eq!(json_of(reply).await["detail"]["error_type"], "authentication_error");
        }
    }
}

const NOT_JSON: &str = r#"{"error_type": "api_usage_error", "message": "Request contains invalid JSON."}"#;

#[rstest]
#[case::elsewhere(Method::POST, "/v1/evaluate", b"".as_slice(), 404, r#""Not Found""#)]
#[case::method(Method::GET, "/v1/systemone", b"", 405, r#""Method Not Allowed""#)]
#[case::cut(Method::POST, "/v1/systemone", b"{", 400, NOT_JSON)]
#[case::empty(Method::POST, "/v1/systemone", b"", 400, NOT_JSON)]
#[case::not_utf8(Method::POST, "/v1/systemone", b"\"\xff\"", 400, NOT_JSON)]
#[tokio::test]
async fn a_bad_request_is_refused_in_the_apis_own_words(
    #[case] method: Method,
    #[case] path: &str,
    #[case] body: &'static [u8],
    #[case] status: u16,
    #[case] detail: &str,
) {
    let model = started().await;
    let url = format!("{}{path}", model.url());
    let reply = Client::new().request(method, url).body(body).send().await.unwrap();
    assert_eq!(reply.status(), status);
    assert_eq!(reply.headers()["content-type"], "application/json");
    assert!(reply.headers().contains_key("x-typesafe-request-id"));
    let detail: Value = serde_json::from_str(detail).unwrap();
    assert_eq!(json_of(reply).await, json!({"detail": detail}));
}

#[tokio::test]
async fn an_unknown_model_is_named() {
    let mut body = question();
    body["model"] = json!("jev-0.1");
    let reply = ask(&started().await, &body).await;
    assert_eq!(reply.status(), 400);
    assert_eq!(json_of(reply).await["detail"]["message"], "Unknown model: jev-0.1");
}

#[tokio::test]
async fn a_compressed_body_is_refused_with_what_to_do() {
    let model = started().await;
    let url = format!("{}/v1/systemone", model.url());
    let reply = Client::new().post(url).header("content-encoding", "zstd").body("x").send().await.unwrap();
    assert_eq!(reply.status(), 415);
    assert!(json_of(reply).await["detail"]["message"].as_str().unwrap().contains("uncompressed"));
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused_and_the_server_stays_up() {
    let model = started().await;
    let url = format!("{}/v1/systemone", model.url());
    // The server may close before it has read everything.
    if let Ok(reply) = Client::new().post(url).body(vec![b' '; 5 << 20]).send().await {
        assert_eq!(reply.status(), 413);
    }
    assert_eq!(ask(&model, &question()).await.status(), 200);
}

#[tokio::test]
async fn latency_passes_on_the_models_clock() {
    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let before = clock.now();
    let latency = Duration::from_millis(300);
    let model = Model::start(Options { clock: clock.clone(), latency, ..Options::default() }).await.unwrap();
    ask(&model, &question()).await;
    assert_eq!(clock.since(before), latency);
}

#[tokio::test]
async fn a_dropped_model_is_gone() {
    let model = started().await;
    let url = model.url();
    drop(model);
    tokio::task::yield_now().await;
    assert!(reqwest::get(format!("{url}/v1/models")).await.is_err());
}
