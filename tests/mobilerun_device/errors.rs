//! Errors say what, why and what to do.

use proptest::prelude::*;

use crate::*;

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

/// What servers send, and what they should not.
fn any_body() -> impl Strategy<Value = String> {
    let shapes = [
        "",
        "null",
        "[]",
        "{}",
        "\"\"",
        "[null]",
        "[{}]",
        "{\"items\":[1,null,{}]}",
        "{\"items\":null}",
        "{\"state\":7}",
        "{\"id\":\"d\",\"state\":\"ready\"}",
        "{\"capabilities\":[]}",
        "{\"a11y_tree\":[],\"phone_state\":{}}",
        "{\"a11y_tree\":{},\"phone_state\":{}}",
        "{\"detail\":[1,{\"loc\":[null]}]}",
        "{\"errors\":[[]]}",
        "<html>",
        "\u{feff}{}",
    ];
    prop_oneof![prop::sample::select(shapes.to_vec()).prop_map(str::to_owned), any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_answer_makes_a_panic(status in 200_u16..600, body in any_body()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = RawServer::scripted([Then::json(status, &body)]).await;
            let device = device(&server);
            let _ = (device.ready().await, device.observe().await, device.apps().await, device.send(&tap()).await);
            for channel in [Channel::Screenshot, Channel::Capabilities, Channel::Time] {
                let _ = device.read(channel).await;
            }
            let _ = account(&server.url, None, &clock()).devices().await;
        });
    }
}
