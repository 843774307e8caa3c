//! Which devices there are, and waiting for one.

use crate::*;

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
async fn a_very_long_page_is_read_once_through() {
    let ids: Vec<String> = (0..60_000).map(|n| format!(r#"{{"id":"d{n}"}}"#)).collect();
    let body = format!(r#"{{"items":[{0},{0}]}}"#, ids.join(","));
    let server = RawServer::scripted([Then::json(200, &body)]).await;
    assert_eq!(account(&server.url, None, &clock()).devices().await.unwrap().len(), 60_000);
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
