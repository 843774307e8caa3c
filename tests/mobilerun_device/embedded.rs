//! The same against the embedded phone and its faults.

use crate::*;
use goalpost::phone::{DeviceState, Endpoint, Fault, FaultKind, Phone, PhoneOptions};

async fn phone(faults: &[&str]) -> (Phone, MobilerunDevice) {
    // Drawing a picture takes its time where nothing is optimised; only what hangs has to be given up soon.
    let hangs = faults.iter().any(|fault| fault.starts_with("hang"));
    let time = if hangs { Duration::from_millis(500) } else { Duration::from_secs(20) };
    let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
    served(PhoneOptions { faults, ..PhoneOptions::default() }, time).await
}

async fn served(options: PhoneOptions, time: Duration) -> (Phone, MobilerunDevice) {
    let phone = Phone::start(PhoneOptions { clock: clock(), ..options }).await.unwrap();
    let account = account_within(phone.url(), None, phone.clock(), time).as_backend(Backend::Simulated);
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
        assert_eq!(transport, Transport::Accepted { status: 204, cut: false, body_error: None }, "{input}");
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
    phone.fault(Fault::new(FaultKind::Becomes(DeviceState::Maintenance, Duration::from_secs(60))).on(Endpoint::Tap));
    assert!(device.send(&tap()).await.is_accepted());
    let error = device.observe().await.unwrap_err().to_string();
    assert!(error.contains("409") && error.contains("not in a state"), "{error}");
}

#[tokio::test]
async fn all_devices_are_listed() {
    let others = vec![DeviceState::Stopped; 60];
    let (phone, _) = served(PhoneOptions { others, ..PhoneOptions::default() }, Duration::from_secs(20)).await;
    let devices = account(phone.url(), None, phone.clock()).devices().await.unwrap();
    assert_eq!(devices.len(), 61);
    assert_eq!(devices.iter().filter(|device| device.state == "stopped").count(), 60);
}

#[tokio::test]
async fn a_wrong_key_and_an_unknown_device_are_said_before_anything_runs() {
    let (phone, _) =
        served(PhoneOptions { key: Some("right".into()), ..PhoneOptions::default() }, Duration::from_secs(20)).await;
    let error = account(phone.url(), Some("wrong"), phone.clock()).device("d").ready().await.unwrap_err();
    assert!(matches!(error, DeviceError::Refused { status: 401, .. }), "{error}");
    let error = account(phone.url(), Some("right"), phone.clock()).device("d").ready().await.unwrap_err();
    assert!(matches!(error, DeviceError::Refused { status: 404, .. }), "{error}");
    assert!(error.to_string().starts_with("looking up device d: "), "{error}");
}
