//! Every fault does what it says, to the request it is meant for.

use std::time::Duration;

use goalpost::clock::Clock;
use goalpost::phone::{Endpoint, Fault, Latency, PhoneOptions};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

#[tokio::test]
async fn a_refusal_set_once_hits_one_request_and_executes_nothing() {
    let phone = faulty(&["status=429:2@tap*1"]).await;
    let refused = send(&phone, "POST", "/tap", tap()).await;
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].to_str().unwrap()), (429, "2"));
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
    assert_eq!(executed(&phone), [false, true]);
    assert_eq!(phone.requests()[0].faults, ["status"]);
}

#[tokio::test]
async fn a_fault_can_be_set_and_cleared_while_the_phone_runs() {
    let phone = start(options()).await;
    phone.fault(Fault::status(500).on(Endpoint::Tap));
    for _ in 0..3 {
        assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 500);
    }
    phone.clear_faults();
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
}

#[tokio::test]
async fn an_error_after_execution_hides_what_was_done() {
    let phone = faulty(&["status_after=503"]).await;
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 503);
    assert_eq!(executed(&phone), [true]);
}

#[rstest]
#[case::lost("reply_lost", true)]
#[case::dropped("dropped", false)]
#[tokio::test]
async fn a_connection_closed_leaves_the_caller_without_a_status(#[case] fault: &str, #[case] done: bool) {
    let phone = faulty(&[fault]).await;
    let error = ask(&phone, "POST", "/tap", &tap()).send().await.unwrap_err();
    assert!(!error.is_timeout() && !error.is_connect(), "{error:?}");
    assert_eq!(executed(&phone), [done]);
    assert_eq!(phone.requests()[0].status, None);
    phone.clear_faults();
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
}

#[tokio::test]
async fn a_reply_cut_off_has_a_status_and_half_a_body() {
    let phone = faulty(&["reply_cut"]).await;
    let response = send(&phone, "POST", "/tap", tap()).await;
    assert_eq!(response.status(), 200);
    assert!(response.bytes().await.is_err());
    assert!(get(&phone, "/ui-state?filter=false").await.bytes().await.is_err());
    assert_eq!(executed(&phone), [true, false]);
}

#[tokio::test]
async fn a_reply_that_never_comes_ends_with_the_callers_patience() {
    let phone = faulty(&["hang"]).await;
    let error = ask(&phone, "POST", "/tap", &tap()).timeout(Duration::from_millis(100)).send().await.unwrap_err();
    assert!(error.is_timeout());
    assert_eq!(executed(&phone), [true]);
}

#[tokio::test]
async fn an_input_is_executed_even_if_its_caller_hangs_up() {
    let phone = start(PhoneOptions { clock: Clock::real(), ..options() }).await;
    let request = ask(&phone, "POST", "/swipe", &swipe(200)).timeout(Duration::from_millis(50));
    assert!(request.send().await.unwrap_err().is_timeout());
    // The next input waits for the finger.
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
    assert_eq!(executed(&phone), [true, true]);
}

#[tokio::test]
async fn a_slow_reply_takes_its_time_by_the_phones_clock() {
    let phone = start(options()).await;
    let begun = phone.clock().now();
    phone.fault("slow=2500@tap*1".parse().unwrap());
    phone.set_latency(Latency::all(Duration::from_millis(10)).but(Endpoint::Time, Duration::from_millis(200)));
    send(&phone, "POST", "/tap", tap()).await;
    assert_eq!(phone.clock().since(begun), Duration::from_millis(2510));
    get(&phone, "/time").await;
    assert_eq!(phone.clock().since(begun), Duration::from_millis(2710));
}

#[tokio::test]
async fn a_range_of_latencies_is_drawn_from_by_the_seed() {
    let paused = async |seed| {
        let mut options = PhoneOptions { latency: Latency::default().read("100..900").unwrap(), ..options() };
        options.android.seed = seed;
        let phone = start(options).await;
        let mut pauses = Vec::new();
        for _ in 0..5 {
            let begun = phone.clock().now();
            get(&phone, "/time").await;
            pauses.push(phone.clock().since(begun).as_millis());
        }
        pauses
    };
    let pauses = paused(1).await;
    assert!(pauses.iter().all(|pause| (100..=900).contains(pause)), "{pauses:?}");
    assert_eq!(pauses, paused(1).await);
    assert_ne!(pauses, paused(2).await);
}

