//! Chrome and links, by hand.

use rstest::rstest;
use serde_json::json;

use super::*;
use crate::phone::{NoLink, ScriptError};

const CHROME: &str = "com.android.chrome";

fn at(link: &str) -> Hand {
    let mut hand = Hand::new();
    hand.phone.open_link(link, None, None).unwrap();
    hand
}

#[test]
fn an_address_that_is_typed_leads_to_its_page_by_key_and_by_suggestion() {
    for by_key in [true, false] {
        let mut hand = Hand::new();
        hand.phone.start_app(CHROME, None).unwrap();
        let bar = hand.shown().into_iter().find(|view| view.resource_id.ends_with(":id/url_bar")).unwrap();
        let (x, y) = bar.bounds.center();
        hand.phone.tap(x, y);
        hand.phone.type_text("example.com/list", false);
        if by_key {
            hand.phone.key(66);
        } else {
            let row = hand.shown().into_iter().find(|view| view.resource_id.ends_with(":id/line_1")).unwrap();
            hand.phone.tap(row.bounds.center().0, row.bounds.center().1);
        }
        assert!(hand.sees("Apple") && hand.sees("Apricot"));
        assert!(hand.shown().iter().any(|view| view.class == "android.webkit.WebView" && view.text == "Fruit"));
    }
}

#[test]
fn a_form_is_sent_once_all_of_it_is_filled_in() {
    let mut hand = at("https://example.com/form");
    hand.tap("Submit");
    assert!(hand.sees("Please fill out this field."));
    for (id, text) in [("name", "Ada"), ("email", "ada@example.com")] {
        let field = hand.shown().into_iter().find(|view| view.resource_id == id).unwrap();
        hand.phone.tap(field.bounds.center().0, field.bounds.center().1);
        hand.phone.type_text(text, false);
    }
    hand.tap("Send me news");
    hand.tap("Submit");
    assert!(hand.sees("Success!") && hand.sees("Thank you, Ada."));
    assert_eq!(hand.value("chrome.form.email"), "ada@example.com".into());
    assert_eq!(hand.value("chrome.form.news"), true.into());
    hand.phone.stop_app(CHROME, true).unwrap();
    assert_eq!(hand.value("chrome.form.sent"), false.into());
}

#[test]
fn back_leads_to_the_page_before() {
    let mut hand = at("https://example.com/");
    hand.tap("Fruit");
    assert!(hand.sees("Apple"));
    hand.phone.global(1);
    assert!(hand.sees("Example Domain"));
}

#[test]
fn an_address_nobody_has_is_told_so() {
    let mut hand = at("https://shop.test/");
    assert!(hand.sees("This site can\u{2019}t be reached") && hand.sees("ERR_NAME_NOT_RESOLVED"));
    hand.phone.set("wifi", false);
    hand.phone.set("airplane_mode", true);
    assert!(hand.sees("No internet"));
}

#[test]
fn a_page_is_bookmarked_and_found_again() {
    let mut hand = at("https://example.com/list");
    hand.tap("Customize and control Google Chrome");
    hand.tap("Add bookmark");
    assert_eq!(hand.value("chrome.bookmark.https://example.com/list"), "Fruit".into());
    hand.tap("Customize and control Google Chrome");
    hand.tap("Bookmarks");
    hand.tap("Fruit");
    hand.tap("Customize and control Google Chrome");
    hand.tap("Remove bookmark");
    assert!(hand.phone.value("chrome.bookmark.https://example.com/list").is_none());
}

#[test]
fn a_new_chrome_greets_first_where_it_is_told_to() {
    let mut hand = Hand::new();
    hand.phone.set("chrome.first_run", true);
    hand.phone.open_link("https://example.com/list", None, None).unwrap();
    assert!(hand.sees("Welcome to Chrome") && !hand.sees("Apple"));
    assert_eq!(hand.phone.run_script("document.title").unwrap_err(), ScriptError::NoPage);
    hand.tap("Use without an account");
    assert!(hand.sees("Apple"));
}

