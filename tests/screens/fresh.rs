//! What the vectors do not say of freshness: time, and switches that no policy is shown.

use goalpost::screen::freshness::{Stale, check};
use goalpost::screen::{Action, Global, Observation};
use jiff::SignedDuration;

use crate::build::{node, page, text};

fn row(on: bool) -> Observation {
    page([node("LinearLayout", [0, 0, 1080, 200])
        .clickable()
        .holding([text("Airplane mode", [50, 50, 500, 150]), node("Switch", [900, 50, 1040, 150]).checked(on)])])
}

fn tap() -> Action {
    Action::TapElement { element_id: "ui.0".to_owned() }
}

#[test]
fn a_decision_may_be_thirty_seconds_old_and_no_older() {
    let after = |seconds, millis| {
        let mut later = row(true);
        later.taken_at += SignedDuration::from_secs(seconds) + SignedDuration::from_millis(millis);
        check(&row(true), &later, &tap())
    };
    assert_eq!(after(30, 0), Ok(()));
    assert_eq!(after(30, 1), Err(Stale::Age));
    assert_eq!(after(0, -1), Err(Stale::Age), "a decision from the future is none");
}

#[test]
fn a_row_whose_switch_was_set_meanwhile_is_not_tapped() {
    assert_eq!(check(&row(false), &row(true), &tap()), Err(Stale::Switch));
    assert_eq!(check(&row(false), &row(true), &Action::Global { name: Global::Home }), Ok(()));
}

#[test]
fn what_only_a_long_press_does_something_to_is_held_as_long_as_it_is_the_same() {
    let row = |serial: &str| {
        let texts = [text("Serial number", [50, 50, 500, 100]), text(serial, [50, 100, 500, 150])];
        page([node("LinearLayout", [0, 0, 1080, 200]).holding(texts)])
    };
    let hold = Action::LongPress { element_id: "ui.0".to_owned() };
    assert!(row("38191").elements().all(|element| element.id != "ui.0"), "no policy is shown the row itself");
    assert_eq!(check(&row("38191"), &row("38191"), &hold), Ok(()));
    assert_eq!(check(&row("38191"), &row("38192"), &hold), Err(Stale::Target));
    assert_eq!(check(&row("38191"), &page([]), &hold), Err(Stale::Gone));
}

#[test]
fn opening_an_app_asks_for_the_same_phone_only() {
    let open = Action::OpenApp { package: "com.example".to_owned() };
    let mut other = row(true);
    other.taken_at += SignedDuration::from_hours(1);
    other.phone.package_name = "com.other".to_owned();
    assert_eq!(check(&row(true), &other, &open), Ok(()));
    other.device_id = "phone-2".to_owned();
    assert_eq!(check(&row(true), &other, &open), Err(Stale::Device));
}
