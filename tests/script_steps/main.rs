//! Steps on a phone of a few hand-drawn pages: what they hit, what they wait for, and what they say when they fail.

#![allow(clippy::unwrap_used)]

mod branches;
#[path = "../schema/mod.rs"]
mod schema;
mod setup;
mod touches;
#[path = "../toy_phone/mod.rs"]
mod toy_phone;

use std::time::Duration;

use goalpost::device::Input;
use goalpost::event::Event;
use goalpost::script::{Permission, Runner, Script, ScriptError};
use goalpost::spec::yaml::{Limits, read};
use goalpost::spec::{Fault, Source};
use rstest::rstest;
use toy_phone::*;

fn compile(yaml: &str, permission: Permission) -> Result<Script, Vec<Fault>> {
    let node = read(&Source::new("steps.yaml", yaml), Limits::default()).unwrap();
    Script::compile(node.items(), permission)
}

async fn run_as(permission: Permission, bench: &Bench, yaml: &str) -> Result<(), String> {
    let script = compile(yaml, permission).unwrap_or_else(|faults| panic!("{faults:?}"));
    run_script(bench, &script).await
}

async fn run_script(bench: &Bench, script: &Script) -> Result<(), String> {
    let ended = Runner::new(&mut bench.act()).run(script).await;
    ended.map_err(|error| match error {
        ScriptError::Step { problem, .. } => problem.to_string(),
        other => other.to_string(),
    })
}

async fn run(bench: &Bench, yaml: &str) -> Result<(), String> {
    run_as(Permission::Change, bench, yaml).await
}

fn titles(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("Row {n}")).collect()
}

fn pages(state: &State) -> Vec<Node> {
    match state.page {
        "home" => vec![text("Settings", (100, 1500, 300, 1700)).label("Settings").tap(Tap::Go("settings"))],
        "settings" => vec![
            text("Settings", (50, 50, 500, 150)),
            row(300, "Network & internet", Tap::Go("network")),
            row(500, "Display", Tap::Go("display")),
            row(700, "Time zone", Tap::Go("detail")),
            text("Time zone", (100, 1000, 500, 1060)).id("android:id/title"),
            row(1200, "Greyed out", Tap::Go("detail")).disabled(),
            row(1400, "Dead", Tap::Nothing),
        ],
        "network" => {
            vec![text("Network", (50, 50, 500, 150)), row_a(300, "Airplane mode", "airplane", state.on("airplane"))]
        }
        "display" => vec![
            text("Display", (50, 50, 500, 150)),
            row_b(300, "Dark theme", "dark", "dark", state.on("dark")),
            row_b(500, "Twins", "dark", "twin", false),
            row_b(700, "Twins", "dark", "twin", false),
        ],
        "list" => vec![text("List", (50, 50, 500, 150)), list(200, 1800, state.scroll, &titles(40))],
        "search" => {
            let typed = state.facts.get("query").cloned().unwrap_or_default();
            let field = node("android.widget.EditText", (50, 50, 950, 150)).id("app:id/search").hint("Search settings");
            let field = field.text(&typed).tap(Tap::Focus("query"));
            vec![if state.focus.is_some() { field.flag("isFocused") } else { field }]
        }
        "short" => {
            let field = node("android.widget.EditText", (50, 50, 950, 150)).id("app:id/short").tap(Tap::Focus("short"));
            let shown: String =
                state.facts.get("short").map(|typed| typed.chars().take(5).collect()).unwrap_or_default();
            let field = field.text(&shown);
            vec![if state.focus.is_some() { field.flag("isFocused") } else { field }]
        }
        "form" => {
            let field = |id, fact: &'static str, top| {
                let typed = state.facts.get(fact).cloned().unwrap_or_default();
                let field = node("android.widget.EditText", (50, top, 950, top + 100)).id(id).text(&typed);
                let field = field.tap(Tap::Focus(fact));
                if state.focus == Some(fact) { field.flag("isFocused") } else { field }
            };
            let save = node("android.widget.Button", (50, 1700, 950, 1850)).text("Save").tap(Tap::Go("saved"));
            vec![field("app:id/name", "name", 300), field("app:id/phone", "phone", 1400), save]
        }
        "notes" => {
            let mut note = row(300, "Groceries", Tap::Go("detail"));
            note = note.hold(Tap::Go("menu"));
            vec![text("Notes", (50, 50, 500, 150)), note]
        }
        "icons" => vec![
            node("android.widget.ImageView", (100, 100, 300, 300)).label("Notes").tap(Tap::Go("detail")),
            text("Calendar", (100, 500, 300, 700)).tap(Tap::Go("detail")),
        ],
        "dialog" => vec![
            text("Erase all?", (200, 800, 800, 900)).id("android:id/alertTitle"),
            node("android.widget.Button", (200, 1000, 400, 1100))
                .id("android:id/button2")
                .text("Cancel")
                .tap(Tap::Go("settings")),
            node("android.widget.Button", (500, 1000, 700, 1100))
                .id("android:id/button1")
                .text("Erase")
                .tap(Tap::Go("home")),
        ],
        "bare dialog" => vec![
            text("Share your data?", (200, 800, 800, 900)).id("android:id/alertTitle"),
            node("android.widget.Button", (200, 1000, 400, 1100)).text("Not now").tap(Tap::Go("settings")),
            node("android.widget.Button", (500, 1000, 700, 1100)).text("Agree").tap(Tap::Go("home")),
        ],
        "permission" => {
            let button = |id, words, top| {
                node("android.widget.Button", (100, top, 900, top + 150)).id(id).text(words).tap(Tap::Go("settings"))
            };
            vec![
                text("Allow Maps to see where you are?", (100, 300, 900, 400)),
                button("com.android.permissioncontroller:id/permission_allow_one_time_button", "Only this time", 600),
                button("com.android.permissioncontroller:id/permission_deny_button", "Don\u{2019}t allow", 800),
            ]
        }
        page => vec![text(page, (50, 50, 500, 150)), text("A page", (50, 250, 500, 350))],
    }
}

