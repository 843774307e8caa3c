//! What makes real screens hard: titles that are no text, rows that come and go, keyboards in the way.

use goalpost::phone::Look;
use rstest::rstest;

use crate::hand::{Hand, Node};

#[tokio::test]
async fn a_title_is_the_description_of_a_toolbar_that_collapses_and_no_text() {
    let hand = Hand::at(&["Display"]).await;
    let bar = async || hand.nodes().await.into_iter().find(|node| node.id() == "collapsing_toolbar").unwrap();
    let before = bar().await;
    assert_eq!((before.description(), before.text()), ("Display", ""));
    assert!(hand.all("Display").await.iter().all(|node| node.text().is_empty()));
    hand.drag(1800, 800).await;
    let after = bar().await;
    assert_eq!(after.description(), "Display");
    assert!(after.edge("bottom") < before.edge("bottom") - 200);
}

#[tokio::test]
async fn rows_that_are_scrolled_away_are_in_no_tree_and_a_row_at_the_edge_is_cut() {
    let hand = Hand::at(&["Display"]).await;
    assert!(hand.sees("Brightness level").await && !hand.sees("Screen saver").await);
    hand.find("Screen saver", "").await;
    hand.drag(1800, 800).await;
    assert!(hand.sees("Screen saver").await && !hand.sees("Brightness level").await);
    let list = hand.nodes().await.into_iter().find(|node| node.id() == "recycler_view").unwrap();
    let edges = (list.edge("top"), list.edge("bottom"));
    assert!(list.walk().iter().all(|node| node.edge("top") >= edges.0 && node.edge("bottom") <= edges.1));
}

#[tokio::test]
async fn a_quick_swipe_flings_its_list_beyond_the_finger_and_one_that_rests_does_not() {
    let top = async |rest| {
        let hand = Hand::at(&["About phone"]).await;
        let before = hand.find("Legal information", "").await.edge("top");
        hand.swipe(1900, 1700, 100, rest).await;
        let after = hand.all("Legal information").await.first().map(|node| node.edge("top"));
        after.map(|after| before - after)
    };
    let rested = top(300).await.unwrap();
    assert!((100..=200).contains(&rested), "{rested}");
    assert!(top(0).await.is_none_or(|flung| flung > 2 * rested), "a fling goes on");
}

#[tokio::test]
async fn a_disabled_row_and_all_in_it_is_so_and_its_row_is_still_clickable() {
    let hand = Hand::at(&["System", "Date & time"]).await;
    for label in ["Date", "Time"] {
        let row = hand.touched(label).await;
        assert!(!row.is("isEnabled") && row.is("isClickable"), "{label}");
        assert!(row.walk().iter().all(|node| !node.is("isEnabled")), "{label}");
        hand.tap(label).await;
        assert_eq!(hand.title().await, "Date & time", "it swallows taps");
    }
}

#[tokio::test]
async fn a_label_stands_in_a_header_that_takes_no_taps_and_in_a_row() {
    let hand = Hand::at(&["System", "Date & time"]).await;
    let both = hand.all("Time zone").await;
    assert_eq!(both.len(), 2);
    assert!(both.iter().all(|node| node.id() == "title"));
    let (x, y) = both[0].center();
    let nodes = hand.nodes().await;
    let around = |node: &&Node| node.edge("top") <= y && y < node.edge("bottom") && node.edge("right") > x;
    assert!(!nodes.iter().filter(around).any(|node| node.is("isClickable")), "the first is the header");
}

#[tokio::test]
async fn wifi_is_written_with_a_hyphen_that_no_keyboard_types() {
    let hand = Hand::at(&["Network & internet", "Internet"]).await;
    assert!(hand.sees("Wi\u{2011}Fi").await && !hand.sees("Wi-Fi").await);
}

#[tokio::test]
async fn a_clock_ticks_and_parts_its_hours_by_a_hair_space() {
    let hand = Hand::new(Look::Android15).await;
    hand.open("com.google.android.deskclock").await;
    assert!(hand.sees("8:30\u{200a}AM").await);
    hand.tap("Clock").await;
    let time = async || {
        let texts = hand.nodes().await;
        texts
            .iter()
            .map(|node| node.text().to_owned())
            .find(|text| text.ends_with("\u{200a}AM") && text.len() > 10)
            .unwrap()
    };
    let before = time().await;
    hand.wait(1000).await;
    assert_ne!(time().await, before);
}

