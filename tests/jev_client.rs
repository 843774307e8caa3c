//! The System One client over real sockets: what it asks, what it repeats, and what it makes of every error.

#![allow(clippy::unwrap_used)]

mod raw_server;

use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::event::Events;
use goalpost::http::{BaseUrl, Options};
use goalpost::policy::PolicyError;
use goalpost::policy::jev::{Reply, SystemOne};
use goalpost::secret::Secret;
use goalpost::settings::Settings;
use raw_server::{RawServer, Then};
use rstest::rstest;

const KEY: &str = "ts_0123456789abcdef";

const FINE: &str = r#"{"model":"jev-1.13.0","answers":{"operation":{"type":"choice","choice":"TAP",
    "probabilities":{"TAP":0.9,"DONE":0.1},"confidence":0.8}},"usage":{"input_tokens":512,"output_tokens":24},"x_more":1}"#;

const BODY: &str = r#"{"model":"jev-latest","state":{"b":1,"a":2},"questions":{}}"#;

fn clock() -> Clock {
    Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap())
}

fn service(server: &RawServer, clock: &Clock) -> SystemOne {
    let base = BaseUrl::parse(server.url.trim_end_matches("/v1")).unwrap();
    let options = Options { read_timeout: Duration::from_millis(300), ..SystemOne::options() };
    SystemOne::new(base, Some(&Secret::from(KEY)), "jev-latest", options, clock.clone(), Events::silent()).unwrap()
}

async fn ask(server: &RawServer) -> Result<Reply, PolicyError> {
    service(server, &clock()).ask(BODY).await
}

/// Answers like a server that is well.
fn fine() -> Then {
    Then::with_headers(200, "x-typesafe-request-id: req-7\r\n", FINE)
}

#[tokio::test]
async fn a_request_goes_out_as_it_is_and_a_reply_keeps_its_names() {
    let server = RawServer::scripted([fine()]).await;
    let reply = ask(&server).await.unwrap();
    assert_eq!(reply.model, "jev-1.13.0");
    assert_eq!(reply.request_id.as_deref(), Some("req-7"));
    assert_eq!((reply.attempts, reply.input_tokens), (1, Some(512)));
    assert_eq!(reply.json["answers"]["operation"]["choice"], "TAP");
    let seen = server.seen().remove(0);
    assert_eq!(seen.line(), "POST /v1/systemone");
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    assert_eq!(seen.header("x-typesafe-retry-count"), None);
    assert_eq!(seen.body, BODY);
}

#[tokio::test]
async fn a_gateway_may_have_a_path_of_its_own() {
    let server = RawServer::scripted([fine()]).await;
    let base = BaseUrl::parse(&format!("{}/", server.url.replace("/v1", "/api"))).unwrap();
    let service = SystemOne::new(base, None, "m", SystemOne::options(), clock(), Events::silent()).unwrap();
    service.ask(BODY).await.unwrap();
    assert_eq!(server.lines(), ["POST /api/v1/systemone"]);
    assert_eq!(server.seen()[0].header("authorization"), None, "no key, on this machine");
}

#[rstest]
#[case::time_out(Then::Silence)]
#[case::request_time_out(Then::json(408, ""))]
#[case::rate_limit(Then::json(429, r#"{"detail":"slow down"}"#))]
#[case::overloaded(Then::json(529, ""))]
#[case::fault(Then::json(500, "<html><title>oops</title></html>"))]
#[case::lost(Then::WriteAndClose(String::new()))]
#[case::cut(Then::WriteAndClose("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"model\"".to_owned()))]
#[tokio::test]
async fn what_may_pass_is_tried_three_times_in_all(#[case] trouble: Then) {
    let server = RawServer::scripted([trouble.clone(), trouble.clone(), fine()]).await;
    assert_eq!(ask(&server).await.unwrap().attempts, 3);
    let counts: Vec<_> = server.seen().iter().map(|s| s.header("x-typesafe-retry-count").map(str::to_owned)).collect();
    assert_eq!(counts, [None, Some("1".to_owned()), Some("2".to_owned())]);
    let server = RawServer::scripted([trouble]).await;
    assert!(ask(&server).await.is_err());
    assert_eq!(server.seen().len(), 3);
}

#[rstest]
#[case::seconds("Retry-After: 4\r\n", 2, 4000)]
#[case::milliseconds("retry-after-ms: 1200\r\nRetry-After: 9\r\n", 2, 1200)]
#[case::beyond_the_budget("Retry-After: 40\r\n", 1, 0)]
#[tokio::test]
async fn the_servers_wait_is_kept_within_the_budget(#[case] headers: &str, #[case] requests: usize, #[case] ms: u64) {
    let server = RawServer::scripted([Then::with_headers(429, headers, ""), fine()]).await;
    let clock = clock();
    let begun = clock.now();
    let _ = service(&server, &clock).ask(BODY).await;
    assert_eq!((server.seen().len(), clock.since(begun)), (requests, Duration::from_millis(ms)));
}

