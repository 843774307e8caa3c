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

/// What is not there on Android 11, so that a verifier can't even look, and why.
const DIFFERENT: [(&str, &str); 7] = [
    // Android 11 hides the last rows of Display behind "Advanced".
    ("settings/auto-rotate", "Auto-rotate screen"),
    ("settings/smooth-display-off", "Smooth Display"),
    ("settings/screen-timeout", "Screen timeout"),
    ("settings/screen-timeout-10-minutes", "Screen timeout"),
    ("settings/screen-saver-by-steps", "Screen saver"),
    // It has no page Internet: Wi-Fi is a row of Network & internet with a switch of its own.
    ("settings/wifi-off", "Internet"),
    // Its page is called Sound.
    ("settings/do-not-disturb", "Sound & vibration"),
];

#[test]
fn a_goal_for_android_15_is_no_failure_of_the_agent_on_android_11_but_cannot_be_verified() {
    let (code, cases) = cases(".", &["--look", "11", "--tag", "android-15"]);
    assert_eq!(code, 4);
    assert_eq!(cases.len(), DIFFERENT.len(), "every goal that differs is tagged, and no other: {:?}", cases.keys());
    for (name, missing) in DIFFERENT {
        let case = &cases[name];
        assert_eq!((&case["outcome"], &case["kind"]), (&"errored".into(), &"baseline_unknown".into()), "{case}");
        let message = case["message"].as_str().unwrap();
        assert!(message.contains(&format!("nothing matches {{text: {missing}}}")), "{message}");
    }
}

#[test]
fn what_differs_is_reached_on_android_11_by_goals_in_its_words() {
    let (_, mut cases) = cases("tests/eleven", &["--look", "11"]);
    let here: Vec<String> = cases.keys().map(|name| format!("settings/{name}")).collect();
    let mut differing: Vec<&str> = DIFFERENT.iter().map(|(name, _)| *name).collect();
    differing.sort_unstable();
    assert_eq!(here, differing, "each has its counterpart");
    // Two switches are on that page, and the bar of the one in question says only On or Off: a model may take the one
    // for the other. That its verifier can be turned is shown by its solution.
    let hard = cases.remove("do-not-disturb").unwrap();
    assert_ne!(hard["outcome"], "errored", "{hard}");
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
