//! What is refused and what is tolerated.

use goalpost::phone::{Command, Endpoint, PhoneOptions};
use reqwest::StatusCode;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

fn swipe_with(extra: &Value) -> Value {
    let mut body = swipe(90);
    body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    body
}

#[rstest]
#[case::float("POST", "/tap", json!({"x": 1.0, "y": 2}), "body.x")]
#[case::string("POST", "/tap", json!({"x": 1, "y": "2"}), "body.y")]
#[case::missing("POST", "/tap", json!({"x": 1}), "body.y")]
#[case::unknown("POST", "/tap", json!({"x": 1, "y": 2, "z": 3}), "body.z")]
#[case::duration_missing("POST", "/swipe", json!({"startX": 1, "startY": 1, "endX": 1, "endY": 9}), "body.duration")]
#[case::duration_short("POST", "/swipe", swipe(9), "body.duration")]
#[case::hold_humanized("POST", "/swipe", swipe_with(&json!({"holdMs": 1, "humanize": true})), "body.holdMs")]
#[case::hold_stealthy("POST", "/swipe", swipe_with(&json!({"holdMs": 1, "stealth": true})), "body.holdMs")]
#[case::hold_too_long("POST", "/swipe", swipe_with(&json!({"holdMs": 8911})), "body.holdMs")]
#[case::contradiction("POST", "/tap", json!({"x": 1, "y": 1, "humanize": true, "stealth": false}), "body.stealth")]
#[case::action_float("POST", "/global", json!({"action": 2.0}), "body.action")]
#[case::key_missing("PUT", "/keyboard", json!({}), "body.key")]
#[case::text_missing("POST", "/keyboard", json!({"clear": true}), "body.text")]
#[case::mode("POST", "/keyboard", json!({"text": "a", "completionMode": "done"}), "body.completionMode")]
#[case::activity("PUT", "/apps/com.android.settings", json!({"activity": 1}), "body.activity")]
#[case::north("POST", "/location", json!({"latitude": 90.5, "longitude": 0}), "body.latitude")]
#[case::west("POST", "/location", json!({"latitude": 0, "longitude": -180.5}), "body.longitude")]
#[case::degrees_string("POST", "/location", json!({"latitude": "52", "longitude": 0}), "body.latitude")]
#[case::half_a_location("POST", "/location", json!({"latitude": 52.5}), "body.longitude")]
#[case::no_such_zone("POST", "/timezone", json!({"timezone": "Europe/Atlantis"}), "body.timezone")]
#[case::zone_in_small("POST", "/timezone", json!({"timezone": "europe/berlin"}), "body.timezone")]
#[case::zone_missing("POST", "/timezone", json!({}), "body.timezone")]
#[case::locale_of_another_shape("POST", "/language", json!({"locale": "de_DE"}), "body.locale")]
#[case::restart("POST", "/language", json!({"locale": "de-DE", "restart": 1}), "body.restart")]
#[case::clipboard("POST", "/clipboard", json!({"text": 7}), "body.text")]
#[case::long_clipboard("POST", "/clipboard", json!({"text": "x".repeat(100_001)}), "body.text")]
#[case::clear_data("PATCH", "/apps/com.android.settings", json!({"clearData": "yes"}), "body.clearData")]
#[tokio::test]
async fn a_flawed_request_is_answered_422_with_the_place(
    #[case] method: &str,
    #[case] path: &str,
    #[case] body: Value,
    #[case] location: &str,
) {
    let phone = start(options()).await;
    let response = send(&phone, method, path, body).await;
    assert_eq!(response.status(), 422);
    assert_eq!(problem(response).await["errors"][0]["location"], location);
    assert_eq!(executed(&phone), [false]);
}

#[rstest]
#[case::tree("GET", "/ui-state", "filter")]
#[case::picture("GET", "/screenshot", "hideOverlay")]
#[case::saved_picture("GET", "/screenshot", "save")]
#[case::capture("POST", "/screenshots", "hideOverlay")]
#[case::saved_capture("POST", "/screenshots", "save")]
#[case::system_apps("GET", "/apps", "includeSystemApps")]
#[case::protected_apps("GET", "/apps", "includeProtectedApps")]
#[case::updates("GET", "/apps", "includeUpdates")]
#[case::system_packages("GET", "/packages", "includeSystemPackages")]
#[case::protected_packages("GET", "/packages", "includeProtectedPackages")]
#[tokio::test]
async fn a_flag_in_the_query_is_true_or_false_or_refused_with_its_place(
    #[case] method: &str,
    #[case] path: &str,
    #[case] flag: &str,
) {
    let phone = start(options()).await;
    for (value, status) in [("true", 200), ("false", 200), ("", 200), ("maybe", 422), ("2", 422)] {
        let response = send(&phone, method, &format!("{path}?{flag}={value}"), Value::Null).await;
        assert_eq!(response.status(), status, "{value}");
        if status == 422 {
            assert_eq!(problem(response).await["errors"][0]["location"], format!("query.{flag}"));
        }
    }
}

