//! What reaches a phone, and what is known of it, on a phone made of a few lines.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use rstest::rstest;
use serde_json::{Value, json};

use super::*;
use crate::clock::Clock;
use crate::device::{Device, DeviceError, Input, Transport};
use crate::event::{Backend, Collected, Event, Events, Phase, Receipt};
use crate::screen::{Action, App, Global, Key, Observation, Point, UiState};

/// A phone whose next screens and answers are written down beforehand; the last screen stays.
struct Scripted {
    clock: Clock,
    screens: Mutex<VecDeque<Value>>,
    answers: Mutex<VecDeque<Transport>>,
    sent: Mutex<Vec<Input>>,
    journal: Arc<InMemory>,
}

#[async_trait]
impl Device for Scripted {
    fn id(&self) -> &str {
        "phone-1"
    }

    fn backend(&self) -> Backend {
        Backend::Loopback
    }

    async fn ready(&self) -> Result<(), DeviceError> {
        Ok(())
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Ok(["Notes", "Bank"]
            .map(|label| App { package: format!("com.{}", label.to_lowercase()), label: label.to_owned() })
            .to_vec())
    }

    async fn observe(&self) -> Result<Observation, DeviceError> {
        let mut screens = self.screens.lock().unwrap();
        let screen = if screens.len() > 1 { screens.pop_front() } else { screens.front().cloned() };
        match screen.unwrap() {
            Value::Null => Err(DeviceError::Unusable { what: "the screen".to_owned(), why: "it is gone".to_owned() }),
            screen => Ok(observation(&screen, self.clock.now())),
        }
    }

    async fn send(&self, input: &Input) -> Transport {
        let last = self.journal.entries().pop();
        assert!(
            matches!(&last, Some(Entry::Intent { input: intended, .. }) if intended == input),
            "an input was sent that the journal did not hold yet: {last:?}"
        );
        self.sent.lock().unwrap().push(input.clone());
        self.answers.lock().unwrap().pop_front().unwrap_or(Transport::Accepted {
            status: 200,
            cut: false,
            body_error: None,
        })
    }
}

fn observation(screen: &Value, at: Timestamp) -> Observation {
    let state = UiState::parse(screen.to_string().as_bytes()).unwrap();
    Observation::from_ui_state("phone-1", &state, at).unwrap()
}

/// A screen with rows as given by text and state.
fn screen(package: &str, rows: &[(&str, bool)]) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .zip(0..)
        .map(|((text, checked), row)| {
            json!({
                "className": "android.widget.CheckBox", "text": text, "isClickable": true, "isCheckable": true,
                "isChecked": checked, "isEnabled": true,
                "boundsInScreen": {"left": 0, "top": 100 * row, "right": 1000, "bottom": 100 * row + 100},
            })
        })
        .collect();
    json!({
        "a11y_tree": {
            "className": "android.widget.FrameLayout", "children": rows,
            "boundsInScreen": {"left": 0, "top": 0, "right": 1000, "bottom": 2000},
        },
        "phone_state": {"packageName": package, "keyboardVisible": false, "isEditable": false},
        "device_context": {"screen_bounds": {"width": 1000, "height": 2000}},
    })
}

struct Bench {
    phone: Arc<Scripted>,
    events: Arc<Collected>,
    act: Act,
}

fn bench(screens: &[Value], answers: &[Transport], guard: Guard) -> Bench {
    let clock = Clock::starting_at(Timestamp::UNIX_EPOCH);
    let journal = Arc::new(InMemory::default());
    let phone = Arc::new(Scripted {
        clock: clock.clone(),
        screens: Mutex::new(screens.to_vec().into()),
        answers: Mutex::new(answers.to_vec().into()),
        sent: Mutex::default(),
        journal: journal.clone(),
    });
    let events = Arc::new(Collected::default());
    let act = Act::new(phone.clone(), clock.clone(), Events::to(vec![events.clone()], clock), journal, guard);
    Bench { phone, events, act }
}

impl Bench {
    /// Taps the first row as the policy saw it on the first screen.
    async fn tap_first(&mut self) -> Result<Performed, ActError> {
        let on = self.act.observe().await.unwrap();
        self.act.perform(&tap("ui.0"), &on, "TAP \"a\"").await
    }