#[rstest]
#[case::unknown_model(
    400,
    r#"{"detail":{"error_type":"api_usage_error","message":"Unknown model: X"}}"#,
    "400 (Unknown model: X)",
    "TYPESAFE_MODEL"
)]
#[case::text(
    400,
    r#"{"detail":"Too many choices. Must have at most 255 choices."}"#,
    "400 (Too many choices.",
    "version"
)]
#[case::wrong_key(
    401,
    r#"{"detail":{"error_type":"authentication_error","message":"Cannot authenticate with the server."}}"#,
    "401 (Cannot authenticate",
    "TYPESAFE_API_KEY"
)]
#[case::no_key(
    403,
    r#"{"detail":{"error_type":"authentication_error","message":"Must supply an API key!"}}"#,
    "403 (Must supply",
    "TYPESAFE_API_KEY"
)]
#[case::credit(402, "", "402 (Payment Required)", "credit")]
#[case::list(
    422,
    r#"{"detail":[{"type":"missing","loc":["body","state"],"msg":"Field required","input":{}}]}"#,
    "422 (state: Field required)",
    "version"
)]
#[case::gateway_error(
    400,
    r#"{"error":{"message":"upstream said no","code":400}}"#,
    "400 (upstream said no)",
    "version"
)]
#[case::gateway_message(
    403,
    r#"{"message":"card needed","error_type":"customer_verification_required"}"#,
    "403 (card needed)",
    "TYPESAFE_API_KEY"
)]
#[case::not_found(404, r#"{"detail":"Not Found"}"#, "404 (Not Found)", "TYPESAFE_BASE_URL")]
#[case::redirect(307, "", "307 (Temporary Redirect)", "not followed")]
#[case::html(503, "<html><h1>Down</h1></html>", "503 (Down)", "run again")]
#[case::overloaded(529, "", "529 (Overloaded)", "overloaded")]
#[tokio::test]
async fn a_refusal_says_status_reason_and_what_to_do(
    #[case] status: u16,
    #[case] body: &str,
    #[case] says: &str,
    #[case] advises: &str,
) {
    let headers = "x-typesafe-request-id: req-9\r\nLocation: /v1/x\r\n";
    let server = RawServer::scripted([Then::with_headers(status, headers, body)]).await;
    let error = ask(&server).await.unwrap_err();
    let PolicyError::Rejected { request_id, .. } = &error else { panic!("{error:?}") };
    assert_eq!(request_id.as_deref(), Some("req-9"));
    assert!(error.to_string().contains(says) && error.to_string().contains(advises), "{error}");
    let expected = if status >= 500 { 3 } else { 1 };
    assert_eq!(server.seen().len(), expected);
}

#[rstest]
#[case::as_the_service_says_it(r#"{"detail":{"error_type":"max_tokens_exceeded"}}"#)]
#[case::wrapped_by_a_gateway(
    r#"{"error":{"message":"{\"detail\":{\"error_type\":\"max_tokens_exceeded\"}}","code":400}}"#
)]
#[tokio::test]
async fn too_many_tokens_are_said_by_name(#[case] body: &str) {
    let server = RawServer::scripted([Then::json(400, body)]).await;
    let error = ask(&server).await.unwrap_err();
    assert!(matches!(error, PolicyError::TokensExceeded { .. }), "{error:?}");
    assert!(error.to_string().contains("max_tokens_exceeded"));
    assert_eq!(server.seen().len(), 1);
}

#[rstest]
#[case::empty("", "not JSON")]
#[case::html("<html>", "not JSON")]
#[case::guarded(")]}'\n{}", "not JSON")]
#[case::not_a_number(r#"{"model":"m","answers":{},"x":NaN}"#, "not JSON")]
#[case::list("[]", "no JSON object")]
#[case::nothing("{}", "no answers")]
#[case::answers_in_a_list(r#"{"model":"m","answers":[]}"#, "no answers")]
#[case::an_error(r#"{"error":{"message":"quota"}}"#, "no answers: quota")]
#[case::no_model(r#"{"answers":{}}"#, "does not name the model")]
#[case::blank_model(r#"{"answers":{},"model":" "}"#, "does not name the model")]
#[tokio::test]
async fn a_success_that_is_no_reply_is_an_error_and_not_repeated(#[case] body: &str, #[case] says: &str) {
    let server = RawServer::scripted([Then::json(200, body)]).await;
    let error = ask(&server).await.unwrap_err();
    assert!(matches!(error, PolicyError::InvalidAnswer { .. }), "{error:?}");
    assert!(error.to_string().contains(says), "{error}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn missing_usage_is_no_error() {
    let server = RawServer::scripted([Then::json(200, r#"{"model":"m","answers":{}}"#)]).await;
    assert_eq!(ask(&server).await.unwrap().input_tokens, None);
}

#[tokio::test]
async fn a_key_never_comes_back_in_an_error() {
    for body in [format!("{{\"detail\":\"bad key {KEY}\"}}"), format!("<html><title>{KEY}</title>"), KEY.to_owned()] {
        let server = RawServer::scripted([Then::json(401, &body)]).await;
        let error = ask(&server).await.unwrap_err();
        assert!(!error.to_string().contains(KEY) && !format!("{error:?}").contains(KEY), "{error:?}");
    }
}

#[rstest]
#[case::no_key(&[], "https://api.typesafe.ai needs a key, and there is none: set TYPESAFE_API_KEY")]
#[case::blank_key(&[("TYPESAFE_API_KEY", " ")], "set TYPESAFE_API_KEY")]
#[case::malformed_key(&[("TYPESAFE_API_KEY", "two words")], "TYPESAFE_API_KEY (exported) is malformed")]
#[case::plain(&[("TYPESAFE_API_KEY", "k"), ("TYPESAFE_BASE_URL", "http://example.com")], "TYPESAFE_BASE_URL: http://example.com is refused")]
#[case::no_url(&[("TYPESAFE_API_KEY", "k"), ("TYPESAFE_BASE_URL", "nowhere")], "TYPESAFE_BASE_URL: not a URL")]
fn settings_that_cannot_work_are_said_before_anything_is_sent(#[case] values: &[(&str, &str)], #[case] says: &str) {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let settings = Settings::from_layers([("exported", values)]);
    let error = SystemOne::from_settings(&settings, clock(), Events::silent()).unwrap_err().to_string();
    assert!(error.contains(says) && !error.contains("two words"), "{error}");
}