fn bench() -> Bench {
    Bench::new(ToyPhone::new(pages))
}

fn on(page: &'static str) -> Bench {
    Bench::new(ToyPhone::new(pages).at(page))
}

#[tokio::test]
async fn steps_walk_from_the_home_screen_to_a_page() {
    let bench = on("network");
    run(&bench, "[home, open: { app: com.example.settings, fresh: true }, tap: { text: Display }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "display");
    let told = bench.told(|event| match event {
        Event::Step { number, step, problem } => Some((*number, step.clone(), problem.clone())),
        _ => None,
    });
    assert_eq!(told.len(), 3);
    assert_eq!(told[2].0, 3);
    assert!(told[2].1.contains("Display"), "{told:?}");
    assert!(told.iter().all(|(_, _, problem)| problem.is_none()));
}

#[tokio::test]
async fn a_tap_on_the_label_of_a_two_target_row_opens_its_page() {
    let bench = on("display");
    run(&bench, "[tap: { text: Dark theme }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "dark");
    assert!(!bench.phone.state().on("dark"));
}

#[tokio::test]
async fn a_switch_is_hit_by_its_role() {
    let bench = on("display");
    run(&bench, "[tap: { label: Dark theme, role: switch }]").await.unwrap();
    assert!(bench.phone.state().on("dark"));
    assert_eq!(bench.phone.state().page, "display");
}

#[tokio::test]
async fn of_a_row_and_a_header_with_the_same_words_the_row_is_tapped() {
    let bench = on("settings");
    run(&bench, "[tap: { text: Time zone }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "detail");
}

#[rstest]
#[case("tap: { text: Dispaly }", "\"Display\"")]
#[case("tap: { text: Greyed out }", "disabled")]
#[case("tap: { text: Dead }", "verify: none")]
#[case("tap: { text: Display, verify: { app: com.other } }", "not com.other")]
#[case("tap: { text: Display, verify: { appears: { text: Wallpaper } } }", "does not appear")]
#[case("tap: { text: Dead, verify: { gone: { text: Dead } } }", "still there")]
#[tokio::test]
async fn a_failed_tap_says_what_was_there(#[case] step: &str, #[case] said: &str) {
    let because = run(&on("settings"), &format!("[{step}]")).await.unwrap_err();
    assert!(because.contains(said), "{because}");
}

#[rstest]
#[case("tap: { text: Notes, timeout: 1s }", "it is there as a label: use {label: Notes}")]
#[case("tap: { label: Calendar, timeout: 1s }", "it is there as a text: use {text: Calendar}")]
#[case("wait: { for: { text: Notes }, timeout: 1s }", "use {label: Notes}")]
#[case("scroll_to: { label: calen, match: contains }", "use {text: calen, match: contains}")]
#[case("tap: { hint: Notes, role: image, timeout: 1s }", "use {label: Notes, role: image}")]
#[case("tap: { text: Calendar, verify: { appears: { label: A page } }, timeout: 1s }", "use {text: A page}")]
#[tokio::test]
async fn what_is_there_under_another_key_is_said_with_that_key(#[case] step: &str, #[case] said: &str) {
    let because = run(&on("icons"), &format!("[{step}]")).await.unwrap_err();
    assert!(because.contains(said), "{because}");
}

#[tokio::test]
async fn what_is_not_there_under_any_key_has_no_such_hint() {
    let because = run(&on("icons"), "[tap: { text: Bank, timeout: 1s }]").await.unwrap_err();
    assert!(!because.contains("it is there"), "{because}");
}

#[tokio::test]
async fn an_app_that_is_not_on_the_phone_is_answered_with_those_that_are() {
    let because = run(&on("home"), "[open: { app: org.settings }]").await.unwrap_err();
    assert!(because.contains("has no app org.settings; it has Settings (com.example.settings)"), "{because}");
}

#[tokio::test]
async fn several_targets_are_all_listed_and_none_is_tapped() {
    let bench = on("display");
    let because = run(&bench, "[tap: { text: Twins }]").await.unwrap_err();
    assert!(because.contains("[0,500]") && because.contains("[0,700]"), "{because}");
    assert!(because.contains("`within:`"), "it says how to tell them apart: {because}");
    assert!(bench.phone.inputs().is_empty());
}

#[tokio::test]
async fn a_step_without_a_target_gives_up_after_its_timeout() {
    let bench = on("settings");
    let begun = bench.clock().now();
    run(&bench, "[tap: { text: Nowhere, timeout: 2s }]").await.unwrap_err();
    let took = bench.clock().since(begun);
    assert!((Duration::from_secs(2)..Duration::from_millis(2300)).contains(&took), "{took:?}");
}

#[tokio::test]
async fn a_dead_button_is_fine_where_no_effect_is_asked_for() {
    run(&on("settings"), "[tap: { text: Dead, verify: none }]").await.unwrap();
}

#[tokio::test]
async fn a_phone_whose_screen_lags_is_waited_for() {
    let habits = Habits { lag: 8, fling: 100, ..Habits::default() };
    let bench = Bench::new(ToyPhone::with(pages, habits).at("settings"));
    run(&bench, "[tap: { text: Display }, back, tap: { text: Network & internet }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "network");
}

#[rstest]
#[case("settings", "tap: { text: Display }", true)]
#[case("display", "tap: { text: Dark theme }", true)]
#[case("display", "tap: { label: Dark theme, role: switch }", false)]
#[case("network", "tap: { text: Airplane mode }", false)]
#[case("search", "tap: { id: search }", false)]
#[case("dialog", "tap: { text: Erase }", false)]
#[case("dialog", "tap: { text: Cancel }", true)]
#[case("bare dialog", "tap: { text: Agree }", false)]
#[case("bare dialog", "tap: { text: Not now }", true)]
#[case("permission", "tap: { text: Only this time }", false)]
#[case("permission", "tap: { text: Don't allow }", true)]
#[tokio::test]
async fn a_verifier_only_navigates(#[case] page: &'static str, #[case] step: &str, #[case] allowed: bool) {
    let bench = on(page);
    let ended = run_as(Permission::Look, &bench, &format!("[{step}]")).await;
    assert_eq!(ended.is_ok(), allowed, "{ended:?}");
    assert_eq!(bench.phone.inputs().is_empty(), !allowed);
    if let Err(because) = ended {
        assert!(because.contains("mutates: true"), "{because}");
    }
}

#[tokio::test]
async fn a_verifier_that_says_so_may_set_a_switch() {
    let bench = on("network");
    run_as(Permission::Look, &bench, "[tap: { text: Airplane mode, mutates: true }]").await.unwrap();
    assert!(bench.phone.state().on("airplane"));
}

#[rstest]
#[case("type: { text: x }")]
#[case("press: { key: enter }")]
fn a_verifier_that_types_or_presses_keys_is_refused_before_it_runs(#[case] step: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Look).unwrap_err();
    assert!(faults[0].to_string().contains("mutates: true"), "{faults:?}");
    let said = step.replace(" }", ", mutates: true }");
    compile(&format!("[{said}]"), Permission::Look).unwrap();
}

#[tokio::test]
async fn scrolling_finds_what_is_below_the_fold() {
    let bench = on("list");
    run(&bench, "[scroll_to: { text: Row 33 }, tap: { text: Row 33 }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "detail");
}

#[tokio::test]
async fn scrolling_finds_what_is_above() {
    let bench = on("list");
    run(&bench, "[scroll_to: { text: Row 40 }, scroll_to: { text: Row 2, within: { id: recycler_view } }]")
        .await
        .unwrap();
    assert!(bench.phone.state().scroll < 400);
}

#[tokio::test]
async fn scrolling_to_nothing_looks_through_it_all_and_ends() {
    let because = run(&on("list"), "[scroll_to: { text: Row 99 }]").await.unwrap_err();
    assert!(because.contains("looked through it all"), "{because}");
}

#[tokio::test]
async fn what_is_in_view_is_not_scrolled_to() {
    let bench = on("list");
    run(&bench, "[scroll_to: { text: Row 4 }]").await.unwrap();
    assert!(bench.phone.inputs().is_empty());
}

#[rstest]
#[case(Habits { fling: 100, ..Habits::default() })]
#[case(Habits { fling: 140, lag: 3, ..Habits::default() })]
#[case(Habits { fling: 100, swallows_below_ms: 500, ..Habits::default() })]
#[tokio::test]
async fn a_scan_reaches_the_end(#[case] habits: Habits) {
    let bench = Bench::new(ToyPhone::with(pages, habits).at("list"));
    run(&bench, "[scan: { id: recycler_view }]").await.unwrap();
    assert_eq!(bench.phone.furthest(), 40 * 200 - 1600);
}

#[tokio::test]
async fn a_scan_that_may_have_missed_rows_fails() {
    let habits = Habits { fling: 400, ..Habits::default() };
    let bench = Bench::new(ToyPhone::with(pages, habits).at("list"));
    let because = run(&bench, "[scan]").await.unwrap_err();
    assert!(because.contains("gap"), "{because}");
}

#[tokio::test]
async fn text_is_typed_into_the_field_that_a_query_means() {
    let bench = on("search");
    run(&bench, "[type: { text: battery, into: { id: search } }]").await.unwrap();
    assert_eq!(bench.phone.state().facts["query"], "battery");
    run(&bench, "[type: { text: saver }, type: { text: ' mode', clear: false }]").await.unwrap();
    assert_eq!(bench.phone.state().facts["query"], "saver mode");
}

#[tokio::test]
async fn typing_without_a_field_says_what_to_do() {
    let because = run(&on("search"), "[type: { text: x }]").await.unwrap_err();
    assert!(because.contains("into:"), "{because}");
}

#[tokio::test]
async fn waiting_for_a_time_moves_the_clock() {
    let bench = bench();
    let begun = bench.clock().now();
    run(&bench, "[wait: { time: 90s }]").await.unwrap();
    assert_eq!(bench.clock().since(begun), Duration::from_secs(90));
}

#[tokio::test]
async fn waiting_for_something_ends_when_it_is_there() {
    run(&on("display"), "[wait: { for: { text: Dark theme } }]").await.unwrap();
    let because = run(&on("display"), "[wait: { for: { text: Gone }, timeout: 1s }]").await.unwrap_err();
    assert!(because.contains("Gone"), "{because}");
}

#[tokio::test]
async fn a_pause_that_the_service_asks_for_is_not_the_time_of_the_step() {
    let bench = on("settings");
    bench.phone.turn_away(&[Duration::from_secs(8), Duration::from_secs(30)]);
    run(&bench, "[tap: { text: Display }]").await.unwrap();
    assert_eq!(bench.phone.state().page, "display");
}

#[tokio::test]
async fn a_scan_of_a_long_list_ends_where_the_list_begins() {
    let bench = on("list");
    run(&bench, "[scroll_to: { text: Row 20 }, scan]").await.unwrap();
    assert_eq!(bench.phone.state().scroll, 0);
}

#[tokio::test]
async fn a_guarded_label_is_not_touched_by_a_step() {
    let guard = goalpost::act::Guard { apps: Vec::new(), never: vec!["Display".to_owned()] };
    let bench = Bench::guarded(ToyPhone::new(pages).at("settings"), guard);
    let because = run(&bench, "[tap: { text: Display }]").await.unwrap_err();
    assert!(because.contains("guard"), "{because}");
    assert!(bench.phone.inputs().is_empty());
}

#[tokio::test]
async fn a_fresh_start_stops_the_app_first() {
    let bench = on("network");
    run(&bench, "[open: { app: com.example.settings, fresh: true }]").await.unwrap();
    let inputs = bench.phone.inputs();
    assert!(matches!(inputs.as_slice(), [Input::StopApp { .. }, Input::OpenApp { .. }]), "{inputs:?}");
}

#[rstest]
#[case("tapp: { text: X }", "`tap`")]
#[case("tap", "needs arguments")]
#[case("tap: { text: X, mutate: true }", "`mutates`")]
#[case("tap: { txt: X }", "`text`")]
#[case("home: { text: X }", "unknown")]
#[case("open: { app: not a package }", "package")]
#[case("press: { key: any }", "`enter`")]
#[case("wait: { time: 2s, for: { text: X } }", "either")]
#[case("wait: {}", "either")]
#[case("tap: { text: X, verify: chnaged }", "`changed`")]
#[case("tap: { text: X, timeout: soon }", "length of time")]
#[case("link: { to: x }", "`url`")]
#[case("tap: Connected devices", "write `tap: { text: Connected devices }`")]
#[case("tap: 'Wi-Fi: on'", "write `tap: { text: \"Wi-Fi: on\" }`")]
#[case("scroll_to: About phone", "write `scroll_to: { text: About phone }`")]
#[case("open: com.example.notes", "write `open: { app: com.example.notes }`")]
#[case("open: Settings", "write `open: { app: com.android.settings }`")]
#[case("wait: 2", "write `wait: { time: 2s }`")]
#[case("wait: 1500ms", "write `wait: { time: 1500ms }`")]
#[case("wait: Done", "write `wait: { for: { text: Done } }`")]
#[case("wait: { for: Done }", "write `{ text: Done }`")]
#[case("scroll_to: { text: X, within: list }", "write `{ text: list }`")]
#[case("tap: { text: X, within: { id: a, within: list } }", "write `{ text: list }`")]
#[case("tap: { switch: { label: X, within: list } }", "write `{ text: list }`")]
#[case("tap: { switch: { label: X, within: { app: Settings } } }", "not a package name")]
#[case("tap: { switch: Dark theme }", "write `{ label: Dark theme }`")]
#[case("type: hello", "write `type: { text: hello }`")]
#[case("press: enter", "write `press: { key: enter }`")]
#[case("scan: recycler_view", "write `scan: { id: recycler_view }`")]
#[case("home: now", "write `home`")]
#[case("tap", "for example `tap: { text: Display }`")]
#[case("open: { fresh: true }", "for example `open: { app: com.android.settings }`")]
#[case("press: {}", "for example `press: { key: enter }`")]
#[case("back: { verify: appears }", "for example `appears: { text: Done }`")]
#[case("open: { app: Settings }", "not a package name such as com.android.settings")]
#[case("tap: { text: X, app: Settings }", "not a package name such as com.android.settings")]
#[case("tap: { text: X, within: { app: Settings } }", "not a package name such as com.android.settings")]
#[case("back: { verify: { app: Settings } }", "not a package name such as com.android.settings")]
fn a_wrong_step_is_refused_with_advice(#[case] step: &str, #[case] said: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Change).unwrap_err();
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|fault| fault.contains(said)), "{all:?}");
    let marked = schema::Editor::new().marks_in_goal(&format!("verifier: v\nsteps: [{step}]\n")).is_some();
    assert!(marked || !schema::is_about_the_form(&all[0]), "an editor sees nothing wrong: {all:?}");
}

#[test]
fn only_steps_that_can_be_used_are_offered() {
    let faults = compile("[launch]", Permission::Change).unwrap_err();
    let known = "known: `home`, `back`, `open`, `link`, `tap`, `long_press`, `scroll_to`, `scan`, `swipe`, `type`, `press`, \
                 `wait`, `when`, `unless`, `app`, `put`, `delete`, `set`";
    assert_eq!(faults[0].help.as_deref(), Some(known));
}

#[test]
fn every_wrong_step_of_a_list_is_reported() {
    let faults = compile("[home, tapp, wiat, back]", Permission::Change).unwrap_err();
    assert_eq!(faults.len(), 2);
}

#[rstest]
#[case("display", "Dark theme", "dark")]
#[case("network", "Airplane mode", "airplane")]
#[tokio::test]
async fn a_switch_is_hit_by_whatever_names_it(#[case] page: &'static str, #[case] label: &str, #[case] fact: &str) {
    let bench = on(page);
    run(&bench, &format!("[tap: {{ switch: {{ label: {label} }} }}]")).await.unwrap();
    assert!(bench.phone.state().on(fact));
    let because = run(&bench, "[tap: { switch: { label: Nowhere } }]").await.unwrap_err();
    assert!(because.contains(label), "{because}");
}
