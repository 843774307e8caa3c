//! Which switch a label means.

use goalpost::screen::control::{controls_named, toggled_by};
use goalpost::screen::{Match, Observation};

use crate::build::{Node, node, page, text};

/// The controls that a label names, with their state and what takes a tap on them.
fn named(observation: &Observation, label: &str) -> Vec<(String, bool, String)> {
    controls_named(observation, label, Match::Normalized)
        .iter()
        .map(|c| (c.element.id.clone(), c.element.checked, c.target.map_or("", |target| &target.id).to_owned()))
        .collect()
}

fn one(id: &str, on: bool, target: &str) -> Vec<(String, bool, String)> {
    vec![(id.to_owned(), on, target.to_owned())]
}

/// Kind A: a tap anywhere in the row toggles. The switch has no name, no text, and takes no tap.
fn plain_row(title: &str, top: i64, on: bool) -> Node {
    node("LinearLayout", [0, top, 1080, top + 200]).clickable().holding([
        node("RelativeLayout", [50, top, 800, top + 200]).holding([
            text(title, [50, top + 30, 500, top + 90]).id("android:id/title"),
            text("Off", [50, top + 100, 500, top + 160]).id("android:id/summary"),
        ]),
        node("LinearLayout", [860, top, 1080, top + 200]).id("android:id/widget_frame").holding([node(
            "Switch",
            [900, top + 60, 1040, top + 140],
        )
        .id("android:id/switch_widget")
        .checked(on)]),
    ])
}

/// Kind B: the row opens a page; the switch is a target of its own and named by its description.
fn two_target_row(title: &str, top: i64, on: bool) -> Node {
    node("LinearLayout", [0, top, 1080, top + 200]).clickable().holding([
        text(title, [50, top + 30, 500, top + 90]).id("android:id/title"),
        text("Will never turn on automatically", [50, top + 100, 800, top + 160]).id("android:id/summary"),
        node("LinearLayout", [860, top, 1080, top + 200]).id("android:id/widget_frame").holding([node(
            "Switch",
            [860, top, 1080, top + 200],
        )
        .id("com.android.settings:id/switchWidget")
        .with("contentDescription", title)
        .checked(on)
        .clickable()]),
    ])
}

#[test]
fn the_row_of_kind_a_names_its_bare_switch_and_takes_the_tap() {
    let observation = page([plain_row("Airplane mode", 0, false), plain_row("Auto-rotate screen", 200, true)]);
    assert_eq!(named(&observation, "Airplane mode"), one("ui.0.1.0", false, "ui.0"));
    assert_eq!(named(&observation, "auto\u{2011}rotate screen"), one("ui.1.1.0", true, "ui.1"));
}

#[test]
fn the_switch_of_kind_b_takes_its_own_tap() {
    let observation = page([two_target_row("Dark theme", 0, true), plain_row("Airplane mode", 200, false)]);
    assert_eq!(named(&observation, "Dark theme"), one("ui.0.2.0", true, "ui.0.2.0"));
}

#[test]
fn up_to_android_11_the_frame_around_the_switch_takes_the_tap_and_its_text_is_no_name() {
    let observation = page([node("LinearLayout", [0, 220, 1080, 420]).clickable().holding([
        node("RelativeLayout", [200, 220, 857, 420]).holding([
            text("Wi\u{2011}Fi", [200, 240, 300, 300]).id("android:id/title"),
            text("AndroidWifi", [200, 310, 500, 380]).id("android:id/summary"),
        ]),
        node("LinearLayout", [860, 220, 1080, 420]).clickable().holding([node("Switch", [860, 220, 1080, 420])
            .with("text", "ON")
            .with("contentDescription", "Wi\u{2011}Fi")
            .checked(true)]),
    ])]);
    assert_eq!(named(&observation, "Wi-Fi"), one("ui.0.1.0", true, "ui.0.1"));
    assert!(named(&observation, "On").is_empty());
}

#[test]
fn the_bar_of_kind_c_names_its_switch() {
    let observation = page([
        text("Dark theme", [0, 0, 1080, 150]),
        node("LinearLayout", [0, 200, 1080, 400]).id("com.android.settings:id/main_switch_bar").clickable().holding([
            text("Use Dark theme", [50, 260, 600, 340]).id("com.android.settings:id/switch_text"),
            node("Switch", [900, 250, 1040, 350]).id("android:id/switch_widget").checked(false),
        ]),
    ]);
    assert_eq!(named(&observation, "Use Dark theme"), one("ui.1.1", false, "ui.1"));
    assert!(named(&observation, "Dark theme").is_empty(), "the heading of the page names no switch");
}

