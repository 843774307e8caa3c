//! Checks of channels over HTTP, by what servers are known to answer.

use goalpost::act::{Act, InMemory};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Events, Phase};
use goalpost::http::{BaseUrl, Options};
use serde_json::{Value, json};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::*;

/// Asks a check of a phone whose server gives these answers, and everything else a 404.
async fn asked(answers: Vec<(&str, &str, ResponseTemplate)>, rule: &str) -> VerdictReport {
    let server = MockServer::start().await;
    for (verb, at, answer) in answers {
        let on = Mock::given(method(verb)).and(path(format!("/v1/devices/p/{at}")));
        on.respond_with(answer).mount(&server).await;
    }
    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let base = BaseUrl::parse(&format!("{}/v1", server.uri())).unwrap();
    let account = Mobilerun::new(base, None, Options::default(), clock.clone(), Events::silent()).unwrap();
    let journal = Arc::new(InMemory::default());
    let act = Act::new(Arc::new(account.device("p")), clock, Events::silent(), journal, Guard::default());
    let verifier = verifier(&format!("check: {{ {rule} }}"), &Registry::new()).unwrap();
    verifier.ask(act.in_phase(Phase::Verify), Purpose::Baseline).await.unwrap()
}

fn ok(body: Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(body)
}

#[rstest]
#[case::language("language", ok(json!({"locale": "de-DE"})), "language: { is: de_DE }", Confirmed)]
#[case::an_error_called_success("language", ok(json!({"error": "adb is gone"})), "language: { is: de_DE }", Inconclusive)]
#[case::an_error_in_its_place("language", ok(json!({"locale": "error: adb is gone"})), "language: { is: de_DE }", Inconclusive)]
#[case::nothing_in_its_place("language", ok(json!({"locale": null})), "language: { is: de_DE }", Inconclusive)]
#[case::not_even_json("language", ResponseTemplate::new(200).set_body_string("<html>"), "language: { is: de_DE }", Inconclusive)]
#[case::an_empty_answer("language", ResponseTemplate::new(200), "language: { is: de_DE }", Inconclusive)]
#[case::timezone_left_out("timezone", ok(json!({})), "timezone: { is: UTC }", Inconclusive)]
#[case::another_keyboard("clipboard", ResponseTemplate::new(409), "clipboard: { is: a }", Inconclusive)]
#[case::an_old_server("location", ResponseTemplate::new(404), "clipboard: { is: a }", Inconclusive)]
#[case::clipboard("clipboard", ok(json!({"text": "a"})), "clipboard: { is: a }", Confirmed)]
#[case::location("location", ok(json!({"latitude": 0.0, "longitude": 0})), "location: { near: { latitude: 0, longitude: 0 }, within: 1 }", Confirmed)]
#[case::time("time", ok(json!("2026-09-01T12:00:10+02:00")), "time: { within: 1m }", Confirmed)]
#[case::time_in_an_object("time", ok(json!({"time": "2026-09-01T12:00:10+02:00"})), "time: { within: 1m }", Inconclusive)]
#[case::apps("apps", ok(json!([{"packageName": "a.b", "versionName": "1", "versionCode": 1}])), "app: { app: a.b, code: 1 }", Confirmed)]
#[case::no_apps("apps", ok(Value::Null), "app: { app: a.b, installed: false }", Inconclusive)]
#[case::a_failing_server("clipboard", ResponseTemplate::new(503), "clipboard: { is: a }", Inconclusive)]
#[tokio::test]
async fn an_answer_is_worth_what_it_holds(
    #[case] at: &str,
    #[case] answer: ResponseTemplate,
    #[case] rule: &str,
    #[case] verdict: Verdict,
) {
    let report = asked(vec![("GET", at, answer)], rule).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}

#[tokio::test]
async fn a_complaint_in_the_place_of_a_file_is_not_its_content() {
    let listing = json!({"files": [{"name": "notes.txt", "type": "file", "size": 9}], "path": "/sdcard", "total": 1});
    let complaint = ok(json!({"error": "no such file"}));
    let answers = vec![("GET", "files", ok(listing.clone())), ("GET", "files/download", complaint)];
    let report = asked(answers, "file: { path: /sdcard/notes.txt, contains: milk }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
    let content = ResponseTemplate::new(200).set_body_bytes(&b"milk, tea"[..]);
    let answers = vec![("GET", "files", ok(listing)), ("GET", "files/download", content)];
    let report = asked(answers, "file: { path: /sdcard/notes.txt, contains: milk }").await;
    assert_eq!(report.verdict, Confirmed, "{report:?}");
}

#[tokio::test]
async fn a_listing_that_is_null_everywhere_proves_no_absence() {
    let empty = ok(json!({"files": null, "path": "/", "total": 0}));
    let report = asked(vec![("GET", "files", empty)], "file: { path: /sdcard/x, exists: false }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
}

#[tokio::test]
async fn capabilities_decide_without_a_request() {
    let capabilities = ok(json!({"deviceType": "x", "capabilities": {"clipboard": false}}));
    let clipboard = ok(json!({"text": "a"}));
    let answers = vec![("GET", "capabilities", capabilities), ("GET", "clipboard", clipboard)];
    let report = asked(answers, "clipboard: { is: a }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
}

#[rstest]
#[case(ok(json!({"result": "Success!"})), Confirmed)]
#[case(ok(json!({"result": "Other"})), Refuted)]
#[case(ok(json!({"result": null})), Inconclusive)]
#[case(ok(json!({})), Inconclusive)]
#[case(ok(json!({"error": "no target", "result": "Success!"})), Inconclusive)]
#[case(ResponseTemplate::new(400).set_body_string("DEVICE_NO_BROWSER_TARGET"), Inconclusive)]
#[tokio::test]
async fn a_script_is_sent_once_an_evaluation(#[case] answer: ResponseTemplate, #[case] verdict: Verdict) {
    let answers = vec![("POST", "browser/execute-script", answer)];
    let report = asked(answers, "browser: { script: document.title, is: Success! }").await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}
