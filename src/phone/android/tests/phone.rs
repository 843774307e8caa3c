//! What is common to all apps: gestures, keyboard, tasks, time.

use super::*;

#[test]
fn an_icon_has_its_label_as_text_and_description_and_opens_its_app() {
    let mut hand = Hand::new();
    let icon = hand.find("Settings");
    assert_eq!((icon.class, icon.description.as_str()), ("android.widget.TextView", "Settings"));
    assert!(icon.flags.clickable && icon.flags.long_clickable);
    hand.tap("Settings");
    let app = hand.screen().foreground.unwrap();
    assert_eq!((app.package.as_str(), app.label.as_str()), ("com.android.settings", "Settings"));
    assert_eq!(app.activity, "com.android.settings.Settings");
}

#[test]
fn back_closes_the_keyboard_first() {
    let mut hand = Hand::in_settings(&[]);
    hand.tap("Search Settings");
    hand.phone.global(1);
    let screen = hand.screen();
    assert!(screen.keyboard.is_none());
    assert_eq!(screen.foreground.unwrap().package, "com.google.android.settings.intelligence");
    hand.phone.global(1);
    assert_eq!(hand.screen().foreground.unwrap().package, "com.android.settings");
}

#[test]
fn keys_of_the_keyboard_type_and_cover_what_lies_under_them() {
    let mut hand = Hand::in_settings(&[]);
    hand.tap("Search Settings");
    for label in ["w", "i", "f", "i"] {
        let keyboard = hand.screen().keyboard.unwrap();
        let (x, y) = keyboard.walk().find(|view| view.description == label).unwrap().bounds.center();
        hand.phone.tap(x, y);
    }
    assert!(hand.sees("wifi"));
    let under = hand.shown().into_iter().find(|view| view.flags.clickable && view.bounds.top > 1600);
    assert!(under.is_some(), "rows reach under the keyboard");
}

#[test]
fn typing_without_a_field_is_lost() {
    let mut hand = Hand::in_settings(&[]);
    let before = hand.screen();
    hand.phone.type_text("hello", false);
    assert_eq!(hand.screen(), before);
}

#[test]
fn an_app_keeps_its_state_when_another_is_used() {
    let mut hand = Hand::in_settings(&["Display"]);
    hand.phone.global(2);
    hand.tap("Clock");
    assert_eq!(hand.screen().foreground.unwrap().label, "Clock");
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert_eq!(hand.title(), "Display");
}

#[test]
fn a_stopped_app_starts_at_its_first_page_at_the_top() {
    let mut hand = Hand::in_settings(&[]);
    hand.scroll_down();
    hand.phone.stop_app("com.android.settings", false).unwrap();
    assert_eq!(hand.screen().foreground.unwrap().label, "Pixel Launcher");
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert!(hand.sees("Network & internet"));
}

#[test]
fn force_stop_asks_first() {
    let mut hand = Hand::new();
    hand.tap("Clock");
    hand.phone.start_app("com.android.settings", None).unwrap();
    for label in ["Apps", "All apps", "Clock", "Force stop"] {
        hand.tap(label);
    }
    assert!(hand.sees("Force stop?"));
    hand.tap("OK");
    assert!(!hand.find("Force stop").flags.enabled);
}

#[test]
fn recents_lead_back_to_an_app() {
    let mut hand = Hand::in_settings(&["Display"]);
    hand.phone.global(2);
    hand.phone.global(3);
    hand.tap("Settings");
    assert_eq!(hand.title(), "Display");
    hand.phone.global(3);
    hand.tap("Clear all");
    hand.phone.start_app("com.android.settings", None).unwrap();
    assert!(hand.sees("Network & internet"));
}

#[test]
fn pulling_the_home_screen_up_shows_all_apps() {
    let mut hand = Hand::new();
    assert!(!hand.sees("Search apps"));
    hand.swipe((540, 1500), (540, 700), 300);
    hand.tap("Search apps");
    hand.phone.type_text("mess", false);
    hand.tap("Messages");
    assert_eq!(hand.screen().foreground.unwrap().label, "Messages");
}

#[test]
fn the_shade_replaces_the_app_and_back_closes_it() {
    let mut hand = Hand::in_settings(&[]);
    hand.phone.global(5);
    assert_eq!(hand.screen().foreground.unwrap().package, "com.android.systemui");
    hand.tap("Dark theme");
    assert_eq!(hand.value("dark_theme"), true.into());
    hand.phone.global(1);
    assert_eq!(hand.screen().foreground.unwrap().package, "com.android.settings");
}

#[test]
fn at_the_ends_of_a_list_nothing_moves() {
    let mut hand = Hand::in_settings(&[]);
    let top = hand.screen();
    hand.swipe((540, 1000), (540, 2000), 300);
    assert_eq!(hand.screen(), top);
    for _ in 0..6 {
        hand.scroll_down();
    }
    let bottom = hand.screen();
    hand.swipe((540, 2000), (540, 1000), 600);
    assert_eq!(hand.screen(), bottom);
    assert!(hand.sees("Tips & support"));
}

#[test]
fn bars_take_taps_and_do_nothing() {
    let mut hand = Hand::in_settings(&[]);
    let before = hand.screen();
    for y in [10, 127, 2337, 2399, -5, 5000] {
        hand.phone.tap(540, y);
    }
    assert_eq!(hand.screen(), before);
}

#[test]
fn the_tree_lags_behind_an_input_for_at_most_300_ms() {
    for seed in 0..50 {
        let mut hand = Hand::in_settings(&["Display"]);
        hand.phone.random = seed;
        let before = hand.screen();
        hand.tap("Screen timeout");
        assert_eq!(hand.phone.screen(), before);
        hand.wait(300);
        assert_eq!(hand.phone.screen().windows.len(), 2);
    }
}