#[tokio::test]
async fn a_gateway_answers_in_html() {
    let phone = faulty(&["gateway=502"]).await;
    let response = get(&phone, "").await;
    assert_eq!((response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()), (502, "text/html"));
    assert!(response.text().await.unwrap().starts_with("<html>"));
}

#[tokio::test]
async fn an_error_can_hide_in_a_200() {
    let phone = faulty(&["error_inside@tap"]).await;
    let response = send(&phone, "POST", "/tap", tap()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(json(response).await["status"], "error");
    assert_eq!(executed(&phone), [false]);
}

#[tokio::test]
async fn a_swallowed_swipe_is_answered_as_if_done() {
    let phone = faulty(&["swallowed@swipe*1"]).await;
    for _ in 0..2 {
        assert_eq!(send(&phone, "POST", "/swipe", swipe(300)).await.status(), 204);
    }
    assert_eq!(executed(&phone), [false, true]);
}

#[rstest]
#[case::same_key("stainless-python-retry-1", "stainless-python-retry-1", false)]
#[case::other_key("stainless-python-retry-1", "stainless-python-retry-2", true)]
#[tokio::test]
async fn a_key_can_be_deduplicated_once_it_was_executed(#[case] first: &str, #[case] then: &str, #[case] again: bool) {
    let phone = faulty(&["deduplicated", "status=503@tap*1"]).await;
    let tap = async |key: &str| {
        ask(&phone, "POST", "/tap", &tap()).header("idempotency-key", key).send().await.unwrap().status()
    };
    assert_eq!(tap(first).await, 503, "a refusal is no execution");
    assert_eq!((tap(first).await.as_u16(), tap(then).await.as_u16()), (204, 204));
    assert_eq!(send(&phone, "POST", "/tap", swipe(0)).await.status(), 422);
    for _ in 0..2 {
        assert_eq!(send(&phone, "POST", "/tap", json!({"x": 1, "y": 1})).await.status(), 204);
    }
    assert_eq!(executed(&phone), [false, true, again, false, true, true], "without a key nothing is the same");
}

#[tokio::test]
async fn a_deduplicated_call_is_answered_as_the_first_was() {
    let phone = faulty(&["deduplicated"]).await;
    for _ in 0..2 {
        let request = ask(&phone, "PUT", "/name", &json!({"name": "qa-1"})).header("idempotency-key", "1");
        assert_eq!(json(request.send().await.unwrap()).await["name"], "qa-1");
    }
    assert_eq!(executed(&phone), [true, false]);
}

#[tokio::test]
async fn a_device_can_leave_the_ready_state_in_the_middle() {
    let phone = faulty(&["becomes=rebooting:60000@tap*1"]).await;
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 204);
    assert_eq!(send(&phone, "POST", "/tap", tap()).await.status(), 409);
    assert_eq!(json(get(&phone, "").await).await["state"], "rebooting");
}

#[tokio::test]
async fn a_stale_tree_shows_the_screen_before_until_its_time_is_over() {
    let phone = faulty(&["stale_tree=1500"]).await;
    let app = async || json(get(&phone, "/ui-state?filter=false").await).await["phone_state"]["packageName"].clone();
    let home = app().await;
    send(&phone, "PUT", "/apps/com.android.settings", json!({})).await;
    phone.clock().sleep(Duration::from_millis(1400)).await;
    assert_eq!(app().await, home);
    phone.clock().sleep(Duration::from_millis(100)).await;
    assert_eq!(app().await, "com.android.settings");
}

#[tokio::test]
async fn a_null_root_is_an_error_of_the_device() {
    let phone = faulty(&["null_root*1"]).await;
    let response = get(&phone, "/ui-state?filter=true").await;
    assert_eq!(response.status(), 500);
    assert_eq!(problem(response).await["detail"], "No active window or root filtered out");
    assert_eq!(get(&phone, "/ui-state?filter=true").await.status(), 200);
}