#[test]
fn a_script_sees_the_page_that_is_shown() {
    let mut hand = at("https://example.com/form");
    assert_eq!(hand.phone.run_script("document.title").unwrap().1, json!("Sign up"));
    hand.phone.run_script("document.querySelector('#name').value = 'Ada'").unwrap();
    assert!(hand.sees("Ada"));
    let mut hand = at("https://example.com/list");
    assert_eq!(hand.phone.run_script("window.scrollY").unwrap().1, json!(0));
    hand.scroll_down();
    assert_eq!(hand.phone.run_script("window.scrollY > 100").unwrap().1, json!(true));
}

#[test]
fn a_script_needs_exactly_one_visible_page() {
    let mut hand = Hand::new();
    assert_eq!(hand.phone.run_script("1").unwrap_err(), ScriptError::NoPage);
    hand.phone.start_app(CHROME, None).unwrap();
    assert_eq!(hand.phone.run_script("1").unwrap_err(), ScriptError::NoPage, "a new tab is no page");
    hand.phone.open_link("https://example.com/", None, None).unwrap();
    assert!(hand.phone.run_script("1").is_ok());
    hand.tap("Switch or close tabs");
    assert_eq!(hand.phone.run_script("1").unwrap_err(), ScriptError::NoPage);
    hand.phone.global(2);
    assert_eq!(hand.phone.run_script("1").unwrap_err(), ScriptError::NoPage);
}

#[rstest]
#[case("https://example.com/form", None, CHROME, "Sign up")]
#[case("tel:+49%20170-123", None, "com.google.android.dialer", "+49170123")]
#[case("file:///sdcard/Documents/report.txt", None, "com.google.android.documentsui", "Files in Documents")]
#[case(
    "content://com.android.externalstorage.documents/document/primary%3ADCIM%2FCamera",
    None,
    "com.google.android.documentsui",
    "Files in Camera"
)]
#[case("android.settings.WIFI_SETTINGS", None, "com.android.settings", "Internet")]
#[case("", Some("android.settings.DISPLAY_SETTINGS"), "com.android.settings", "Display")]
#[case(
    "package:com.android.chrome",
    Some("android.settings.APPLICATION_DETAILS_SETTINGS"),
    "com.android.settings",
    "App info"
)]
fn a_link_opens_the_app_that_it_is_for(
    #[case] link: &str,
    #[case] action: Option<&str>,
    #[case] package: &str,
    #[case] shown: &str,
) {
    let mut hand = Hand::new();
    hand.phone.open_link(link, action, None).unwrap();
    assert_eq!(hand.screen().foreground.unwrap().package, package);
    assert!(hand.sees(shown), "{:?}", hand.texts());
}

#[rstest]
#[case::scheme("geo:1,2", None, None)]
#[case::no_scheme("example", None, None)]
#[case::missing_file("file:///sdcard/none.txt", None, None)]
#[case::traversal("file:///sdcard/../data", None, None)]
#[case::action("https://example.com/", Some("android.intent.action.EDIT"), None)]
#[case::other_app("https://example.com/", None, Some("com.android.settings"))]
#[case::not_installed("https://example.com/", None, Some("com.example.nothing"))]
fn a_link_that_nothing_opens_is_no_input(
    #[case] link: &str,
    #[case] action: Option<&str>,
    #[case] package: Option<&str>,
) {
    let mut hand = Hand::new();
    let refused = hand.phone.open_link(link, action, package).unwrap_err();
    assert_eq!(matches!(refused, NoLink::NoApp(_)), package == Some("com.example.nothing"));
    assert_eq!(hand.phone.inputs(), 0);
}

#[rstest]
fn every_action_of_settings_shows_a_page(#[values(Look::Android15, Look::Android11)] look: Look) {
    for (action, page) in link::SETTINGS_ACTIONS {
        let mut hand = Hand::with(Options { look, ..Options::default() });
        assert!(hand.phone.pages.iter().any(|known| known.id == *page), "{action} shows {page}");
        hand.phone.open_link(action, None, None).unwrap();
        assert_eq!(hand.screen().foreground.unwrap().package, "com.android.settings", "{action}");
    }
}
