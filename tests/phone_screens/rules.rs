//! State with consequences.

use goalpost::phone::Look;

use crate::hand::Hand;

#[tokio::test]
async fn battery_saver_greys_dark_theme_out_and_says_why() {
    let hand = Hand::at(&["Battery", "Battery Saver", "Use Battery Saver"]).await;
    for _ in 0..2 {
        hand.back().await;
    }
    hand.tap("Display").await;
    hand.find("Dark theme", "TextView").await;
    assert!(!hand.switch("Dark theme").await.is("isEnabled"));
    hand.tap_switch("Dark theme").await;
    assert!(!hand.switch("Dark theme").await.is("isChecked"));
    assert!(hand.sees("Temporarily disabled due to Battery Saver").await);
}

#[tokio::test]
async fn airplane_mode_turns_wifi_off_and_back_on() {
    let hand = Hand::new(Look::Android11).await.led(&["Network & internet"]).await;
    for on in [false, true] {
        hand.tap("Airplane mode").await;
        assert_eq!(hand.switch("Wi\u{2011}Fi").await.is("isChecked"), on);
    }
}

#[tokio::test]
async fn a_schedule_turns_dark_theme_on_when_its_time_comes() {
    let hand = Hand::at(&["Display", "Dark theme", "Schedule", "Turns on at custom time"]).await;
    assert!(!hand.switch("Use Dark theme").await.is("isChecked"));
    // It is ten in the morning; the schedule begins at ten in the evening.
    hand.wait(12 * 3_600_000).await;
    assert!(hand.switch("Use Dark theme").await.is("isChecked"));
    hand.wait(8 * 3_600_000).await;
    assert!(!hand.switch("Use Dark theme").await.is("isChecked"));
}