#[tokio::test]
async fn trees_can_be_spoiled_in_every_way_that_was_seen() {
    let state = async |fault: &str| {
        let phone = faulty(&[fault]).await;
        json(get(&phone, "/ui-state?filter=false").await).await
    };
    let context = state("zero_bounds").await["device_context"].clone();
    assert_eq!(context["screen_bounds"], json!({"width": 0, "height": 0}));
    assert_eq!(context["display_metrics"]["widthPixels"], 1080);
    assert!(!state("no_visibility").await.to_string().contains("isVisibleToUser"));
    assert_eq!(state("empty_tree").await["a11y_tree"]["children"], Value::Null);
    assert_eq!(state("empty_arrays").await["ime_tree"]["children"], json!([]));
    assert_eq!(state("bare_phone_state").await["phone_state"], json!({"keyboardVisible": false, "isEditable": false}));
    assert_eq!(state("no_ime_tree").await["ime_tree"], Value::Null);
}

#[tokio::test]
async fn a_text_can_tick() {
    let phone = faulty(&["ticking_text"]).await;
    let state = async || {
        let mut state = json(get(&phone, "/ui-state?filter=false").await).await;
        state.as_object_mut().unwrap().remove("$schema");
        state
    };
    assert_ne!(state().await, state().await);
    phone.clear_faults();
    assert_eq!(state().await, state().await);
}

#[tokio::test]
async fn texts_can_hold_half_a_surrogate_pair() {
    let phone = faulty(&["lone_surrogates*1"]).await;
    let text = get(&phone, "/ui-state?filter=false").await.text().await.unwrap();
    assert!(text.contains(r#""text":"Settings\ud83d""#) && !text.contains('\u{fdd0}'));
    assert!(!get(&phone, "/ui-state?filter=false").await.text().await.unwrap().contains(r"\ud83d"));
}

#[tokio::test]
async fn a_tree_can_be_deeper_than_parsers_go() {
    let phone = faulty(&["deep_tree=200"]).await;
    let text = get(&phone, "/ui-state?filter=false").await.text().await.unwrap();
    assert!(serde_json::from_str::<Value>(&text).is_err(), "beyond the usual limit");
    assert!(text.contains(r#""text":"Settings""#));
    assert!(text.matches(r#""children":["#).count() > 200);
}

#[tokio::test]
async fn a_screen_can_change_its_size_between_reads() {
    let phone = faulty(&["screen_size=1200x1628*1"]).await;
    let size =
        async || json(get(&phone, "/ui-state?filter=false").await).await["device_context"]["screen_bounds"].clone();
    assert_eq!(size().await, json!({"width": 1200, "height": 1628}));
    assert_eq!(size().await, json!({"width": 1080, "height": 2400}));
}

#[tokio::test]
async fn short_swipes_can_be_lost_while_longer_ones_are_not() {
    let phone = faulty(&["short_swipes_lost=300"]).await;
    for duration in [300, 600] {
        assert_eq!(send(&phone, "POST", "/swipe", swipe(duration)).await.status(), 204);
    }
    assert_eq!(executed(&phone), [false, true]);
}

#[tokio::test]
async fn the_accessibility_service_can_be_down() {
    let phone = faulty(&["service_down"]).await;
    let response = get(&phone, "/ui-state?filter=false").await;
    assert_eq!(response.status(), 500);
    assert_eq!(problem(response).await["detail"], "Accessibility service not available");
    assert_eq!(get(&phone, "/time").await.status(), 200);
}

#[tokio::test]
async fn unknown_members_can_be_taken() {
    let phone = faulty(&["unknown_members_taken*1"]).await;
    let body = json!({"x": 1, "y": 2, "zoom": 3});
    assert_eq!(send(&phone, "POST", "/tap", body.clone()).await.status(), 204);
    assert_eq!(send(&phone, "POST", "/tap", body).await.status(), 422);
}

#[tokio::test]
async fn a_device_can_leave_the_ready_state_while_it_is_read() {
    let phone = faulty(&["becomes=maintenance:2000@ui_state*1"]).await;
    assert_eq!(get(&phone, "/ui-state?filter=false").await.status(), 200);
    let response = get(&phone, "/ui-state?filter=false").await;
    assert_eq!(response.status(), 409);
    assert!(problem(response).await["detail"].as_str().unwrap().contains("maintenance"));
}

#[tokio::test]
async fn screenshots_can_be_json_or_black() {
    let phone = faulty(&["wrong_screenshot*1", "black_screenshot"]).await;
    assert!(json(get(&phone, "/screenshot").await).await["image"].is_string());
    let black = get(&phone, "/screenshot").await.bytes().await.unwrap();
    assert_eq!(brightness(&black), 0.0);
}
