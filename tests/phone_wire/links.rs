//! Deep links: what opens which app, and what is refused.

use std::time::Duration;

use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

const PATH: &str = "/apps/open-deep-link";

#[rstest]
#[case(json!({"deepLink": "https://example.com/form"}), "com.android.chrome")]
#[case(json!({"deepLink": "https://example.com", "packageName": "com.android.chrome"}), "com.android.chrome")]
#[case(json!({"deepLink": "tel:112", "action": "android.intent.action.DIAL"}), "com.google.android.dialer")]
#[case(json!({"deepLink": "file:///sdcard/Documents"}), "com.google.android.documentsui")]
#[case(json!({"deepLink": "android.settings.SOUND_SETTINGS"}), "com.android.settings")]
#[case(json!({"deepLink": "", "action": "android.settings.SETTINGS"}), "com.android.settings")]
#[tokio::test]
async fn a_link_brings_its_app_to_the_front(#[case] body: Value, #[case] package: &str) {
    let phone = start(options()).await;
    assert_eq!(send(&phone, "POST", PATH, body).await.status(), 204);
    phone.clock().sleep(Duration::from_secs(1)).await;
    let state = json(get(&phone, "/ui-state?filter=false").await).await;
    assert_eq!(state["phone_state"]["packageName"], package);
    assert_eq!(phone.requests()[0].executed.as_ref().unwrap().input, Some(1));
}

#[rstest]
#[case::nothing_opens_it(json!({"deepLink": "geo:1,2"}), 400)]
#[case::no_link(json!({"deepLink": "hello"}), 400)]
#[case::empty(json!({"deepLink": ""}), 422)]
#[case::missing(json!({"action": "android.settings.SETTINGS"}), 422)]
#[case::wrong_type(json!({"deepLink": 1}), 422)]
#[case::unknown_member(json!({"deepLink": "tel:1", "flags": 1}), 422)]
#[case::for_ios(json!({"deepLink": "tel:1", "bundleId": "com.example"}), 422)]
#[case::protected(json!({"deepLink": "tel:1", "packageName": "com.mobilerun.portal"}), 403)]
#[case::not_installed(json!({"deepLink": "tel:1", "packageName": "com.example.nothing"}), 404)]
#[case::another_app(json!({"deepLink": "tel:1", "packageName": "com.android.chrome"}), 400)]
#[tokio::test]
async fn a_link_that_cannot_be_opened_is_refused(#[case] body: Value, #[case] status: u16) {
    let phone = start(options()).await;
    let response = send(&phone, "POST", PATH, body).await;
    assert_eq!(response.status(), status);
    problem(response).await;
    assert_eq!(executed(&phone), [false]);
}
