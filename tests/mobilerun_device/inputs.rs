//! Inputs: one request each, and what its answer says.

use crate::*;

#[rstest]
#[case::tap(tap(), "POST /tap", json!({"x": 261, "y": 500}))]
#[case::swipe(Input::Swipe { start: Point { x: 1, y: 2 }, end: Point { x: 3, y: -4 }, duration_ms: 300 },
    "POST /swipe", json!({"startX": 1, "startY": 2, "endX": 3, "endY": -4, "duration": 300}))]
#[case::too_short_a_swipe(Input::Swipe { start: Point { x: 1, y: 2 }, end: Point { x: 1, y: 2 }, duration_ms: 0 },
    "POST /swipe", json!({"startX": 1, "startY": 2, "endX": 1, "endY": 2, "duration": 10}))]
#[case::text(Input::Type { text: "a\"ü\n".into(), clear: true, completion: Completion::Accepted },
    "POST /keyboard", json!({"text": "a\"ü\n", "clear": true, "completionMode": "accepted"}))]
#[case::more_text(Input::Type { text: "b".into(), clear: false, completion: Completion::Committed },
    "POST /keyboard", json!({"text": "b", "clear": false, "completionMode": "committed"}))]
#[case::clear(Input::ClearField, "DELETE /keyboard", json!(null))]
#[case::key(Input::Key { code: 66 }, "PUT /keyboard", json!({"key": 66}))]
#[case::back(Input::Global { action: Global::Back }, "POST /global", json!({"action": 1}))]
#[case::home(Input::Global { action: Global::Home }, "POST /global", json!({"action": 2}))]
#[case::open(Input::OpenApp { package: "com.android.settings".into() }, "PUT /apps/com.android.settings", json!({}))]
#[case::clear_data(Input::ClearApp { package: "a.b".into() }, "PATCH /apps/a.b", json!({"clearData": true}))]
#[case::grant(Input::Grant { package: "a.b".into(), permission: "POST_NOTIFICATIONS".into() },
    "PUT /apps/a.b/permissions/POST_NOTIFICATIONS", json!({}))]
#[case::link(Input::OpenLink { link: "tel:1".into(), package: None }, "POST /apps/open-deep-link", json!({"deepLink": "tel:1"}))]
#[case::link_in(Input::OpenLink { link: "tel:1".into(), package: Some("a.b".into()) }, "POST /apps/open-deep-link",
    json!({"deepLink": "tel:1", "packageName": "a.b"}))]
#[case::delete(Input::DeleteFile { path: "/sdcard/a b".into() }, "DELETE /files?path=%2Fsdcard%2Fa+b", json!(null))]
#[case::clipboard(Input::SetClipboard { text: "ü".into() }, "POST /clipboard", json!({"text": "ü"}))]
#[case::location(Input::SetLocation { latitude: -1.5, longitude: 2.0 }, "POST /location", json!({"latitude": -1.5, "longitude": 2.0}))]
#[case::timezone(Input::SetTimezone { timezone: "Europe/Berlin".into() }, "POST /timezone", json!({"timezone": "Europe/Berlin"}))]
#[case::language(Input::SetLanguage { locale: "de-DE".into() }, "POST /language", json!({"locale": "de-DE", "restart": true}))]
#[case::reset(Input::Reset, "POST /reset", json!({"mode": "full"}))]
#[case::stop(Input::StopApp { package: "a/../b".into() }, "PATCH /apps/a%2F..%2Fb", json!({}))]
#[tokio::test]
async fn an_input_is_one_request(#[case] input: Input, #[case] line: &str, #[case] body: serde_json::Value) {
    let server = RawServer::scripted([Then::json(204, "")]).await;
    assert_eq!(device(&server).send(&input).await, Transport::Accepted { status: 204, cut: false, body_error: None });
    let seen = server.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].line().replace("/v1/devices/d-1", ""), line);
    let sent = if seen[0].body.is_empty() { json!(null) } else { serde_json::from_str(&seen[0].body).unwrap() };
    assert_eq!(sent, body);
    assert!(
        !seen[0].body.contains('.') || line.contains("apps") || line.contains("location"),
        "numbers are whole: {}",
        seen[0].body
    );
}