#[test]
fn turning_dark_theme_on_makes_the_page_anew_and_there_is_no_window_for_a_moment() {
    let mut hand = Hand::in_settings(&["Display", "Dark theme"]);
    hand.tap("Use Dark theme");
    let mut blank = 0;
    for _ in 0..30 {
        hand.wait(10);
        let screen = hand.phone.screen();
        blank += usize::from(screen.windows.is_empty() && screen.foreground.is_none());
    }
    assert!((2..=12).contains(&blank), "{blank}");
    assert!(hand.phone.screen().dark);
}

#[test]
fn phones_with_one_seed_behave_alike() {
    let run = || {
        let mut hand = Hand::in_settings(&["Display"]);
        hand.tap("Dark theme");
        (0..30).map(|_| (hand.wait(10), hand.phone.screen()).1).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn clearing_an_apps_data_makes_it_as_new_but_leaves_the_phones_settings() {
    let mut hand = Hand::new();
    hand.tap("Clock");
    let switch = hand.switch("Mon, Tue, Wed, Thu, Fri").bounds.center();
    hand.phone.tap(switch.0, switch.1);
    assert_eq!(hand.value("clock.alarm_830"), true.into());
    hand.phone.set("dark_theme", true);
    hand.phone.stop_app("com.google.android.deskclock", true).unwrap();
    hand.phone.stop_app("com.android.settings", true).unwrap();
    assert_eq!(hand.value("clock.alarm_830"), false.into());
    assert_eq!(hand.value("dark_theme"), true.into());
}

#[test]
fn an_app_that_is_not_there_cannot_be_started() {
    let mut hand = Hand::new();
    let inputs = hand.phone.inputs();
    assert_eq!(hand.phone.start_app("com.nowhere", None), Err(NoSuchApp::Unknown("com.nowhere".to_owned())));
    let system = "com.android.systemui".to_owned();
    assert_eq!(hand.phone.start_app("com.android.systemui", None), Err(NoSuchApp::NothingToStart(system)));
    assert!(hand.phone.start_app("com.android.settings", Some(".Nothing")).is_err());
    assert_eq!(hand.phone.inputs(), inputs);
}

#[test]
fn a_swipe_from_the_bottom_goes_home_and_one_from_the_side_goes_back() {
    let mut hand = Hand::in_settings(&["Display"]);
    hand.swipe((5, 1200), (400, 1200), 200);
    assert!(hand.sees("Search Settings"));
    hand.swipe((540, 2390), (540, 1500), 200);
    assert_eq!(hand.screen().foreground.unwrap().label, "Pixel Launcher");
}

#[test]
fn the_shade_is_pulled_down_from_the_top() {
    let mut hand = Hand::in_settings(&[]);
    hand.swipe((540, 20), (540, 900), 200);
    assert!(hand.sees("No notifications"));
}

#[test]
fn an_activity_opens_its_page() {
    let mut hand = Hand::new();
    hand.phone.start_app("com.android.settings", Some(".Settings$DisplaySettingsActivity")).unwrap();
    assert_eq!(hand.title(), "Display");
}

#[test]
fn an_app_that_was_installed_can_be_deleted_and_one_that_came_with_the_phone_cannot() {
    let mut hand = Hand::in_settings(&["Apps", "All apps", "Notes", "Uninstall"]);
    assert!(hand.sees("Do you want to uninstall this app?"));
    hand.tap("OK");
    hand.phone.global(2);
    assert!(!hand.sees("Notes"));
    assert_eq!(
        hand.phone.start_app("com.example.notes", None).unwrap_err(),
        NoSuchApp::Unknown("com.example.notes".into())
    );
    assert!(hand.phone.uninstall("com.android.settings").is_err());
    assert!(!Hand::in_settings(&["Apps", "All apps", "Clock"]).find("Uninstall").flags.enabled);
}

#[test]
fn an_app_may_notify_or_not() {
    let mut hand = Hand::in_settings(&["Apps", "All apps", "Clock", "Notifications"]);
    hand.tap("All Clock notifications");
    assert_eq!(hand.value("notifications.com.google.android.deskclock"), false.into());
    hand.phone.permit_notifications("com.google.android.deskclock", true).unwrap();
    assert!(hand.switch("All Clock notifications").flags.checked);
}

#[test]
fn a_reset_phone_is_as_new_and_a_rebooted_one_keeps_its_settings() {
    let mut hand = Hand::in_settings(&["Display"]);
    hand.phone.set("dark_theme", true);
    hand.phone.uninstall("com.example.notes").unwrap();
    hand.phone.reboot();
    assert_eq!((hand.screen().foreground.unwrap().label.as_str(), hand.screen().dark), ("Pixel Launcher", true));
    let input = hand.phone.factory_reset();
    assert!(!hand.screen().dark && hand.sees("Notes"));
    assert_eq!(hand.phone.changes().last().unwrap().cause, Cause::Input(input));
}

#[test]
fn other_words_stand_wherever_the_phone_says_something() {
    let words = Words::by(|word| match word {
        "dark" => Some("mubo".to_owned()),
        "theme" => Some("tarp".to_owned()),
        "settings" => Some("kleps".to_owned()),
        _ => None,
    });
    let mut hand = Hand::with(Options { words, ..Options::default() });
    assert!(hand.sees("Kleps") && !hand.sees("Settings"));
    let mut hand = hand.led(&[]);
    assert_eq!(hand.screen().foreground.unwrap().label, "Kleps");
    hand.tap("Search Kleps");
    hand.phone.type_text("mubo", false);
    hand.tap("Mubo tarp");
    assert_eq!(hand.title(), "Mubo tarp");
    hand.tap("Use Mubo tarp");
    assert_eq!(hand.value("dark_theme"), true.into());
}
