//! What makes a careless verifier say the wrong thing, on the embedded phone.

use goalpost::phone::FaultKind;

use super::*;

const CLOCK: &str = "com.google.android.deskclock";
const TO_DISPLAY: &str = "[home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }]";

#[rstest]
#[case("element: { text: Dark theme, app: APP }", Inconclusive, "6 things match")]
#[case("element: { text: Dark theme, role: field, app: APP }", Confirmed, "")]
#[case("element: { text: Dark theme, id: title, app: APP }", Inconclusive, "3 things match")]
#[tokio::test]
async fn one_label_in_a_query_field_and_on_a_row_is_never_taken_for_the_first(
    #[case] rule: &str,
    #[case] verdict: Verdict,
    #[case] said: &str,
) {
    let bench = Bench::new().await;
    let type_it = "type: { text: Dark theme, into: { role: field } }";
    bench.run(&format!("[{SETTINGS}, tap: {{ text: Search settings }}, {type_it}]")).await.unwrap();
    let rule = rule.replace("APP", "com.google.android.settings.intelligence");
    let report = bench.check(&format!("check: {{ {rule} }}")).await;
    assert_eq!(report.verdict, verdict, "{report:#?}");
    assert!(report.because.clone().unwrap_or_default().contains(said), "{report:#?}");
    let because = bench.run("[tap: { text: Dark theme, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("means 6 things"), "{because}");
}

#[rstest]
#[case::by_what_stands_in_its_card("switch: { label: 8:30 AM, app: APP, is: off }", Confirmed, Refuted)]
#[case::of_another_card("switch: { label: 9:00 AM, app: APP, is: off }", Confirmed, Confirmed)]
#[case::all_are_called_alarm("switch: { label: Alarm, app: APP, is: off }", Inconclusive, Inconclusive)]
#[case::by_an_id_that_all_have(
    "element: { id: onoff, app: APP, is: { state: { checked: false } } }",
    Inconclusive,
    Inconclusive
)]
#[case::beside(
    "element: { beside: 8:30 AM, id: onoff, app: APP, is: { state: { checked: true } } }",
    Refuted,
    Confirmed
)]
#[case::a_state_that_is_missing_is_not_false(
    "element: { text: 8:30 AM, app: APP, is: { state: { checked: false } } }",
    Inconclusive,
    Inconclusive
)]
#[tokio::test]
async fn a_switch_without_a_name_is_that_of_its_own_card(
    #[case] rule: &str,
    #[case] before: Verdict,
    #[case] after: Verdict,
) {
    let bench = Bench::new().await;
    bench.run(&format!("[open: {{ app: {CLOCK}, fresh: true }}]")).await.unwrap();
    let check = format!("check: {{ {} }}", rule.replace("APP", CLOCK));
    assert_eq!(bench.check(&check).await.verdict, before);
    bench.phone.android().unwrap().set("clock.alarm_830", true);
    let report = bench.check(&check).await;
    assert_eq!(report.verdict, after, "{report:#?}");
}

/// Something that comes to lie on the page.
#[derive(Clone, Copy)]
enum OnTop {
    NotResponding,
    Shade,
    Question,
}

#[rstest]
#[case::not_responding(OnTop::NotResponding)]
#[case::the_shade(OnTop::Shade)]
#[case::a_dialog_of_the_app(OnTop::Question)]
#[tokio::test]
async fn a_page_under_a_dialog_is_not_the_page(#[case] on_top: OnTop) {
    let bench = Bench::new().await;
    bench.run(TO_DISPLAY).await.unwrap();
    match on_top {
        OnTop::NotResponding => bench.phone.android().unwrap().hang_now(),
        OnTop::Shade => {
            bench.phone.android().unwrap().global(4);
        }
        OnTop::Question => bench.run("[tap: { text: Screen timeout }]").await.unwrap(),
    }
    for rule in [
        "switch: { label: Dark theme, app: com.android.settings, is: off }",
        "element: { text: Flux, app: com.android.settings, is: absent, on: { label: Display } }",
        "element: { text: Flux, app: com.android.settings, on: { label: Display } }",
        "not: { switch: { label: Dark theme, app: com.android.settings, is: on } }",
    ] {
        let report = bench.check(&format!("check: {{ {rule} }}")).await;
        assert_eq!(report.verdict, Inconclusive, "{rule}: {report:#?}");
    }
}

#[rstest]
#[case("element: { text: Screen saver, APP, is: absent, on: PAGE }")]
#[case("element: { text: Screen saver, APP, on: PAGE }")]
#[case("not: { element: { text: Screen saver, APP, on: PAGE } }")]
#[case("element: { text: Screen saver, APP, is: { count: { max: 1 } }, on: PAGE }")]
#[case("element: { text: Screen saver, APP, is: { count: 0 }, on: PAGE }")]
#[case("switch: { label: Smooth Display, APP, is: off, on: PAGE }")]
#[tokio::test]
async fn what_may_be_below_the_fold_is_not_known_to_be_absent(#[case] rule: &str) {
    let bench = Bench::new().await;
    bench.run(TO_DISPLAY).await.unwrap();
    let rule = rule.replace("APP", "app: com.android.settings").replace("PAGE", "{ label: Display }");
    let report = bench.check(&format!("check: {{ {rule} }}")).await;
    assert_eq!(report.verdict, Inconclusive, "{report:#?}");
    let because = report.because.clone().unwrap();
    assert!(because.contains("look through it with `scan: { id: recycler_view }`"), "{because}");
}

