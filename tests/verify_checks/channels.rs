//! Checks of what is on no screen: apps, files, language, time zone, location, clipboard, time, browser, pictures.

use goalpost::device::{Channel, Transport};
use serde_json::{Value, json};

use super::*;

const ACCEPTED: Transport = Transport::Accepted { status: 200, cut: false, body_error: None };

/// Asks a check of a phone with these answers.
async fn asked(answers: &[(Channel, Answer)], rule: &str) -> VerdictReport {
    let bench = on("display");
    answers.iter().for_each(|(channel, answer)| bench.phone.answer(channel.clone(), answer.clone()));
    check(&bench, rule).await
}

fn told(report: &VerdictReport) {
    assert!(!report.evidence.is_empty());
    for evidence in &report.evidence {
        assert!(evidence.at.is_some(), "{report:?}");
        assert!(evidence.verdict != Inconclusive || evidence.because.is_some(), "{report:?}");
    }
}

#[rstest]
#[case::the_text("clipboard: { is: 0176 1234 }", Channel::Clipboard, json!("0176 1234"), Confirmed)]
#[case::another("clipboard: { is: 0176 1234 }", Channel::Clipboard, json!("0176 1235"), Refuted)]
#[case::spaced_otherwise("clipboard: { is: 0176 1234 }", Channel::Clipboard, json!("01761234"), Refuted)]
#[case::telephone_numbers("clipboard: { is: 0176 1234, normalize: [digits] }", Channel::Clipboard, json!("0176-1234"), Confirmed)]
#[case::empty("clipboard: { is: a }", Channel::Clipboard, json!(""), Inconclusive)]
#[case::empty_as_wanted("clipboard: { is: '' }", Channel::Clipboard, json!(""), Confirmed)]
#[case::null("clipboard: { is: a }", Channel::Clipboard, Value::Null, Inconclusive)]
#[case::null_is_not_the_empty_text("clipboard: { is: '' }", Channel::Clipboard, Value::Null, Inconclusive)]
#[case::language("language: { is: de-DE }", Channel::Language, json!("de_DE"), Confirmed)]
#[case::another_language("language: { is: de-DE }", Channel::Language, json!("en-US"), Refuted)]
#[case::a_kind_of_german("language: { matches: de(-.*)? }", Channel::Language, json!("de-AT"), Confirmed)]
#[case::a_complaint_for_a_language("language: { is: de-DE }", Channel::Language, json!("error: adb is gone"), Inconclusive)]
#[case::null_as_a_word("language: { is: de-DE }", Channel::Language, json!("null"), Inconclusive)]
#[case::timezone("timezone: { is: Europe/Berlin }", Channel::Timezone, json!("Europe/Berlin"), Confirmed)]
#[case::another_timezone("timezone: { is: Europe/Berlin }", Channel::Timezone, json!("UTC"), Refuted)]
#[case::a_complaint_for_a_timezone("timezone: { is: Europe/Berlin }", Channel::Timezone, json!("Error: no such property"), Inconclusive)]
#[case::no_timezone("timezone: { is: Europe/Berlin }", Channel::Timezone, json!(""), Inconclusive)]
#[case::near("location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }", Channel::Location, json!({"latitude": 52.521, "longitude": 13.406}), Confirmed)]
#[case::far("location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }", Channel::Location, json!({"latitude": 48.85, "longitude": 2.35}), Refuted)]
#[case::nowhere("location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }", Channel::Location, json!({"latitude": 520.0, "longitude": 2.0}), Inconclusive)]
#[case::half_a_place("location: { near: { latitude: 52.52, longitude: 13.405 }, within: 500 }", Channel::Location, json!({"latitude": 52.52}), Inconclusive)]
#[case::on_time("time: { within: 2m }", Channel::Time, json!("2026-09-01T12:01:30+02:00"), Confirmed)]
#[case::late("time: { within: 1m }", Channel::Time, json!("2026-09-01T12:01:30+02:00"), Refuted)]
#[case::a_given_time("time: { near: 2020-01-01T00:00:00Z, within: 1m }", Channel::Time, json!("2020-01-01T00:00:59Z"), Confirmed)]
#[case::no_time("time: { within: 2m }", Channel::Time, json!("error"), Inconclusive)]
#[case::no_zone("time: { within: 2m }", Channel::Time, json!("2026-09-01T12:01:30"), Inconclusive)]
#[tokio::test]
async fn a_channel_is_judged_by_what_it_is_known_to_say(
    #[case] rule: &str,
    #[case] channel: Channel,
    #[case] answer: Value,
    #[case] verdict: Verdict,
) {
    let report = asked(&[(channel.clone(), Answer::Json(answer))], rule).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    told(&report);
    assert_eq!(report.evidence[0].at.as_deref(), Some(channel.to_string().as_str()));
}

