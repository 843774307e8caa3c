//! Time zone, language, position, clipboard: what they are set to, and where that shows.

use super::*;
use crate::phone::environment::{BadEnvironment, Position};

/// The field of the page where the phone's name is typed.
fn at_the_name() -> Hand {
    Hand::in_settings(&["About phone", "Device name"])
}

#[test]
fn the_time_follows_the_time_zone_everywhere() {
    let mut hand = Hand::in_settings(&["System", "Date & time"]);
    assert_eq!(hand.screen().status.time, "10:00");
    let input = hand.phone.set_time_zone("Asia/Kolkata").unwrap();
    assert_eq!(hand.screen().status.time, "15:30");
    assert!(hand.sees("GMT+05:30 India Standard Time") && hand.sees("3:30\u{202f}PM"));
    assert!(hand.phone.time().to_string().ends_with("[Asia/Kolkata]"));
    let change = hand.phone.changes().last().unwrap();
    assert_eq!((change.key.as_str(), change.cause), ("time_zone", Cause::Input(input)));
}

#[test]
fn a_time_zone_is_chosen_from_a_list_once_the_phone_no_longer_finds_it_by_itself() {
    let mut hand = Hand::in_settings(&["System", "Date & time", "Set time zone automatically"]);
    let row = hand.shown().into_iter().rfind(|view| view.text == "Time zone").unwrap();
    let (x, y) = row.bounds.center();
    hand.phone.tap(x, y);
    hand.tap("GMT+02:00 Central European Time");
    assert_eq!(hand.phone.time_zone(), "Europe/Berlin");
    assert_eq!(hand.screen().status.time, "12:00");
}

#[test]
fn what_is_no_zone_and_no_locale_is_refused_and_no_input() {
    let mut hand = Hand::new();
    assert_eq!(hand.phone.set_time_zone("Mars/Olympus"), Err(BadEnvironment::Zone("Mars/Olympus".to_owned())));
    assert_eq!(hand.phone.set_language("klingon", true), Err(BadEnvironment::Locale("klingon".to_owned())));
    assert_eq!(hand.phone.set_clipboard(&"x".repeat(100_001)), Err(BadEnvironment::Clip(100_001)));
    assert_eq!(hand.phone.inputs(), 0);
}

#[test]
fn a_language_is_spoken_at_once_with_a_restart_and_else_after_a_reboot() {
    let mut hand = Hand::in_settings(&["System", "Languages"]);
    hand.phone.set_language("de-DE", false).unwrap();
    assert_eq!((hand.phone.language(), hand.value("language")), ("de-DE", "en-US".into()));
    assert!(hand.sees("English (United States)"));
    hand.phone.reboot();
    assert_eq!(hand.value("language"), "de-DE".into());
    let input = hand.phone.set_language("fr-FR", true).unwrap();
    hand.wait(250);
    assert!(hand.phone.screen().windows.is_empty(), "all apps are being started anew");
    hand.wait(2_000);
    assert_eq!(hand.screen().foreground.unwrap().label, "Pixel Launcher");
    assert!(
        hand.phone.changes().any(|change| change.to == Some("fr-FR".into()) && change.cause == Cause::Input(input))
    );
    let mut hand = hand.led(&["System", "Languages"]);
    assert!(hand.sees("Fran\u{e7}ais (France)"));
}

#[test]
fn a_language_chosen_by_hand_replaces_one_that_waits() {
    let mut hand = Hand::new();
    hand.phone.set_language("de-DE", false).unwrap();
    let mut hand = hand.led(&["System", "Languages", "System languages", "Italiano (Italia)"]);
    assert_eq!(hand.phone.language(), "it-IT");
    hand.phone.reboot();
    assert_eq!(hand.value("language"), "it-IT".into());
}

#[test]
fn the_phone_is_where_it_was_brought_until_it_is_brought_back() {
    let mut hand = Hand::new();
    let home = hand.phone.position();
    let berlin = Position::new(52.52, 13.405).unwrap();
    let input = hand.phone.locate(Some(berlin));
    assert_eq!(hand.phone.position(), berlin);
    assert_eq!(hand.phone.changes().last().unwrap().cause, Cause::Input(input));
    hand.phone.locate(None);
    assert_eq!(hand.phone.position(), home);
}

#[test]
fn a_long_press_in_a_field_offers_to_paste() {
    let mut hand = at_the_name();
    hand.phone.set_clipboard(" 2").unwrap();
    let (x, y) = hand.find("Pixel 8").bounds.center();
    assert!(!hand.sees("Paste"));
    hand.swipe((x, y), (x, y), 800);
    hand.tap("Paste");
    assert!(hand.sees("Pixel 8 2") && !hand.sees("Paste"), "{:?}", hand.texts());
}

#[test]
fn what_is_offered_at_a_field_goes_with_the_next_touch_and_with_back() {
    let mut hand = at_the_name();
    let (x, y) = hand.find("Pixel 8").bounds.center();
    hand.swipe((x, y), (x, y), 800);
    assert!(hand.sees("Copy") && !hand.sees("Paste"), "nothing to paste yet");
    hand.tap("Pixel 8");
    assert!(!hand.sees("Copy"));
    hand.swipe((x, y), (x, y), 800);
    hand.phone.global(1);
    assert!(!hand.sees("Copy") && hand.screen().keyboard.is_some());
}

#[test]
fn keys_cut_copy_and_paste() {
    let mut hand = at_the_name();
    hand.phone.key(278);
    assert_eq!(hand.phone.clipboard(), "Pixel 8");
    hand.phone.key(279);
    assert!(hand.sees("Pixel 8Pixel 8"));
    hand.phone.key(277);
    assert_eq!(hand.phone.clipboard(), "Pixel 8Pixel 8");
    assert!(!hand.sees("Pixel 8Pixel 8"));
}

#[test]
fn a_password_is_never_copied() {
    let mut hand = Hand::in_settings(&["Network & internet", "Internet", "Blue House"]);
    hand.phone.type_text("hunter2", false);
    for key in [277, 278] {
        hand.phone.key(key);
    }
    assert_eq!(hand.phone.clipboard(), "");
    assert!(hand.sees("\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}"));
}

#[test]
fn a_long_press_on_a_value_of_the_phone_offers_to_copy_it() {
    let mut hand = Hand::in_settings(&["About phone"]);
    hand.scroll_to("Build number");
    let (x, y) = hand.find("Build number").bounds.center();
    hand.swipe((x, y), (x, y), 800);
    hand.tap("Copy");
    assert_eq!(hand.phone.clipboard(), "AP3A.241105.008");
    assert_eq!(hand.title(), "About phone");
}

#[test]
fn a_row_that_does_nothing_on_a_tap_offers_a_copy_of_what_it_says_to_a_finger_that_stays() {
    let mut hand = Hand::in_settings(&["About phone"]);
    hand.scroll_to("IMEI (sim slot 1)");
    let (x, y) = hand.find("IMEI (sim slot 1)").bounds.center();
    hand.tap("IMEI (sim slot 1)");
    assert!(!hand.sees("Copy"));
    hand.swipe((x, y), (x, y), 800);
    hand.tap("Copy");
    assert_eq!(hand.phone.clipboard(), "358240051111110");
}
