//! Managing devices and their apps: reset, reboot, stop, resume, name, overlay, install, delete, permissions.

use std::time::Duration;

use goalpost::phone::{Command, DeviceState, Phone, PhoneOptions};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

async fn state(phone: &Phone) -> String {
    json(get(phone, "").await).await["state"].as_str().unwrap().to_owned()
}

async fn app_in_front(phone: &Phone) -> Value {
    phone.clock().sleep(Duration::from_secs(1)).await;
    json(get(phone, "/ui-state?filter=false").await).await["phone_state"]["packageName"].clone()
}

#[rstest]
#[case::omitted(Value::Null)]
#[case::empty(json!({}))]
#[case::full(json!({"mode": "full"}))]
#[tokio::test]
async fn a_reset_wipes_the_phone_and_takes_its_time(#[case] body: Value) {
    let phone = start(options()).await;
    phone.android().unwrap().set("dark_theme", true);
    assert_eq!(send(&phone, "POST", "/reset", body).await.status(), 204);
    assert_eq!(state(&phone).await, "resetting");
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 409);
    assert_eq!(json(get(&phone, "/wait").await).await["state"], "ready");
    assert_eq!(phone.android().unwrap().value("dark_theme"), Some(&false.into()));
    assert_eq!(phone.requests()[0].executed.as_ref().unwrap().command, Command::Reset);
}

#[tokio::test]
async fn a_mode_of_reset_that_the_device_has_not_is_refused() {
    let phone = start(options()).await;
    let response = send(&phone, "POST", "/reset", json!({"mode": "identity"})).await;
    assert_eq!(response.status(), 400);
    assert!(problem(response).await["detail"].as_str().unwrap().contains("DEVICE_TOOL_UNSUPPORTED"));
    let response = send(&phone, "POST", "/reset", json!({"mode": "some"})).await;
    assert_eq!(problem(response).await["errors"][0]["location"], "body.mode");
    assert_eq!(executed(&phone), [false, false]);
}

#[tokio::test]
async fn a_reboot_closes_apps_and_keeps_settings() {
    let phone = start(options()).await;
    send(&phone, "PUT", "/apps/com.android.settings", json!({})).await;
    phone.android().unwrap().set("dark_theme", true);
    assert_eq!(send(&phone, "POST", "/reboot", Value::Null).await.status(), 204);
    assert_eq!(state(&phone).await, "rebooting");
    assert_eq!(send(&phone, "POST", "/reboot", Value::Null).await.status(), 409);
    get(&phone, "/wait").await;
    assert_ne!(app_in_front(&phone).await, "com.android.settings");
    assert_eq!(phone.android().unwrap().value("dark_theme"), Some(&true.into()));
}

#[tokio::test]
async fn a_stopped_device_stays_so_until_it_is_resumed() {
    let phone = start(options()).await;
    assert_eq!(send(&phone, "POST", "/resume", Value::Null).await.status(), 204, "harmless while awake");
    assert_eq!(state(&phone).await, "ready");
    assert_eq!(send(&phone, "POST", "/stop", Value::Null).await.status(), 204);
    phone.clock().sleep(Duration::from_secs(3600)).await;
    assert_eq!(state(&phone).await, "stopped");
    assert_eq!(get(&phone, "/ui-state?filter=false").await.status(), 409);
    assert_eq!(send(&phone, "POST", "/resume", json!({})).await.status(), 204);
    assert_eq!(state(&phone).await, "assigned");
    assert_eq!(json(get(&phone, "/wait").await).await["state"], "ready");
    assert_eq!(get(&phone, "/ui-state?filter=false").await.status(), 200);
}

#[tokio::test]
async fn a_device_that_is_gone_cannot_be_managed() {
    let phone = start(PhoneOptions { state: DeviceState::Terminated, ..options() }).await;
    for path in ["/reset", "/reboot", "/stop", "/resume"] {
        assert_eq!(send(&phone, "POST", path, Value::Null).await.status(), 409, "{path}");
    }
}

#[tokio::test]
async fn a_name_is_given_in_any_state_and_found_by() {
    let phone = start(PhoneOptions { state: DeviceState::Stopped, ..options() }).await;
    let device = json(send(&phone, "PUT", "/name", json!({"name": "Desk \u{e9}"})).await).await;
    assert_eq!((&device["name"], &device["id"]), (&json!("Desk \u{e9}"), &json!(phone.device_id())));
    assert_eq!(json(list(&phone, "name=Desk%20%C3%A9").await).await["pagination"]["total"], 1);
    assert_eq!(json(list(&phone, "name=phone-1").await).await["pagination"]["total"], 0);
    for body in [json!({"name": ""}), json!({"name": 7}), json!({}), json!({"name": "a", "color": "red"})] {
        assert_eq!(send(&phone, "PUT", "/name", body).await.status(), 422);
    }
}

