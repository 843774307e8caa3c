//! Control of a running phone beside the API, and its log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use goalpost::phone::{Phone, PhoneOptions, RequestLog};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::support::*;

async fn control(phone: &Phone, method: &str, path: &str, body: Value) -> Response {
    let url = format!("{}/control{path}", phone.url().strip_suffix("/v1").unwrap());
    let request = client().request(Method::from_bytes(method.as_bytes()).unwrap(), url);
    let request = if body.is_null() { request } else { request.body(body.to_string()) };
    request.send().await.unwrap()
}

#[tokio::test]
async fn faults_are_set_told_and_unset_while_the_phone_runs() {
    let phone = start(options()).await;
    assert_eq!(control(&phone, "POST", "/faults", json!({"fault": "status=429:2@tap"})).await.status(), 204);
    let told = json(control(&phone, "GET", "/faults", Value::Null).await).await;
    assert_eq!(told["faults"], json!(["status=429:2@tap"]));
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 429);
    assert_eq!(control(&phone, "DELETE", "/faults", Value::Null).await.status(), 204);
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
}

#[tokio::test]
async fn what_curl_sends_without_further_words_is_taken() {
    let phone = start(options()).await;
    for (path, body) in [
        ("/faults", json!({"fault": "status=429@tap"})),
        ("/latency", json!({"latency": "tap=5"})),
        ("/state", json!({"state": "ready"})),
    ] {
        let url = format!("{}/control{path}", phone.url().strip_suffix("/v1").unwrap());
        let request = client().post(url).header("content-type", "application/x-www-form-urlencoded");
        assert_eq!(request.body(body.to_string()).send().await.unwrap().status(), 204, "{path}");
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_what_there_is() {
    let phone = start(options()).await;
    for (path, body, says) in [
        ("/faults", json!({"fault": "reply_lots"}), "reply_lost"),
        ("/faults", json!({}), "required property fault"),
        ("/latency", json!({"latency": "tab=5"}), "tap"),
        ("/state", json!({"state": "ready", "ms": 1.5}), "int"),
    ] {
        let response = control(&phone, "POST", path, body).await;
        assert_eq!(response.status(), 422);
        assert!(problem(response).await["errors"][0]["message"].as_str().unwrap().contains(says), "{path}");
    }
    assert_eq!(control(&phone, "POST", "/state", json!({"state": "ready", "device": "x"})).await.status(), 404);
    assert_eq!(control(&phone, "GET", "/nothing", Value::Null).await.status(), 404);
    assert_eq!(control(&phone, "PUT", "/faults", Value::Null).await.status(), 405);
}

#[tokio::test]
async fn latency_and_state_are_changed_while_the_phone_runs() {
    let phone = start(options()).await;
    let begun = phone.clock().now();
    control(&phone, "POST", "/latency", json!({"latency": "time=250"})).await;
    get(&phone, "/time").await;
    assert_eq!(phone.clock().since(begun), Duration::from_millis(250));
    control(&phone, "POST", "/state", json!({"state": "maintenance", "ms": 5000})).await;
    assert_eq!(get(&phone, "/time").await.status(), 409);
    phone.clock().sleep(Duration::from_secs(5)).await;
    assert_eq!(get(&phone, "/time").await.status(), 200);
}

#[tokio::test]
async fn changes_name_the_input_that_caused_them_and_requests_the_input_they_were() {
    let phone = start(options()).await;
    let path = "/apps/com.example.notes/permissions/POST_NOTIFICATIONS";
    send(&phone, "PUT", path, Value::Null).await;
    phone.android().unwrap().set("battery_saver", true);
    let changes = json(control(&phone, "GET", "/changes", Value::Null).await).await;
    assert_eq!(changes[0]["fact"], "notifications.com.example.notes");
    assert_eq!(
        (&changes[0]["from"], &changes[0]["to"], &changes[0]["input"]),
        (&json!(false), &json!(true), &json!(1))
    );
    assert_eq!(changes[1]["input"], Value::Null, "the phone itself");
    let requests = json(control(&phone, "GET", "/requests", Value::Null).await).await;
    assert_eq!(requests.as_array().unwrap().len(), 1, "control itself is not logged");
    assert_eq!(
        requests[0]["executed"],
        json!({"command": "permit", "package": "com.example.notes", "granted": true, "input": 1})
    );
}

#[tokio::test]
async fn facts_are_told_and_set_as_the_phone_would() {
    let phone = start(options()).await;
    let set = |facts: Value| control(&phone, "POST", "/facts", json!({"facts": facts}));
    let facts = json!({"contacts.1.first_name": "Ada", "dark_theme": true, "brightness": 7});
    assert_eq!(set(facts).await.status(), 204);
    assert_eq!(set(json!({"contacts.1.first_name": null})).await.status(), 204);
    let told = json(control(&phone, "GET", "/facts", Value::Null).await).await;
    assert_eq!((&told["dark_theme"], &told["brightness"]), (&json!(true), &json!(7)));
    assert!(told.get("contacts.1.first_name").is_none());
    let changes = json(control(&phone, "GET", "/changes", Value::Null).await).await;
    assert!(changes.as_array().unwrap().iter().all(|change| change["input"].is_null()));
    assert_eq!(set(json!({"dark_theme": false, "brightness": [1]})).await.status(), 422);
    assert_eq!(phone.android().unwrap().value("dark_theme"), Some(&true.into()), "all or nothing");
}

#[tokio::test]
async fn control_asks_for_the_key_that_the_api_asks_for() {
    let phone = start(PhoneOptions { key: Some("dr_sk_1".into()), ..options() }).await;
    assert_eq!(control(&phone, "GET", "/requests", Value::Null).await.status(), 401);
}

/// Where a log is written to, to be looked at.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_is_written_as_json_lines_with_what_was_executed_even_if_no_reply_was_had() {
    let paper = Paper::default();
    let log = Some(RequestLog::new(paper.clone()));
    let phone = start(PhoneOptions { log, key: Some("dr_sk_1".into()), ..options() }).await;
    send(&phone, "POST", "/tap", tap()).await;
    phone.fault("reply_lost*1".parse().unwrap());
    assert!(ask(&phone, "POST", "/tap", &tap()).bearer_auth("dr_sk_1").send().await.is_err());
    let swipe = ask(&phone, "POST", "/swipe", &swipe(300)).bearer_auth("dr_sk_1").header("idempotency-key", "k1");
    assert_eq!(swipe.send().await.unwrap().status(), 204);
    phone.stop().await;
    let text = String::from_utf8(paper.0.lock().unwrap().clone()).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.sort_by_key(|line| line["number"].as_u64());
    let told: Vec<_> = lines.iter().map(|line| (&line["status"], &line["executed"]["command"])).collect();
    let (none, tap, swipe) = (Value::Null, json!("tap"), json!("swipe"));
    assert_eq!(told, [(&json!(401), &none), (&none, &tap), (&json!(204), &swipe)]);
    assert_eq!((&lines[1]["faults"], &lines[2]["idempotency_key"]), (&json!(["reply_lost"]), &json!("k1")));
    assert_eq!(lines[2]["executed"]["duration_ms"], 300);
    assert!(!text.contains("dr_sk_1"));
}

async fn in_front(phone: &Phone) -> Value {
    phone.clock().sleep(Duration::from_secs(1)).await;
    json(get(phone, "/ui-state?filter=false").await).await["phone_state"]["packageName"].clone()
}

#[tokio::test]
async fn an_app_can_be_made_to_hang_now_later_or_when_it_is_started() {
    let phone = start(options()).await;
    let hang = async |body: Value| control(&phone, "POST", "/hang", body).await.status();
    let start = async |package: &str| send(&phone, "PUT", &format!("/apps/{package}"), json!({})).await;
    let wait = json!({"x": 540, "y": 1360});
    assert_eq!(hang(json!({"start": "com.android.settings"})).await, 204);
    start("com.google.android.apps.recorder").await;
    assert_ne!(in_front(&phone).await, "android");
    start("com.android.settings").await;
    assert_eq!(in_front(&phone).await, "android");
    send(&phone, "POST", "/tap", wait.clone()).await;
    assert_eq!(in_front(&phone).await, "com.android.settings");
    assert_eq!(hang(json!({"input": 5})).await, 204);
    send(&phone, "POST", "/tap", tap()).await;
    assert_eq!(in_front(&phone).await, "com.android.settings");
    send(&phone, "POST", "/tap", tap()).await;
    assert_eq!(in_front(&phone).await, "android");
    send(&phone, "POST", "/tap", wait).await;
    assert_eq!(hang(Value::Null).await, 204);
    assert_eq!(in_front(&phone).await, "android");
    assert_eq!(hang(json!({"input": 0})).await, 422);
    assert_eq!(hang(json!({"input": 9, "start": "a"})).await, 422);
}

#[rstest::rstest]
#[case::allowed("com.android.settings", 204)]
#[case::not_allowed("com.example.notes", 403)]
#[case::not_installed("com.example.nothing", 404)]
#[tokio::test]
async fn an_app_notifies_if_it_may(#[case] package: &str, #[case] status: u16) {
    let phone = start(options()).await;
    let body = json!({"package": package, "title": "Battery low", "text": "15% left"});
    assert_eq!(control(&phone, "POST", "/notification", body).await.status(), status);
    send(&phone, "POST", "/global", json!({"action": 4})).await;
    phone.clock().sleep(Duration::from_secs(1)).await;
    let shade = get(&phone, "/ui-state?filter=false").await.text().await.unwrap();
    assert_eq!(shade.contains("Battery low"), status == 204);
}
