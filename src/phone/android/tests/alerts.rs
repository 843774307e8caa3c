//! What the system says on behalf of apps: permissions, notifications, apps that do not respond.

use super::*;

const RECORDER: &str = "com.google.android.apps.recorder";
const ASKER: &str = "com.google.android.permissioncontroller";
const NO: &str = "Don\u{2019}t allow";

fn recorder() -> Hand {
    let mut hand = Hand::new();
    hand.phone.start_app(RECORDER, None).unwrap();
    hand
}

fn in_front(hand: &mut Hand) -> String {
    hand.screen().foreground.unwrap().package
}

#[test]
fn the_dialog_that_asks_is_a_window_of_another_package_with_its_own_ids() {
    let mut hand = recorder();
    hand.tap("Record");
    let app = hand.screen().foreground.unwrap();
    assert_eq!(app.package, ASKER);
    assert!(app.activity.ends_with("GrantPermissionsActivity"));
    assert!(hand.sees("Allow Recorder to record audio?"));
    let ids: Vec<_> = hand.shown().iter().map(|view| view.resource_id.to_string()).collect();
    for id in
        ["grant_dialog", "permission_message", "permission_allow_foreground_only_button", "permission_deny_button"]
    {
        assert!(ids.contains(&format!("com.android.permissioncontroller:id/{id}")), "{id}");
    }
    assert!(hand.screen().active().unwrap().bounds.height() < hand.screen().height);
}

#[test]
fn what_is_allowed_is_done_and_not_asked_again() {
    let mut hand = recorder();
    hand.tap("Record");
    hand.tap("While using the app");
    assert_eq!(in_front(&mut hand), RECORDER);
    assert_eq!(hand.value("recorder.recording"), true.into());
    hand.tap("Stop recording");
    hand.phone.global(1);
    hand.tap("Save");
    hand.tap("Record");
    assert_eq!(in_front(&mut hand), RECORDER);
}

#[test]
fn a_tap_beside_the_question_answers_nothing_and_back_leaves_it() {
    let mut hand = recorder();
    hand.tap("Record");
    hand.phone.tap(540, 300);
    assert_eq!(in_front(&mut hand), ASKER);
    hand.phone.global(1);
    assert_eq!(in_front(&mut hand), RECORDER);
    assert_eq!(hand.value("recorder.recording"), false.into());
}

#[test]
fn whoever_denies_twice_is_not_asked_a_third_time_until_settings_say_so() {
    let mut hand = recorder();
    for _ in 0..2 {
        hand.tap("Record");
        hand.tap(NO);
    }
    hand.tap("Record");
    assert_eq!(in_front(&mut hand), RECORDER);
    let mut hand = hand.led(&["Apps", "All apps", "Recorder", "Permissions", "Microphone"]);
    assert!(hand.find(NO).bounds.height() > 0);
    hand.tap("Allow only while using the app");
    hand.phone.global(1);
    assert!(hand.sees("Allowed"));
    hand.phone.start_app(RECORDER, None).unwrap();
    hand.tap("Record");
    assert_eq!(hand.value("recorder.recording"), true.into());
}

#[test]
fn what_is_allowed_only_this_time_ends_when_the_app_is_stopped() {
    let mut hand = recorder();
    hand.tap("Record");
    hand.tap("Only this time");
    hand.phone.stop_app(RECORDER, false).unwrap();
    assert_eq!(hand.phone.value(&format!("permission.{RECORDER}.RECORD_AUDIO")), None);
}

#[test]
fn the_keyboard_covers_the_button_that_saves_until_it_is_closed() {
    let mut hand = recorder();
    hand.phone.set(&format!("permission.{RECORDER}.RECORD_AUDIO"), "while_using");
    hand.tap("Record");
    hand.tap("Stop recording");
    hand.phone.type_text("Lecture", false);
    assert!(hand.screen().keyboard.unwrap().bounds.top < hand.find("Save").bounds.top, "the window reaches under it");
    hand.tap("Save");
    assert!(hand.sees("Save recording") || hand.title() == "Save recording", "the tap went to the keyboard");
    hand.phone.global(1);
    hand.tap("Save");
    assert_eq!(hand.title(), "Recorder");
    let saved = hand.value("recorder.saved.0001");
    assert!(matches!(saved, Value::Text(title) if title.starts_with("Lecture")));
}

#[test]
fn an_app_notifies_once_it_may_and_a_tap_on_it_opens_the_app() {
    let mut hand = recorder();
    assert_eq!(hand.phone.notify_as(RECORDER, "a", "Title", "Text"), Ok(false));
    hand.tap("Turn on notifications");
    hand.tap("Allow");
    assert!(!hand.sees("Turn on notifications"), "what is on is not offered");
    assert_eq!(hand.phone.notify_as(RECORDER, "a", "Title", "Text"), Ok(true));
    assert!(hand.phone.notify_as("com.example.nothing", "a", "Title", "Text").is_err());
    hand.phone.global(2);
    hand.swipe((540, 10), (540, 900), 300);
    assert!(hand.sees("Title") && hand.sees("Text") && hand.sees("Recorder"));
    hand.tap("Title");
    assert_eq!(in_front(&mut hand), RECORDER);
    hand.phone.global(4);
    assert!(hand.sees("No notifications"), "it is gone");
}