    fn sent(&self) -> usize {
        self.phone.sent.lock().unwrap().len()
    }

    fn receipts(&mut self) -> Vec<Receipt> {
        self.act.finish();
        self.events
            .records()
            .into_iter()
            .filter_map(|record| match record.event {
                Event::InputReceipt { receipt, .. } => Some(receipt),
                _ => None,
            })
            .collect()
    }
}

fn tap(id: &str) -> Action {
    Action::TapElement { element_id: id.to_owned() }
}

fn off() -> Value {
    screen("com.notes", &[("a", false), ("b", false)])
}

fn on() -> Value {
    screen("com.notes", &[("a", true), ("b", false)])
}

fn no_guard() -> Guard {
    Guard::default()
}

fn busy(retry_after: u64) -> Transport {
    Transport::Rejected { status: 429, error: "busy".to_owned(), retry_after: Some(Duration::from_secs(retry_after)) }
}

#[tokio::test]
async fn a_tap_whose_own_control_changes_is_verified() {
    let mut bench = bench(&[off(), off(), on()], &[], no_guard());
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::Sent(Sent { receipt: Receipt::Verified, .. })));
    assert_eq!(bench.receipts(), [Receipt::Verified]);
}

#[rstest]
#[case::on_a_row(Point { x: 500, y: 50 }, Receipt::Verified)]
#[case::on_another_row(Point { x: 500, y: 150 }, Receipt::Dispatched)]
#[case::on_nothing(Point { x: 500, y: 1500 }, Receipt::Dispatched)]
#[tokio::test]
async fn a_tap_at_a_place_is_verified_by_what_stands_there(#[case] point: Point, #[case] receipt: Receipt) {
    let mut bench = bench(&[off(), off(), on()], &[], no_guard());
    let on = bench.act.observe().await.unwrap();
    bench.act.perform(&Action::TapPoint(point), &on, "tap").await.unwrap();
    assert_eq!(*bench.phone.sent.lock().unwrap(), [Input::Tap { x: point.x, y: point.y }]);
    assert_eq!(bench.receipts(), [receipt]);
}

#[tokio::test]
async fn an_accepted_input_keeps_its_receipt_when_the_phone_is_lost_afterwards() {
    let mut bench = bench(&[off(), off(), Value::Null], &[], no_guard());
    assert!(matches!(bench.tap_first().await, Err(ActError::Device(_))));
    assert_eq!(bench.receipts(), [Receipt::Dispatched]);
}

#[tokio::test]
async fn a_change_elsewhere_does_not_verify_a_tap() {
    let elsewhere = screen("com.notes", &[("a", false), ("b", true)]);
    let mut bench = bench(&[off(), off(), elsewhere], &[], no_guard());
    bench.tap_first().await.unwrap();
    assert_eq!(bench.receipts(), [Receipt::Dispatched]);
}

/// A screen with two fields and a title, of which the first field has the focus or the second.
fn form(title: &str, text: &str, second: bool) -> Value {
    let node = |row: i64, class: &str, text: &str, focused: bool| {
        json!({
            "className": format!("android.widget.{class}"), "text": text, "isFocused": focused, "isEnabled": true,
            "isEditable": class == "EditText", "resourceId": if class == "TextView" { "android:id/title" } else { "" },
            "boundsInScreen": {"left": 0, "top": 100 * row, "right": 1000, "bottom": 100 * row + 100},
        })
    };
    let mut screen = screen("com.notes", &[]);
    screen["a11y_tree"]["children"] =
        json!([node(0, "TextView", title, false), node(1, "EditText", text, !second), node(2, "EditText", "", second)]);
    screen
}

