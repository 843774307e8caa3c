//! What of a recorded run is fit to be committed.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use goalpost::event::{Backend, Mode};
use goalpost::fixture::{Answer, Asked, Exchange, Origin, Recording, Redaction, RedactionError, Role, Shape, matches};
use goalpost::secret::Secret;
use jiff::Timestamp;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

const KEY: &str = "dr_sk_9/+x\"Zq7";
const MARK: &str = "__redacted-mobilerun-key__";

fn exchange(method: &str, path: &str, asked: impl ToString, answer: impl ToString) -> Exchange {
    Exchange {
        role: if method == "GET" { Role::Read } else { Role::Input },
        asked: Asked {
            shape: Shape { method: method.to_owned(), path: path.to_owned(), query: Vec::new() },
            body: asked.to_string().into(),
        },
        answer: Answer { status: 200, headers: Vec::new(), body: answer.to_string().into() },
        sent: Duration::ZERO,
        answered: Duration::ZERO,
        evaluation: None,
    }
}

fn reply(body: impl ToString) -> Exchange {
    exchange("GET", "/v1/devices/d1/thing", "", body)
}

fn typed(text: &str) -> Exchange {
    exchange("POST", "/v1/devices/d1/keyboard", json!({"text": text, "clear": false}), "")
}

/// A screen with one field, focused, and a line of text.
fn screen(field: Value, line: &str) -> Exchange {
    let mut node = json!({"className": "android.widget.EditText", "resourceId": "app:id/field", "text": "",
        "contentDescription": "", "isFocused": true, "isPassword": false, "children": []});
    node.as_object_mut().unwrap().extend(field.as_object().unwrap().clone());
    let focused = json!({"text": node["text"], "className": "", "resourceId": ""});
    let line = json!({"className": "android.widget.TextView", "resourceId": "", "text": line, "isPassword": false});
    exchange(
        "GET",
        "/v1/devices/d1/ui-state",
        "",
        json!({"a11y_tree": {"children": [line, node]}, "phone_state": {"focusedElement": focused}}),
    )
}

