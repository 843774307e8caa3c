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
    let options = Options { read_timeout: server.patience, ..SystemOne::options() };
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

mod deciding {
    use super::*;
    use goalpost::policy::jev::Jev;
    use goalpost::policy::{Chosen, Decision, Operation, Policy, Situation, TextValues};
    use goalpost::screen::{Action, App, Observation, UiState};
    use serde_json::{Value, json};

    fn observation() -> Observation {
        let row = |text: &str, top: i64| {
            json!({"className": "android.widget.LinearLayout", "text": text, "isClickable": true, "isEnabled": true,
                "boundsInScreen": {"left": 0, "top": top, "right": 1080, "bottom": top + 200}})
        };
        let state = json!({
            "a11y_tree": {"className": "FrameLayout", "packageName": "com.android.settings",
                "boundsInScreen": {"left": 0, "top": 0, "right": 1080, "bottom": 2400},
                "children": [row("Network & internet", 200), row("Display", 400), row("About phone", 600)]},
            "phone_state": {"packageName": "com.android.settings", "keyboardVisible": false, "isEditable": false},
            "device_context": {"screen_bounds": {"width": 1080, "height": 2400}},
        });
        let state = UiState::parse(state.to_string().as_bytes()).unwrap();
        Observation::from_ui_state("d", &state, "2026-09-01T10:00:00Z".parse().unwrap()).unwrap()
    }

    async fn decide(url: &str, goal: &str) -> Result<Decision, PolicyError> {
        let base = BaseUrl::parse(url.trim_end_matches("/v1")).unwrap();
        let options = SystemOne::options();
        let service = SystemOne::new(base, None, "jev-latest", options, clock(), Events::silent()).unwrap();
        let observation = observation();
        let apps = [App { package: "com.android.chrome".to_owned(), label: "Chrome".to_owned() }];
        let texts = TextValues::new(goal, &[]);
        let situation = Situation {
            goal,
            texts: &texts,
            observation: &observation,
            apps: &apps,
            history: &[],
            confidence_cutoff: 0.0,
            wants_answer: false,
        };
        Jev::new(service).decide(&situation).await
    }

    /// A right answer to each question of a request: the wanted option where it is offered, else the first.
    fn answers(request: &str, wanted: &[&str]) -> Value {
        let request: Value = serde_json::from_str(request).unwrap_or_default();
        let mut answers = serde_json::Map::new();
        for (name, question) in request["questions"].as_object().into_iter().flatten() {
            let options: Vec<&String> = question["criteria"].as_object().unwrap().keys().collect();
            let chosen = options.iter().find(|key| wanted.contains(&key.as_str())).unwrap_or(&options[0]);
            let rest = 0.1 / (options.len().max(2) - 1) as f64;
            let likely = |key: &&String| if key == chosen && options.len() > 1 { 0.9 } else { rest };
            let probabilities: serde_json::Map<String, Value> = match options.len() {
                1 => [(options[0].clone(), json!(1.0))].into_iter().collect(),
                _ => options.iter().map(|key| ((*key).clone(), json!(likely(key)))).collect(),
            };
            let answer = json!({"type": "choice", "choice": chosen, "probabilities": probabilities, "confidence": 0.7});
            answers.insert(name.clone(), answer);
        }
        answers.into()
    }

    /// Puts the members of `patch` into `value`, at every depth.
    fn merge(value: &mut Value, patch: &Value) {
        match (value, patch) {
            (Value::Object(value), Value::Object(patch)) => {
                for (key, patch) in patch {
                    merge(value.entry(key).or_insert(Value::Null), patch);
                }
            }
            (value, patch) => *value = patch.clone(),
        }
    }

