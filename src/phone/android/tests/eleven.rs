//! The older of the two phones.

use super::*;

#[test]
fn rows_behind_advanced_show_once_it_is_tapped() {
    let mut hand = Hand::eleven().led(&["Network & internet"]);
    assert!(!hand.sees("VPN") && hand.sees("VPN, Private DNS, Adaptive connectivity"));
    hand.tap("Advanced");
    hand.scroll_to("VPN");
    assert!(!hand.sees("Advanced"));
    hand.phone.global(1);
    hand.tap("Network & internet");
    assert!(hand.sees("Advanced"), "a page opened anew hides them again");
}

#[test]
fn a_switch_has_its_state_as_a_text() {
    let mut hand = Hand::eleven().led(&["Network & internet"]);
    assert_eq!(hand.switch("Airplane mode").text, "OFF");
    hand.tap("Airplane mode");
    assert_eq!((hand.switch("Airplane mode").text.as_str(), hand.value("airplane_mode")), ("ON", true.into()));
    assert_eq!(Hand::in_settings(&["Network & internet"]).switch("Airplane mode").text, "");
}

#[test]
fn a_title_is_a_text_in_the_bar() {
    let mut hand = Hand::eleven().led(&["Display"]);
    let bar = hand.find("Display");
    assert_eq!((bar.class, bar.bounds.bottom < 300), ("android.widget.TextView", true));
    assert_eq!(hand.title(), "", "nothing collapses");
}

#[test]
fn the_frame_around_a_switch_takes_its_taps_and_the_label_opens_a_page() {
    let mut hand = Hand::eleven().led(&["Display"]);
    let switch = hand.switch("Dark theme");
    assert!(!switch.flags.clickable && switch.description == "Dark theme");
    let (x, y) = switch.bounds.center();
    hand.phone.tap(x, y);
    assert_eq!(hand.value("dark_theme"), true.into());
    let row = hand.find("Night Light").bounds.center();
    hand.phone.tap(row.0, row.1);
    assert!(hand.sees("Schedule"));
}

#[test]
fn a_bar_says_whether_it_is_on() {
    let mut hand = Hand::eleven().led(&["Connected devices", "Connection preferences", "Bluetooth"]);
    let bar = hand.shown().into_iter().find(|view| view.resource_id.ends_with(":id/switch_bar")).unwrap();
    assert!(bar.walk().any(|view| view.text == "On"));
    hand.tap("On");
    assert_eq!(hand.value("bluetooth"), false.into());
    assert!(hand.sees("Off"));
}

#[test]
fn search_finds_what_is_hidden_and_shows_it() {
    let mut hand = Hand::eleven().led(&[]);
    hand.tap("Search settings");
    hand.phone.type_text("auto rotate", false);
    hand.tap("Auto-rotate screen");
    assert!(hand.sees("Auto-rotate screen") && !hand.sees("Advanced"));
}

#[test]
fn the_version_is_told_where_people_look() {
    let mut hand = Hand::eleven().led(&["About phone"]);
    hand.scroll_to("Android version");
    assert!(hand.sees("11") && !hand.sees("15"));
}
