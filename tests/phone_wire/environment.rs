//! The phone's environment: location, time zone, language, clipboard; and devices that lack a capability.

use std::time::Duration;

use goalpost::phone::Phone;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

/// What is read there, without the name of its schema.
async fn read(phone: &Phone, path: &str) -> Value {
    let mut reply = json(get(phone, path).await).await;
    let schema = reply.as_object_mut().unwrap().remove("$schema");
    assert!(schema.is_some_and(|schema| schema.is_string()));
    reply
}

async fn set(phone: &Phone, path: &str, body: &Value) {
    assert_eq!(send(phone, "POST", path, body.clone()).await.status(), 204, "{path}");
}

#[rstest]
#[case::location("/location", json!({"latitude": 52.52, "longitude": 13.405}))]
#[case::whole_degrees("/location", json!({"latitude": -90.0, "longitude": 180.0}))]
#[case::timezone("/timezone", json!({"timezone": "Pacific/Auckland"}))]
#[case::language("/language", json!({"locale": "zh-Hans-CN"}))]
#[case::clipboard("/clipboard", json!({"text": "\u{1f600} two\nlines"}))]
#[case::empty_clipboard("/clipboard", json!({"text": ""}))]
#[tokio::test]
async fn what_is_set_is_read_and_is_a_change_by_that_input(#[case] path: &str, #[case] value: Value) {
    let phone = start(options()).await;
    set(&phone, path, &value).await;
    assert_eq!(read(&phone, path).await, value);
    let executed = phone.requests()[0].executed.clone().unwrap();
    assert_eq!(executed.input, Some(1));
    let android = phone.android().unwrap();
    assert!(android.changes().all(|change| change.cause == goalpost::phone::Cause::Input(1)));
    assert!(android.changes().count() > 0 || value == json!({"text": ""}));
}

#[tokio::test]
async fn a_location_is_given_back_to_the_phone() {
    let phone = start(options()).await;
    let own = read(&phone, "/location").await;
    assert!(own["latitude"].is_f64() && own["longitude"].is_f64());
    set(&phone, "/location", &json!({"latitude": 1, "longitude": 2})).await;
    assert_eq!(send(&phone, "DELETE", "/location", Value::Null).await.status(), 204);
    assert_eq!(read(&phone, "/location").await, own);
}

#[tokio::test]
async fn the_time_is_told_in_the_zone_of_the_phone() {
    let phone = start(options()).await;
    set(&phone, "/timezone", &json!({"timezone": "Asia/Kolkata"})).await;
    assert_eq!(json(get(&phone, "/time").await).await, "2026-09-01T15:30:00+05:30");
}

#[tokio::test]
async fn a_language_with_a_restart_closes_all_apps_for_a_while() {
    let phone = start(options()).await;
    send(&phone, "PUT", "/apps/com.android.settings", json!({})).await;
    set(&phone, "/language", &json!({"locale": "de-DE", "restart": true})).await;
    phone.clock().sleep(Duration::from_millis(300)).await;
    assert_eq!(get(&phone, "/ui-state?filter=false").await.status(), 500);
    phone.clock().sleep(Duration::from_secs(2)).await;
    let state = json(get(&phone, "/ui-state?filter=false").await).await;
    assert_ne!(state["phone_state"]["packageName"], "com.android.settings");
    assert_eq!(phone.android().unwrap().value("language"), Some(&"de-DE".into()));
}

#[tokio::test]
async fn a_language_without_a_restart_waits_for_the_next_reboot() {
    let phone = start(options()).await;
    set(&phone, "/language", &json!({"locale": "de-DE"})).await;
    assert_eq!(read(&phone, "/language").await["locale"], "de-DE", "it is written");
    assert_eq!(phone.android().unwrap().value("language"), Some(&"en-US".into()), "and not spoken yet");
    send(&phone, "POST", "/reboot", Value::Null).await;
    assert_eq!(phone.android().unwrap().value("language"), Some(&"de-DE".into()));
}

