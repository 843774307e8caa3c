//! What a query finds, what a tap on it would hit, and why it does not find the rest.

use goalpost::screen::explain::{Explanation, Tap, explain, explain_control};
use goalpost::screen::{Match, Observation, Point, Query, Role};
use rstest::rstest;

use crate::build::{node, page, text};

fn settings() -> Observation {
    page([
        text("Display", [0, 0, 1080, 100]).id("android:id/title"),
        node("LinearLayout", [0, 100, 1080, 300]).clickable().id("com.example:id/row").holding([
            text("Display", [50, 110, 500, 200]).id("android:id/title"),
            text("Dark theme, font size", [50, 200, 900, 290]).id("android:id/summary"),
        ]),
        node("LinearLayout", [0, 300, 1080, 500]).clickable().with("isEnabled", false).holding([
            text("Wi\u{2011}Fi", [50, 310, 500, 400]).id("android:id/title"),
            node("Switch", [900, 310, 1000, 400]).checked(true),
        ]),
        node("LinearLayout", [0, 500, 1080, 700]).clickable().holding([
            text("Bluetooth", [50, 510, 500, 600]).id("android:id/title"),
            node("Switch", [900, 510, 1000, 600]).checked(false),
        ]),
        node("ImageButton", [0, 2300, 100, 2400]).with("contentDescription", "Search settings").clickable(),
    ])
}

/// Each near miss and why, as a person reads it.
fn near(explanation: &Explanation<'_>) -> Vec<String> {
    let told = explanation.near.iter().map(|miss| {
        let unmet: Vec<String> = miss.unmet.iter().map(ToString::to_string).collect();
        format!("{}: {}", miss.element.id, unmet.join("; "))
    });
    told.collect()
}

#[test]
fn a_tap_on_a_title_hits_its_row_and_one_on_a_heading_nothing() {
    let screen = settings();
    let explanation = explain(&screen, &Query::text("Display"));
    let [heading, title] = explanation.matches.as_slice() else { panic!("{explanation:?}") };
    assert!(matches!(heading.tap, Tap::Nothing));
    assert!(matches!(title.tap, Tap::Hits { target, at: Point { x: 540, y: 200 } } if target.id == "ui.1"));
}

#[test]
fn a_tap_on_a_greyed_out_row_is_known_to_do_nothing() {
    let screen = settings();
    let explanation = explain(&screen, &Query::text("Wi-Fi"));
    assert!(matches!(explanation.matches[0].tap, Tap::Disabled { target } if target.id == "ui.2"));
}

#[rstest]
#[case::a_slip(Query::text("Displya"), "ui.0: text is \"Display\", not \"Displya\"")]
#[case::a_part(
    Query::text("dark theme"),
    "ui.1.1: text is \"Dark theme, font size\", not \"dark theme\" (`match: contains` finds it)"
)]
#[case::other_characters(
    Query { matching: Match::Exact, ..Query::text("Wi-Fi") },
    "ui.2.0: text is \"Wi\u{2011}Fi\", not \"Wi-Fi\" (they look alike but are not the same characters; `match: \
     normalized` finds it)"
)]
#[case::another_place(
    Query::text("Search settings"),
    "ui.4: text is empty, not \"Search settings\" (these words are its `label`)"
)]
#[case::another_app(
    Query { app: Some("com.other".into()), ..Query::text("Bluetooth") },
    "ui.3.0: app is \"com.example\", not \"com.other\""
)]
#[case::another_state(
    Query { role: Some(Role::Switch), checked: Some(true), enabled: Some(true), ..Query::default() },
    "ui.3.1: checked is false, not true"
)]
#[case::another_role(
    Query { role: Some(Role::Button), ..Query::text("Bluetooth") },
    "ui.3.0: role is text, not button"
)]
#[case::no_state(
    Query { checked: Some(true), ..Query::text("Bluetooth") },
    "ui.3.0: checked is neither on nor off, not true"
)]
#[case::somewhere_else(
    Query { within: Some(Box::new(Query { role: Some(Role::List), ..Query::default() })), ..Query::text("Bluetooth") },
    "ui.3.0: within is LinearLayout in FrameLayout, not {role: list}"
)]
#[case::another_id(
    Query { id: Some("rows".into()), ..Query::default() },
    "ui.1: id is \"com.example:id/row\", not \"rows\""
)]
fn a_near_miss_says_which_condition_fails(#[case] query: Query, #[case] nearest: &str) {
    let screen = settings();
    let explanation = explain(&screen, &query);
    assert_eq!(near(&explanation).first().map(String::as_str), Some(nearest), "{:?}", near(&explanation));
}

#[test]
fn what_is_merely_in_the_right_app_is_not_near() {
    let query = Query { app: Some("com.example".into()), ..Query::text("Zzzzzz") };
    let screen = settings();
    assert!(near(&explain(&screen, &query)).is_empty());
}

#[test]
fn a_switch_is_explained_by_what_the_switches_are_called() {
    let screen = settings();
    let explanation = explain_control(&screen, "Wi-Fi", Match::Normalized, None);
    assert_eq!(explanation.matches.iter().map(|hit| hit.element.id.as_str()).collect::<Vec<_>>(), ["ui.2.1"]);
    assert_eq!(near(&explanation), ["ui.3.1: label is \"Bluetooth\", not \"Wi-Fi\""]);
    let elsewhere = Query { id: Some("other".into()), ..Query::default() };
    let explanation = explain_control(&screen, "Bluetooth", Match::Normalized, Some(&elsewhere));
    assert!(explanation.matches.is_empty());
    assert_eq!(near(&explanation)[0], "ui.3.1: within is LinearLayout in FrameLayout, not {id: other}");
}

#[test]
fn a_query_matches_exactly_what_it_is_explained_to_match() {
    let screen = settings();
    for query in [Query::text("Display"), Query { enabled: Some(false), ..Query::default() }, Query::text("no")] {
        let explanation = explain(&screen, &query);
        let explained: Vec<usize> = explanation.matches.iter().map(|hit| hit.element.index).collect();
        let found: Vec<usize> =
            screen.nodes().iter().filter(|node| query.matches(&screen, node)).map(|node| node.index).collect();
        assert_eq!(explained, found);
        assert!(explanation.near.iter().all(|miss| !miss.unmet.is_empty() && !found.contains(&miss.element.index)));
    }
}