#[tokio::test]
async fn the_overlay_is_seen_on_pictures_unless_it_is_hidden_there() {
    let phone = start(options()).await;
    let picture = async |path: &str| get(&phone, path).await.bytes().await.unwrap();
    let plain = picture("/screenshot").await;
    assert_eq!(json(get(&phone, "/overlay").await).await["visible"], false);
    assert_eq!(send(&phone, "POST", "/overlay", json!({"visible": true})).await.status(), 204);
    assert_eq!(json(get(&phone, "/overlay").await).await["visible"], true);
    assert_ne!(picture("/screenshot?hideOverlay=false").await, plain);
    assert_eq!(picture("/screenshot?hideOverlay=true").await, plain);
    assert_eq!(send(&phone, "POST", "/overlay", json!({"visible": "yes"})).await.status(), 422);
    assert_eq!(phone.android().unwrap().inputs(), 0, "the phone itself is not touched");
}

#[rstest]
#[case::not_in_the_library(json!({"packageName": "com.example.notes", "background": true}), 404)]
#[case::no_package(json!({}), 422)]
#[case::for_ios(json!({"bundleId": "com.example.notes"}), 422)]
#[case::protected(json!({"packageName": "com.mobilerun.portal"}), 403)]
#[case::version(json!({"packageName": "a", "versionCode": "7"}), 422)]
#[tokio::test]
async fn there_is_nothing_to_install(#[case] body: Value, #[case] status: u16) {
    let phone = start(options()).await;
    let response = send(&phone, "POST", "/apps", body).await;
    assert_eq!(response.status(), status);
    problem(response).await;
    assert_eq!(executed(&phone), [false]);
    assert_eq!(json(get(&phone, "/apps/installs").await).await["installs"], Value::Null, "no attempt is kept");
}

#[tokio::test]
async fn an_app_is_deleted_once() {
    let phone = start(options()).await;
    let path = "/apps/com.example.notes";
    assert!(get(&phone, "/packages").await.text().await.unwrap().contains("com.example.notes"));
    assert_eq!(send(&phone, "DELETE", path, json!({})).await.status(), 204);
    assert_eq!(json(get(&phone, "/packages").await).await, Value::Null);
    assert_eq!(send(&phone, "DELETE", path, Value::Null).await.status(), 404);
}

#[rstest]
#[case::system("com.android.settings", 400)]
#[case::protected("com.mobilerun.portal", 403)]
#[case::not_installed("com.example.nothing", 404)]
#[tokio::test]
async fn an_app_that_cannot_be_deleted_is_refused(#[case] package: &str, #[case] status: u16) {
    let phone = start(options()).await;
    let response = send(&phone, "DELETE", &format!("/apps/{package}"), json!({})).await;
    assert_eq!(response.status(), status);
    assert!(problem(response).await["detail"].as_str().unwrap().contains(package));
}

#[tokio::test]
async fn notifications_are_the_only_permission() {
    let phone = start(options()).await;
    let path = |package: &str, permission: &str| format!("/apps/{package}/permissions/{permission}");
    let notes = path("com.example.notes", "POST_NOTIFICATIONS");
    let granted = || phone.android().unwrap().value("notifications.com.example.notes").cloned();
    assert_eq!(granted(), Some(false.into()));
    assert_eq!(send(&phone, "PUT", &notes, Value::Null).await.status(), 204);
    assert_eq!(granted(), Some(true.into()));
    assert_eq!(send(&phone, "DELETE", &notes, Value::Null).await.status(), 204);
    assert_eq!(granted(), Some(false.into()));
    for (path, status) in [
        (path("com.example.notes", "CAMERA"), 400),
        (path("com.mobilerun.portal", "POST_NOTIFICATIONS"), 403),
        (path("com.example.nothing", "POST_NOTIFICATIONS"), 404),
    ] {
        for method in ["PUT", "DELETE"] {
            assert_eq!(send(&phone, method, &path, Value::Null).await.status(), status, "{method} {path}");
        }
    }
}