#[rstest]
#[case::deleted(Key::Backspace, form("Find", "a", false), Receipt::Verified)]
#[case::deleted_nothing_but_the_list_is_another(Key::Backspace, form("Found", "ab", false), Receipt::Dispatched)]
#[case::moved(Key::Tab, form("Find", "ab", true), Receipt::Verified)]
#[case::moved_nowhere(Key::Tab, form("Found", "a", false), Receipt::Dispatched)]
#[case::submitted(Key::Enter, form("Found", "ab", false), Receipt::Verified)]
#[case::typed_elsewhere(Key::Escape, form("Find", "a", false), Receipt::Dispatched)]
#[tokio::test]
async fn a_key_is_verified_by_what_that_key_is_for(#[case] key: Key, #[case] after: Value, #[case] receipt: Receipt) {
    let before = form("Find", "ab", false);
    let mut bench = bench(&[before.clone(), before, after], &[], no_guard());
    let on = bench.act.observe().await.unwrap();
    bench.act.perform(&Action::Key { key }, &on, "KEY").await.unwrap();
    assert_eq!(bench.receipts(), [receipt]);
}

#[tokio::test]
async fn an_effect_seen_after_the_settle_window_is_verified_late() {
    let mut screens = vec![off(); 12];
    screens.push(on());
    let mut bench = bench(&screens, &[], no_guard());
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::Sent(Sent { receipt: Receipt::Dispatched, .. })));
    while bench.phone.screens.lock().unwrap().len() > 1 {
        bench.act.observe().await.unwrap();
    }
    bench.act.observe().await.unwrap();
    assert_eq!(bench.receipts(), [Receipt::VerifiedLate]);
}

#[rstest]
#[case(Transport::Accepted { status: 200, cut: true, body_error: None })]
#[case(Transport::Accepted { status: 200, cut: false, body_error: Some("no focus".to_owned()) })]
#[tokio::test]
async fn a_doubtful_answer_is_dispatched_at_most(#[case] answer: Transport) {
    let mut bench = bench(&[off(), off(), on()], &[answer], no_guard());
    bench.tap_first().await.unwrap();
    assert_eq!(bench.receipts(), [Receipt::Dispatched]);
}

#[tokio::test]
async fn a_screen_that_changed_before_the_input_costs_no_input() {
    let mut bench = bench(&[off(), on()], &[], no_guard());
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::Stale { .. }));
    assert_eq!(bench.sent(), 0);
}

#[tokio::test]
async fn an_unknown_effect_ends_it_and_is_never_sent_again() {
    let answer = Transport::Unknown { status: Some(503), error: "gateway".to_owned() };
    let mut bench = bench(&[off()], &[answer], no_guard());
    assert!(matches!(bench.tap_first().await, Err(ActError::InputUnknown { .. })));
    assert_eq!((bench.sent(), bench.receipts()), (1, vec![Receipt::Unknown]));
    assert!(matches!(bench.tap_first().await, Err(ActError::AfterUnknown { .. })));
    let mut another_phase = bench.act.in_phase(Phase::Cleanup);
    let stop = Input::StopApp { package: "com.notes".to_owned() };
    assert!(matches!(another_phase.command(&stop, "stop").await, Err(ActError::AfterUnknown { .. })));
    assert_eq!(bench.sent(), 1);
}

#[tokio::test]
async fn an_input_turned_away_is_decided_anew_after_the_time_the_service_asks_for() {
    let mut bench = bench(&[off()], &[busy(7)], no_guard());
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::NotExecuted { .. }));
    assert_eq!(bench.act.clock().since(Timestamp::UNIX_EPOCH), Duration::from_secs(7));
    assert_eq!((bench.sent(), bench.receipts()), (1, vec![Receipt::Rejected]));
    assert_eq!(bench.act.accepted(), 0);
}

#[tokio::test]
async fn the_third_input_in_a_row_that_is_turned_away_ends_it() {
    let unsent = Transport::NotSent { error: "connection refused".to_owned() };
    let mut bench = bench(&[off()], &[busy(0), unsent, busy(0)], no_guard());
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::NotExecuted { .. }));
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::NotExecuted { .. }));
    assert!(matches!(bench.tap_first().await, Err(ActError::TurnedAway { times: 3, .. })));
    assert_eq!(bench.receipts(), [Receipt::Rejected, Receipt::NotSent, Receipt::Rejected]);
}