#[rstest]
#[case("is: absent", Refuted)]
#[case("is: exists", Confirmed)]
#[case("is: { count: 1 }", Confirmed)]
#[case("is: { count: { min: 2 } }", Refuted)]
#[tokio::test]
async fn what_is_below_the_fold_is_found_by_looking_through(#[case] is: &str, #[case] verdict: Verdict) {
    let bench = Bench::new().await;
    bench.run(TO_DISPLAY).await.unwrap();
    let place = "app: com.android.settings, on: { label: Display }, scan: { id: recycler_view }";
    let report = bench.check(&format!("check: {{ element: {{ text: Screen saver, {place}, {is} }} }}")).await;
    assert_eq!(report.verdict, verdict, "{report:#?}");
}

async fn with_note(secure: bool) -> Bench {
    let bench = Bench::new().await;
    {
        let mut android = bench.phone.android().unwrap();
        android.set("notes.1.title", "Pin");
        android.set("notes.1.body", "1234");
        android.set("notes.1.secure", secure);
    }
    bench.run("[open: { app: com.example.notes, fresh: true }, tap: { text: Pin }]").await.unwrap();
    bench
}

#[tokio::test]
async fn a_secure_note_is_black_in_pictures_which_proves_nothing() {
    let black = verifier("check: { screenshot: { app: com.example.notes, colour: '#000000', share: 0.5 } }");
    let report = with_note(true).await.ask(&black, Purpose::Baseline).await;
    assert_eq!(report.verdict, Inconclusive, "{report:#?}");
    assert!(report.because.clone().unwrap().contains("secure window"), "{report:#?}");
    let report = with_note(false).await.ask(&black, Purpose::Baseline).await;
    assert_eq!(report.verdict, Refuted, "{report:#?}");
}

/// Checks of channels, each with what makes it true, the endpoint behind it, and whether that can tell null.
const CHANNELS: [(&str, Endpoint, bool); 8] = [
    ("clipboard: { is: milk }", Endpoint::GetClipboard, true),
    ("language: { is: en-US }", Endpoint::GetLanguage, true),
    ("timezone: { is: Europe/Berlin }", Endpoint::GetTimezone, true),
    ("location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }", Endpoint::GetLocation, true),
    ("time: { within: 5m }", Endpoint::Time, true),
    ("app: { app: com.example.notes }", Endpoint::ListApps, false),
    ("file: { path: /sdcard/Download/a.txt, is: milk }", Endpoint::ListFiles, false),
    ("browser: { script: document.title, is: Sign up }", Endpoint::ExecuteScript, false),
];

async fn with_channels() -> Bench {
    let bench = Bench::new().await;
    let set = "set: { timezone: Europe/Berlin, location: { latitude: 52.52, longitude: 13.405 }, clipboard: milk }";
    let put = "put: { text: milk, to: /sdcard/Download/a.txt }";
    bench
        .run(&format!("[{set}, {put}, link: {{ url: 'https://example.com/form', app: com.android.chrome }}]"))
        .await
        .unwrap();
    bench
}

#[tokio::test]
async fn a_channel_that_tells_no_value_says_nothing() {
    let bench = with_channels().await;
    for (rule, endpoint, tells_null) in CHANNELS {
        let check = format!("check: {{ {rule} }}");
        assert_eq!(bench.check(&check).await.verdict, Confirmed, "{rule}");
        let faults = [
            Some(Fault::new(FaultKind::ErrorInside)),
            Some(Fault::status(500)),
            Some(Fault::status(409)),
            tells_null.then(|| Fault::new(FaultKind::NullValues)),
        ];
        for fault in faults.into_iter().flatten() {
            bench.phone.fault(fault.clone().on(endpoint));
            let report = bench.check(&check).await;
            assert_eq!(report.verdict, Inconclusive, "{rule} under {fault}: {report:#?}");
            assert!(report.evidence.iter().all(|e| e.because.is_some()), "{report:#?}");
            bench.phone.clear_faults();
        }
        assert_eq!(bench.check(&check).await.verdict, Confirmed, "{rule}, after all faults");
    }
}

#[tokio::test]
async fn an_effect_that_no_screen_shows_is_read_from_its_channel() {
    let bench = Bench::new().await;
    bench.run("[home, set: { clipboard: bread }]").await.unwrap();
    let before = bench.case.in_phase(Phase::Verify).observe().await.unwrap().fingerprint;
    let check = "check: { all: [{ clipboard: { is: milk } }, { file: { path: /sdcard/Download/a.txt, is: milk } }] }";
    assert_eq!(bench.check(check).await.verdict, Refuted);
    bench.run("[set: { clipboard: milk }, put: { text: milk, to: /sdcard/Download/a.txt }]").await.unwrap();
    assert_eq!(bench.case.in_phase(Phase::Verify).observe().await.unwrap().fingerprint, before);
    assert_eq!(bench.check(check).await.verdict, Confirmed);
}
