//! The pages of Settings.

use rstest::rstest;

use super::*;

#[test]
fn settings_home_lists_the_branches_of_android_15_in_their_order() {
    let mut hand = Hand::in_settings(&[]);
    let mut seen: Vec<String> = Vec::new();
    for _ in 0..6 {
        for view in hand.shown() {
            if view.resource_id == "android:id/title" && !seen.contains(&view.text) {
                seen.push(view.text);
            }
        }
        hand.scroll_down();
    }
    let expected = [
        "Network & internet",
        "Connected devices",
        "Apps",
        "Notifications",
        "Battery",
        "Storage",
        "Sound & vibration",
        "Display",
        "Wallpaper & style",
        "Accessibility",
        "Security & privacy",
        "Location",
        "Safety & emergency",
        "Passwords & accounts",
        "System",
        "About phone",
        "Tips & support",
    ];
    assert_eq!(seen, expected);
}

#[test]
fn display_says_what_is_in_it() {
    let mut hand = Hand::in_settings(&[]);
    hand.scroll_to("Display");
    assert!(hand.sees("Dark theme, font size, brightness"));
}

#[test]
fn a_row_below_the_fold_is_not_in_the_tree_and_the_one_cut_by_it_is_clipped() {
    let mut hand = Hand::in_settings(&[]);
    let screen = hand.screen();
    let rows: Vec<&View> = screen.active().unwrap().walk().filter(|view| view.flags.clickable).collect();
    assert!(rows.iter().all(|row| row.bounds.bottom <= 2400));
    let all = screen.active().unwrap();
    assert!(!all.walk().any(|view| view.text == "About phone"));
    // Scrolled a little, some row ends at the edge with its summary beyond it.
    let mut inverted = false;
    for _ in 0..12 {
        hand.swipe((540, 1800), (540, 1730), 1000);
        let screen = hand.screen();
        inverted |=
            screen.active().unwrap().walk().any(|view| !view.text.is_empty() && view.bounds.top > view.bounds.bottom);
    }
    assert!(inverted);
}

#[test]
fn kind_a_toggles_wherever_its_row_is_tapped() {
    let mut hand = Hand::in_settings(&["Network & internet"]);
    let switch = hand.switch("Airplane mode");
    assert_eq!((switch.resource_id.as_ref(), switch.text.as_str()), ("android:id/switch_widget", ""));
    assert!(!switch.flags.clickable && !switch.flags.checked && switch.description.is_empty());
    hand.tap("Airplane mode");
    assert!(hand.switch("Airplane mode").flags.checked);
    let (x, y) = hand.switch("Airplane mode").bounds.center();
    hand.phone.tap(x, y);
    assert!(!hand.switch("Airplane mode").flags.checked);
}

#[test]
fn kind_b_opens_a_page_from_its_label_and_toggles_from_its_switch() {
    let mut hand = Hand::in_settings(&["Display"]);
    let switch = hand.find("Dark theme");
    let switch = if switch.flags.checkable { switch } else { hand.switch("Dark theme") };
    assert_eq!(switch.resource_id, "com.android.settings:id/switchWidget");
    assert_eq!(switch.description, "Dark theme");
    let (x, y) = switch.bounds.center();
    hand.phone.tap(x, y);
    assert_eq!(hand.value("dark_theme"), true.into());
    assert!(hand.screen().dark);
    assert_eq!(hand.title(), "Display");
    hand.tap("Dark theme");
    assert_eq!(hand.title(), "Dark theme");
    assert_eq!(hand.value("dark_theme"), true.into());
}

#[test]
fn kind_c_is_a_bar_that_toggles() {
    let mut hand = Hand::in_settings(&["Display", "Dark theme"]);
    let shown = hand.shown();
    let bar = shown.iter().find(|view| view.resource_id == "com.android.settings:id/main_switch_bar").unwrap();
    assert!(bar.flags.clickable);
    hand.tap("Use Dark theme");
    assert_eq!(hand.value("dark_theme"), true.into());
    assert!(hand.switch("Use Dark theme").flags.checked);
    assert!(!hand.switch("Use Dark theme").flags.clickable);
}

