//! Reads of the phone: its screen, a picture of it, its time and its apps.

use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

#[tokio::test]
async fn a_ui_state_has_its_four_parts_and_closed_nodes() {
    let phone = start(options()).await;
    let state = json(get(&phone, "/ui-state?filter=false").await).await;
    let members: Vec<_> = state.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(members, ["$schema", "a11y_tree", "ime_tree", "phone_state", "device_context"]);
    let mut pending = vec![&state["a11y_tree"]];
    let mut nodes = 0;
    while let Some(node) = pending.pop() {
        nodes += 1;
        assert_eq!(node.as_object().unwrap().len(), 18, "{node}");
        assert!(node["className"].as_str().unwrap().contains('.'));
        assert!(node["boundsInScreen"]["bottom"].is_i64());
        pending.extend(node["children"].as_array().into_iter().flatten());
    }
    assert!(nodes > 3, "the launcher has icons");
    assert_eq!(state["ime_tree"]["boundsInScreen"], json!({"left": 0, "top": 0, "right": 0, "bottom": 0}));
    assert_eq!(state["ime_tree"]["children"], Value::Null);
    assert_eq!(state["phone_state"]["keyboardVisible"], false);
    assert_eq!(state["device_context"]["screen_bounds"], json!({"width": 1080, "height": 2400}));
}

#[rstest]
#[case::old("GET", "/screenshot?hideOverlay=false")]
#[case::new("POST", "/screenshots")]
#[tokio::test]
async fn both_forms_of_the_screenshot_are_a_png_of_the_screens_size(#[case] method: &str, #[case] path: &str) {
    let phone = start(options()).await;
    let response = send(&phone, method, path, Value::Null).await;
    assert_eq!(response.headers()["content-type"], "image/png");
    assert!(!response.headers().contains_key("x-screenshot-saved"));
    let bytes = response.bytes().await.unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&bytes[16..24], &[0, 0, 4, 56, 0, 0, 9, 96]);
}

#[tokio::test]
async fn a_screenshot_that_should_be_saved_says_whether_it_was() {
    let phone = start(options()).await;
    assert_eq!(get(&phone, "/screenshot?save=true").await.headers()["x-screenshot-saved"], "false");
}

#[tokio::test]
async fn the_time_is_a_json_string_by_the_phones_clock() {
    let phone = start(options()).await;
    assert_eq!(json(get(&phone, "/time").await).await, "2026-09-01T10:00:00+00:00");
}

#[tokio::test]
async fn system_and_protected_apps_are_listed_only_when_asked_for() {
    let phone = start(options()).await;
    let has = async |path: &str, package: &str| get(&phone, path).await.text().await.unwrap().contains(package);
    assert!(!has("/apps", "com.android.settings").await);
    assert!(has("/apps?includeSystemApps=true", "com.android.settings").await);
    assert!(has("/packages?includeSystemPackages=true", "com.android.settings").await);
    assert!(!has("/apps?includeSystemApps=true", "com.mobilerun.portal").await);
    assert!(has("/packages?includeProtectedPackages=true", "com.mobilerun.portal").await);
    let apps = json(get(&phone, "/apps?includeSystemApps=true").await).await;
    let settings = apps.as_array().unwrap().iter().find(|app| app["packageName"] == "com.android.settings").unwrap();
    assert_eq!(settings["isSystemApp"], true);
    assert!(settings["versionCode"].is_i64() && settings["label"].is_string());
}

#[rstest]
#[case::protected("com.mobilerun.portal", 403)]
#[case::not_installed("com.example.nothing", 404)]
#[tokio::test]
async fn an_app_that_cannot_be_started_or_stopped_is_refused(#[case] package: &str, #[case] status: u16) {
    let phone = start(options()).await;
    for method in ["PUT", "PATCH"] {
        let response = send(&phone, method, &format!("/apps/{package}"), json!({})).await;
        assert_eq!(response.status(), status);
        assert!(problem(response).await["detail"].as_str().unwrap().contains(package));
    }
    assert_eq!(executed(&phone), [false, false]);
}

#[tokio::test]
async fn the_picture_follows_the_phone() {
    let phone = start(options()).await;
    let picture = async || {
        phone.clock().sleep(Duration::from_secs(1)).await;
        get(&phone, "/screenshot").await.bytes().await.unwrap()
    };
    let home = picture().await;
    send(&phone, "PUT", "/apps/com.android.settings", json!({})).await;
    let light = picture().await;
    assert_ne!(home, light);
    assert_eq!(light, picture().await, "drawn the same as long as nothing changes");
    phone.android().unwrap().set("dark_theme", true);
    let dark = picture().await;
    assert!(brightness(&light) > 0.8, "{}", brightness(&light));
    assert!(brightness(&dark) < 0.2, "{}", brightness(&dark));
}