    /// A server that answers with the wanted options, and wrongly where `spoil` says so.
    async fn answering(wanted: &'static [&'static str], spoil: Value) -> RawServer {
        RawServer::start(move |_, seen| {
            let mut answers = answers(&seen.body, wanted);
            merge(&mut answers, &spoil);
            let reply = json!({"model": "jev-1.13.0", "answers": answers});
            Then::with_headers(200, "x-typesafe-request-id: req-1\r\n", &reply.to_string())
        })
        .await
    }

    #[tokio::test]
    async fn a_tap_is_an_element_of_the_screen() {
        let server = answering(&["TAP", "2"], json!({})).await;
        let decision = decide(&server.url, "Open Display").await.unwrap();
        assert!(matches!(&decision.choice, Chosen::Act(Action::TapElement { element_id }) if element_id == "ui.1"));
        assert_eq!(decision.target.as_deref(), Some("Display"));
        assert_eq!((decision.model.as_str(), decision.request_id.as_deref()), ("jev-1.13.0", Some("req-1")));
        assert_eq!(decision.timing.attempts, 1);
        assert_eq!(decision.confidence, Some(0.7), "the lower of both");
    }

    #[rstest]
    #[case(&["DONE"], Operation::Done)]
    #[case(&["BLOCKED"], Operation::Blocked)]
    #[case(&["WAIT"], Operation::Wait)]
    #[case(&["HOME"], Operation::Home)]
    #[tokio::test]
    async fn only_the_branch_that_was_chosen_has_to_be_right(
        #[case] wanted: &'static [&'static str],
        #[case] expected: Operation,
    ) {
        let spoil = json!({"tap_target": {"type": "noul"}, "app_target": null, "nobody_asked": "anything"});
        let server = answering(wanted, spoil).await;
        assert_eq!(decide(&server.url, "Open Display").await.unwrap().operation, expected);
    }

    #[rstest]
    #[case::no_answer(json!({"tap_target": null}), "tap_target: there is no answer")]
    #[case::other_type(json!({"tap_target": {"type": "score"}}), "type is not choice")]
    #[case::other_options(json!({"tap_target": {"probabilities": {"9": 0.0}}}), "not those offered")]
    #[case::not_the_likeliest(json!({"tap_target": {"choice": "1"}}), "most probable")]
    #[case::not_offered(json!({"tap_target": {"choice": "7"}}), "not offered")]
    #[case::sum(json!({"tap_target": {"probabilities": {"2": 0.95}}}), "add up")]
    #[case::range(json!({"tap_target": {"probabilities": {"2": 1.5}}}), "from 0 to 1")]
    #[case::text_for_a_number(json!({"tap_target": {"probabilities": {"2": "0.9"}}}), "from 0 to 1")]
    #[case::no_confidence(json!({"tap_target": {"confidence": null}}), "confidence")]
    #[case::operation(json!({"operation": {"confidence": 1.01}}), "operation: its confidence")]
    #[tokio::test]
    async fn a_wrong_answer_is_an_error_and_never_an_input(#[case] spoil: Value, #[case] says: &str) {
        let server = answering(&["TAP", "2"], spoil).await;
        let error = decide(&server.url, "Open Display").await.unwrap_err();
        let PolicyError::InvalidAnswer { request_id, .. } = &error else { panic!("{error:?}") };
        assert_eq!(request_id.as_deref(), Some("req-1"));
        assert!(error.to_string().contains(says), "{error}");
        assert_eq!(server.seen().len(), 1);
    }

    #[cfg(feature = "phone")]
    #[tokio::test]
    async fn the_offline_model_is_asked_like_any_other() {
        use goalpost::model::{Model, Options};

        let model = Model::start(Options::default()).await.unwrap();
        let decision = decide(&model.url(), "Open Display settings.").await.unwrap();
        assert_eq!(decision.operation, Operation::Tap);
        assert_eq!(decision.target.as_deref(), Some("Display"));
        assert!(decision.request_id.is_some());
    }
}

mod check {
    //! Before anything depends on it: is the server there?

    use super::*;

    fn listing(models: Then, decision: Then) -> impl Fn(usize, &raw_server::Seen) -> Then {
        move |_, seen| if seen.line() == "GET /v1/models" { models.clone() } else { decision.clone() }
    }

    #[tokio::test]
    async fn a_list_of_models_is_enough_and_costs_nothing() {
        let server = RawServer::start(listing(Then::json(200, "{\"models\":[]}"), fine())).await;
        service(&server, &clock()).check().await.unwrap();
        assert_eq!(server.seen().len(), 1);
    }

    #[rstest]
    #[case::no_such_path(Then::json(404, "{}"))]
    #[case::a_page_for_everything(Then::json(200, "<html>"))]
    #[tokio::test]
    async fn a_server_without_a_list_is_asked_one_small_question(#[case] no_list: Then) {
        let server = RawServer::start(listing(no_list, fine())).await;
        service(&server, &clock()).check().await.unwrap();
        let asked: Vec<String> = server.seen().iter().map(|seen| seen.line().to_owned()).collect();
        assert_eq!(asked, ["GET /v1/models", "POST /v1/systemone"]);
        assert!(server.seen()[1].body.len() < 400, "{}", server.seen()[1].body);
    }

    #[rstest]
    #[case::wrong_key(Then::json(401, "{}"), fine(), "set TYPESAFE_API_KEY")]
    #[case::wrong_path(Then::json(404, "{}"), Then::json(404, "{}"), "look at TYPESAFE_BASE_URL")]
    #[tokio::test]
    async fn what_is_wrong_is_said_with_what_to_do(#[case] list: Then, #[case] decision: Then, #[case] says: &str) {
        let server = RawServer::start(listing(list, decision)).await;
        let error = service(&server, &clock()).check().await.unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
