//! The goals of this package on both Androids that the embedded phone can look like.
//!
//! Most goals and verifiers say nothing that differs. The others are tagged `android-15`, and what they ask for is asked
//! of Android 11 by the goals in `tests/eleven`, where it is called or found otherwise.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, reason = "a test")]

mod cli_support;

use std::collections::BTreeMap;
use std::path::Path;

use cli_support::{ended, goalpost};
use goalpost::suite::Cases;
use goalpost::verify::Registry;
use rstest::rstest;
use serde_json::Value;

/// The cases of a folder's goals that are selected so, by name.
fn cases(folder: &str, args: &[&str]) -> (i32, BTreeMap<String, Value>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let ended = ended(&mut goalpost(&folder, &[&["run", "--json"], args].concat()));
    let cases = ended.json()["cases"].as_array().unwrap().clone();
    (ended.code, cases.into_iter().map(|case| (case["name"].as_str().unwrap().to_owned(), case)).collect())
}

#[test]
fn all_goals_are_reached_on_android_11_but_those_that_are_for_android_15() {
    let (code, cases) = cases(".", &["--look", "11", "--exclude-tag", "android-15"]);
    assert_eq!(code, 0, "{cases:#?}");
    assert!(cases.len() >= 16, "{:?}", cases.keys());
    for infeasible in ["settings/hologram", "contacts/call-nobody"] {
        assert_eq!(cases[infeasible]["kind"], "declined");
    }
}

#[test]
fn a_goal_for_android_15_is_no_failure_of_the_agent_on_android_11_but_cannot_be_verified() {
    // It has no page Internet: Wi-Fi is a row of Network & internet with a switch of its own.
    let (code, cases) = cases(".", &["settings/wifi-off", "--look", "11"]);
    let case = &cases["settings/wifi-off"];
    assert_eq!(code, 4);
    assert_eq!((&case["outcome"], &case["kind"]), (&"errored".into(), &"baseline_unknown".into()), "{case}");
    assert!(case["message"].as_str().unwrap().contains("nothing matches {text: Internet}"), "{case}");
}

#[test]
fn what_differs_is_reached_on_android_11_by_goals_in_its_words() {
    let (_, cases) = cases("tests/eleven", &["--look", "11"]);
    let here: Vec<String> = cases.keys().map(|name| format!("settings/{name}")).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = Cases::load(root, &Registry::new());
    let differing = all.all().iter().filter(|case| case.tags().iter().any(|tag| tag == "android-15"));
    let differing: Vec<&str> = differing.map(|case| case.name()).collect();
    assert_eq!(here, differing, "each has its counterpart");
    assert!(cases.values().all(|case| case["outcome"] == "passed"), "{cases:#?}");
}

#[rstest]
#[case::served(&["--device", "simulated=http://127.0.0.1:9/v1"])]
#[case::real(&["--device", "mobilerun"])]
#[case::live(&["--mode", "live"])]
fn a_look_is_for_fresh_embedded_phones_alone(#[case] device: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ended = ended(&mut goalpost(root, &[&["run", "--look", "11"], device].concat()));
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(ended.stderr.contains("fresh embedded phone"), "{}", ended.stderr);
}

#[test]
fn a_single_command_takes_a_look_as_well() {
    let eleven = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/eleven");
    let asked =
        ["verify", "advanced-switch", "--arg", "page=Display", "--arg", "label=Smooth Display", "--arg", "is=on"];
    for (look, code) in [("11", 0), ("15", 4)] {
        let ended = ended(&mut goalpost(&eleven, &[&asked[..], &["--look", look]].concat()));
        assert_eq!(ended.code, code, "{look}: {}", ended.stdout);
    }
}