#[tokio::test]
async fn the_keyboard_covers_rows_that_the_tree_still_has_and_back_closes_it_first() {
    let hand = Hand::at(&["Search Settings"]).await;
    hand.type_text("use").await;
    let keyboard = hand.keyboard().await;
    let top = keyboard.edge("top");
    let covered = hand.nodes().await.into_iter().find(|node| node.id() == "title" && node.edge("top") > top).unwrap();
    hand.touch(covered.center()).await;
    assert_eq!(hand.app().await, "com.google.android.settings.intelligence", "the keyboard took the tap");
    hand.back().await;
    assert!(hand.keyboard().await.walk().len() == 1, "back closes the keyboard alone");
    assert_eq!(hand.app().await, "com.google.android.settings.intelligence");
    hand.touch(covered.center()).await;
    assert_eq!(hand.app().await, "com.android.settings");
}

#[tokio::test]
async fn an_empty_field_shows_its_hint_as_its_text() {
    let hand = Hand::at(&["Search Settings"]).await;
    let field = async || hand.nodes().await.into_iter().find(|node| node.class() == "EditText").unwrap();
    assert_eq!(field().await.text(), "Search Settings");
    hand.type_text("dark").await;
    assert_eq!(field().await.text(), "dark");
    hand.tap("Clear text").await;
    assert_eq!(field().await.text(), "Search Settings");
}

#[tokio::test]
async fn a_password_is_bullets_and_nowhere_else() {
    let hand = Hand::at(&["Network & internet", "Internet", "Blue House"]).await;
    hand.type_text("hunter22").await;
    let field = hand.nodes().await.into_iter().find(|node| node.class() == "EditText").unwrap();
    assert!(field.is("isPassword"));
    assert_eq!(field.text(), "\u{2022}".repeat(8));
    assert!(!hand.state().await.to_string().contains("hunter22"));
}

#[tokio::test]
async fn switching_the_theme_makes_the_page_anew_and_for_a_moment_there_is_none() {
    let hand = Hand::at(&["Display"]).await;
    hand.tap_switch("Dark theme").await;
    let mut answers = Vec::new();
    for _ in 0..30 {
        let (status, state) = hand.answer().await;
        answers.push(status);
        if status != 200 {
            assert!(state["detail"].as_str().unwrap().contains("No active window"), "{state}");
        }
        hand.wait(10).await;
    }
    assert!(answers.contains(&500), "it flickers: {answers:?}");
    assert_eq!(answers.last(), Some(&200));
    assert!(hand.switch("Dark theme").await.is("isChecked"));
}

#[tokio::test]
async fn no_swipe_is_swallowed_and_no_tree_is_stale_for_longer_than_300_ms_unless_asked_for() {
    let hand = Hand::at(&["About phone"]).await;
    for _ in 0..20 {
        for (from, to) in [(1500, 1300), (1300, 1500)] {
            let texts = async || {
                let nodes = hand.nodes().await;
                nodes.iter().map(|node| (node.text().to_owned(), node.edge("top"))).collect::<Vec<_>>()
            };
            let before = texts().await;
            // The settled read waits 300 ms, no longer.
            hand.swipe(from, to, 300, 100).await;
            assert_ne!(texts().await, before);
        }
    }
}

#[rstest]
#[case("Airplane mode", "OFF", "ON")]
#[tokio::test]
async fn an_older_phone_says_the_state_of_a_switch_as_its_text(
    #[case] label: &str,
    #[case] off: &str,
    #[case] on: &str,
) {
    let hand = Hand::new(Look::Android11).await.led(&["Network & internet"]).await;
    assert_eq!(hand.switch(label).await.text(), off);
    hand.tap(label).await;
    assert_eq!(hand.switch(label).await.text(), on);
    let newer = Hand::at(&["Network & internet"]).await;
    assert_eq!(newer.switch(label).await.text(), "");
}

#[tokio::test]
async fn an_older_phone_hides_last_rows_behind_advanced_which_lists_them() {
    let hand = Hand::new(Look::Android11).await.led(&["Network & internet"]).await;
    assert!(!hand.sees("Private DNS").await);
    assert!(hand.sees("VPN, Private DNS, Adaptive connectivity").await);
    hand.tap("Advanced").await;
    assert!(hand.sees("Private DNS").await && !hand.sees("Advanced").await);
}

#[tokio::test]
async fn an_app_that_is_suggested_says_so_where_others_say_their_name() {
    let hand = Hand::new(Look::Android15).await;
    let icons = hand.nodes().await;
    let suggested: Vec<_> = icons.iter().filter(|node| node.description().starts_with("Predicted app: ")).collect();
    assert_eq!(suggested.len(), 1);
    assert_eq!(suggested[0].description(), format!("Predicted app: {}", suggested[0].text()));
}