#[rstest]
#[case::clipboard("clipboard", &[("GET", "/clipboard"), ("POST", "/clipboard")])]
#[case::geo("geo", &[("GET", "/location"), ("POST", "/location"), ("DELETE", "/location")])]
#[case::language("language", &[("GET", "/language"), ("POST", "/language")])]
#[case::time("time", &[("GET", "/time"), ("GET", "/timezone"), ("POST", "/timezone")])]
#[case::apps("apps", &[("GET", "/apps"), ("GET", "/packages"), ("PUT", "/apps/com.android.settings")])]
#[tokio::test]
async fn a_device_that_lacks_a_capability_says_so_and_refuses_what_needs_it(
    #[case] capability: &str,
    #[case] calls: &[(&str, &str)],
) {
    let phone = faulty(&[&format!("lacks={capability}")]).await;
    assert_eq!(read(&phone, "/capabilities").await["capabilities"][capability], false);
    assert_eq!(read(&phone, "/capabilities").await["capabilities"]["accessibility"], true);
    for (method, path) in calls {
        let body = if *method == "GET" { Value::Null } else { json!({}) };
        let response = send(&phone, method, path, body).await;
        assert_eq!(response.status(), 400, "{method} {path}");
        assert!(problem(response).await["detail"].as_str().unwrap().contains("DEVICE_TOOL_UNSUPPORTED"));
    }
    assert_eq!(get(&phone, "/ui-state?filter=false").await.status(), 200, "all else works");
    assert!(!executed(&phone).contains(&true));
}

#[tokio::test]
async fn a_device_that_cannot_be_parked_has_nothing_there() {
    let phone = faulty(&["lacks=stop"]).await;
    assert_eq!(send(&phone, "POST", "/stop", Value::Null).await.status(), 404);
}

#[tokio::test]
async fn a_capability_that_is_not_told_of_works_all_the_same() {
    let phone = faulty(&["untold=clipboard"]).await;
    let told = read(&phone, "/capabilities").await;
    assert_eq!((told["capabilities"].get("clipboard"), &told["capabilities"]["geo"]), (None, &json!(true)));
    assert_eq!(get(&phone, "/clipboard").await.status(), 200);
}

#[tokio::test]
async fn the_clipboard_is_refused_while_another_keyboard_is_selected() {
    let phone = faulty(&["other_keyboard*2"]).await;
    for (method, body) in [("GET", Value::Null), ("POST", json!({"text": "a"}))] {
        let response = send(&phone, method, "/clipboard", body).await;
        assert_eq!(response.status(), 409);
        assert!(problem(response).await["detail"].as_str().unwrap().contains("keyboard"));
    }
    assert_eq!(get(&phone, "/clipboard").await.status(), 200);
}

#[tokio::test]
async fn a_time_zone_may_be_missing_and_values_null() {
    let phone = faulty(&["no_timezone*1"]).await;
    assert_eq!(read(&phone, "/timezone").await, json!({}));
    assert_eq!(read(&phone, "/timezone").await, json!({"timezone": "UTC"}));
    let phone = faulty(&["null_values"]).await;
    assert_eq!(read(&phone, "/location").await, json!({"latitude": null, "longitude": null}));
    assert_eq!(read(&phone, "/clipboard").await, json!({"text": null}));
    assert_eq!(json(get(&phone, "/time").await).await, Value::Null);
}

#[rstest]
#[case("/location")]
#[case("/timezone")]
#[case("/language")]
#[case("/clipboard")]
#[tokio::test]
async fn a_device_that_is_not_ready_tells_nothing_of_its_environment(#[case] path: &str) {
    let phone = start(options()).await;
    phone.set_state(phone.device_id(), goalpost::phone::DeviceState::Maintenance, None);
    assert_eq!(get(&phone, path).await.status(), 409);
}