#[tokio::test]
async fn any_other_rejection_ends_it_at_once() {
    let answer = Transport::Rejected { status: 422, error: "x is no integer".to_owned(), retry_after: None };
    let mut bench = bench(&[off()], &[answer], no_guard());
    assert!(matches!(bench.tap_first().await, Err(ActError::Rejected { .. })));
}

#[tokio::test]
async fn what_the_guard_never_allows_is_not_sent() {
    let guard = Guard { apps: vec![], never: vec!["A".to_owned()] };
    let mut bench = bench(&[off()], &[], guard);
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::Refused { .. }));
    let on = bench.act.observe().await.unwrap();
    let there = Action::TapPoint(Point { x: 500, y: 50 });
    assert!(matches!(bench.act.perform(&there, &on, "tap").await.unwrap(), Performed::Refused { .. }));
    assert_eq!(bench.sent(), 0);
}

#[tokio::test]
async fn in_an_app_that_the_guard_does_not_list_only_the_ways_out_are_open() {
    let guard = Guard { apps: vec!["com.bank".to_owned()], never: vec![] };
    let mut bench = bench(&[off()], &[], guard);
    assert!(matches!(bench.tap_first().await.unwrap(), Performed::Refused { .. }));
    let screen = bench.act.observe().await.unwrap();
    let back = Action::Global { name: Global::Back };
    assert!(matches!(bench.act.perform(&back, &screen, "BACK").await.unwrap(), Performed::Sent(_)));
    let listed = Action::OpenApp { package: "com.bank".to_owned() };
    assert!(matches!(bench.act.perform(&listed, &screen, "OPEN_APP").await.unwrap(), Performed::Sent(_)));
    let unlisted = Action::OpenApp { package: "com.notes".to_owned() };
    assert!(matches!(bench.act.perform(&unlisted, &screen, "OPEN_APP").await.unwrap(), Performed::Refused { .. }));
    assert_eq!(bench.sent(), 2);
}

#[tokio::test]
async fn from_the_home_screen_only_listed_apps_are_opened() {
    let guard = Guard { apps: vec!["com.bank".to_owned()], never: vec![] };
    let home = screen("com.launcher", &[("Notes", false), ("Bank", false)]);
    let mut bench = bench(&[home], &[], guard);
    let screen = bench.act.observe().await.unwrap();
    bench.act.perform(&Action::Global { name: Global::Home }, &screen, "HOME").await.unwrap();
    assert!(matches!(bench.act.perform(&tap("ui.0"), &screen, "TAP").await.unwrap(), Performed::Refused { .. }));
    assert!(matches!(bench.act.perform(&tap("ui.1"), &screen, "TAP").await.unwrap(), Performed::Sent(_)));
}

#[tokio::test]
async fn an_app_that_is_not_on_the_phone_is_not_opened() {
    let mut bench = bench(&[off()], &[], no_guard());
    let screen = bench.act.observe().await.unwrap();
    let action = Action::OpenApp { package: "com.evil".to_owned() };
    assert!(matches!(bench.act.perform(&action, &screen, "OPEN_APP").await, Err(ActError::NotInstalled { .. })));
    assert_eq!(bench.sent(), 0);
}

#[tokio::test]
async fn a_row_that_the_keyboard_covers_is_not_tapped_through_it() {
    let mut covered = off();
    covered["ime_tree"] = json!({
        "className": "android.widget.FrameLayout",
        "boundsInScreen": {"left": 0, "top": 50, "right": 1000, "bottom": 2000},
        "children": [{"className": "android.view.View", "contentDescription": "q", "isClickable": true,
                      "boundsInScreen": {"left": 0, "top": 60, "right": 100, "bottom": 160}}],
    });
    let mut bench = bench(&[covered], &[], no_guard());
    bench.tap_first().await.unwrap();
    let Input::Tap { y, .. } = bench.phone.sent.lock().unwrap()[0] else { panic!("not a tap") };
    assert!(y < 50, "tapped at {y}, under the keyboard");
    let screen = bench.act.observe().await.unwrap();
    assert!(matches!(bench.act.perform(&tap("ui.1"), &screen, "TAP").await.unwrap(), Performed::Stale { .. }));
}