fn key() -> Redaction {
    Redaction::new().value("mobilerun-key", Secret::from(KEY))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The bodies of the replies after redaction.
fn replies(redaction: &Redaction, mut exchanges: Vec<Exchange>) -> Vec<String> {
    redaction.apply(&mut exchanges).unwrap();
    exchanges.iter().map(|exchange| text(&exchange.answer.body)).collect()
}

fn refused(redaction: &Redaction, mut exchanges: Vec<Exchange>) -> String {
    let before = exchanges.clone();
    let error = redaction.apply(&mut exchanges).unwrap_err().to_string();
    assert_eq!(exchanges, before, "a refused run stays what it was");
    error
}

#[test]
fn a_key_goes_from_every_part_of_an_exchange() {
    let mut one = exchange(
        "POST",
        "/v1/dr_sk_9%2F+x%22Zq7/x",
        json!({"a": [KEY, {"b": format!("<{KEY}>")}], "n": 1.50}),
        json!({"said": KEY, KEY: 1}),
    );
    one.asked.shape.query = vec![("q".to_owned(), format!("-{KEY}-"))];
    one.answer.headers = vec![("x-echo".to_owned(), KEY.to_owned())];
    let mut run = [one];
    let redacted = key().apply(&mut run).unwrap();
    let [one] = &run;
    assert_eq!(one.asked.shape.path, format!("/v1/{MARK}/x"));
    assert_eq!(one.asked.shape.query[0].1, format!("-{MARK}-"));
    assert_eq!(text(&one.asked.body), format!(r#"{{"a":["{MARK}",{{"b":"<{MARK}>"}}],"n":1.5}}"#));
    assert_eq!(text(&one.answer.body), format!(r#"{{"said":"{MARK}","{MARK}":1}}"#));
    assert_eq!(one.answer.headers[0].1, MARK);
    assert_eq!(redacted.survivors(one.asked.shape.path.as_bytes()), None);
}

#[rstest]
#[case::plain_text("no JSON: dr_sk_9/+x\"Zq7.", "no JSON: M.")]
#[case::json(r#"{"a":"dr_sk_9/+x\"Zq7"}"#, r#"{"a":"M"}"#)]
#[case::slashes_escaped(r#"{"a":"dr_sk_9\/+x\"Zq7"}"#, r#"{"a":"M"}"#)]
#[case::units(r#"{"a":"\u0064r_sk_9\u002F\u002b\u0078\u0022Zq7"}"#, r#"{"a":"M"}"#)]
#[case::in_a_url(r#"{"a":"x://y?z=dr_sk_9%2f%2Bx%22Zq7&k"}"#, r#"{"a":"x://y?z=M&k"}"#)]
#[case::json_in_json(r#"{"a":"{\"b\":\"dr_sk_9/+x\\\"Zq7\"}"}"#, r#"{"a":"{\"b\":\"M\"}"}"#)]
#[case::spelling_stays(
    "{ \"n\" : 1.50e+1,\n\"a\":\"dr_sk_9/+x\\\"Zq7\", \"z\":[ ] }",
    "{ \"n\" : 1.50e+1,\n\"a\":\"M\", \"z\":[ ] }"
)]
#[case::twice(r#"["dr_sk_9/+x\"Zq7dr_sk_9/+x\"Zq7"]"#, r#"["MM"]"#)]
fn a_key_goes_in_every_form(#[case] body: &str, #[case] expected: &str) {
    assert_eq!(replies(&key(), vec![reply(body)]), [expected.replace('M', MARK)]);
}

#[rstest]
#[case(0)]
#[case(1)]
#[case(2)]
fn a_key_goes_from_base64_wherever_it_begins(#[case] before: usize) {
    let bytes = [&vec![b'x'; before], KEY.as_bytes(), b"yz"].concat();
    for encoded in [STANDARD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)] {
        let [clean] = replies(&key(), vec![reply(json!({"a": encoded}))]).try_into().unwrap();
        assert!(clean.contains(MARK) && clean.len() < MARK.len() + 20, "{clean}");
    }
}

#[test]
fn a_half_escape_in_front_of_a_secret_goes_with_it() {
    let redaction = Redaction::new().value("word", Secret::from("nice-1234"));
    let clean = replies(&redaction, vec![reply(r#"{"a":"x\nice-1234"}"#)]);
    assert_eq!(clean, [r#"{"a":"x__redacted-word__"}"#]);
}

#[rstest]
#[case::token(r#"{"streamToken":"abc"}"#, r#"{"streamToken":"__redacted-streamToken__"}"#)]
#[case::url(r#"{"streamUrl":"wss://x/y"}"#, r#"{"streamUrl":"__redacted-streamUrl-1__"}"#)]
#[case::empty(r#"{"streamUrl":"","token":null}"#, r#"{"streamUrl":"","token":null}"#)]
#[case::number(r#"{"token": 12345 }"#, r#"{"token": "__redacted-token__" }"#)]
#[case::inside(r#"{"cookies":[{"v":"a"},true]}"#, r#"{"cookies":[{"v":"__redacted-cookies__"},true]}"#)]
#[case::counted(r#"{"usage":{"input_tokens":512}}"#, r#"{"usage":{"input_tokens":512}}"#)]
#[case::parameter(
    r#"{"url":"https://h/p?a=1&sig=s%2F1\u0026b=2"}"#,
    r#"{"url":"https://h/p?a=1&sig=__redacted-sig__\u0026b=2"}"#
)]
#[case::known_elsewhere(
    r#"{"token":"tok-12345678","b":"Bearer tok-12345678"}"#,
    r#"{"token":"__redacted-token-1__","b":"Bearer __redacted-token-1__"}"#
)]
#[case::one_each(
    r#"[{"token":"tok-12345678"},{"token":"tok-87654321"},{"token":"tok-12345678"}]"#,
    r#"[{"token":"__redacted-token-1__"},{"token":"__redacted-token-2__"},{"token":"__redacted-token-1__"}]"#
)]
#[case::added(r#"{"session_id":"q"}"#, r#"{"session_id":"__redacted-session-id__"}"#)]
fn what_goes_by_the_name_of_a_secret_goes(#[case] body: &str, #[case] expected: &str) {
    assert_eq!(replies(&Redaction::new().member("sessionId"), vec![reply(body)]), [expected]);
}

#[test]
fn a_token_that_is_the_id_of_the_device_goes_from_its_member_alone() {
    let redaction = Redaction::new().public("the id of the device", "7a0c-1234-x");
    let clean = replies(&redaction, vec![reply(r#"{"token":"7a0c-1234-x","id":"7a0c-1234-x"}"#)]);
    assert_eq!(clean, [r#"{"token":"__redacted-token__","id":"7a0c-1234-x"}"#]);
}

#[test]
fn a_whole_recording_keeps_the_names_of_its_case_its_device_and_its_models() {
    let origin = Origin {
        goalpost: "0".to_owned(),
        mode: Mode::Simulated,
        backend: Backend::Simulated,
        device: "phone-4821".to_owned(),
        model: Some("jev-latest".to_owned()),
        answered_by: vec!["jev-1.13".to_owned()],
        recorded_at: Timestamp::UNIX_EPOCH,
        began: Timestamp::UNIX_EPOCH,
    };
    let exchanges = vec![reply(r#"["4821-9999"]"#)];
    let mut recording = Recording { case: "a/login".to_owned(), essence: String::new(), origin, exchanges };
    for (value, place) in
        [("4821", "the id of the device"), ("login", "the name of the case"), ("1.13", "the name of the model")]
    {
        let redaction = Redaction::new().value("pin", Secret::from(value));
        let error = redaction.apply_to(&mut recording).unwrap_err();
        assert!(error.to_string().contains(place), "{error}");
    }
    Redaction::new().value("pin", Secret::from("4821-9999")).apply_to(&mut recording).unwrap();
    assert_eq!(recording.exchanges[0].answer.body, r#"["__redacted-pin__"]"#);
}

/// A screen of the size of a large real one, as a phone tells it.
fn large_screen() -> String {
    let node = |n: usize| {
        json!({"className": "android.widget.TextView", "resourceId": "android:id/title", "text": format!("Row \"{n}\"\n50%"),
            "boundsInScreen": {"left": n, "top": n * 7, "right": n * 3, "bottom": n * 11}, "isPassword": n == 77})
    };
    json!({"a11y_tree": {"children": (0..2_000).map(node).collect::<Vec<_>>()}}).to_string()
}

#[test]
fn a_long_run_of_large_screens_is_redacted_without_a_wait() {
    let secrets = (0..20).map(|n| (format!("s{n}"), format!("secret-{n}-value")));
    let redaction =
        secrets.fold(key(), |redaction, (name, value)| redaction.value(&name, Secret::from(value.as_str())));
    let mut run = vec![reply(large_screen()); 20];
    redaction.apply(&mut run).unwrap();
    assert!(text(&run[19].answer.body).contains("__redacted-password-1__"));
}

#[test]
fn headers_and_queries_go_by_name_too() {
    let mut one = reply("");
    one.answer.headers = vec![("set-cookie".to_owned(), "a=b".to_owned()), ("retry-after".to_owned(), "1".to_owned())];
    one.asked.shape.query =
        vec![("access_token".to_owned(), "t".to_owned()), ("filter".to_owned(), "false".to_owned())];
    let mut run = [one];
    Redaction::new().apply(&mut run).unwrap();
    let [one] = &run;
    assert_eq!(one.answer.headers[0].1, "__redacted-set-cookie__");
    assert_eq!(one.answer.headers[1].1, "1");
    assert_eq!(one.asked.shape.query[0].1, "__redacted-access-token__");
    assert_eq!(one.asked.shape.query[1].1, "false");
}

#[test]
fn what_is_typed_into_a_password_field_goes_from_the_whole_run() {
    let ask = json!({"state": {"goal": "Log in with hunter-22."}, "questions": {"text_value": {"type": "choice",
        "options": {"1": {"criteria": "hunter-22"}, "NONE": {}}}}});
    let mut run = [
        exchange("POST", "/v1/systemone", &ask, json!({"answers": {}})),
        screen(json!({"isPassword": true, "text": "Password"}), "Password"),
        typed("hunter-22"),
        screen(json!({"isPassword": true, "text": "\u{2022}\u{2022}\u{2022}"}), "is hunter-22 right?"),
    ];
    let redacted = Redaction::new().apply(&mut run).unwrap();
    let asked = text(&run[0].asked.body);
    assert!(asked.contains(r#""goal":"Log in with __redacted-password-1__.""#), "{asked}");
    assert!(asked.contains(r#""criteria":"__redacted-password-1__""#), "{asked}");
    assert!(text(&run[1].answer.body).contains(r#""text":"Password""#), "a hint is no secret elsewhere");
    assert_eq!(text(&run[2].asked.body), r#"{"text":"__redacted-password-1__","clear":false}"#);
    let last = text(&run[3].answer.body);
    assert!(!last.contains('\u{2022}') && last.contains("is __redacted-password-1__ right?"), "{last}");
    assert_eq!(redacted.survivors(b"hunter-22"), Some("password".to_owned()));
}

#[test]
fn what_is_typed_elsewhere_stays() {
    let run = vec![screen(json!({"text": ""}), "Name"), typed("Workbench"), screen(json!({"text": "Workbench"}), "")];
    let mut clean = run.clone();
    Redaction::new().apply(&mut clean).unwrap();
    assert_eq!(clean, run);
}

#[test]
fn a_password_typed_in_several_goes_is_one() {
    let field = || screen(json!({"isPassword": true}), "48-21-x");
    let mut run = [field(), typed("48"), field(), typed("-21"), field(), typed("-x"), field()];
    Redaction::new().apply(&mut run).unwrap();
    assert_eq!(text(&run[1].asked.body), r#"{"text":"__redacted-password__","clear":false}"#);
    assert!(text(&run[0].answer.body).contains(r#""text":"__redacted-password-1__""#));
}

#[test]
fn a_password_field_that_shows_its_text_gives_it_away_and_it_goes_from_the_whole_run() {
    let field = json!({"isPassword": true, "text": "sunny-42", "contentDescription": "sunny-42"});
    let clean = replies(&Redaction::new(), vec![reply(json!({"note": "sunny-42"})), screen(field, "about sunny-42")]);
    assert_eq!(clean[0], r#"{"note":"__redacted-password-1__"}"#);
    assert!(!clean[1].contains("sunny") && clean[1].matches("__redacted-password-1__").count() == 4, "{}", clean[1]);
}

#[rstest]
#[case::by_its_words("Enter your PIN", json!({}))]
#[case::by_the_hint("Kennwort", json!({"hintText": "Kennwort"}))]
#[case::by_the_flag("Kennwort", json!({"isShowingHintText": true}))]
#[case::by_what_is_public("Codewort", json!({}))]
fn a_hint_goes_from_its_field_alone(#[case] hint: &str, #[case] more: Value) {
    let mut field = json!({"isPassword": true, "text": hint});
    field.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let redaction = Redaction::new().public("the verifier", "Codewort");
    let [clean] = replies(&redaction, vec![screen(field, hint)]).try_into().unwrap();
    assert!(clean.contains(&format!(r#""text":"{hint}","isPassword":false"#)), "{clean}");
    assert!(clean.contains(r#""text":"__redacted-password__","contentDescription""#), "{clean}");
}

#[rstest]
#[case::short("abc", "fewer than 4 characters")]
#[case::empty("", "fewer than 4 characters")]
#[case::a_number_of_a_reply(
    "1080",
    "a number or across several values in the reply to GET /v1/devices/d1/thing (exchange 1)"
)]
#[case::a_literal("true", "a number or across several values in the reply")]
#[case::a_member("left", "the name of a member in the reply")]
#[case::an_id("title", "the name of a part of an app in the reply")]
#[case::part_of_a_word("hot", "fewer than 4")]
#[case::part_of_a_longer_word("spot", "a longer word in the reply")]
#[case::the_path("devices", "the path of exchange 1")]
#[case::public("Dark", "the verifier")]
#[case::the_placeholder("redacted", "the placeholders of recordings")]
fn what_cannot_be_told_from_other_text_is_refused_with_the_place(#[case] value: &str, #[case] why: &str) {
    let body = json!({"left": 1080, "is": true, "resourceId": "android:id/title", "text": "Wi-Fi hotspot"});
    let redaction = Redaction::new().public("the verifier", "Dark theme").value("pin", Secret::from(value));
    let said = refused(&redaction, vec![reply(body)]);
    assert!(said.contains("the secret pin ") && said.contains(why), "{said}");
}

#[test]
fn a_short_password_is_refused() {
    let field = || screen(json!({"isPassword": true}), "");
    let said = refused(&Redaction::new(), vec![field(), typed("42"), field()]);
    assert!(said.contains("the secret password has fewer than 4 characters"), "{said}");
}

#[test]
fn a_secret_across_several_values_is_refused() {
    let redaction = Redaction::new().value("odd", Secret::from("a\",\"b"));
    assert!(refused(&redaction, vec![reply(r#"["xa","by"]"#)]).contains("across several values"));
}

#[test]
fn a_short_number_may_be_part_of_a_longer_one() {
    let redaction = Redaction::new().value("pin", Secret::from("4821"));
    let body = r#"{"at":1764482100,"right":14821,"text":"PIN 4821"}"#;
    assert_eq!(replies(&redaction, vec![reply(body)]), [body.replace("PIN 4821", "PIN __redacted-pin__")]);
}

#[test]
fn of_overlapping_secrets_the_longest_gives_its_name() {
    let redaction = Redaction::new().value("pin", Secret::from("4821")).value("card", Secret::from("x-4821-9999"));
    let clean = replies(&redaction, vec![reply(r#"["4821 x-4821-9999"]"#)]);
    assert_eq!(clean, [r#"["__redacted-pin__ __redacted-card__"]"#]);
    let redaction = Redaction::new().value("a", Secret::from("12-34-56")).value("b", Secret::from("56-78"));
    assert_eq!(replies(&redaction, vec![reply(r#"["12-34-56-78"]"#)]), [r#"["__redacted-a__"]"#]);
}

#[test]
fn secrets_of_one_name_have_placeholders_of_their_own() {
    let redaction = Redaction::new().value("k y", Secret::from("one-11111")).value("k-y", Secret::from("two-22222"));
    let [clean] = replies(&redaction, vec![reply(r#"["one-11111","two-22222"]"#)]).try_into().unwrap();
    assert_eq!(clean, r#"["__redacted-k-y-1__","__redacted-k-y__"]"#);
}

#[test]
fn errors_and_debug_output_show_no_secret() {
    let mut run = [reply(json!({"left": 31415926}))];
    let redaction = Redaction::new().value("pin", Secret::from("31415926"));
    let error: RedactionError = redaction.apply(&mut run).unwrap_err();
    let redacted = redaction.apply(&mut []).unwrap();
    let shown = format!("{error} {error:?} {redaction:?} {redacted:?}");
    assert!(!shown.contains("31415926"), "{shown}");
}

#[test]
fn the_guard_sees_secrets_across_chunks_in_names_and_in_every_form() {
    let redacted = key().apply(&mut []).unwrap();
    let whole = json!({"body": json!({"said": KEY}).to_string()}).to_string();
    for at in 0..whole.len() {
        let (a, b) = whole.as_bytes().split_at(at);
        assert_eq!(redacted.survivors_in([a, b]), Some("mobilerun-key".to_owned()));
    }
    assert!(redacted.survivors(b"tests/fixtures/dr_sk_9%2F%2Bx%22Zq7.json").is_some());
    assert!(redacted.survivors(STANDARD.encode(format!("Basic x:{KEY}")).as_bytes()).is_some());
    assert_eq!(redacted.survivors(format!("tests/fixtures/{MARK}.json").as_bytes()), None);
}

/// All the bytes of a run that are written.
fn bytes(run: &[Exchange]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for one in run {
        all.extend([one.asked.body.to_vec(), one.answer.body.to_vec(), one.asked.shape.path.clone().into_bytes()]);
        let named = one.asked.shape.query.iter().chain(&one.answer.headers);
        all.extend(named.map(|(_, value)| value.clone().into_bytes()));
    }
    all
}

fn percent(text: &str, all: bool) -> String {
    let plain = |byte: &u8| !all && byte.is_ascii_alphanumeric();
    text.bytes().map(|b| if plain(&b) { char::from(b).to_string() } else { format!("%{b:02x}") }).collect()
}

fn units(text: &str) -> String {
    text.encode_utf16().map(|unit| format!("\\u{unit:04X}")).collect()
}

/// A run that holds the secret in every part and form, among other text.
fn carrying(secret: &str, around: &str) -> Vec<Exchange> {
    let plain = format!("{around}{secret}{around}");
    let b64 = STANDARD.encode(plain.as_bytes());
    let listed = json!([plain, percent(&plain, false), percent(&plain, true), b64, json!({"a": plain}).to_string()]);
    let mut one = exchange("POST", "/v1/devices/d1/x", &listed, format!("[\"{}\"]", units(&plain)));
    one.asked.shape.path.push_str(&format!("/{}", percent(&plain, false)));
    one.asked.shape.query = vec![("q".to_owned(), plain.clone())];
    one.answer.headers = vec![("x".to_owned(), b64)];
    vec![one, reply(&listed), reply(format!("text {plain}"))]
}

proptest! {
    #[test]
    fn no_secret_survives_in_any_byte(
        secret in "[!-~ éß€😀]{3,20}[0-9]{5}",
        around in "[ -~é]{0,6}",
    ) {
        let mut run = carrying(&secret, &around);
        let before = bytes(&run);
        let redaction = Redaction::new().value("it", Secret::from(secret.as_str()));
        // What is refused is not written at all.
        let Ok(redacted) = redaction.apply(&mut run) else { return Ok(()) };
        let after = bytes(&run);
        for (was, is) in before.iter().zip(&after) {
            let is = text(is);
            prop_assert!(!is.contains(&secret), "{is}");
            prop_assert!(matches(&is, &text(was)), "{is}");
            prop_assert_eq!(redacted.survivors(is.as_bytes()), None);
            if serde_json::from_slice::<Value>(was).is_ok() {
                prop_assert!(serde_json::from_str::<Value>(&is).is_ok(), "{is}");
            }
        }
        // No text that the bodies decode to holds it either.
        let bodies = run.iter().flat_map(|one| [&one.asked.body, &one.answer.body]);
        for body in bodies.filter_map(|body| serde_json::from_slice::<Vec<String>>(body).ok()) {
            for item in body {
                prop_assert!(!item.contains(&secret), "{item}");
                let decoded = url::form_urlencoded::parse(format!("x={}", item.replace('+', "%2B")).as_bytes())
                    .map(|(_, value)| value.into_owned()).collect::<String>();
                prop_assert!(!decoded.contains(&secret), "{item}");
            }
        }
        let once = run.clone();
        prop_assert!(redaction.apply(&mut run).is_ok());
        prop_assert_eq!(run, once, "a second time changes nothing");
    }

    #[test]
    fn a_run_with_a_real_key_is_never_refused(key in "(dr_sk|ts)_[A-Za-z0-9]{8,40}", around in "[ -~é]{0,6}") {
        let mut run = carrying(&key, &around);
        let redaction = Redaction::new().value("mobilerun-key", Secret::from(key.as_str()));
        prop_assert!(redaction.apply(&mut run).is_ok());
    }

    #[test]
    fn bodies_without_secrets_stay_byte_for_byte(
        body in "[\\[\\]{}:, \"a-z\\\\0-9.\n]{0,80}",
        binary in prop::collection::vec(any::<u8>(), 0..80),
    ) {
        let mut run = vec![reply(body), reply("")];
        run[1].answer.body = binary.into();
        let before = run.clone();
        key().apply(&mut run).unwrap();
        prop_assert_eq!(run, before);
    }

    #[test]
    fn whatever_is_typed_into_a_password_field_is_gone_or_the_run_is_refused(password in "[ -~é]{1,12}") {
        let field = || screen(json!({"isPassword": true}), &password);
        let mut run = [field(), typed(&password), field()];
        if Redaction::new().apply(&mut run).is_ok() && !password.starts_with("__redacted-") {
            for one in bytes(&run).iter().map(|bytes| text(bytes)) {
                prop_assert!(!one.contains(&json!(password).to_string()), "{one}");
            }
        }
    }
}