#[test]
fn a_change_names_the_input_that_caused_it() {
    let mut hand = Hand::in_settings(&["Display", "Dark theme"]);
    hand.tap("Use Dark theme");
    let last = hand.phone.inputs();
    let changes: Vec<_> = hand.phone.changes().cloned().collect();
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].key.as_str(), changes[0].cause), ("dark_theme", Cause::Input(last)));
}

#[test]
fn a_screen_timeout_is_chosen_in_a_dialog_smaller_than_the_screen() {
    let mut hand = Hand::in_settings(&["Display"]);
    assert!(hand.sees("After 30 seconds of inactivity"));
    hand.tap("Screen timeout");
    let screen = hand.screen();
    assert_eq!(screen.windows.len(), 2);
    let root = screen.active().unwrap();
    assert!(root.bounds.top > 128 && root.bounds.bottom < 2337 && root.bounds.width() < 1080);
    assert_eq!(hand.find("Screen timeout").resource_id, "android:id/alertTitle");
    let chosen = hand.find("30 seconds");
    assert_eq!(chosen.class, "android.widget.CheckedTextView");
    assert!(chosen.flags.checkable && chosen.flags.checked && chosen.flags.clickable);
    assert!(hand.sees("Cancel"));
    hand.tap("10 minutes");
    assert!(hand.sees("After 10 minutes of inactivity"));
    assert_eq!(hand.value("screen_timeout"), 600_000.into());
}

#[rstest]
#[case::the_cancel_button(|hand: &mut Hand| hand.tap("Cancel"))]
#[case::a_tap_beside_it(|hand: &mut Hand| { hand.phone.tap(540, 250); })]
#[case::back(|hand: &mut Hand| { hand.phone.global(1); })]
fn a_dialog_is_closed_by(#[case] close: fn(&mut Hand)) {
    let mut hand = Hand::in_settings(&["Display", "Screen timeout"]);
    close(&mut hand);
    assert_eq!(hand.title(), "Display");
    assert_eq!(hand.phone.changes().count(), 0);
}

#[test]
fn a_search_finds_a_page_as_it_is_typed_and_leads_to_it() {
    let mut hand = Hand::in_settings(&[]);
    hand.tap("Search Settings");
    let screen = hand.screen();
    assert_eq!(screen.foreground.unwrap().package, "com.google.android.settings.intelligence");
    assert!(screen.keyboard.is_some());
    assert_eq!(screen.focus.unwrap().text, "Search Settings");
    hand.phone.type_text("dark th", false);
    let field = hand.find("dark th");
    assert!(field.flags.editable && field.flags.focused && !field.flags.showing_hint);
    assert!(hand.texts().contains(&"Dark theme".to_owned()));
    hand.tap("Dark theme");
    assert_eq!(hand.title(), "Dark theme");
    assert!(hand.screen().keyboard.is_none());
}

#[test]
fn a_found_row_is_scrolled_into_view() {
    let mut hand = Hand::in_settings(&[]);
    hand.tap("Search Settings");
    hand.phone.type_text("smooth", false);
    hand.tap("Smooth Display");
    assert_eq!(hand.title(), "Display");
    assert!(hand.sees("Smooth Display"));
}

#[test]
fn a_search_for_nothing_there_says_so() {
    let mut hand = Hand::in_settings(&[]);
    hand.tap("Search Settings");
    hand.phone.type_text("teleport", false);
    assert!(hand.sees("No results found"));
    hand.tap("Clear text");
    assert!(!hand.sees("No results found"));
    assert!(hand.find("Search Settings").flags.showing_hint);
}

