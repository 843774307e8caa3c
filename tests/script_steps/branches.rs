//! `when` and `unless`: what they ask, how long, and where their steps fail.

use std::time::Duration;

use goalpost::event::Event;
use goalpost::script::Permission;
use rstest::rstest;

use crate::toy_phone::*;
use crate::{compile, on, pages, run, run_as};

#[rstest]
#[case::app("settings", "app: com.example.settings", true)]
#[case::another_app("home", "app: com.example.settings", false)]
#[case::dialog("dialog", "dialog: any", true)]
#[case::permission_dialog("permission", "dialog: any", true)]
#[case::no_dialog("settings", "dialog: any", false)]
#[case::this_dialog("dialog", "dialog: { text: Erase all? }", true)]
#[case::another_dialog("dialog", "dialog: { text: Share }", false)]
#[case::text_that_is_no_dialog("settings", "dialog: { text: Display }", false)]
#[case::shows("settings", "shows: { text: Display }", true)]
#[case::shows_not("home", "shows: { text: Display }", false)]
#[tokio::test]
async fn a_condition_asks_what_is_on_the_screen(#[case] page: &'static str, #[case] asks: &str, #[case] holds: bool) {
    let bench = on(page);
    let steps = format!("[when: {{ {asks}, then: [link: {{ url: 'yes:1' }}], else: [link: {{ url: 'no:1' }}] }}]");
    run(&bench, &steps).await.unwrap();
    assert_eq!(bench.phone.state().facts["link"], if holds { "yes:1" } else { "no:1" });
    let bench = on(page);
    run(&bench, &format!("[unless: {{ {asks}, then: [link: {{ url: 'no:1' }}] }}]")).await.unwrap();
    assert_ne!(bench.phone.state().facts.contains_key("link"), holds);
}

#[tokio::test]
async fn what_does_not_hold_is_waited_for_no_longer_than_a_screen_lags() {
    let bench = on("settings");
    let begun = bench.clock().now();
    run(&bench, "[when: { shows: { text: Nowhere }, then: [home] }]").await.unwrap();
    let took = bench.clock().since(begun);
    assert!((Duration::from_millis(1500)..Duration::from_millis(1800)).contains(&took), "{took:?}");
    let begun = bench.clock().now();
    run(&bench, "[when: { shows: { text: Display }, then: [wait: { time: 0s }] }]").await.unwrap();
    assert!(bench.clock().since(begun) < Duration::from_millis(500));
}

#[tokio::test]
async fn a_page_that_lags_is_asked_once_it_is_there() {
    let habits = Habits { lag: 8, fling: 100, ..Habits::default() };
    let bench = Bench::new(ToyPhone::with(pages, habits).at("settings"));
    run(&bench, "[tap: { text: Display, verify: none }, when: { shows: { text: Dark theme }, then: [home] }]")
        .await
        .unwrap();
    assert_eq!(bench.phone.state().page, "home");
}

#[tokio::test]
async fn steps_cross_a_dialog_that_may_come_up() {
    for page in ["dialog", "settings"] {
        let bench = on(page);
        let steps = "[when: { dialog: any, then: [tap: { text: Cancel }] }, tap: { text: Display }]";
        run(&bench, steps).await.unwrap();
        assert_eq!(bench.phone.state().page, "display");
    }
}

#[tokio::test]
async fn a_step_within_fails_with_its_place() {
    let bench = on("settings");
    let steps =
        "[home, when: { app: com.example.launcher, then: [wait: { time: 1s }, tap: { text: Bank, timeout: 1s }] }]";
    let because = run(&bench, steps).await.unwrap_err();
    assert!(because.starts_with("then 2: tap {text: Bank}: nothing matches {text: Bank}"), "{because}");
    let told = bench.told(|event| match event {
        Event::Step { number, step, problem } => Some((*number, step.clone(), problem.is_some())),
        _ => None,
    });
    let expected = [
        (1, "home", false),
        (2, "then 1: wait 1s", false),
        (2, "then 2: tap {text: Bank}", true),
        (2, "when com.example.launcher is in front", true),
    ];
    assert_eq!(told, expected.map(|(number, step, failed)| (number, step.to_owned(), failed)));
}

#[tokio::test]
async fn a_verifier_may_ask_and_still_only_looks() {
    let bench = on("network");
    let steps = "[when: { shows: { text: Airplane mode }, then: [tap: { text: Airplane mode }] }]";
    let because = run_as(Permission::Look, &bench, steps).await.unwrap_err();
    assert!(because.contains("mutates: true"), "{because}");
    assert!(compile("[when: { dialog: any, then: [type: { text: x }] }]", Permission::Look).is_err());
}

#[test]
fn what_the_steps_within_name_is_known() {
    let steps =
        "[when: { app: a.b, then: [open: { app: c.d }], else: [unless: { dialog: any, then: [open: { app: e.f }] }] }]";
    let script = compile(steps, Permission::Change).unwrap();
    assert_eq!(script.apps().collect::<Vec<_>>(), ["a.b", "c.d", "e.f"]);
    assert_eq!(script.opened().map(|(_, app)| app).collect::<Vec<_>>(), ["c.d", "e.f"]);
}

#[rstest]
#[case("when: { then: [home] }", "no condition is here")]
#[case("when: { app: a.b, shows: { text: x }, then: [home] }", "here are several")]
#[case("when: { app: Settings, then: [home] }", "not a package name")]
#[case("when: { dialog: some, then: [home] }", "write `{ text: some }`")]
#[case("when: { shows: {}, then: [home] }", "matches everything")]
#[case("when: { app: a.b }", "`then` with at least one step is missing")]
#[case("when: { app: a.b, then: [] }", "`then` with at least one step is missing")]
#[case("when: { app: a.b, then: [tapp: { text: x }] }", "`tap`")]
#[case("when: { app: a.b, then: [home], else: [hmoe] }", "`home`")]
#[case("unless: { app: a.b, then: [home], else: [back] }", "unknown key `else`")]
#[case("when: Allow", "write `when: { shows: { text: Allow }, then: [home] }`")]
#[case("when", "for example `when: { shows: { text: Allow }, then: [home] }`")]
fn a_wrong_condition_is_refused_with_advice(#[case] step: &str, #[case] says: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Change).unwrap_err();
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|fault| fault.contains(says)), "{all:?}");
}