#[rstest]
#[case("clipboard: { is: a }", Channel::Clipboard)]
#[case("language: { is: de }", Channel::Language)]
#[case("timezone: { is: UTC }", Channel::Timezone)]
#[case("location: { near: { latitude: 0, longitude: 0 }, within: 5 }", Channel::Location)]
#[case("time: { within: 5s }", Channel::Time)]
#[case("app: { app: a.b }", Channel::Apps)]
#[case("file: { path: /sdcard/x }", Channel::Folder { path: "/sdcard".to_owned() })]
#[case("screenshot: { APP, colour: '#ffffff' }", Channel::Screenshot)]
#[tokio::test]
async fn what_cannot_be_read_is_neither_right_nor_wrong(#[case] rule: &str, #[case] channel: Channel) {
    let rule = rule.replace("APP", APP_KEY);
    for (answer, said) in [
        (Answer::Unsupported, "has no such thing"),
        (Answer::Failed(500), "out of order"),
        (Answer::Failed(409), "out of order"),
        (Answer::Failed(404), "out of order"),
        (Answer::Failed(200), "out of order"),
        (Answer::Json(Value::Null), ""),
    ] {
        let report = asked(&[(channel.clone(), answer.clone())], &rule).await;
        let is_no_folder = matches!((&channel, &answer), (Channel::Folder { .. }, Answer::Json(_)));
        assert!(report.verdict == Inconclusive || is_no_folder, "{answer:?}: {report:?}");
        assert!(report.because.clone().unwrap_or_default().contains(said), "{answer:?}: {report:?}");
        told(&report);
    }
}

#[tokio::test]
async fn a_key_that_is_refused_ends_the_case() {
    let bench = on("display");
    bench.phone.answer(Channel::Clipboard, Answer::Failed(401));
    let verifier = verifier("check: { clipboard: { is: a } }", &Registry::new()).unwrap();
    let ended = verifier.ask(bench.act(), Purpose::Verdict).await;
    assert!(matches!(ended, Err(VerifyError::Act(_))), "{ended:?}");
}

#[tokio::test]
async fn what_a_phone_says_it_lacks_is_not_tried_and_asked_for_once() {
    let bench = on("display");
    bench.phone.answer(Channel::Capabilities, Answer::Json(json!({"clipboard": false, "language": true})));
    bench.phone.answer(Channel::Language, Answer::Json(json!("de-DE")));
    let report = check(&bench, "any: [{ clipboard: { is: a } }, { language: { is: en-US } }]").await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(report.because.unwrap().contains("its capabilities say `clipboard: false`"));
    let reads = bench.phone.reads();
    assert!(!reads.contains(&Channel::Clipboard), "{reads:?}");
    assert_eq!(reads.iter().filter(|channel| **channel == Channel::Capabilities).count(), 1, "{reads:?}");
}

#[tokio::test]
async fn what_a_phone_does_not_say_is_tried() {
    for said in [json!({}), json!({"clipboard": null}), Value::Null] {
        let capabilities = (Channel::Capabilities, Answer::Json(said));
        let clipboard = (Channel::Clipboard, Answer::Json(json!("a")));
        assert_eq!(asked(&[capabilities, clipboard], "clipboard: { is: a }").await.verdict, Confirmed);
    }
}