#[rstest]
#[case::no_body("POST", "/tap", "", 400)]
#[case::no_body_to_stop("PATCH", "/apps/com.android.settings", "", 400)]
#[case::not_json("POST", "/tap", "{\"x\":", 400)]
#[case::array("POST", "/tap", "[]", 422)]
#[case::too_long("POST", "/tap", &"9".repeat(2 << 20), 413)]
#[tokio::test]
async fn a_body_that_is_no_object_is_refused(
    #[case] method: &str,
    #[case] path: &str,
    #[case] body: &str,
    #[case] status: u16,
) {
    let phone = start(options()).await;
    let response = ask(&phone, method, path, &Value::Null).body(body.to_owned()).send().await.unwrap();
    assert_eq!(response.status(), status);
    problem(response).await;
}

#[tokio::test]
async fn another_content_type_is_refused() {
    let phone = start(options()).await;
    let request = ask(&phone, "POST", "/tap", &Value::Null).header("content-type", "text/plain");
    assert_eq!(request.body(tap().to_string()).send().await.unwrap().status(), 415);
}

#[rstest]
#[case::path("/v1/nothing", 404)]
#[case::no_prefix("/devices", 404)]
#[case::root("/", 404)]
#[case::slash_at_the_end("/v1/devices/", 404)]
#[case::device("/v1/devices/7a0c", 404)]
#[case::method("/v1/devices/7a0c/tap", 405)]
#[case::not_utf8("/v1/devices/%ff", 400)]
#[tokio::test]
async fn what_is_not_there_is_a_problem_too(#[case] path: &str, #[case] status: u16) {
    let phone = start(options()).await;
    let url = phone.url().replace("/v1", path);
    let response = client().get(url).send().await.unwrap();
    assert_eq!(response.status(), status);
    problem(response).await;
    let logged: Vec<_> = phone.requests().into_iter().map(|request| request.target).collect();
    assert_eq!(logged, [path], "as it was sent");
}

#[rstest]
#[case::missing(None, 401)]
#[case::wrong(Some("Bearer dr_sk_2"), 401)]
#[case::scheme(Some("Basic dr_sk_1"), 401)]
#[case::right(Some("Bearer dr_sk_1"), 200)]
#[tokio::test]
async fn with_a_key_set_requests_must_bring_it(#[case] header: Option<&str>, #[case] status: u16) {
    let phone = start(PhoneOptions { key: Some("dr_sk_1".into()), ..options() }).await;
    let mut request = client().get(format!("{}/devices", phone.url()));
    if let Some(header) = header {
        request = request.header("authorization", header);
    }
    assert_eq!(request.send().await.unwrap().status(), status);
    assert!(!format!("{:?}", phone.requests()).contains("dr_sk"));
}

#[tokio::test]
async fn a_refused_key_executes_nothing_and_uses_up_no_fault() {
    let faults = vec!["status=429@tap*1".parse().unwrap()];
    let phone = start(PhoneOptions { key: Some("dr_sk_1".into()), faults, ..options() }).await;
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 401);
    let request = ask(&phone, "POST", "/tap", &tap()).bearer_auth("dr_sk_1");
    assert_eq!(request.send().await.unwrap().status(), 429);
}

#[tokio::test]
async fn unknown_headers_are_tolerated_and_an_idempotency_key_does_not_deduplicate() {
    let phone = start(options()).await;
    for _ in 0..2 {
        let request = ask(&phone, "POST", "/tap", &tap())
            .header("idempotency-key", "stainless-python-retry-1")
            .header("x-device-display-id", "0")
            .header("x-stainless-retry-count", "0");
        assert_eq!(request.send().await.unwrap().status(), 204);
    }
    assert_eq!(executed(&phone), [true, true]);
    assert_eq!(phone.requests()[1].header("idempotency-key"), Some("stainless-python-retry-1"));
}

