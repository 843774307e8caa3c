//! The mobile-jev profile: what the reference agent computes on generated screens, and we must too.
//!
//! The vectors lie beside this file; `GOALPOST_CONFORMANCE` names another file to read instead.

#![allow(clippy::expect_used, reason = "a vector that cannot be read is a failed test")]

use goalpost::policy::{self, Family, Options, TextValues};
use goalpost::screen::readback::ReadBack;
use goalpost::screen::{Action, App, Observation, UiState, freshness};
use serde_json::{Value, json};

const VECTORS: &str = include_str!("conformance/mobile-jev.json");

/// Runs one list through a function and reports the first vector that differs.
fn holds(list: &str, compute: impl Fn(&Value) -> Value) {
    let text = match std::env::var_os("GOALPOST_CONFORMANCE") {
        Some(path) => std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("GOALPOST_CONFORMANCE {path:?}: {e}")),
        None => VECTORS.to_owned(),
    };
    let all: Value = serde_json::from_str(&text).expect("the vectors are JSON");
    let vectors = all[list].as_array().unwrap_or_else(|| panic!("the vectors have no list {list}"));
    assert!(!vectors.is_empty(), "list {list} is empty");
    for (index, vector) in vectors.iter().enumerate() {
        let expected = if vector["error"] == true { json!({"error": true}) } else { vector["output"].clone() };
        let actual = compute(&vector["input"]);
        // As text: the order of keys is part of what must hold.
        let (actual_text, expected_text) = (actual.to_string(), expected.to_string());
        if actual_text != expected_text {
            let (path, expected, actual) = first_difference(&expected, &actual, String::new()).unwrap_or((
                " (the order of keys)".to_owned(),
                expected.to_string(),
                actual.to_string(),
            ));
            panic!("{list}[{index}] differs at output{path}\n  expected: {expected}\n  computed: {actual}");
        }
    }
}

fn first_difference(expected: &Value, actual: &Value, path: String) -> Option<(String, String, String)> {
    let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
    match (expected, actual) {
        (Value::Object(e), Value::Object(a)) => e.keys().chain(a.keys()).find_map(|key| {
            let path = format!("{path}.{key}");
            match (e.get(key), a.get(key)) {
                (Some(e), Some(a)) => first_difference(e, a, path),
                (e, a) => Some((path, show(e), show(a))),
            }
        }),
        (Value::Array(e), Value::Array(a)) => (0..e.len().max(a.len())).find_map(|index| {
            let path = format!("{path}[{index}]");
            match (e.get(index), a.get(index)) {
                (Some(e), Some(a)) => first_difference(e, a, path),
                (e, a) => Some((path, show(e), show(a))),
            }
        }),
        _ if expected == actual => None,
        _ => Some((path, expected.to_string(), actual.to_string())),
    }
}

fn observe(device_id: &str, ui_state: &Value) -> Option<Observation> {
    let state = UiState::parse(ui_state.to_string().as_bytes()).expect("the vectors are JSON");
    Observation::from_ui_state(device_id, &state, jiff::Timestamp::UNIX_EPOCH).ok()
}

fn screen(ui_state: &Value) -> Observation {
    observe("phone-1", ui_state).expect("a screen")
}

fn typed<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{value}: {e}"))
}

fn value(thing: impl serde::Serialize) -> Value {
    serde_json::to_value(thing).expect("serialisable")
}

#[test]
fn screens_are_summarised_and_fingerprinted_alike() {
    holds("summarize", |input| {
        let device_id = input["deviceId"].as_str().expect("a device id");
        observe(device_id, &input["uiState"]).map_or(json!({"error": true}), value)
    });
}

#[test]
fn the_same_actions_are_possible_in_the_same_order() {
    holds("candidates", |input| {
        let candidates = policy::candidates(&screen(&input["uiState"]), &typed::<Vec<String>>(&input["texts"]));
        candidates.into_iter().map(|c| json!({"id": c.id, "action": c.action})).collect()
    });
}

#[test]
fn the_same_questions_are_asked() {
    holds("questions", |input| {
        let observation = screen(&input["uiState"]);
        let texts: Vec<String> = typed(&input["texts"]);
        let apps: Vec<App> = typed(&input["apps"]);
        let options = Options::new(&observation, &texts, &apps.iter().collect::<Vec<_>>());
        let operations = options.operations();
        let mut questions = vec![json!({"name": "operation", "criteria": operations})];
        for family in Family::ALL.into_iter().filter(|family| options.offers(*family)) {
            questions.push(json!({"name": family.question(), "criteria": options.keys(family)}));
        }
        let elements: Vec<Value> = options.elements.iter().map(value).collect();
        let pairs = |family: Family, of: fn(Action) -> String| -> Vec<Value> {
            let operation = operations.iter().copied().find(|operation| Family::of(*operation) == Some(family));
            let keys = if options.offers(family) { options.keys(family) } else { Vec::new() };
            keys.iter()
                .filter_map(|key| options.action(operation?, key).map(|(action, _)| json!([key, of(action)])))
                .collect()
        };
        let controls: Vec<_> =
            operations.iter().filter(|operation| ["BACK", "HOME", "ENTER"].contains(&operation.name())).collect();
        json!({
            "questions": questions,
            "elements": elements,
            "tap": pairs(Family::Tap, |action| match action {
                Action::TapElement { element_id } => element_id,
                other => panic!("{other:?}"),
            }),
            "app": pairs(Family::App, |action| match action {
                Action::OpenApp { package } => package,
                other => panic!("{other:?}"),
            }),
            "text": pairs(Family::Text, |action| match action {
                Action::Type { text, clear: true } => text,
                other => panic!("{other:?}"),
            }),
            "scroll": pairs(Family::Scroll, |action| match action {
                Action::Swipe(swipe) => swipe.region_id.expect("a region"),
                other => panic!("{other:?}"),
            }),
            "controls": controls,
        })
    });
}

#[test]
fn goals_give_the_same_text_values() {
    holds("text", |input| {
        let goal = input["goal"].as_str().expect("a goal");
        value(TextValues::new(goal, &typed::<Vec<String>>(&input["supplied"])))
    });
}

#[test]
fn the_same_answers_are_acceptable() {
    holds("choice", |input| {
        let offered: Vec<&str> =
            input["criteria"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        policy::choice::check(&input["answer"], &offered).is_ok().into()
    });
}

#[test]
fn actions_go_stale_alike() {
    holds("fresh", |input| {
        let (before, after) = (screen(&input["before"]), screen(&input["after"]));
        freshness::check_profile(&before, &after, &typed::<Action>(&input["action"])).is_ok().into()
    });
}

#[test]
fn typed_text_is_read_back_alike() {
    holds("input", |input| {
        let read_back = ReadBack::of(&screen(&input["before"]), &typed::<Action>(&input["action"]));
        let matches = read_back.as_ref().map(|read_back| read_back.matches(&screen(&input["after"])));
        json!({"verifiable": read_back.is_some(), "matches": matches})
    });
}

#[test]
fn goals_narrow_the_apps_alike() {
    holds("apps", |input| {
        let apps: Vec<App> = typed(&input["apps"]);
        let goal = input["goal"].as_str().expect("a goal");
        policy::narrow(goal, &apps).into_iter().map(|app| app.package.as_str()).collect()
    });
}
