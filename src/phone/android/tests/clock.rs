//! The Clock app.

use rstest::rstest;

use super::*;

const CLOCK: &str = "com.google.android.deskclock";

fn clock(tab: &str) -> Hand {
    let mut hand = Hand::new();
    hand.phone.start_app(CLOCK, None).unwrap();
    if !hand.sees("Add alarm") || tab != "Alarm" {
        hand.tap(tab);
    }
    hand
}

fn by_id(hand: &mut Hand, id: &str) -> Vec<View> {
    hand.shown().into_iter().filter(|view| view.resource_id.ends_with(&format!(":id/{id}"))).collect()
}

/// Taps the nth view of this id.
fn tap_id(hand: &mut Hand, id: &str, n: usize) {
    let (x, y) = by_id(hand, id)[n].bounds.center();
    hand.phone.tap(x, y);
}

fn text_of(hand: &mut Hand, id: &str) -> String {
    by_id(hand, id)[0].text.clone()
}

fn alarms(hand: &Hand) -> Vec<String> {
    let facts = hand.phone.facts.beginning("clock.alarm_").map(|(key, _)| key["clock.alarm_".len()..].to_owned());
    facts.filter(|name| !name.contains('.')).collect()
}

#[test]
fn the_tab_that_is_shown_is_selected_and_takes_no_taps() {
    let mut hand = clock("Timer");
    let tabs: Vec<_> = ["alarm", "clock", "timer", "stopwatch"]
        .map(|tab| by_id(&mut hand, &format!("tab_menu_{tab}")).remove(0).flags)
        .into_iter()
        .map(|flags| (flags.selected, flags.clickable))
        .collect();
    assert_eq!(tabs, [(false, true), (false, true), (true, false), (false, true)]);
}

#[test]
fn an_alarms_switch_takes_the_taps_itself_and_says_nothing() {
    let mut hand = clock("Alarm");
    let switches = by_id(&mut hand, "onoff");
    assert!(switches.iter().all(|switch| switch.flags.clickable && switch.description.is_empty()));
    assert!(hand.find(" Alarm").flags.clickable, "the card takes taps, too");
    tap_id(&mut hand, "onoff", 1);
    assert_eq!((hand.value("clock.alarm_830"), hand.value("clock.alarm_900")), (false.into(), true.into()));
    assert!(hand.sees("8:30\u{200a}AM") && hand.sees("Sun, Sat"));
}

#[test]
fn an_alarm_is_added_on_the_clocks_face() {
    let mut hand = clock("Alarm");
    hand.tap("Add alarm");
    hand.tap("7 o'clock");
    hand.tap("45 minutes");
    hand.tap("PM");
    hand.tap("OK");
    let input = hand.phone.inputs();
    assert!(hand.sees("7:45\u{200a}PM"));
    let change = hand.phone.changes().last().unwrap().clone();
    assert_eq!(
        (change.key.as_str(), change.to, change.cause),
        ("clock.alarm_1945", Some(true.into()), Cause::Input(input))
    );
}

#[rstest]
#[case::noon("12", "0", "PM", Some("1200"))]
#[case::midnight("12", "05", "AM", Some("005"))]
#[case::morning("7", "7", "AM", Some("707"))]
#[case::no_such_hour("13", "0", "AM", None)]
#[case::no_such_minute("7", "60", "AM", None)]
#[case::nothing("", "", "AM", None)]
fn an_alarm_is_added_by_typing(
    #[case] hour: &str,
    #[case] minute: &str,
    #[case] period: &str,
    #[case] added: Option<&str>,
) {
    let mut hand = clock("Alarm");
    hand.tap("Add alarm");
    hand.tap("Switch to text input mode for the time input.");
    hand.phone.type_text(hour, true);
    let minutes = hand.shown().into_iter().filter(|view| view.flags.editable).nth(1).unwrap().bounds.center();
    hand.phone.tap(minutes.0, minutes.1);
    hand.phone.type_text(minute, true);
    hand.tap(period);
    hand.tap("OK");
    assert_eq!(hand.sees("Select time"), added.is_none(), "what is no time is not taken");
    let mut wanted: Vec<&str> = ["830", "900"].into_iter().chain(added).collect();
    wanted.sort_unstable();
    assert_eq!(alarms(&hand), wanted);
}

#[test]
fn a_new_alarm_begins_with_the_present_time_and_may_be_left() {
    let mut hand = clock("Alarm");
    hand.tap("Add alarm");
    assert_eq!(
        (text_of(&mut hand, "material_hour_tv"), text_of(&mut hand, "material_minute_tv")),
        ("10".into(), "00".into())
    );
    hand.tap("Cancel");
    assert_eq!(alarms(&hand), ["830", "900"]);
}

#[test]
fn an_alarm_set_to_another_time_keeps_its_days_and_rings() {
    let mut hand = clock("Alarm");
    tap_id(&mut hand, "digital_clock", 0);
    assert_eq!(text_of(&mut hand, "material_hour_tv"), "8");
    hand.tap("6 o'clock");
    hand.tap("OK");
    assert_eq!(alarms(&hand), ["630", "900"]);
    assert_eq!(
        (hand.value("clock.alarm_630"), hand.value("clock.alarm_630.days")),
        (true.into(), "Mon, Tue, Wed, Thu, Fri".into())
    );
}