#[tokio::test]
async fn all_parts_of_one_evaluation_speak_of_one_reading() {
    let bench = on("display");
    bench.phone.answer(Channel::Clipboard, Answer::Json(json!("ab")));
    let report = check(&bench, "all: [{ clipboard: { contains: a } }, { clipboard: { contains: b } }]").await;
    assert_eq!(report.verdict, Confirmed);
    let read = bench.phone.reads().into_iter().filter(|channel| *channel == Channel::Clipboard).count();
    assert_eq!(read, 2, "once for each of two evaluations");
}

#[tokio::test]
async fn evidence_holds_the_value_as_it_was_read_and_as_it_was_compared() {
    let rule = "clipboard: { is: 5 minutes, normalize: [duration] }";
    let report = asked(&[(Channel::Clipboard, Answer::Json(json!("05:00")))], rule).await;
    let evidence = &report.evidence[0];
    assert_eq!(evidence.read.as_deref(), Some("\"05:00\""));
    assert_eq!(evidence.normalized.as_deref(), Some("\"300s\""));
    assert_eq!(evidence.rule, "the clipboard is \"5 minutes\"");
}

#[rstest]
#[case("app: { app: com.example.game }", Confirmed)]
#[case("app: { app: com.example.other }", Refuted)]
#[case("app: { app: com.example.other, installed: false }", Confirmed)]
#[case("app: { app: com.example.game, installed: false }", Refuted)]
#[case("app: { app: com.example.game, version: 1.10 }", Confirmed)]
#[case("app: { app: com.example.game, version: 1.1 }", Refuted)]
#[case("app: { app: com.example.game, code: { range: { min: 42 } } }", Confirmed)]
#[case("app: { app: com.example.game, code: { range: { min: 43 } } }", Refuted)]
#[case("app: { app: com.example.game, version: 1.10, code: 41 }", Refuted)]
#[case("app: { app: com.example.twin }", Confirmed)]
#[case("app: { app: com.example.twin, version: 1 }", Inconclusive)]
#[case("app: { app: com.example.bare, version: 1 }", Inconclusive)]
#[case("app: { app: com.example.bare, version: '', code: { one_of: [1] } }", Inconclusive)]
#[tokio::test]
async fn an_app_is_there_in_a_version_or_not(#[case] rule: &str, #[case] verdict: Verdict) {
    let apps = json!([
        {"packageName": "com.example.game", "label": "Game", "versionName": "1.10", "versionCode": 42},
        {"packageName": "com.example.bare"},
        {"packageName": "com.example.twin", "versionName": "1"},
        {"packageName": "com.example.twin", "versionName": "2"},
    ]);
    let report = asked(&[(Channel::Apps, Answer::Json(apps))], rule).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    told(&report);
}

