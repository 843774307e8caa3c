//! Goals as strangers put them, none of them a goal of this package, on the embedded phone, judged by the phone's own
//! state: a goal that was to change something has changed that and nothing else, and any other nothing at all.
//!
//! They were written from what a person sees on the phone, before the model was tried on them. Of the first forty, 21
//! were met within the ten steps that `goalpost agent` has by default, and what the others had in common in their grammar
//! was mended: 32. Of the next twenty 9, and after another round 12. Of the last twenty, after which nothing was changed,
//! 13 (8 before all this). Those that are met are here. Known limits. But for the last, they end blocked,
//! stuck or out of steps:
//!
//! - Sliders: "Set the media volume to 50%". What the agent may do has no gesture for them.
//! - Verbs that name a button or a state of its own: "Uninstall the Notes app", "Connect to the Coffee Corner network".
//! - "Rename this phone to Pelican": nothing in the goal is part of the name of the field, and only words of the goal can
//!   be typed into a search. "Change the device name to Pelican" works.
//! - What is under an app's name somewhere else: "Turn off notifications for the Messages app".
//! - Two things in one sentence with a search each: more steps than ten, or, with "X on and Y off", one verb for both.
//! - What only an explanation leads to: "Make the night light come on from sunset to sunrise", "What is the IP address?".
//! - A false "done": "Show passwords" is taken for a wish to see the page "Passwords & accounts", unless the switch of
//!   that name is in sight.
#![cfg(feature = "phone")]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use goalpost::act::{Act, Guard, InMemory};
use goalpost::agent::{Limits, Task, pursue};
use goalpost::clock::Clock;
use goalpost::device::mobilerun::Mobilerun;
use goalpost::event::{Backend, Claim, Events, Phase};
use goalpost::http::{BaseUrl, Options};
use goalpost::model::{self, Model};
use goalpost::phone::{Phone, PhoneOptions, Value, View};
use goalpost::policy::TextValues;
use goalpost::policy::jev::{Jev, SystemOne};
use rstest::rstest;

/// How a pursuit ended, by the agent and by the phone.
struct Ended {
    claim: Claim,
    changed: BTreeMap<String, String>,
    seen: Vec<String>,
}

async fn pursued(goal: &str) -> Ended {
    let clock = Clock::starting_at("2026-09-01T10:00:00Z".parse().unwrap());
    let phone = Phone::start(PhoneOptions { clock: clock.clone(), ..PhoneOptions::default() }).await.unwrap();
    let model = Model::start(model::Options { clock: clock.clone(), ..model::Options::default() }).await.unwrap();
    let events = Events::silent();
    let url = BaseUrl::parse(phone.url()).unwrap();
    let account = Mobilerun::new(url, None, Options::default(), clock.clone(), events.clone()).unwrap();
    let device = Arc::new(account.as_backend(Backend::Simulated).device(phone.device_id()));
    let url = BaseUrl::parse(&model.url()).unwrap();
    let system = SystemOne::new(url, None, "jev-latest", SystemOne::options(), clock.clone(), events.clone()).unwrap();
    let limits = goalpost::spec::Limits::default();
    let task = Task {
        texts: TextValues::new(goal, &[]),
        goal: goal.to_owned(),
        limits: Limits { steps: limits.steps, time: limits.time.0 },
        confidence: 0.0,
        preview: false,
        wants_answer: false,
    };
    let events = events.of_case("agent", clock.clone()).in_phase(Phase::Agent);
    let mut act = Act::new(device, clock, events, Arc::new(InMemory::default()), Guard::default());
    let claim = pursue(&task, &Jev::new(system), &mut act).await.unwrap().claim;
    let mut android = phone.android().unwrap();
    let mut seen = Vec::new();
    android.screen().windows.last().into_iter().for_each(|window| texts(window, &mut seen));
    Ended { claim, changed: changes(&android), seen }
}

/// What is otherwise than at the beginning. What the phone remembers for itself is left out.
fn changes(android: &goalpost::phone::Android) -> BTreeMap<String, String> {
    let mut changed: BTreeMap<String, (Option<Value>, Option<Value>)> = BTreeMap::new();
    for change in android.changes().filter(|change| !change.key.contains("_before_")) {
        changed.entry(change.key.clone()).or_insert((change.from.clone(), None)).1.clone_from(&change.to);
    }
    let now = changed.into_iter().filter(|(_, (before, now))| before != now);
    now.map(|(key, (_, now))| (key, now.map_or_else(String::new, said))).collect()
}

