//! Steps that set data up or cross what is in the way, on the embedded phone, by what checks then read.

use super::*;

const RECORDER: &str = "com.google.android.apps.recorder";

#[rstest]
#[case("set: { clipboard: milk }", "clipboard: { is: milk }")]
#[case("set: { language: de-DE }", "language: { is: de-DE }")]
#[case("set: { timezone: Asia/Tokyo }", "timezone: { is: Asia/Tokyo }")]
#[case(
    "set: { location: { latitude: 38.7223, longitude: -9.1393 } }",
    "location: { near: { latitude: 38.7223, longitude: -9.1393 }, within: 50 }"
)]
#[case("put: { text: milk, to: /sdcard/Download/a.txt }", "file: { path: /sdcard/Download/a.txt, is: milk }")]
#[case("delete: { file: /sdcard/Documents/report.txt }", "file: { path: /sdcard/Documents/report.txt, exists: false }")]
#[case(
    "link: { url: 'https://example.com/list', app: com.android.chrome }",
    "all: [{ foreground: { app: com.android.chrome } }, { browser: { script: location.href, is: 'https://example.com/list' } }]"
)]
#[case("link: { url: 'tel:112' }", "foreground: { app: com.google.android.dialer }")]
#[tokio::test]
async fn what_a_step_sets_up_is_what_a_check_reads(#[case] step: &str, #[case] check: &str) {
    let bench = Bench::new().await;
    let check = format!("check: {{ {check} }}");
    assert_ne!(bench.check(&check).await.verdict, Confirmed, "it is so before");
    bench.run(&format!("[{step}]")).await.unwrap();
    let report = bench.check(&check).await;
    assert_eq!(report.verdict, Confirmed, "{report:#?}");
}

#[tokio::test]
async fn an_app_that_is_cleared_has_forgotten_its_data() {
    let bench = Bench::new().await;
    bench.phone.android().unwrap().set("recorder.saved.0001", "Interview");
    let recordings = format!(
        "{{ steps: [home, open: {{ app: {RECORDER}, fresh: true }}], check: {{ element: {{ text: Interview, app: \
         {RECORDER}, on: {{ text: Recordings }} }} }} }}"
    );
    assert_eq!(bench.check(&recordings).await.verdict, Confirmed);
    bench.run(&format!("[app: {{ clear: {RECORDER} }}]")).await.unwrap();
    assert_eq!(bench.check(&recordings).await.verdict, Refuted);
}

#[tokio::test]
async fn what_is_granted_is_not_asked_for() {
    for granted in [false, true] {
        let bench = Bench::new().await;
        if granted {
            let grant = format!("[app: {{ grant: {{ app: {RECORDER}, permission: POST_NOTIFICATIONS }} }}]");
            bench.run(&grant).await.unwrap();
        }
        bench.run(&format!("[open: {{ app: {RECORDER}, fresh: true }}]")).await.unwrap();
        let asks =
            "check: { element: { text: Turn on notifications, app: APP, is: absent, on: { text: Recordings } } }";
        let report = bench.check(&asks.replace("APP", RECORDER)).await;
        assert_eq!(report.verdict, if granted { Confirmed } else { Refuted }, "{report:#?}");
    }
}

#[rstest]
#[case::a_permission_that_cannot_be_given(
    "app: { grant: { app: com.google.android.apps.recorder, permission: RECORD_AUDIO } }"
)]
#[case::a_link_that_nothing_opens("link: { url: 'geo:1,2' }")]
#[case::a_file_where_none_can_be("put: { text: x, to: /data/local/a.txt }")]
#[case::a_protected_app("app: { clear: com.mobilerun.portal }")]
#[tokio::test]
async fn a_step_that_the_phone_refuses_is_named_and_the_phone_is_not_blamed(#[case] step: &str) {
    let bench = Bench::new().await;
    let because = bench.run(&format!("[{step}]")).await.unwrap_err();
    assert!(because.contains("the phone refuses it: 4") || because.contains("has no app"), "{because}");
}

#[tokio::test]
async fn steps_cross_an_app_that_stops_responding_in_between() {
    let bench = Bench::new().await;
    bench.run(&format!("[{SETTINGS}]")).await.unwrap();
    bench.phone.android().unwrap().hang_now();
    let steps = "[when: { dialog: { text: \"isn't responding\", match: contains }, then: [tap: { text: Wait }] }, \
                 tap: { text: Display }, tap: { switch: { label: Dark theme } }]";
    bench.run(steps).await.unwrap();
    assert_eq!(bench.phone.android().unwrap().value("dark_theme"), Some(&true.into()));
}

#[tokio::test]
async fn a_target_below_the_fold_is_answered_with_how_to_get_there() {
    let bench = Bench::new().await;
    let because = bench.run(&format!("[{SETTINGS}, tap: {{ text: About phone, timeout: 1s }}]")).await.unwrap_err();
    assert!(because.contains("`scroll_to` before this one"), "{because}");
    bench.run("[scroll_to: { text: About phone }, tap: { text: About phone }]").await.unwrap();
}

#[tokio::test]
async fn what_the_keyboard_covers_is_uncovered_and_tapped() {
    let bench = Bench::new().await;
    let steps = "[open: { app: APP, fresh: true }, tap: { label: Record }, \
                 when: { dialog: any, then: [tap: { text: Only this time }] }, \
                 unless: { shows: { label: Stop recording }, then: [tap: { label: Record }] }, \
                 tap: { label: Stop recording }, type: { text: Gr\u{fc}\u{df}e, into: { text: Title, role: field } }, \
                 tap: { text: Save }]";
    bench.run(&steps.replace("APP", RECORDER)).await.unwrap();
    let saved = bench.phone.android().unwrap().value("recorder.saved.0001").cloned();
    assert_eq!(saved, Some("Gr\u{fc}\u{df}e".into()));
}