#[rstest]
#[case(json!([]))]
#[case(json!([{"label": "Game"}, {"packageName": "a.b"}]))]
#[tokio::test]
async fn a_list_of_apps_that_no_phone_has_proves_no_absence(#[case] apps: Value) {
    let report = asked(&[(Channel::Apps, Answer::Json(apps))], "app: { app: c.d, installed: false }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
}

fn folder(path: &str, entries: Value) -> (Channel, Answer) {
    (Channel::Folder { path: path.to_owned() }, Answer::Json(entries))
}

fn files() -> Vec<(Channel, Answer)> {
    vec![
        folder("/", json!([{"name": "sdcard", "type": "link", "size": 21}])),
        folder("/sdcard", json!([{"name": "Download", "type": "DIR"}, {"name": "Music", "type": "directory"}])),
        folder(
            "/sdcard/Download",
            json!([{"name": "notes.txt", "type": "file", "size": 9}, {"name": "odd.txt", "type": "file", "size": 100},
                {"name": "empty.txt", "type": "file", "size": 0}, {"name": "big.bin", "type": "file", "size": 1_i64 << 40},
                {"name": "sizeless", "type": "file"}]),
        ),
        folder("/sdcard/Music", json!([])),
        folder("/sdcard/Movies", Value::Null),
        folder("/sdcard/Movies/new", json!([])),
        file("/sdcard/Download/notes.txt", b"milk, tea"),
        file("/sdcard/Download/odd.txt", b"{\"error\":\"no such file\"}"),
        file("/sdcard/Download/empty.txt", b""),
    ]
}

fn file(path: &str, bytes: &[u8]) -> (Channel, Answer) {
    (Channel::File { path: path.to_owned() }, Answer::Bytes(bytes.to_vec()))
}

#[rstest]
#[case("path: /sdcard/Download/notes.txt", Confirmed)]
#[case("path: /sdcard/Download/none.txt", Refuted)]
#[case("path: /sdcard/Download/none.txt, exists: false", Confirmed)]
#[case("path: /sdcard/Download/notes.txt, exists: false", Refuted)]
#[case("path: /sdcard/Download", Refuted)]
#[case("path: /sdcard/Download, kind: folder", Confirmed)]
#[case("path: /sdcard/Music/song.mp3, exists: false", Confirmed)]
#[case("path: /sdcard/Movies/film.mp4, exists: false", Confirmed)]
#[case("path: /sdcard/Movies/new/film.mp4, exists: false", Confirmed)]
#[case("path: /data/x, exists: false", Confirmed)]
#[case("path: /sdcard/Download/notes.txt, size: 9", Confirmed)]
#[case("path: /sdcard/Download/notes.txt, size: { max: 8 }", Refuted)]
#[case("path: /sdcard/Download/sizeless, size: 9", Inconclusive)]
#[case("path: /sdcard/Download/notes.txt, contains: milk", Confirmed)]
#[case("path: /sdcard/Download/notes.txt, contains: coffee", Refuted)]
#[case("path: /sdcard/Download/notes.txt, matches: 'milk.*', size: 9", Confirmed)]
#[case("path: /sdcard/Download/odd.txt, contains: milk", Inconclusive)]
#[case("path: /sdcard/Download/odd.txt", Confirmed)]
#[case("path: /sdcard/Download/empty.txt, contains: milk", Refuted)]
#[case("path: /sdcard/Download/empty.txt, is: ''", Confirmed)]
#[case("path: /sdcard/Download/big.bin, contains: milk", Inconclusive)]
#[case("path: /sdcard/Download/notes.txt, sha256: HASH", Confirmed)]
#[case("path: /sdcard/Download/empty.txt, sha256: HASH", Refuted)]
#[tokio::test]
async fn a_file_is_there_by_the_listing_of_its_folder(#[case] args: &str, #[case] verdict: Verdict) {
    use sha2::{Digest, Sha256};
    let hash = goalpost::plain::hex(&Sha256::digest(b"milk, tea"));
    let report = asked(&files(), &format!("file: {{ {} }}", args.replace("HASH", &hash))).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    told(&report);
}

#[tokio::test]
async fn listings_that_contradict_each_other_prove_nothing() {
    let answers =
        [folder("/sdcard", json!([{"name": "Movies", "type": "dir"}])), folder("/sdcard/Movies", Value::Null)];
    let report = asked(&answers, "file: { path: /sdcard/Movies/film.mp4, exists: false }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
    let twice = json!([{"name": "x", "type": "file"}, {"name": "x", "type": "dir"}]);
    let report = asked(&[folder("/sdcard", twice)], "file: { path: /sdcard/x }").await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
}

#[rstest]
#[case(ACCEPTED, Some(json!("Success!")), Confirmed)]
#[case(ACCEPTED, Some(json!("Failed")), Refuted)]
#[case(ACCEPTED, Some(Value::Null), Inconclusive)]
#[case(ACCEPTED, Some(json!("")), Inconclusive)]
#[case(ACCEPTED, Some(json!({"title": "Success!"})), Inconclusive)]
#[case(ACCEPTED, None, Inconclusive)]
#[case(Transport::Unknown { status: None, error: "cut off".to_owned() }, None, Inconclusive)]
#[case(Transport::Rejected { status: 400, error: "no page".to_owned(), retry_after: None }, None, Inconclusive)]
#[tokio::test]
async fn a_script_says_something_or_nothing(
    #[case] transport: Transport,
    #[case] result: Option<Value>,
    #[case] verdict: Verdict,
) {
    let bench = on("display");
    bench.phone.give_script(transport, result);
    let report = check(&bench, "browser: { script: document.title, is: Success! }").await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    told(&report);
}

#[rstest]
#[case(json!(3), "range: [1, 5]", Confirmed)]
#[case(json!(true), "is: true", Confirmed)]
#[case(json!(false), "is: true", Refuted)]
#[tokio::test]
async fn numbers_and_truth_values_of_scripts_are_values(
    #[case] result: Value,
    #[case] rule: &str,
    #[case] verdict: Verdict,
) {
    let bench = on("display");
    bench.phone.give_script(ACCEPTED, Some(result));
    let report = check(&bench, &format!("browser: {{ script: x, {rule} }}")).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}

/// A picture whose upper half has one colour and whose lower half another.
fn picture(upper: [u8; 3], lower: [u8; 3]) -> (Channel, Answer) {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 10, 20);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = (0..200).flat_map(|at| if at < 100 { upper } else { lower }).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    (Channel::Screenshot, Answer::Bytes(bytes))
}

#[rstest]
#[case("colour: '#101010', share: 0.5", Confirmed)]
#[case("colour: '#101010'", Refuted)]
#[case("colour: '#1f1f1f', tolerance: 15, share: 0.5", Confirmed)]
#[case("colour: '#1f1f1f', tolerance: 14, share: 0.5", Refuted)]
#[case("colour: '#101010', part: { left: 0, top: 0, right: 1, bottom: 0.5 }", Confirmed)]
#[case("colour: '#101010', region: { left: 0, top: 10, right: 10, bottom: 20 }", Refuted)]
#[case("colour: '#ffffff', region: { left: 0, top: 10, right: 10, bottom: 20 }", Confirmed)]
#[case("colour: '#ffffff', region: { left: 0, top: 10, right: 11, bottom: 20 }", Inconclusive)]
#[tokio::test]
async fn a_part_of_the_screen_has_a_colour(#[case] args: &str, #[case] verdict: Verdict) {
    let rule = format!("screenshot: {{ {APP_KEY}, {args} }}");
    let report = asked(&[picture([16, 16, 16], [255, 255, 255])], &rule).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    told(&report);
}

#[rstest]
#[case::black_all_over("app: com.example.settings, colour: '#000000'", picture([0; 3], [0; 3]), "secure window")]
#[case::black_where_it_counts(
    "app: com.example.settings, colour: '#ffffff', part: { left: 0, top: 0, right: 1, bottom: 0.5 }",
    picture([0; 3], [255; 3]),
    "secure window"
)]
#[case::black_for_the_most_part_and_nearly_right(
    "app: com.example.settings, colour: '#121212', tolerance: 24, share: 0.4",
    picture([0; 3], [255; 3]),
    "and that decides"
)]
#[case::of_another_app("app: com.other, colour: '#ffffff'", picture([255; 3], [255; 3]), "is in front, not com.other")]
#[case::no_picture(
    "app: com.example.settings, colour: '#ffffff'",
    (Channel::Screenshot, Answer::Bytes(b"\x89PNG\r\n\x1a\nnot one".to_vec())),
    "picture is broken"
)]
#[tokio::test]
async fn a_picture_that_shows_nothing_proves_nothing(
    #[case] args: &str,
    #[case] picture: (Channel, Answer),
    #[case] said: &str,
) {
    let report = asked(&[picture], &format!("screenshot: {{ {args} }}")).await;
    assert_eq!(report.verdict, Inconclusive, "{report:?}");
    assert!(report.because.clone().unwrap().contains(said), "{report:?}");
}