#[rstest]
#[case(200, "accepted")]
#[case(201, "accepted")]
#[case(202, "accepted")]
#[case(204, "accepted")]
#[case(299, "accepted")]
#[case(300, "unknown")]
#[case(301, "unknown")]
#[case(302, "unknown")]
#[case(303, "unknown")]
#[case(307, "unknown")]
#[case(308, "unknown")]
#[case(400, "rejected")]
#[case(401, "rejected")]
#[case(402, "rejected")]
#[case(403, "rejected")]
#[case(404, "rejected")]
#[case(405, "rejected")]
#[case(408, "unknown")]
#[case(409, "rejected")]
#[case(413, "rejected")]
#[case(422, "rejected")]
#[case(425, "unknown")]
#[case(429, "rejected")]
#[case(499, "rejected")]
#[case(500, "unknown")]
#[case(502, "unknown")]
#[case(503, "unknown")]
#[case(504, "unknown")]
#[case(599, "unknown")]
#[tokio::test]
async fn each_status_says_what_is_known(#[case] status: u16, #[case] kind: &str) {
    let server = RawServer::scripted([Then::with_headers(status, "Location: /v1/x\r\n", "")]).await;
    let transport = device(&server).send(&tap()).await;
    assert_eq!(serde_json::to_value(&transport).unwrap()["kind"], kind, "{transport:?}");
    match transport {
        Transport::Rejected { status: said, .. } | Transport::Unknown { status: Some(said), .. } => {
            assert_eq!(said, status);
        }
        Transport::Accepted { cut, body_error, .. } => assert!(!cut && body_error.is_none()),
        other => panic!("{other:?}"),
    }
    assert_eq!(server.seen().len(), 1, "nothing is ever sent again");
}

#[rstest]
#[case::closed(Then::WriteAndClose(String::new()))]
#[case::reset(Then::WriteAndReset(String::new()))]
#[case::reset_unread(Then::ResetUnread)]
#[case::half_a_status(Then::WriteAndClose("HTTP/1.1 2".to_owned()))]
#[case::silence(Then::Silence)]
#[tokio::test]
async fn without_a_status_nothing_is_known(#[case] trouble: Then) {
    let server = RawServer::scripted([trouble]).await;
    let transport = device(&server).send(&tap()).await;
    assert!(matches!(transport, Transport::Unknown { status: None, .. }), "{transport:?}");
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn without_a_connection_nothing_was_sent() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    let transport = account(&url, None, &clock()).device("d").send(&tap()).await;
    assert!(matches!(transport, Transport::NotSent { .. }), "{transport:?}");
}

#[tokio::test]
async fn a_success_whose_body_breaks_off_is_a_success_with_a_mark() {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"ok\"";
    let server = RawServer::scripted([Then::WriteAndClose(text.to_owned())]).await;
    assert_eq!(device(&server).send(&tap()).await, Transport::Accepted { status: 200, cut: true, body_error: None });
}

#[tokio::test]
async fn a_success_that_complains_is_a_success_with_a_complaint() {
    let server = RawServer::scripted([Then::json(200, r#"{"status":"error","error":"no focus"}"#)]).await;
    let transport = device(&server).send(&tap()).await;
    assert_eq!(transport, Transport::Accepted { status: 200, cut: false, body_error: Some("no focus".to_owned()) });
}

#[tokio::test]
async fn a_rejection_says_why_what_to_do_and_how_long_to_wait() {
    let body = r#"{"title":"Too Many Requests","status":429,"detail":"slow down"}"#;
    let server = RawServer::scripted([Then::with_headers(429, "Retry-After: 3\r\n", body)]).await;
    let Transport::Rejected { status: 429, error, retry_after } = device(&server).send(&tap()).await else {
        panic!("not rejected")
    };
    assert_eq!(error, "429 (slow down): too many requests: run fewer cases at once, or later");
    assert_eq!(retry_after, Some(Duration::from_secs(3)));
}
