//! Reading the screen, the apps and the other channels.

use crate::*;

#[rstest]
#[case::as_reported(json!({"screen_bounds": {"width": 720, "height": 1280}}), (720, 1280))]
#[case::display_metrics(json!({"screen_bounds": {"width": 0, "height": 0},
    "screen_size": {"width": 5, "height": 6}, "display_metrics": {"widthPixels": 1080, "heightPixels": 2400}}),
    (1080, 2400))]
#[case::older_name(json!({"screen_size": {"width": 800, "height": 1600}}), (800, 1600))]
#[case::root(json!({}), (720, 1280))]
#[case::no_context(json!(null), (720, 1280))]
#[tokio::test]
async fn a_missing_screen_size_is_repaired(#[case] context: serde_json::Value, #[case] size: (i64, i64)) {
    let server = RawServer::scripted([Then::json(200, &ui_state(&context))]).await;
    let observation = device(&server).observe().await.unwrap();
    assert_eq!(observation.screen, Size { width: size.0, height: size.1 });
    assert_eq!(server.lines(), ["GET /v1/devices/d-1/ui-state?filter=false"]);
    assert_eq!(observation.device_id, "d-1");
}

#[tokio::test]
async fn a_screen_size_that_wavers_is_widened_and_never_shrunk() {
    let sized = |width, height| ui_state(&json!({"screen_bounds": {"width": width, "height": height}}));
    let server = RawServer::scripted([Then::json(200, &sized(1440, 3088)), Then::json(200, &sized(1200, 1628))]).await;
    let device = device(&server);
    let (first, second) = (device.observe().await.unwrap(), device.observe().await.unwrap());
    assert_eq!(first.screen, second.screen);
    assert_eq!(first.fingerprint, second.fingerprint);
}

#[rstest]
#[case::as_an_error(500, r#"{"error":"No active window or root filtered out"}"#)]
#[case::as_a_refusal(400, "Accessibility service not available")]
#[case::inside_a_success(200, r#"{"error":"No active window or root filtered out"}"#)]
#[case::no_tree(200, r#"{"a11y_tree":null,"phone_state":{}}"#)]
#[tokio::test]
async fn a_window_that_is_changing_is_read_again(#[case] status: u16, #[case] body: &str) {
    let trouble = Then::json(status, body);
    let fine = Then::json(200, &ui_state(&json!({})));
    let server = RawServer::scripted([trouble.clone(), trouble, fine]).await;
    assert!(device(&server).observe().await.is_ok());
    assert_eq!(server.seen().len(), 3);
}

#[rstest]
#[case(r#"[{"packageName":"a.b","label":"Bee"},{"packageName":"c.d","label":""},{"label":"none"},{"packageName":"e.f"}]"#,
    &[("a.b", "Bee"), ("c.d", "c.d"), ("e.f", "e.f")])]
#[case("null", &[])]
#[case("[]", &[])]
#[case(r#"[{"packageName":"x","label":"half \ud83d"}]"#, &[("x", "half \u{fffd}")])]
#[tokio::test]
async fn apps_have_a_name_in_any_case(#[case] body: &str, #[case] expected: &[(&str, &str)]) {
    let server = RawServer::scripted([Then::json(200, body)]).await;
    let apps = device(&server).apps().await.unwrap();
    let apps: Vec<_> = apps.iter().map(|app| (app.package.as_str(), app.label.as_str())).collect();
    assert_eq!(apps, expected);
    assert_eq!(server.lines(), ["GET /v1/devices/d-1/apps?includeSystemApps=true"]);
}

#[tokio::test]
async fn an_older_server_is_asked_the_older_way_for_a_picture() {
    let server = RawServer::start(|_, seen| match seen.line() {
        "POST /v1/devices/d-1/screenshots" => Then::json(405, ""),
        _ => Then::json(200, "\"iVBORw0KGgo=\""),
    })
    .await;
    let reading = device(&server).read(Channel::Screenshot).await;
    assert!(matches!(reading, Reading::Value(Value::Bytes(_))), "{reading:?}");
    assert_eq!(server.lines()[1], "GET /v1/devices/d-1/screenshot");
}

#[rstest]
#[case::not_there(404, "", false)]
#[case::lacking(400, "DEVICE_TOOL_UNSUPPORTED", true)]
#[case::not_built(501, "", true)]
#[case::failing(500, "", false)]
#[tokio::test]
async fn what_a_device_lacks_is_told_apart_from_what_fails(
    #[case] status: u16,
    #[case] body: &str,
    #[case] unsupported: bool,
) {
    let server = RawServer::scripted([Then::json(status, body)]).await;
    let reading = device(&server).read(Channel::Time).await;
    assert_eq!(matches!(reading, Reading::Unsupported { .. }), unsupported, "{reading:?}");
    assert_eq!(matches!(reading, Reading::Failed(_)), !unsupported);
}