#[test]
fn a_check_box_beside_its_row_is_named_by_it() {
    let pair = |title: &str, top: i64, on| {
        node("LinearLayout", [0, top, 1080, top + 200]).holding([
            node("LinearLayout", [0, top, 860, top + 200]).clickable().holding([text(title, [50, top, 500, top + 90])]),
            node("CheckBox", [900, top + 60, 1000, top + 160]).id("android:id/checkbox").checked(on).clickable(),
        ])
    };
    let observation = page([pair("Vibrate", 0, true), pair("Flash", 200, false)]);
    assert_eq!(named(&observation, "Flash"), one("ui.1.1", false, "ui.1.1"));
    assert_eq!(named(&observation, "Vibrate"), one("ui.0.1", true, "ui.0.1"));
}

#[test]
fn in_a_list_without_rows_the_title_at_its_height_names_a_switch() {
    let observation = page([
        text("Sounds", [50, 0, 500, 90]),
        text("Silent", [50, 90, 500, 160]),
        node("Switch", [900, 40, 1040, 120]).checked(true),
        node("CheckBox", [900, 240, 1040, 320]).checked(false),
        text("Vibration", [50, 200, 500, 290]),
        text("Always", [50, 290, 500, 360]),
    ]);
    assert_eq!(named(&observation, "Sounds"), one("ui.2", true, ""));
    assert_eq!(named(&observation, "Vibration"), one("ui.3", false, ""));
    assert!(named(&observation, "Silent").is_empty(), "a summary is no title");
}

#[test]
fn a_row_that_holds_the_state_itself_is_named_by_what_is_in_it() {
    let row = node("View", [0, 0, 1080, 200])
        .clickable()
        .checked(true)
        .holding([text("Block ads", [50, 40, 500, 100]), node("View", [900, 50, 1040, 150]).checked(true)]);
    assert_eq!(named(&page([row]), "Block ads"), one("ui.0", true, "ui.0"), "its inner switch says the same again");
}

#[test]
fn a_choice_of_a_dialog_is_named_by_its_text() {
    let choice = |name: &str, top, on| {
        node("CheckedTextView", [0, top, 900, top + 100]).with("text", name).checked(on).clickable()
    };
    let observation = page([
        text("Screen timeout", [0, 0, 900, 100]),
        choice("30 seconds", 100, true),
        choice("1 minute", 200, false),
    ]);
    assert_eq!(named(&observation, "1 minute"), one("ui.2", false, "ui.2"));
    assert!(named(&observation, "Screen timeout").is_empty());
}

#[test]
fn several_switches_of_one_name_are_all_returned() {
    let observation = page([plain_row("Notifications", 0, false), plain_row("Notifications", 200, true)]);
    assert_eq!(named(&observation, "Notifications").len(), 2);
}

#[test]
fn a_tap_on_a_row_toggles_its_bare_switch_and_none_that_takes_its_own_taps() {
    let observation = page([plain_row("Airplane mode", 0, false), two_target_row("Dark theme", 200, true)]);
    let toggled = |id| {
        let element = observation.element(id).unwrap();
        toggled_by(&observation, element).map(|control| control.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(toggled("ui.0"), ["ui.0.1.0"]);
    assert_eq!(toggled("ui.1"), Vec::<String>::new());
    assert_eq!(toggled("ui.1.2.0"), ["ui.1.2.0"]);
}

#[test]
fn a_tile_is_not_named_by_the_tile_beside_it() {
    let tile = |name: &str, left: i64, on| {
        let words = text(name, [left + 20, 100, left + 300, 150]);
        node("Switch", [left, 0, left + 500, 200])
            .with("text", "Off")
            .with("contentDescription", name)
            .checked(on)
            .clickable()
            .holding([words])
    };
    let observation = page([tile("Internet", 0, true), tile("Bluetooth", 520, false)]);
    assert_eq!(named(&observation, "Bluetooth"), one("ui.1", false, "ui.1"));
    assert_eq!(named(&observation, "Internet"), one("ui.0", true, "ui.0"));
}