#[rstest]
#[case("clipboard: hello", "write `clipboard: { is: hello }`")]
#[case("clipboard: { iss: a }", "unknown key `iss` (did you mean `is`?")]
#[case("clipboard: {}", "it does not say what the value has to be")]
#[case("language: { matches: '(' }", "this is not a regular expression: unclosed group")]
#[case("timezone: { is: UTC, contains: U }", "`contains` beside `is`: a value has one rule")]
#[case("location: { near: { latitude: 91, longitude: 0 }, within: 5 }", "a latitude lies between -90 and 90 degrees")]
#[case("location: { near: { latitude: .nan, longitude: 0 }, within: 5 }", "expected a finite number")]
#[case("location: { near: { latitude: 0, longitude: 0 }, within: 0 }", "a distance is more than 0")]
#[case("location: { within: 5 }", "the key `near` is missing (for example `location:")]
#[case("time: { near: yesterday, within: 5s }", "`yesterday` is no time in RFC 3339")]
#[case("time: { within: 5 }", "`5` is not a length of time")]
#[case("app: { app: a.b, installed: false, version: 1 }", "an app that is not installed has no version")]
#[case("app: { app: a.b, version: { one_off: [1] } }", "unknown key `one_off` (did you mean `one_of`?")]
#[case("file: { path: ../x }", "does not begin at the root")]
#[case("file: { path: /sdcard/../data/x }", "has a part `.` or `..`")]
#[case("file: { path: /x, sha256: abc }", "a SHA-256 has 64 hexadecimal digits")]
#[case("file: { path: /x, exists: false, contains: a }", "a file that is not there has no size and no content")]
#[case("file: { path: /x, kind: folder, size: 1 }", "a folder has no size")]
#[case("file: { path: /x, size: { min: 5, max: 1 } }", "`max` is less than `min`")]
#[case("file: { path: /x, kind: directory }", "unknown word `directory`")]
#[case("browser: { is: a }", "the key `script` is missing (for example `browser:")]
#[case("browser: { script: ' ', is: a }", "a script has 1 to 10000 characters")]
#[case("screenshot: { APP, colour: red }", "`red` is no colour (write six hexadecimal digits")]
#[case("screenshot: { colour: '#ffffff' }", "the key `app` is missing")]
#[case("screenshot: { APP, colour: '#ffffff', share: 2 }", "a share is more than 0 and at most 1")]
#[case("screenshot: { APP, colour: '#ffffff', tolerance: 256 }", "from 0 to 255")]
#[case(
    "screenshot: { APP, colour: '#ffffff', part: { left: 0, top: 0, right: 2, bottom: 1 } }",
    "a part is in fractions from 0 to 1"
)]
#[case(
    "screenshot: { APP, colour: '#ffffff', region: { left: 5, top: 0, right: 5, bottom: 1 } }",
    "a region is in whole pixels, with `left` before `right`"
)]
#[case("element: { text: X, APP, is: { text: { is: a, one_of: [b] } } }", "a value has one rule")]
#[case("element: { text: X, APP, is: { text: { matches: a, match: exact } } }", "`match` goes with `is` alone")]
#[case("element: { text: X, APP, is: { text: { mach: exact, is: a } } }", "unknown key `mach`")]
fn a_wrong_check_of_a_channel_is_refused_with_its_place(#[case] rule: &str, #[case] said: &str) {
    let yaml = format!("check: {{ {} }}", rule.replace("APP", APP_KEY));
    let problems = verifier(&yaml, &Registry::new()).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains(said)), "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("verifiers/test.yaml:1:")), "{problems:?}");
    let marked = schema::Editor::new().marks_in_verifier(&yaml).is_some();
    assert!(marked || !schema::is_about_the_form(&problems[0]), "an editor sees nothing wrong: {problems:?}");
}