#[test]
fn a_name_is_edited_in_a_dialog() {
    let mut hand = Hand::in_settings(&["About phone", "Device name"]);
    assert!(hand.sees("Pixel 8"));
    hand.phone.type_text("Ada\u{2019}s phone", true);
    hand.tap("OK");
    assert!(hand.sees("Ada\u{2019}s phone"));
    assert_eq!(hand.value("device_name"), "Ada\u{2019}s phone".into());
}

#[test]
fn a_password_shows_bullets() {
    let mut hand = Hand::in_settings(&["Network & internet", "Internet", "Blue House"]);
    hand.phone.type_text("secret", false);
    let field = hand.shown().into_iter().find(|view| view.flags.password).unwrap();
    assert_eq!(field.text, "••••••");
    hand.tap("Connect");
    assert_eq!(hand.value("wifi_network"), "Blue House".into());
}

#[test]
fn a_network_is_joined_and_then_tells_its_details() {
    let mut hand = Hand::in_settings(&["Network & internet", "Internet", "Coffee Corner"]);
    let row = hand.find("Coffee Corner,Connected,Wifi signal full.,Open network");
    assert!(row.flags.clickable);
    hand.tap("Coffee Corner");
    assert_eq!(hand.title(), "Network details");
}

#[test]
fn a_disabled_row_stays_clickable_and_swallows_taps() {
    let mut hand = Hand::new();
    hand.phone.set("battery_saver", true);
    hand.phone.start_app("com.android.settings", None).unwrap();
    hand.scroll_to("Display");
    hand.tap("Display");
    let title = hand.shown().into_iter().find(|view| view.text == "Dark theme").unwrap();
    assert!(!title.flags.enabled);
    let row = hand
        .shown()
        .into_iter()
        .rfind(|view| view.flags.clickable && view.bounds.contains(200, title.bounds.center().1));
    assert!(!row.unwrap().flags.enabled);
    let (x, y) = title.bounds.center();
    hand.phone.tap(x, y);
    assert_eq!(hand.title(), "Display");
    let (x, y) = hand.switch("Dark theme").bounds.center();
    hand.phone.tap(x, y);
    assert_eq!(hand.value("dark_theme"), false.into());
    assert!(hand.sees("Temporarily disabled due to Battery Saver"));
}

#[test]
fn airplane_mode_turns_wifi_off() {
    let mut hand = Hand::in_settings(&["Network & internet"]);
    assert!(hand.sees("AndroidWifi"));
    hand.tap("Airplane mode");
    assert!(hand.sees("Airplane mode is on"));
    assert_eq!(hand.value("wifi"), false.into());
    assert!(hand.phone.changes().all(|change| change.cause == Cause::Input(hand.phone.inputs())));
}

#[test]
fn a_schedule_turns_dark_theme_on_by_itself() {
    let mut hand = Hand::in_settings(&["Display", "Dark theme", "Schedule", "Turns on at custom time"]);
    assert!(hand.sees("Start time"));
    hand.wait(13 * 3_600_000);
    assert!(hand.screen().dark);
    let change = hand.phone.changes().last().unwrap();
    assert_eq!((change.key.as_str(), change.cause), ("dark_theme", Cause::Phone));
}

#[test]
fn brightness_is_set_on_a_slider_of_the_system() {
    let mut hand = Hand::in_settings(&["Display", "Brightness level"]);
    let screen = hand.screen();
    assert_eq!(screen.foreground.unwrap().package, "com.android.systemui");
    let slider = hand.find("Display brightness");
    hand.phone.tap(slider.bounds.left + slider.bounds.width() * 3 / 4, slider.bounds.center().1);
    assert_eq!(hand.value("brightness"), 75.into());
    hand.phone.global(1);
    assert!(hand.sees("75%"));
}

#[test]
fn up_time_ticks() {
    let mut hand = Hand::in_settings(&["About phone"]);
    hand.scroll_to("Up time");
    let before = hand.texts();
    hand.wait(1000);
    assert_ne!(hand.texts(), before);
}