#[test]
fn an_open_card_has_days_a_label_and_deletes() {
    let mut hand = clock("Alarm");
    tap_id(&mut hand, "arrow", 0);
    hand.tap("Sunday");
    hand.tap("Monday");
    assert!(hand.sees("Sun, Tue, Wed, Thu, Fri"));
    hand.tap("Add label");
    hand.phone.type_text("Gym ☕", false);
    hand.tap("OK");
    assert_eq!(hand.value("clock.alarm_830.label"), "Gym ☕".into());
    assert!(hand.sees("Gym ☕ Alarm"));
    hand.tap("Delete");
    assert_eq!(alarms(&hand), ["900"]);
    tap_id(&mut hand, "arrow", 0);
    hand.tap("Delete");
    assert!(hand.sees("No alarms"));
    assert!(hand.phone.facts.beginning("clock.alarm_").next().is_none());
}

#[test]
fn five_minutes_are_not_five_seconds() {
    let mut hand = clock("Timer");
    assert!(!hand.sees("Start"), "there is nothing to start");
    hand.tap("5");
    assert_eq!(text_of(&mut hand, "timer_setup_time"), "00h 00m 05s");
    hand.tap("00");
    assert_eq!(text_of(&mut hand, "timer_setup_time"), "00h 05m 00s");
    for _ in 0..5 {
        hand.tap("00");
    }
    assert_eq!(text_of(&mut hand, "timer_setup_time"), "05h 00m 00s", "there is room for six digits");
    hand.tap("Delete");
    assert_eq!(text_of(&mut hand, "timer_setup_time"), "00h 50m 00s");
    hand.tap("Start");
    assert_eq!(hand.value("clock.timer.1.seconds"), 3000.into());
}

fn timer() -> Hand {
    let mut hand = clock("Timer");
    ["5", "00", "Start"].into_iter().for_each(|key| hand.tap(key));
    hand
}

#[test]
fn a_timer_counts_down_by_the_phones_clock_and_waits_while_it_is_paused() {
    let mut hand = timer();
    let started = hand.phone.inputs();
    assert!(hand.phone.changes().all(|change| change.cause == Cause::Input(started)));
    hand.wait(60_000);
    assert_eq!(text_of(&mut hand, "timer_time_text"), "4:00");
    hand.tap("Pause");
    hand.wait(60_000);
    assert_eq!(text_of(&mut hand, "timer_time_text"), "4:00");
    hand.tap("Add 1 min");
    hand.tap("Start");
    assert_eq!(text_of(&mut hand, "timer_time_text"), "5:00");
    hand.wait(400_000);
    assert!(text_of(&mut hand, "timer_time_text").starts_with('\u{2212}'));
    hand.tap("Stop");
    assert_eq!(text_of(&mut hand, "timer_time_text"), "5:00");
    hand.tap("Delete");
    assert!(hand.sees("00h 00m 00s"));
}

#[test]
fn there_may_be_several_timers() {
    let mut hand = timer();
    ["Add timer", "9", "Start"].into_iter().for_each(|key| hand.tap(key));
    assert_eq!(
        by_id(&mut hand, "timer_label").into_iter().map(|view| view.text).collect::<Vec<_>>(),
        ["5m timer", "9s timer"]
    );
    ["Add timer", "7", "Cancel"].into_iter().for_each(|key| hand.tap(key));
    assert_eq!(by_id(&mut hand, "timer_item").len(), 2);
}

#[rstest]
#[case::stopped(true)]
#[case::only_left(false)]
fn a_timer_runs_on_while_the_app_is_away_and_ends_with_it(#[case] stopped: bool) {
    let mut hand = timer();
    hand.phone.global(2);
    hand.wait(100_000);
    if stopped {
        let input = hand.phone.stop_app(CLOCK, false).unwrap();
        assert_eq!(hand.phone.changes().last().unwrap().cause, Cause::Input(input));
    }
    hand.phone.start_app(CLOCK, None).unwrap();
    if stopped {
        hand.tap("Timer");
        assert!(hand.sees("00h 00m 00s"));
    } else {
        assert_eq!(text_of(&mut hand, "timer_time_text"), "3:20");
    }
    hand.phone.reboot();
    assert!(hand.phone.value("clock.timer.1.running").is_none());
}

#[test]
fn a_stopwatch_counts_rests_and_takes_laps() {
    let mut hand = clock("Stopwatch");
    hand.tap("Start");
    hand.wait(61_000);
    hand.tap("Lap");
    hand.wait(2_000);
    hand.tap("Lap");
    hand.tap("Pause");
    hand.wait(50_000);
    let seconds = text_of(&mut hand, "stopwatch_time_text");
    assert!(seconds.starts_with("1:0"), "{seconds}");
    let numbers: Vec<_> = by_id(&mut hand, "lap_number").into_iter().map(|view| view.text).collect();
    assert_eq!(numbers, ["# 2", "# 1"]);
    hand.tap("Start");
    hand.wait(10_000);
    assert!(text_of(&mut hand, "stopwatch_time_text").starts_with("1:1"));
    hand.tap("Reset");
    assert_eq!(text_of(&mut hand, "stopwatch_time_text"), "0:00");
    assert!(hand.phone.facts.beginning("clock.stopwatch").next().is_none());
}