#[test]
fn a_stopped_app_and_a_phone_switched_off_take_their_notifications_with_them() {
    let mut hand = Hand::new();
    let settings = "com.android.settings";
    hand.phone.notify_as(settings, "a", "Title", "Text").unwrap();
    hand.phone.notify_as("com.google.android.deskclock", "b", "Other", "Text").unwrap();
    hand.phone.stop_app(settings, false).unwrap();
    hand.phone.global(4);
    assert!(!hand.sees("Title") && hand.sees("Other"));
    hand.phone.reboot();
    hand.phone.global(4);
    assert!(hand.sees("No notifications"));
}

#[test]
fn what_was_typed_is_still_there_after_a_question() {
    let mut hand = recorder();
    hand.phone.set(&format!("permission.{RECORDER}.RECORD_AUDIO"), "while_using");
    hand.tap("Record");
    hand.tap("Stop recording");
    hand.phone.type_text("Talk", false);
    hand.tap("Location");
    hand.tap("Only this time");
    assert!(hand.sees("Talk") && hand.sees("37.422, -122.084"), "{:?}", hand.texts());
}

#[test]
fn an_older_phone_denies_in_other_words_and_lets_apps_notify() {
    let mut hand = Hand::eleven();
    hand.phone.start_app(RECORDER, None).unwrap();
    assert!(!hand.sees("Turn on notifications"));
    hand.tap("Record");
    hand.tap("Deny");
    assert_eq!(in_front(&mut hand), RECORDER);
}

#[test]
fn clear_all_clears_all() {
    let mut hand = Hand::new();
    for tag in ["1", "2"] {
        hand.phone.notify_as("com.android.settings", tag, tag, "text").unwrap();
    }
    hand.phone.global(4);
    hand.tap("Clear all");
    assert_eq!(in_front(&mut hand), "com.google.android.apps.nexuslauncher");
    hand.phone.global(4);
    assert!(hand.sees("No notifications"));
    assert!(hand.phone.changes().filter(|change| change.to.is_none()).all(|change| change.cause == Cause::Input(2)));
}

#[test]
fn the_shade_pulled_again_shows_quick_settings_whose_tiles_are_switches() {
    let mut hand = Hand::new();
    for _ in 0..2 {
        hand.swipe((540, 10), (540, 900), 300);
    }
    let tile = hand.find("Bluetooth.");
    assert_eq!((tile.class, tile.flags.checkable), ("android.widget.Switch", true));
    let before = hand.find("Internet,AndroidWifi").flags.checked;
    hand.tap("Internet,AndroidWifi");
    assert_eq!(hand.find_switch("Internet").flags.checked, !before);
    assert_eq!(hand.value("wifi"), (!before).into());
    hand.swipe((540, 1800), (540, 900), 300);
    assert_eq!(in_front(&mut hand), "com.google.android.apps.nexuslauncher");
}

#[test]
fn an_app_that_hangs_is_waited_for_or_closed() {
    let mut hand = Hand::in_settings(&["Display"]);
    hand.phone.hang_now();
    assert_eq!(in_front(&mut hand), "android");
    assert!(hand.sees("Settings isn't responding"));
    hand.phone.global(1);
    hand.phone.tap(540, 300);
    assert_eq!(in_front(&mut hand), "android", "it insists");
    hand.tap("Wait");
    assert_eq!(hand.title(), "Display");
    hand.phone.hang_now();
    hand.tap("Close app");
    assert_eq!(in_front(&mut hand), "com.google.android.apps.nexuslauncher");
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert!(hand.sees("Network & internet"), "it was closed");
}

#[test]
fn an_app_hangs_when_it_was_said_to_and_once() {
    let mut hand = Hand::new();
    hand.phone.hang(Hang::AfterStart("com.android.settings".to_owned()));
    hand.phone.hang(Hang::AtInput(4));
    hand.phone.start_app(RECORDER, None).unwrap();
    assert_eq!(in_front(&mut hand), RECORDER);
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert_eq!(in_front(&mut hand), "android");
    hand.tap("Wait");
    assert_eq!(in_front(&mut hand), "com.android.settings");
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert_eq!(in_front(&mut hand), "android", "the fourth input");
}

#[test]
fn a_row_of_an_app_makes_it_hang() {
    let mut hand = recorder();
    hand.tap("Transcribe all");
    assert!(hand.sees("Recorder isn't responding"));
}
