//! The Mobilerun device against the embedded phone, and against bare sockets for what no phone does on purpose.

#![allow(clippy::unwrap_used)]

mod raw_server;

use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::device::mobilerun::{Mobilerun, MobilerunDevice};
use goalpost::device::{Channel, Completion, Device, DeviceError, Input, Reading, Transport, Value};
use goalpost::event::{Backend, Events};
use goalpost::http::{BaseUrl, Options};
use goalpost::screen::{Global, Point, Size};
use goalpost::secret::Secret;
use goalpost::settings::Settings;
use raw_server::{RawServer, Then};
use rstest::rstest;
use serde_json::json;

fn clock() -> Clock {
    Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap())
}

fn account(url: &str, key: Option<&str>, clock: &Clock) -> Mobilerun {
    let options = Options {
        read_timeout: Duration::from_millis(500),
        send_timeout: Duration::from_millis(500),
        ..Options::default()
    };
    let key = key.map(Secret::from);
    Mobilerun::new(BaseUrl::parse(url).unwrap(), key.as_ref(), options, clock.clone(), Events::silent()).unwrap()
}

fn device(server: &RawServer) -> MobilerunDevice {
    account(&server.url, None, &clock()).device("d-1")
}

fn tap() -> Input {
    Input::Tap { x: 261, y: 500 }
}

/// A ui-state with this context and one label.
fn ui_state(context: &serde_json::Value) -> String {
    json!({
        "$schema": "https://somewhere/schema.json",
        "a11y_tree": {
            "className": "FrameLayout", "packageName": "com.example", "resourceId": "", "text": "",
            "contentDescription": "", "boundsInScreen": {"left": 0, "top": 0, "right": 720, "bottom": 1280},
            "isEnabled": true, "children": [{
                "className": "TextView", "text": "Hello", "isClickable": true, "isEnabled": true, "children": null,
                "boundsInScreen": {"left": 0, "top": 1200, "right": 720, "bottom": 1900},
            }],
        },
        "phone_state": {"packageName": "com.example", "keyboardVisible": false, "isEditable": false},
        "device_context": context,
    })
    .to_string()
}

