//! Long presses, swipes, links, and what lies under a keyboard.

use goalpost::act::Guard;
use goalpost::device::Input;
use goalpost::screen::{Global, Point};
use goalpost::script::Permission;
use rstest::rstest;

use crate::toy_phone::*;
use crate::{compile, on, pages, run};

#[tokio::test]
async fn a_long_press_is_a_finger_that_stays_in_its_place() {
    let bench = on("notes");
    run(&bench, "[long_press: { text: Groceries, verify: { appears: { text: menu } } }]").await.unwrap();
    let [Input::Swipe { start, end, duration_ms: 800 }] = bench.phone.inputs()[..] else {
        panic!("{:?}", bench.phone.inputs())
    };
    assert_eq!((start, end), (Point { x: 500, y: 400 }, Point { x: 500, y: 400 }));
}

#[tokio::test]
async fn a_long_press_without_an_effect_is_told_and_several_targets_are_listed() {
    let because = run(&on("settings"), "[long_press: { text: Dead, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("the screen shows the same as before"), "{because}");
    let bench = on("display");
    let because = run(&bench, "[long_press: { text: Twins, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("means 2 things") && because.contains("[0,700]"), "{because}");
    assert!(bench.phone.inputs().is_empty());
}

#[rstest]
#[case("long_press: { text: Groceries }")]
#[case("swipe: { from: [400, 380], to: [900, 380] }")]
#[tokio::test]
async fn a_guarded_label_is_neither_held_nor_swiped_away(#[case] step: &str) {
    let guard = Guard { apps: Vec::new(), never: vec!["Groceries".to_owned()] };
    let bench = Bench::guarded(ToyPhone::new(pages).at("notes"), guard);
    let because = run(&bench, &format!("[{step}]")).await.unwrap_err();
    assert!(because.contains("must never be touched"), "{because}");
    assert!(bench.phone.inputs().is_empty());
}

#[tokio::test]
async fn a_swipe_moves_a_list_by_the_way_of_the_finger() {
    let bench = on("list");
    run(&bench, "[swipe: { direction: up, in: { id: recycler_view } }]").await.unwrap();
    let moved = bench.phone.state().scroll;
    assert!(moved > 500, "{moved}");
    run(&bench, "[swipe: { from: [500, 600], to: [500, 900], takes: 500ms }]").await.unwrap();
    assert_eq!(bench.phone.state().scroll, moved - 300);
    let because = run(&on("settings"), "[swipe: { direction: left, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("the same as before"), "{because}");
    let because = run(&on("settings"), "[swipe: { from: [1, 1], to: [1, 3000] }]").await.unwrap_err();
    assert!(because.contains("1,3000 is not on the screen, which is 1000 x 2000"), "{because}");
}

#[tokio::test]
async fn a_link_is_opened_in_the_app_that_is_named() {
    let bench = on("home");
    run(&bench, "[link: { url: 'https://example.com/form', app: com.example.settings }]").await.unwrap();
    assert_eq!(bench.phone.state().facts["link"], "https://example.com/form");
    let because =
        run(&bench, "[link: { url: 'tel:5550100', verify: { app: com.other }, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("com.example.settings is in front, not com.other"), "{because}");
}

fn covered(page: &'static str, stubborn: bool) -> Bench {
    let habits = Habits { keyboard: Some(1000), stubborn, fling: 100, ..Habits::default() };
    Bench::new(ToyPhone::with(pages, habits).at(page))
}

#[tokio::test]
async fn what_lies_under_the_keyboard_is_uncovered_by_one_step_back() {
    let bench = covered("form", false);
    run(&bench, "[tap: { id: name }, tap: { text: Save }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "saved");
    let backs = bench.phone.inputs().iter().filter(|input| **input == Input::Global { action: Global::Back }).count();
    assert_eq!(backs, 1);
}

#[tokio::test]
async fn a_field_under_the_keyboard_is_typed_into() {
    let bench = covered("form", false);
    run(&bench, "[type: { text: Ann, into: { id: name } }, type: { text: '555', into: { id: phone } }]").await.unwrap();
    let facts = bench.phone.state().facts;
    assert_eq!((facts["name"].as_str(), facts["phone"].as_str()), ("Ann", "555"));
}

#[tokio::test]
async fn a_keyboard_that_stays_fails_the_step() {
    let bench = covered("form", true);
    let because = run(&bench, "[tap: { id: name }, tap: { text: Save, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("the keyboard covers \"Save\""), "{because}");
    assert_eq!(bench.phone.inputs().len(), 2, "one tap and one step back");
}

#[tokio::test]
async fn what_is_not_on_a_page_that_scrolls_is_answered_with_how_to_get_there() {
    let because = run(&on("list"), "[tap: { text: Row 33, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("`scroll_to` before this one"), "{because}");
    let because = run(&on("settings"), "[tap: { text: Row 33, timeout: 1s }]").await.unwrap_err();
    assert!(!because.contains("scroll_to"), "{because}");
}

#[rstest]
#[case("long_press: Groceries", "write `long_press: { text: Groceries }`")]
#[case("long_press: {}", "this query matches everything")]
#[case("long_press", "for example `long_press: { text: Groceries }`")]
#[case("link: 'https://example.com'", "write `link: { url: \"https://example.com\" }`")]
#[case("link: { url: example.com }", "no link with a scheme, such as https://example.com")]
#[case("link: { url: 'https://a b' }", "write %20")]
#[case("link: { url: 'https://a', app: Chrome }", "not a package name")]
#[case("swipe: up", "write `swipe: { direction: up }`")]
#[case("swipe: { direction: north }", "`up`")]
#[case("swipe: { from: [1, 2] }", "or `from` and `to`")]
#[case("swipe: { direction: up, to: [1, 2] }", "or `from` and `to`")]
#[case("swipe: { from: [1], to: [1, 2] }", "for example `[540, 1600]`")]
#[case("swipe: { from: [1, 2], to: [20, 30] }", "less than 50 pixels")]
#[case("swipe: { direction: up, takes: 1m }", "from 10ms to 10s")]
fn a_wrong_touch_is_refused_with_advice(#[case] step: &str, #[case] says: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Change).unwrap_err();
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|fault| fault.contains(says)), "{all:?}");
}
