//! Finding elements.

use goalpost::screen::query::{find_tap_targets, tap_target};
use goalpost::screen::{Match, Observation, Query, Role, find};
use rstest::rstest;

use crate::build::{node, page, text};

fn settings() -> Observation {
    page([
        text("Time zone", [0, 0, 1080, 100]).id("android:id/title"),
        node("LinearLayout", [0, 100, 1080, 300]).clickable().holding([
            text("Time zone", [50, 110, 500, 200]).id("android:id/title"),
            text("Time zone of the network", [50, 200, 900, 290]).id("android:id/summary"),
        ]),
        node("LinearLayout", [0, 300, 1080, 500]).clickable().holding([
            text("Wi\u{2011}Fi", [50, 310, 500, 400]).id("android:id/title"),
            text("Off", [50, 400, 500, 490]).id("android:id/summary").with("packageName", "com.android.settings"),
        ]),
        node("ImageButton", [0, 2300, 100, 2400]).with("contentDescription", "Navigate up").clickable(),
        node("EditText", [100, 2300, 900, 2400]).with("hint", "Search settings").with("isFocused", true),
    ])
}

fn ids(observation: &Observation, query: &Query) -> Vec<String> {
    find(observation, query).iter().map(|element| element.id.clone()).collect()
}

#[rstest]
#[case(Query::text("Time zone"), &["ui.0", "ui.1.0"])]
#[case(Query::text("time  ZONE"), &["ui.0", "ui.1.0"])]
#[case(Query { matching: Match::Exact, ..Query::text("time zone") }, &[])]
#[case(Query { matching: Match::Contains, ..Query::text("network") }, &["ui.1.1"])]
#[case(Query::text("Wi-Fi"), &["ui.2.0"])]
#[case(Query { label: Some("navigate up".into()), ..Query::default() }, &["ui.3"])]
#[case(Query { hint: Some("Search settings".into()), ..Query::default() }, &["ui.4"])]
#[case(Query { id: Some("summary".into()), ..Query::default() }, &["ui.1.1", "ui.2.1"])]
#[case(Query { id: Some("android:id/summary".into()), ..Query::default() }, &["ui.1.1", "ui.2.1"])]
#[case(Query { id: Some("com.android.settings:id/summary".into()), ..Query::default() }, &[])]
#[case(Query { class: Some("EditText".into()), ..Query::default() }, &["ui.4"])]
#[case(Query { class: Some("android.widget.ImageButton".into()), ..Query::default() }, &["ui.3"])]
#[case(Query { role: Some(Role::Field), ..Query::default() }, &["ui.4"])]
#[case(Query { focused: Some(true), ..Query::default() }, &["ui.4"])]
#[case(Query { app: Some("com.android.settings".into()), ..Query::default() }, &["ui.2.1"])]
#[case(Query { beside: Some("time zone".into()), ..Query::default() }, &["ui.1.1"])]
#[case(Query { beside: Some("Off".into()), ..Query::default() }, &["ui.2.0"])]
#[case(Query { beside: Some("Wi-Fi".into()), id: Some("summary".into()), ..Query::default() }, &["ui.2.1"])]
#[case(Query { beside: Some("Navigate up".into()), ..Query::default() }, &[])]
#[case(Query { within: Some(Box::new(Query { class: Some("LinearLayout".into()), ..Query::default() })), ..Query::text("Time zone") }, &["ui.1.0"])]
fn a_query_finds_all_that_match(#[case] query: Query, #[case] expected: &[&str]) {
    assert_eq!(ids(&settings(), &query), expected, "{query}");
}

#[test]
fn a_state_never_matches_what_has_none() {
    let off = Query { checked: Some(false), ..Query::default() };
    assert_eq!(ids(&settings(), &off), Vec::<String>::new());
    let switch = page([node("Switch", [0, 0, 100, 100]).checked(false)]);
    assert_eq!(ids(&switch, &off), ["ui.0"], "a bare switch is found although no policy is shown it");
}

#[test]
fn a_tap_on_a_title_falls_to_its_row() {
    let observation = settings();
    let title = observation.element("ui.2.0").unwrap();
    assert_eq!(tap_target(&observation, title).unwrap().id, "ui.2");
}

#[test]
fn a_heading_gives_way_to_the_row_of_the_same_name() {
    let observation = settings();
    let targets = find_tap_targets(&observation, &Query::text("Time zone"));
    let targets: Vec<_> = targets.iter().map(|t| (t.found.id.as_str(), t.target.id.as_str())).collect();
    assert_eq!(targets, [("ui.1.0", "ui.1")]);
}

#[test]
fn a_row_counts_once_however_often_its_texts_match() {
    let observation = settings();
    let query = Query { matching: Match::Contains, ..Query::text("Time zone") };
    assert_eq!(find_tap_targets(&observation, &query).len(), 1);
}

#[test]
fn a_text_that_nothing_takes_a_tap_for_is_its_own_target() {
    let observation = page([text("Hello", [0, 0, 100, 100])]);
    let targets = find_tap_targets(&observation, &Query::text("Hello"));
    assert_eq!((targets.len(), targets[0].target.id.as_str()), (1, "ui.0"));
}

#[test]
fn several_rows_of_one_name_are_all_returned() {
    let row =
        |top| node("LinearLayout", [0, top, 1080, top + 100]).clickable().holding([text("OK", [0, top, 90, top + 90])]);
    assert_eq!(find_tap_targets(&page([row(0), row(200)]), &Query::text("OK")).len(), 2);
}

#[test]
fn a_query_is_read_from_data_and_unknown_keys_are_refused() {
    let query: Query =
        serde_json::from_str(r#"{"text": "Display", "match": "contains", "within": {"role": "list"}}"#).unwrap();
    assert_eq!((query.matching, query.within.as_ref().unwrap().role), (Match::Contains, Some(Role::List)));
    assert_eq!(query.to_string(), "{text: Display, within: {role: list}, match: contains}");
    assert!(serde_json::from_str::<Query>(r#"{"texxt": "Display"}"#).is_err());
    assert!(Query::default().is_empty() && !query.is_empty());
}
