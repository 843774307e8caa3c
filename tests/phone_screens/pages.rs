//! Every page that people know Settings by, reached by its labels.

use goalpost::phone::Look;
use rstest::rstest;

use crate::hand::{Hand, SETTINGS};

#[rstest]
#[case::home(&[], "Settings")]
#[case::network(&["Network & internet"], "Network & internet")]
#[case::internet(&["Network & internet", "Internet"], "Internet")]
#[case::hotspot(&["Network & internet", "Hotspot & tethering"], "Hotspot & tethering")]
#[case::devices(&["Connected devices"], "Connected devices")]
#[case::bluetooth(&["Connected devices", "Connection preferences", "Bluetooth"], "Bluetooth")]
#[case::apps(&["Apps"], "Apps")]
#[case::app_info(&["Apps", "All apps", "Clock"], "App info")]
#[case::notifications(&["Notifications"], "Notifications")]
#[case::battery(&["Battery"], "Battery")]
#[case::storage(&["Storage"], "Storage")]
#[case::sound(&["Sound & vibration"], "Sound & vibration")]
#[case::display(&["Display"], "Display")]
#[case::dark_theme(&["Display", "Dark theme"], "Dark theme")]
#[case::night_light(&["Display", "Night Light"], "Night Light")]
#[case::screen_timeout(&["Display", "Screen timeout"], "Screen timeout")]
#[case::accessibility(&["Accessibility"], "Accessibility")]
#[case::location(&["Location"], "Location")]
#[case::security(&["Security & privacy"], "Security & privacy")]
#[case::system(&["System"], "System")]
#[case::languages(&["System", "Languages"], "Languages")]
#[case::date_and_time(&["System", "Date & time"], "Date & time")]
#[case::about(&["About phone"], "About phone")]
#[tokio::test]
async fn a_page_is_reached_by_its_labels(#[case] path: &[&str], #[case] title: &str) {
    let hand = Hand::at(path).await;
    assert_eq!((hand.title().await.as_str(), hand.app().await.as_str()), (title, SETTINGS));
}

#[rstest]
#[case(&["Network & internet"], "Network & internet")]
#[case(&["Network & internet", "Wi\u{2011}Fi"], "Wi\u{2011}Fi")]
#[case(&["Apps & notifications"], "Apps & notifications")]
#[case(&["Sound"], "Sound")]
#[case(&["Display", "Advanced", "Screen timeout"], "Screen timeout")]
#[case(&["Security"], "Security")]
#[case(&["System", "Languages & input", "Languages"], "Languages")]
#[tokio::test]
async fn an_older_phone_calls_its_pages_otherwise(#[case] path: &[&str], #[case] title: &str) {
    let hand = Hand::new(Look::Android11).await.led(path).await;
    assert_eq!(hand.title().await, title);
}

#[tokio::test]
async fn search_is_an_app_of_its_own_that_leads_to_what_it_finds() {
    let hand = Hand::at(&["Search Settings"]).await;
    assert_eq!(hand.app().await, "com.google.android.settings.intelligence");
    hand.type_text("night").await;
    hand.tap("Night Light").await;
    assert_eq!((hand.title().await.as_str(), hand.app().await.as_str()), ("Night Light", SETTINGS));
}

#[rstest]
#[tokio::test]
async fn what_infeasible_goals_ask_for_is_nowhere(#[values(Look::Android15, Look::Android11)] look: Look) {
    let search = if look == Look::Android11 { "Search settings" } else { "Search Settings" };
    let hand = Hand::new(look).await.led(&[search]).await;
    for word in ["hologram", "projection"] {
        hand.type_text(word).await;
        assert!(hand.sees("No results found").await, "{word}");
        hand.tap("Clear text").await;
    }
    hand.open("com.google.android.contacts").await;
    assert!(hand.sees("No contacts").await);
    hand.tap("Search contacts").await;
    hand.type_text("Zaphod").await;
    assert!(hand.sees("No results found").await);
}

/// The nodes in question, in the order of real dumps: id or class.
#[rstest]
#[case::newer(
    Look::Android15,
    &["content_parent", "app_bar", "collapsing_toolbar", "action_bar", "content_frame", "main_content",
      "container_material", "list_container", "recycler_view"]
)]
#[case::older(
    Look::Android11,
    &["content_parent", "action_bar", "content_frame", "main_content", "container_material", "list_container",
      "recycler_view"]
)]
#[tokio::test]
async fn a_page_has_the_frames_of_a_real_one_in_their_order(#[case] look: Look, #[case] frames: &[&str]) {
    let hand = Hand::new(look).await.led(&["Network & internet"]).await;
    let nodes = hand.nodes().await;
    let found: Vec<&str> = nodes.iter().map(|node| node.id()).filter(|id| frames.contains(id)).collect();
    assert_eq!(found, frames);
}

#[rstest]
#[tokio::test]
async fn the_first_page_has_its_search_bar_before_its_list(#[values(Look::Android15, Look::Android11)] look: Look) {
    let hand = Hand::new(look).await.led(&[]).await;
    let frames = [
        "settings_homepage_container",
        "search_bar",
        "search_action_bar",
        "search_action_bar_title",
        "main_content_scrollable_container",
        "homepage_container",
        "main_content",
        "container_material",
        "list_container",
        "recycler_view",
    ];
    let nodes = hand.nodes().await;
    let found: Vec<&str> = nodes.iter().map(|node| node.id()).filter(|id| frames.contains(id)).collect();
    assert_eq!(found, frames);
}

#[tokio::test]
async fn rows_are_made_as_in_a_dump_of_a_real_phone() {
    let hand = Hand::new(Look::Android11).await.led(&["Network & internet"]).await;
    let shape = |row: &crate::hand::Node| {
        let parts = row.walk().into_iter().map(|node| format!("{} {}", node.class(), node.id()).trim().to_owned());
        parts.collect::<Vec<_>>()
    };
    let rows = hand.nodes().await;
    let list = rows.iter().find(|node| node.id() == "recycler_view").unwrap();
    let row = |title: &str| {
        let row = list
            .walk()
            .into_iter()
            .find(|node| node.is("isClickable") && node.walk().iter().any(|n| n.text() == title));
        shape(&row.unwrap())
    };
    let text = ["LinearLayout icon_frame", "ImageView icon", "RelativeLayout", "TextView title"];
    let wifi: Vec<_> = ["LinearLayout", "LinearLayout"].into_iter().chain(text).collect();
    let switch = [
        "TextView summary",
        "LinearLayout two_target_divider",
        "View",
        "LinearLayout widget_frame",
        "Switch switchWidget",
    ];
    assert_eq!(row("Wi\u{2011}Fi"), [wifi, switch.to_vec()].concat());
    let airplane = [&["LinearLayout"], &text[..], &["LinearLayout widget_frame", "Switch switch_widget"]].concat();
    assert_eq!(row("Airplane mode"), airplane);
}