fn said(value: Value) -> String {
    match value {
        Value::Flag(on) => if on { "on" } else { "off" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => text,
    }
}

fn texts(view: &View, found: &mut Vec<String>) {
    found.extend([&view.text, &view.description].into_iter().filter(|text| !text.is_empty()).cloned());
    view.children.iter().for_each(|child| texts(child, found));
}

#[rstest]
#[case("Please turn on the flip to shhh gesture", &[("flip_to_shhh", "on")])]
#[case("Make sure that NFC is off", &[("nfc", "off")])]
#[case("Disable the spell checker", &[("spell_checker", "off")])]
#[case("I want the battery percentage to be shown in the status bar", &[("battery_percentage", "on")])]
#[case("I'd like you to enable bold text, please.", &[("bold_text", "on")])]
#[case("Set screen timeout to 5 minutes", &[("screen_timeout", "300000")])]
#[case("Turn on dark mode and then turn off Bluetooth", &[("dark_theme", "on"), ("bluetooth", "off")])]
#[case("Switch off mobile data", &[("mobile_data", "off")])]
#[case("I don't want to hear dial pad tones any more, turn them off", &[("dial_pad_tones", "off")])]
#[case("Bluetooth should be turned off", &[("bluetooth", "off")])]
#[case("Use the 24-hour format", &[("twenty_four_hours", "on")])]
#[case("Change the phone ringtone to Zen", &[("ringtone", "4")])]
#[case("Make the color mode Boosted", &[("colors", "1")])]
#[case("Deactivate tap & click sounds", &[("tap_sounds", "off")])]
#[case("Set the touch and hold delay to long", &[("touch_delay", "1500")])]
#[case("Change the hotspot name to Fritz", &[("hotspot_name", "Fritz")])]
#[case("Go to Settings, then System, then Gestures and turn on Quick Tap", &[("quick_tap", "on")])]
#[case("Turn off automatic system updates", &[("automatic_updates", "off")])]
#[case("Enable notification history", &[("notification_history", "on")])]
#[case("Set the system language to Deutsch", &[("language", "de-DE")])]
#[case("Never allow repeat callers to get through Do Not Disturb", &[("do_not_disturb_repeat_callers", "off")])]
#[case("Enable car crash detection and disable earthquake alerts", &[("car_crash_detection", "on"), ("earthquake_alerts", "off")])]
#[case("Would you kindly switch on the screen saver?", &[("screen_saver", "on")])]
#[case("Emergency SOS needs to be disabled", &[("emergency_sos", "off")])]
#[case("I'd prefer the dark theme, could you activate it?", &[("dark_theme", "on")])]
#[case("Set the screen timeout to 2 minutes please", &[("screen_timeout", "120000")])]
#[case("Remove animations should be on", &[("remove_animations", "on")])]
#[case("Change Private DNS to off", &[("private_dns", "0")])]
#[case("Disable microphone access", &[("microphone_access", "off")])]
#[case("Please disable the screen locking sound", &[("screen_locking_sound", "off")])]
#[case("Adaptive charging must be switched off", &[("adaptive_charging", "off")])]
#[case("I would like Quick Share to be enabled", &[("nearby_sharing", "on")])]
#[case("Make sure location is disabled", &[("location", "off")])]
#[case("Change the default notification sound to Dance Party", &[("notification_sound", "3")])]
#[case("Set Private DNS to off, then open the VPN page", &[("private_dns", "0")])]
#[case("Turn the hotspot on, please", &[("hotspot", "on")])]
#[tokio::test]
async fn what_is_asked_for_comes_about_and_nothing_else(#[case] goal: &str, #[case] wanted: &[(&str, &str)]) {
    let ended = pursued(goal).await;
    let wanted = wanted.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    assert_eq!((ended.claim, ended.changed), (Claim::Done, wanted));
}

#[rstest]
#[case("Open the page about Date & time", &["Date & time", "Set time automatically"])]
#[case("Show me which Android version this phone has", &["Android version"])]
#[case("Find the storage page", &["Storage", "54 GB used"])]
#[case("Look up the IP address of the phone", &["10.0.2.16"])]
#[case("Open Chrome", &["Search or type URL"])]
#[case("Go to About phone and tell me the model of this device", &["Pixel 8"])]
#[case("Take me to the Bluetooth page", &["Bluetooth", "Use Bluetooth"])]
#[case("Go to the Languages page", &["Languages", "System languages"])]
#[case("Open the Clock app and show the Stopwatch tab", &["Stopwatch", "0:00"])]
#[case("Show me the battery usage", &["Battery usage"])]
#[case("Search settings for gestures and open the page", &["Gestures", "Flip to Shhh"])]
#[tokio::test]
async fn what_is_to_be_seen_is_in_sight_and_nothing_has_changed(#[case] goal: &str, #[case] wanted: &[&str]) {
    let ended = pursued(goal).await;
    assert_eq!((ended.claim, ended.changed), (Claim::Done, BTreeMap::new()));
    for text in wanted {
        assert!(ended.seen.iter().any(|seen| seen.contains(text)), "{text} is not in {:?}", ended.seen);
    }
}

#[rstest]
#[case("Open the WhatsApp app")]
#[case("Install TikTok from the store")]
#[case("Turn on the hearing aid mode in Accessibility")]
#[case("Send a message to Ann saying hello")]
#[case("Please don't let Chrome be uninstalled")]
#[case("Open Spotify")]
#[case("Activate the fingerprint unlock")]
#[case("Set the screen saver to Colors")]
#[case("Open Netflix and play a film")]
#[case("Turn on the infrared blaster")]
#[tokio::test]
async fn what_cannot_be_done_is_declined_without_a_trace(#[case] goal: &str) {
    let ended = pursued(goal).await;
    assert_eq!((ended.claim, ended.changed), (Claim::Blocked, BTreeMap::new()));
}

#[rstest]
#[case("Set the media volume to 50%")]
#[case("Uninstall the Notes app")]
#[case("Connect to the Coffee Corner Wi-Fi network")]
#[case("Rename this phone to Pelican")]
#[case("Turn off notifications for the Messages app")]
#[case("Make the night light come on from sunset to sunrise")]
#[case("Turn on one-handed mode and lift to check phone off")]
#[case("Open Netflix and play a film")]
#[tokio::test]
async fn what_the_model_does_not_manage_it_does_not_call_done(#[case] goal: &str) {
    assert_ne!(pursued(goal).await.claim, Claim::Done);
}