mod inputs {
    use super::*;

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
    #[case::stop(Input::StopApp { package: "a/../b".into() }, "PATCH /apps/a%2F..%2Fb", json!({}))]
    #[tokio::test]
    async fn an_input_is_one_request(#[case] input: Input, #[case] line: &str, #[case] body: serde_json::Value) {
        let server = RawServer::scripted([Then::json(204, "")]).await;
        assert_eq!(device(&server).send(&input).await, Transport::Accepted { cut: false, body_error: None });
        let seen = server.seen();
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].line().replace("/v1/devices/d-1", ""), line);
        let sent = if seen[0].body.is_empty() { json!(null) } else { serde_json::from_str(&seen[0].body).unwrap() };
        assert_eq!(sent, body);
        assert!(!seen[0].body.contains('.') || line.contains("apps"), "numbers are whole: {}", seen[0].body);
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
            Transport::Accepted { cut, body_error } => assert!(!cut && body_error.is_none()),
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
        assert_eq!(device(&server).send(&tap()).await, Transport::Accepted { cut: true, body_error: None });
    }

    #[tokio::test]
    async fn a_success_that_complains_is_a_success_with_a_complaint() {
        let server = RawServer::scripted([Then::json(200, r#"{"status":"error","error":"no focus"}"#)]).await;
        let transport = device(&server).send(&tap()).await;
        assert_eq!(transport, Transport::Accepted { cut: false, body_error: Some("no focus".to_owned()) });
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
}

mod errors {
    use super::*;

    #[rstest]
    #[case::problem(
        401,
        r#"{"title":"Unauthorized","status":401,"detail":"invalid token"}"#,
        "401 (invalid token)",
        "MOBILERUN_API_KEY"
    )]
    #[case::plan(403, r#"{"message":"device_slot limit reached"}"#, "403 (device_slot limit reached)", "plan")]
    #[case::unknown_device(404, r#"{"title":"Not Found"}"#, "404 (Not Found)", "goalpost devices")]
    #[case::not_now(409, r#"{"detail":"device is resetting"}"#, "409 (device is resetting)", "not in a state")]
    #[case::wrong_types(422, r#"{"detail":"validation failed","errors":[{"message":"cannot unmarshal number 1.0 into int","location":"body.x"}]}"#,
        "422 (validation failed (body.x: cannot unmarshal number 1.0 into int))", "version")]
    #[case::unsupported(400, r#"{"detail":"x","code":"DEVICE_TOOL_UNSUPPORTED"}"#, "400 (x)", "another device")]
    #[case::gateway(502, "<html><title>502 Bad Gateway</title></html>", "502 (502 Bad Gateway)", "run again")]
    #[case::plain(503, "no healthy upstream", "503 (no healthy upstream)", "run again")]
    #[case::empty(504, "", "504 (Gateway Timeout)", "run again")]
    #[case::redirect(302, "", "302 (Found)", "redirects are not followed")]
    #[case::no_window(
        500,
        r#"{"detail":"No active window or root filtered out"}"#,
        "500 (No active window or root filtered out)",
        "unlock"
    )]
    #[case::inside_a_success(200, r#"{"status":"error","error":"no tree"}"#, "200 (no tree)", "error in its body")]
    #[tokio::test]
    async fn an_error_says_status_reason_and_what_to_do(
        #[case] status: u16,
        #[case] body: &str,
        #[case] says: &str,
        #[case] advises: &str,
    ) {
        let server = RawServer::scripted([Then::json(status, body)]).await;
        let error = device(&server).observe().await.unwrap_err().to_string();
        assert!(error.starts_with("reading the screen: the service answered "), "{error}");
        assert!(error.contains(says) && error.contains(advises), "{error}");
    }

    #[tokio::test]
    async fn a_base_url_without_its_version_is_recognised() {
        let server = RawServer::scripted([Then::json(404, "")]).await;
        let url = server.url.trim_end_matches("/v1");
        let error = account(url, None, &clock()).device("d").ready().await.unwrap_err().to_string();
        assert!(error.contains("does not end in /v1") && error.contains("MOBILERUN_BASE_URL"), "{error}");
    }

    #[tokio::test]
    async fn a_key_never_comes_back_in_an_error() {
        let server = RawServer::scripted([Then::json(401, "{\"detail\":\"no such key: dr_sk_12345678\"}")]).await;
        let device = account(&server.url, Some("dr_sk_12345678"), &clock()).device("d");
        for said in [
            device.ready().await.unwrap_err().to_string(),
            device.apps().await.unwrap_err().to_string(),
            format!("{:?}", device.send(&tap()).await),
            format!("{:?}", device.read(Channel::Time).await),
            format!("{device:?}"),
        ] {
            assert!(!said.contains("12345678"), "{said}");
        }
        assert!(server.seen().iter().all(|seen| seen.header("authorization") == Some("Bearer dr_sk_12345678")));
    }

    #[rstest]
    #[case("http://127.0.0.1:1/v1", Backend::Loopback)]
    #[case("https://api.mobilerun.ai/v1", Backend::Device)]
    fn a_server_elsewhere_has_real_phones(#[case] url: &str, #[case] backend: Backend) {
        let account = account(url, Some("dr_sk_1"), &clock());
        assert_eq!(account.device("d").backend(), backend);
        assert_eq!(account.as_backend(Backend::Fixture).device("d").backend(), Backend::Fixture);
    }

    #[tokio::test]
    async fn what_is_no_screen_is_an_error_and_no_panic() {
        for body in ["", "null", "[]", "{}", "\"x\"", "{\"a11y_tree\":null}", "<html>"] {
            let server = RawServer::scripted([Then::json(200, body)]).await;
            assert!(device(&server).observe().await.is_err(), "{body}");
        }
    }

    #[rstest]
    #[case::key("MOBILERUN_API_KEY", "two words", "MOBILERUN_API_KEY")]
    #[case::base_url("MOBILERUN_BASE_URL", "http://api.mobilerun.ai/v1", "MOBILERUN_BASE_URL")]
    #[case::no_key("MOBILERUN_BASE_URL", "https://api.mobilerun.ai/v1", "set MOBILERUN_API_KEY")]
    fn settings_that_cannot_work_are_said_before_anything_is_sent(
        #[case] name: &str,
        #[case] value: &str,
        #[case] says: &str,
    ) {
        let values = [(name.to_owned(), value.to_owned())].into();
        let settings = Settings::from_layers([("exported", values)]);
        let error = Mobilerun::from_settings(&settings, clock(), Events::silent()).unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains("two words"), "{error}");
    }
}

