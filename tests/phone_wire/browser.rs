//! Scripts in the browser's page.

use goalpost::phone::{Command, Phone};
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::*;

const PATH: &str = "/browser/execute-script";

/// A phone that shows the form.
async fn browsing(faults: &[&str]) -> Phone {
    let phone = faulty(faults).await;
    phone.android().unwrap().open_link("https://example.com/form", None, None).unwrap();
    phone
}

#[rstest]
#[case::text("document.title", json!("Sign up"))]
#[case::number("document.querySelectorAll('input').length", json!(3))]
#[case::flag("document.querySelector('#news').checked", json!(false))]
#[case::null("document.querySelector('#none')", json!(null))]
#[case::undefined("undefined", json!(null))]
#[case::not_a_number("Number('x')", json!("NaN"))]
#[case::infinite("1 / 0", json!("Infinity"))]
#[case::minus_zero("-0", json!("-0"))]
#[tokio::test]
async fn a_script_is_answered_with_its_result(#[case] script: &str, #[case] result: Value) {
    let phone = browsing(&[]).await;
    let response = send(&phone, "POST", PATH, json!({"script": script})).await;
    assert_eq!(response.status(), 200);
    let reply = json(response).await;
    assert_eq!(reply["result"], result);
    assert!(reply["$schema"].is_string());
    let executed = phone.requests()[0].executed.clone().unwrap();
    assert_eq!((executed.command, executed.input), (Command::Script(script.to_owned()), Some(2)));
}

#[tokio::test]
async fn without_exactly_one_visible_page_there_is_no_target() {
    let phone = start(options()).await;
    let response = send(&phone, "POST", PATH, json!({"script": "document.title"})).await;
    assert_eq!(response.status(), 400);
    assert!(problem(response).await["detail"].as_str().unwrap().contains("DEVICE_NO_BROWSER_TARGET"));
}

#[rstest]
#[case::needs_an_engine("(() => 1)()", "no JavaScript engine")]
#[case::throws("document.querySelector('#none').value", "TypeError")]
#[tokio::test]
async fn what_has_no_result_is_refused_with_the_reason(#[case] script: &str, #[case] reason: &str) {
    let phone = browsing(&[]).await;
    let response = send(&phone, "POST", PATH, json!({"script": script})).await;
    assert_eq!(response.status(), 400);
    assert!(problem(response).await["detail"].as_str().unwrap().contains(reason));
    assert_eq!(executed(&phone), [false]);
}

#[rstest]
#[case(json!({}))]
#[case(json!({"script": 1}))]
#[case(json!({"script": "1", "await": true}))]
#[tokio::test]
async fn a_body_without_a_script_is_refused(#[case] body: Value) {
    let phone = browsing(&[]).await;
    assert_eq!(send(&phone, "POST", PATH, body).await.status(), 422);
}

#[tokio::test]
async fn a_browser_that_cannot_be_reached_says_when_to_come_back_and_that_nothing_ran() {
    let phone = browsing(&["no_browser_transport=3*1"]).await;
    let script = json!({"script": "document.querySelector('#name').value = 'Ada'"});
    let response = send(&phone, "POST", PATH, script.clone()).await;
    assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (503, &"3".parse().unwrap()));
    let refusal = problem(response).await;
    assert_eq!(refusal["executionOutcome"], "not_executed");
    assert!(refusal["detail"].as_str().unwrap().contains("CDP_TRANSPORT_UNAVAILABLE"));
    let read = json!({"script": "document.querySelector('#name').value"});
    assert_eq!(json(send(&phone, "POST", PATH, read).await).await["result"], "");
    assert_eq!(send(&phone, "POST", PATH, script).await.status(), 200);
}