#[rstest]
#[case("POST", "/tap", tap(), Endpoint::Tap)]
#[case("POST", "/tap", json!({"x": -5, "y": 99_999_999_999_i64, "humanize": true, "stealth": true}), Endpoint::Tap)]
#[case("POST", "/swipe", swipe_with(&json!({"holdMs": 500})), Endpoint::Swipe)]
#[case("POST", "/swipe", swipe(i64::from(i32::MAX)), Endpoint::Swipe)]
#[case("POST", "/global", json!({"action": 2}), Endpoint::Global)]
#[case("PUT", "/keyboard", json!({"key": 66}), Endpoint::Key)]
#[case("POST", "/keyboard", json!({"text": "x", "clear": true, "completionMode": "committed"}), Endpoint::Write)]
#[case("POST", "/keyboard", json!({"text": "", "errorRate": -1, "wpm": 0}), Endpoint::Write)]
#[case("DELETE", "/keyboard", Value::Null, Endpoint::Clear)]
#[case("PUT", "/apps/com.android.settings", json!({}), Endpoint::StartApp)]
#[case("PUT", "/apps/com.android.settings", Value::Null, Endpoint::StartApp)]
#[case("PATCH", "/apps/com.android.settings", json!({}), Endpoint::StopApp)]
#[case("POST", "/location", json!({"latitude": -33, "longitude": 151.2}), Endpoint::SetLocation)]
#[case("DELETE", "/location", Value::Null, Endpoint::ResetLocation)]
#[case("POST", "/timezone", json!({"timezone": "Europe/Berlin"}), Endpoint::SetTimezone)]
#[case("POST", "/language", json!({"locale": "de-DE"}), Endpoint::SetLanguage)]
#[case("POST", "/clipboard", json!({"text": ""}), Endpoint::SetClipboard)]
#[case("DELETE", "/apps/com.example.notes", json!({}), Endpoint::DeleteApp)]
#[case("PUT", "/apps/com.example.notes/permissions/POST_NOTIFICATIONS", Value::Null, Endpoint::Grant)]
#[case("DELETE", "/apps/com.example.notes/permissions/POST_NOTIFICATIONS", json!({}), Endpoint::Revoke)]
#[tokio::test]
async fn an_action_is_answered_204_without_a_body(
    #[case] method: &str,
    #[case] path: &str,
    #[case] body: Value,
    #[case] endpoint: Endpoint,
) {
    let phone = start(options()).await;
    let response = send(&phone, method, path, body).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    assert!(response.bytes().await.unwrap().is_empty());
    let request = &phone.requests()[0];
    assert_eq!((request.endpoint, request.status), (Some(endpoint), Some(204)));
    assert_eq!(request.executed.as_ref().unwrap().input, Some(1));
}

#[tokio::test]
async fn the_log_tells_what_arrived_in_order_and_what_was_done() {
    let phone = start(options()).await;
    send(&phone, "POST", "/tap", json!({"x": 1, "y": 2})).await;
    send(&phone, "POST", "/tap", json!({"x": 1})).await;
    send(&phone, "PUT", "/keyboard", json!({"key": 4})).await;
    let requests = phone.requests();
    let told: Vec<_> = requests.iter().map(|request| (request.number, request.status)).collect();
    assert_eq!(told, [(1, Some(204)), (2, Some(422)), (3, Some(204))]);
    assert_eq!(requests[0].executed.as_ref().unwrap().command, Command::Tap { x: 1, y: 2 });
    assert_eq!(requests[1].body, r#"{"x":1}"#);
    assert_eq!(requests[2].executed.as_ref().unwrap().input, Some(2));
    assert_eq!(requests[2].target, format!("/v1/devices/{}/keyboard", phone.device_id()));
}

#[tokio::test]
async fn connections_that_ask_for_nothing_keep_nobody_out() {
    let phone = start(options()).await;
    let address = phone.url().trim_start_matches("http://").trim_end_matches("/v1").to_owned();
    let mut idle = Vec::new();
    for _ in 0..600 {
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, b"GET /v1/devices HTTP/1.1\r\nX: ").await.unwrap();
        idle.push(stream);
    }
    assert_eq!(list(&phone, "page=1").await.status(), StatusCode::OK);
}