mod screens {
    use super::*;

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
        let server =
            RawServer::scripted([Then::json(200, &sized(1440, 3088)), Then::json(200, &sized(1200, 1628))]).await;
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
}

mod devices {
    use super::*;

    #[tokio::test]
    async fn all_pages_are_listed_and_each_device_once() {
        let server = RawServer::scripted([
            Then::json(200, r#"{"items":[{"id":"a","state":"ready","streamToken":"s3cret"},{"id":"b"}],"pagination":{"hasNext":true}}"#),
            Then::json(200, r#"{"items":[{"id":"b"},{"id":"c","name":"qa","type":"android_emulator"},{"name":"no id"}],"pagination":{"hasNext":false}}"#),
        ])
        .await;
        let devices = account(&server.url, None, &clock()).devices().await.unwrap();
        let ids: Vec<_> = devices.iter().map(|device| device.id.as_str()).collect();
        assert_eq!(ids, ["a", "b", "c"]);
        assert_eq!(server.lines(), ["GET /v1/devices?page=1&pageSize=50", "GET /v1/devices?page=2&pageSize=50"]);
        assert!(!serde_json::to_string(&devices).unwrap().contains("s3cret"));
    }

    #[rstest]
    #[case::null(r#"{"items":null,"pagination":{"hasNext":false}}"#)]
    #[case::endless_nothing(r#"{"items":[],"pagination":{"hasNext":true}}"#)]
    #[case::no_pagination(r#"{"items":[]}"#)]
    #[tokio::test]
    async fn no_devices_is_an_empty_list(#[case] body: &str) {
        let server = RawServer::scripted([Then::json(200, body)]).await;
        assert!(account(&server.url, None, &clock()).devices().await.unwrap().is_empty());
        assert_eq!(server.seen().len(), 1);
    }

    #[tokio::test]
    async fn a_list_without_end_is_left_at_some_point() {
        let server =
            RawServer::scripted([Then::json(200, r#"{"items":[{"id":"a"}],"pagination":{"hasNext":true}}"#)]).await;
        assert_eq!(account(&server.url, None, &clock()).devices().await.unwrap().len(), 1);
    }

    #[rstest]
    #[case("stopped", "resume")]
    #[case("terminated", "another one")]
    #[case("disconnected", "connect the phone")]
    #[case("unknown", "lost sight")]
    #[case("hibernating", "does not know this state")]
    #[tokio::test]
    async fn a_state_that_does_not_pass_is_named_with_what_to_do(#[case] state: &str, #[case] advice: &str) {
        let body = json!({"id": "d-1", "state": state, "stateMessage": "by its owner"}).to_string();
        let server = RawServer::scripted([Then::json(200, &body)]).await;
        let error = device(&server).ready().await.unwrap_err();
        assert!(matches!(error, DeviceError::NotReady { .. }));
        let said = error.to_string();
        assert!(said.starts_with(&format!("device d-1 is {state}, not ready (by its owner): ")), "{said}");
        assert!(said.contains(advice), "{said}");
        assert_eq!(server.seen().len(), 1, "there is nothing to wait for");
    }

    #[rstest]
    #[case::timed_out(Then::json(408, ""))]
    #[case::cancelled(Then::json(409, ""))]
    #[case::failed(Then::json(503, ""))]
    #[case::closed(Then::WriteAndClose(String::new()))]
    #[case::at_once(Then::json(200, "{}"))]
    #[tokio::test]
    async fn a_device_on_its_way_is_waited_for_however_the_wait_ends(#[case] wait: Then) {
        let server = RawServer::start(move |number, seen| match seen.line().ends_with("/wait") {
            true => wait.clone(),
            false if number < 6 => Then::json(200, r#"{"id":"d-1","state":"rebooting"}"#),
            false => Then::json(200, r#"{"id":"d-1","state":"ready"}"#),
        })
        .await;
        device(&server).ready().await.unwrap();
    }

    #[tokio::test]
    async fn a_device_that_never_arrives_is_given_up() {
        let server = RawServer::start(|_, seen| match seen.line().ends_with("/wait") {
            true => Then::json(408, ""),
            false => Then::json(200, r#"{"id":"d-1","state":"migrating","stateMessage":""}"#),
        })
        .await;
        let account = account(&server.url, None, &clock()).ready_within(Duration::from_secs(20));
        let error = account.device("d-1").ready().await.unwrap_err().to_string();
        assert!(error.starts_with("device d-1 is migrating, not ready: ") && error.contains("in time"), "{error}");
        assert!(server.seen().len() <= 50);
    }
}

#[cfg(feature = "phone")]
mod embedded {
    use super::*;
    use goalpost::phone::{DeviceState, Endpoint, Fault, FaultKind, Phone, PhoneOptions};

    async fn phone(faults: &[&str]) -> (Phone, MobilerunDevice) {
        let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
        served(PhoneOptions { faults, ..PhoneOptions::default() }).await
    }

    async fn served(options: PhoneOptions) -> (Phone, MobilerunDevice) {
        let phone = Phone::start(PhoneOptions { clock: clock(), ..options }).await.unwrap();
        let account = account(phone.url(), None, phone.clock()).as_backend(Backend::Simulated);
        let device = account.device(phone.device_id());
        (phone, device)
    }

    /// How many requests made the phone do something.
    fn executed(phone: &Phone) -> usize {
        phone.requests().iter().filter(|request| request.executed.is_some()).count()
    }

    #[tokio::test]
    async fn the_phone_is_ready_and_shows_a_screen() {
        let (phone, device) = phone(&[]).await;
        device.ready().await.unwrap();
        let observation = device.observe().await.unwrap();
        assert_eq!((observation.device_id.as_str(), device.backend()), (phone.device_id(), Backend::Simulated));
        assert!(observation.elements().count() > 0);
        assert_eq!(observation.fingerprint, device.observe().await.unwrap().fingerprint);
        assert!(device.apps().await.unwrap().iter().any(|app| app.package == "com.android.settings"));
        assert!(matches!(device.read(Channel::Screenshot).await, Reading::Value(Value::Bytes(_))));
        assert!(matches!(device.read(Channel::Capabilities).await, Reading::Value(Value::Json(_))));
        assert!(matches!(device.read(Channel::Time).await, Reading::Value(Value::Json(_))));
    }

    #[tokio::test]
    async fn every_input_is_taken_by_a_strict_server() {
        let (phone, device) = phone(&[]).await;
        let inputs = [
            Input::OpenApp { package: "com.android.settings".into() },
            tap(),
            Input::Swipe { start: Point { x: 500, y: 1800 }, end: Point { x: 500, y: 600 }, duration_ms: 300 },
            Input::Type { text: "x".into(), clear: true, completion: Completion::Accepted },
            Input::Type { text: "x".into(), clear: false, completion: Completion::Committed },
            Input::ClearField,
            Input::Key { code: 66 },
            Input::Global { action: Global::Home },
            Input::StopApp { package: "com.android.settings".into() },
        ];
        for input in &inputs {
            let transport = device.send(input).await;
            assert_eq!(transport, Transport::Accepted { cut: false, body_error: None }, "{input}");
        }
        assert_eq!(executed(&phone), inputs.len());
    }

    #[tokio::test]
    async fn an_app_that_is_not_there_is_rejected() {
        let (_phone, device) = phone(&[]).await;
        let transport = device.send(&Input::OpenApp { package: "no.such.app".into() }).await;
        assert!(matches!(transport, Transport::Rejected { .. }), "{transport:?}");
    }

    #[rstest]
    #[case::refused("status=503@tap", "unknown", 0)]
    #[case::rate_limited("status=429:2@tap", "rejected", 0)]
    #[case::done_but_answered_with_an_error("status_after=503@tap", "unknown", 1)]
    #[case::done_but_called_rejected("status_after=408@tap", "unknown", 1)]
    #[case::gateway("gateway=502@tap", "unknown", 0)]
    #[case::dropped("dropped@tap", "unknown", 0)]
    #[case::reply_lost("reply_lost@tap", "unknown", 1)]
    #[case::reply_cut("reply_cut@tap", "accepted", 1)]
    #[case::hang("hang@tap", "unknown", 1)]
    #[case::error_inside("error_inside@tap", "accepted", 0)]
    #[tokio::test]
    async fn under_every_fault_a_tap_arrives_once_and_is_not_called_more_than_it_is(
        #[case] fault: &str,
        #[case] kind: &str,
        #[case] done: usize,
    ) {
        let (phone, device) = phone(&[fault]).await;
        let transport = serde_json::to_value(device.send(&tap()).await).unwrap();
        let arrived = phone.requests().iter().filter(|request| request.endpoint == Some(Endpoint::Tap)).count();
        assert_eq!((transport["kind"].as_str().unwrap(), arrived, executed(&phone)), (kind, 1, done), "{transport}");
    }

    #[rstest]
    #[case("status=503@ui_state*2")]
    #[case("gateway=502@ui_state*2")]
    #[case("dropped@ui_state*2")]
    #[case("reply_cut@ui_state*2")]
    #[case("null_root@ui_state*3")]
    #[case("status=429:3@ui_state*1")]
    #[case("hang@ui_state*1")]
    #[case("error_inside@ui_state*1")]
    #[case("zero_bounds")]
    #[case("no_visibility")]
    #[case("inverted_rects")]
    #[case("empty_arrays")]
    #[case("bare_phone_state")]
    #[case("no_ime_tree")]
    #[tokio::test]
    async fn a_screen_is_read_despite(#[case] fault: &str) {
        let (_phone, device) = phone(&[fault]).await;
        let observation = device.observe().await;
        assert!(observation.is_ok(), "{}", observation.unwrap_err());
    }

    #[tokio::test]
    async fn a_wrapped_screenshot_is_unwrapped() {
        let (_phone, device) = phone(&["wrong_screenshot"]).await;
        let Reading::Value(Value::Bytes(bytes)) = device.read(Channel::Screenshot).await else { panic!("no picture") };
        assert!(bytes.starts_with(b"\x89PNG"));
    }

    #[tokio::test]
    async fn a_rebooting_phone_is_waited_for() {
        let (phone, device) = phone(&[]).await;
        phone.set_state(phone.device_id(), DeviceState::Rebooting, Some(Duration::from_secs(90)));
        device.ready().await.unwrap();
        device.observe().await.unwrap();
    }

    #[tokio::test]
    async fn a_phone_that_leaves_in_the_middle_is_said_to() {
        let (phone, device) = phone(&[]).await;
        phone
            .fault(Fault::new(FaultKind::Becomes(DeviceState::Maintenance, Duration::from_secs(60))).on(Endpoint::Tap));
        assert!(device.send(&tap()).await.is_accepted());
        let error = device.observe().await.unwrap_err().to_string();
        assert!(error.contains("409") && error.contains("not in a state"), "{error}");
    }

    #[tokio::test]
    async fn all_devices_are_listed() {
        let others = vec![DeviceState::Stopped; 60];
        let (phone, _) = served(PhoneOptions { others, ..PhoneOptions::default() }).await;
        let devices = account(phone.url(), None, phone.clock()).devices().await.unwrap();
        assert_eq!(devices.len(), 61);
        assert_eq!(devices.iter().filter(|device| device.state == "stopped").count(), 60);
    }

    #[tokio::test]
    async fn a_wrong_key_and_an_unknown_device_are_said_before_anything_runs() {
        let (phone, _) = served(PhoneOptions { key: Some("right".into()), ..PhoneOptions::default() }).await;
        let error = account(phone.url(), Some("wrong"), phone.clock()).device("d").ready().await.unwrap_err();
        assert!(matches!(error, DeviceError::Refused { status: 401, .. }), "{error}");
        let error = account(phone.url(), Some("right"), phone.clock()).device("d").ready().await.unwrap_err();
        assert!(matches!(error, DeviceError::Refused { status: 404, .. }), "{error}");
        assert!(error.to_string().starts_with("looking up device d: "), "{error}");
    }
}
