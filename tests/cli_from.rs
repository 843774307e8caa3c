//! A saved screen in the place of a phone: `observe --from` and `verify --from`.
#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cli_support;

use std::path::Path;

use cli_support::{ended, goalpost};
use rstest::rstest;
use serde_json::{Value, json};

/// The screens that another program summarised, with what it made of them.
fn known() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance/mobile-jev.json");
    let all: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    all["summarize"].as_array().unwrap().clone()
}

#[test]
fn a_saved_screen_is_observed_as_the_profile_has_it() {
    let dir = tempfile::tempdir().unwrap();
    for vector in known().iter().filter(|vector| vector["output"]["elements"].is_array()).take(5) {
        std::fs::write(dir.path().join("ui.json"), vector["input"]["uiState"].to_string()).unwrap();
        let ended = ended(&mut goalpost(dir.path(), &["observe", "--from", "ui.json", "--json"]));
        let (seen, expected) = (ended.json(), &vector["output"]);
        for part in ["phone", "screen", "elements"] {
            assert_eq!(seen[part], expected[part], "{part}");
        }
        assert_eq!((seen["deviceId"].as_str(), ended.code), (Some("saved"), 0));
    }
}

/// A page with one switch.
fn page(checked: bool) -> Value {
    let bounds = |top: i64| json!({"left": 0, "top": top, "right": 1000, "bottom": top + 200});
    json!({
        "a11y_tree": {"className": "android.widget.FrameLayout", "boundsInScreen": {"left": 0, "top": 0, "right": 1000, "bottom": 2000}, "children": [
            {"className": "android.widget.TextView", "text": "Display", "boundsInScreen": bounds(0), "children": []},
            {"className": "android.widget.Switch", "contentDescription": "Dark theme", "isCheckable": true,
             "isChecked": checked, "isClickable": true, "boundsInScreen": bounds(300), "children": []},
        ]},
        "phone_state": {"packageName": "com.android.settings", "currentApp": "Settings"},
        "device_context": {"screen_bounds": {"width": 1000, "height": 2000}},
    })
}

#[test]
fn the_table_shows_switches_without_words_which_only_verifiers_look_at() {
    let mut page = page(true);
    let bare = &mut page["a11y_tree"]["children"][1];
    bare["isClickable"] = false.into();
    bare.as_object_mut().unwrap().remove("contentDescription");
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("ui.json"), page.to_string()).unwrap();
    let table = ended(&mut goalpost(dir.path(), &["observe", "--from", "ui.json"])).stdout;
    let line =
        |id: &str| table.lines().find(|line| line.split(' ').next() == Some(id)).unwrap_or_else(|| panic!("{table}"));
    assert!(line("ui.0").contains(" text   Display"), "{table}");
    assert!(line("ui.1*").ends_with(" on"), "{table}");
    assert!(table.contains("\n* verifiers look at it"), "{table}");
    let json = ended(&mut goalpost(dir.path(), &["observe", "--from", "ui.json", "--json"])).json();
    assert_eq!(json["elements"].as_array().unwrap().len(), 1, "the profile alone");
}

#[rstest]
#[case::confirmed("com.android.settings", true, "confirmed", 0)]
#[case::refuted("com.android.settings", false, "refuted", 1)]
#[case::another_app("com.example.other", true, "inconclusive", 4)]
fn a_saved_screen_is_judged_without_steps(
    #[case] app: &str,
    #[case] checked: bool,
    #[case] verdict: &str,
    #[case] code: i32,
) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("verifiers")).unwrap();
    let verifier = format!(
        "steps: [{{ tap: {{ text: Nowhere }} }}]\ncheck: {{ switch: {{ label: Dark theme, app: {app}, is: on }} }}\n"
    );
    std::fs::write(dir.path().join("verifiers/dark.yaml"), verifier).unwrap();
    std::fs::write(dir.path().join("ui.json"), page(checked).to_string()).unwrap();
    let ended = ended(&mut goalpost(dir.path(), &["verify", "dark", "--from", "ui.json", "--json"]));
    let told = ended.json();
    assert_eq!((told["verdict"].as_str(), ended.code), (Some(verdict), code), "{}", ended.stderr);
    assert_eq!(told["backend"], "fixture");
    assert_eq!(told["evidence"].as_array().unwrap().len(), 1);
}

#[rstest]
#[case::no_such_file("nowhere.json", 4)]
#[case::a_folder(".", 4)]
#[case::no_screen("text.json", 4)]
fn what_is_no_saved_screen_is_said(#[case] file: &str, #[case] code: i32) {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("text.json"), "hello").unwrap();
    let ended = ended(&mut goalpost(dir.path(), &["observe", "--from", file]));
    assert_eq!((ended.code, ended.stdout.as_str()), (code, ""));
    assert!(ended.stderr.starts_with("goalpost: "), "{}", ended.stderr);
}

#[rstest]
#[case::observed(&["observe"])]
#[case::searched(&["find", "a"])]
fn what_a_person_is_shown_of_a_tower_can_be_read(#[case] args: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let levels = 3000;
    let open = "<node text=\"a\" bounds=\"[0,0][9,9]\">".repeat(levels);
    let dump = format!("<hierarchy>{open}{}</hierarchy>", "</node>".repeat(levels));
    std::fs::write(folder.path().join("tower.xml"), dump).unwrap();
    let ended = ended(&mut goalpost(folder.path(), &[args, &["--from", "tower.xml"]].concat()));
    let longest = ended.stdout.lines().map(str::len).max();
    assert!(longest.is_some_and(|longest| longest < 250), "{longest:?}");
    assert!(ended.stdout.contains("levels)") && ended.stdout.len() < 500_000, "{}", ended.stdout.len());
}

#[rstest]
#[case(&["--device", "simulated"])]
#[case(&["--look", "11"])]
fn a_file_and_a_phone_at_once_are_a_contradiction(#[case] phone: &[&str]) {
    let dir = tempfile::tempdir().unwrap();
    let ended = ended(&mut goalpost(dir.path(), &[&["observe", "--from", "ui.json"], phone].concat()));
    assert_eq!(ended.code, 2, "{}", ended.stderr);
}
