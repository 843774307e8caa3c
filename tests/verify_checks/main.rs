//! Checks on hand-drawn pages: what confirms, what refutes, and what can't be told.

#![allow(clippy::unwrap_used)]

mod channels;
mod programs;
#[path = "../schema/mod.rs"]
mod schema;
#[path = "../toy_phone/mod.rs"]
mod toy_phone;
mod traps;
mod wire;

use std::path::Path;
use std::sync::Arc;

use Verdict::{Confirmed, Inconclusive, Refuted};
use goalpost::act::Guard;
use goalpost::event::{Event, Verdict};
use goalpost::spec::yaml::{Limits, read};
use goalpost::spec::{self, Args, Name, Source, VerifierFile};
use goalpost::verify::{CompiledVerifier, Evaluation, Probe, Purpose, Registry, VerdictReport, VerifyError};
use rstest::rstest;
use toy_phone::*;

fn verifier(yaml: &str, registry: &Registry) -> Result<CompiledVerifier, Vec<String>> {
    verifier_in(Path::new(""), yaml, registry)
}

/// A verifier of a project in this folder.
fn verifier_in(project: &Path, yaml: &str, registry: &Registry) -> Result<CompiledVerifier, Vec<String>> {
    let source = Arc::new(Source::new(Path::new("verifiers/test.yaml"), yaml).in_project(project));
    let node = read(&source, Limits::default()).unwrap();
    let file =
        VerifierFile::read(&node).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let name = Name::new("test").unwrap();
    let verifier = spec::Verifier { name, source, file, args: Args::default() };
    CompiledVerifier::compile(&verifier, registry)
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

async fn ask(bench: &Bench, yaml: &str) -> VerdictReport {
    let verifier = verifier(yaml, &Registry::new()).unwrap();
    verifier.ask(bench.act(), Purpose::Verdict).await.unwrap()
}

async fn check(bench: &Bench, check: &str) -> VerdictReport {
    ask(bench, &format!("check: {{ {check} }}")).await
}

fn titles(count: usize) -> Vec<String> {
    (1..=count).map(|n| format!("Row {n}")).collect()
}

fn pages(state: &State) -> Vec<Node> {
    match state.page {
        "home" => vec![
            text("Settings", (100, 1500, 300, 1700)).tap(Tap::Go("settings")),
            text("Clock", (500, 1500, 700, 1700)),
        ],
        "settings" => vec![text("Settings", (50, 50, 500, 150)), row(300, "Display", Tap::Go("display"))],
        "display" => vec![
            text("Display", (50, 50, 500, 150)),
            row_b(300, "Dark theme", "dark", "dark", state.on("dark")),
            row_a(500, "Wi\u{2011}Fi", "wifi", state.on("wifi")),
            row_a(700, "Twin", "twin", false),
            row_a(900, "Twin", "twin", false),
            text("30 seconds", (100, 1200, 500, 1260)).id("android:id/summary"),
            node("android.widget.EditText", (50, 1400, 950, 1500)).hint("Name").text("Name").tap(Tap::Focus("name")),
            node("android.widget.EditText", (50, 1600, 950, 1700))
                .text("secret")
                .flag("isPassword")
                .tap(Tap::Focus("pin")),
        ],
        "list" => vec![text("List", (50, 50, 500, 150)), list(200, 1800, state.scroll, &titles(30))],
        "alike" => vec![text("List", (50, 50, 500, 150)), list(200, 1800, state.scroll, &vec!["Alarm".to_owned(); 30])],
        "empty" => vec![],
        page => vec![text(page, (50, 50, 500, 150)), text("A page", (50, 250, 500, 350))],
    }
}

fn on(page: &'static str) -> Bench {
    Bench::new(ToyPhone::new(pages).at(page))
}

const APP_KEY: &str = "app: com.example.settings";

#[rstest]
// A switch, by whatever names it.
#[case("switch: { label: Dark theme, APP, is: on }", Refuted)]
#[case("switch: { label: Dark theme, APP, is: off }", Confirmed)]
#[case("switch: { label: wi-fi, APP, is: off }", Confirmed)]
#[case("switch: { label: wi-fi, match: exact, APP, is: off }", Inconclusive)]
#[case("switch: { label: Twin, APP, is: off }", Inconclusive)]
#[case("switch: { label: Nowhere, APP, is: off }", Inconclusive)]
#[case("switch: { label: Nowhere, APP, is: off, on: { text: Display } }", Refuted)]
#[case("switch: { label: Dark theme, APP, is: off, on: { text: Sound } }", Inconclusive)]
#[case("switch: { label: Dark theme, app: com.other, is: off }", Inconclusive)]
// An element.
#[case("element: { text: 30 seconds, APP }", Confirmed)]
#[case("element: { text: 30 minutes, APP }", Inconclusive)]
#[case("element: { text: 30 minutes, APP, on: { text: Display } }", Refuted)]
#[case("element: { text: 30 minutes, APP, on: { text: Sound } }", Inconclusive)]
#[case("element: { text: 30 minutes, APP, is: absent, on: { text: Display } }", Confirmed)]
#[case("element: { text: 30 minutes, APP, is: absent, on: { text: Sound } }", Inconclusive)]
#[case("element: { text: 30 seconds, APP, is: absent, on: { text: Display } }", Refuted)]
#[case("element: { text: Twin, APP }", Inconclusive)]
#[case("element: { text: Twin, APP, is: { count: 2 }, on: { text: Display } }", Confirmed)]
#[case("element: { text: Twin, APP, is: { count: { min: 3 } }, on: { text: Display } }", Refuted)]
#[case("element: { text: Twin, APP, is: { count: { max: 2 } }, on: { text: Sound } }", Inconclusive)]
#[case("element: { id: summary, APP, is: { text: 30 SECONDS } }", Confirmed)]
#[case("element: { id: summary, APP, is: { text: { is: seconds, match: contains } } }", Confirmed)]
#[case("element: { id: summary, APP, is: { text: 1 minute } }", Refuted)]
#[case("element: { hint: Name, APP, is: { text: Name } }", Refuted)]
#[case("element: { role: field, password: true, APP, is: { text: secret } }", Inconclusive)]
#[case("element: { label: Dark theme, APP, is: { state: { checked: false, enabled: true } } }", Confirmed)]
#[case("element: { label: Dark theme, APP, is: { state: { checked: true } } }", Refuted)]
#[case("element: { id: summary, APP, is: { state: { checked: false } } }", Inconclusive)]
// The app in front.
#[case("foreground: { APP }", Confirmed)]
#[case("foreground: { app: com.other }", Refuted)]
// Of three values.
#[case("all: [{ foreground: { APP } }, { switch: { label: Dark theme, APP, is: off } }]", Confirmed)]
#[case("all: [{ foreground: { app: com.other } }, { switch: { label: Nowhere, APP, is: off } }]", Refuted)]
#[case("all: [{ foreground: { APP } }, { switch: { label: Nowhere, APP, is: off } }]", Inconclusive)]
#[case("any: [{ foreground: { APP } }, { switch: { label: Nowhere, APP, is: off } }]", Confirmed)]
#[case("any: [{ foreground: { app: com.other } }, { switch: { label: Nowhere, APP, is: off } }]", Inconclusive)]
#[case("not: { switch: { label: Dark theme, APP, is: on } }", Confirmed)]
#[case("not: { switch: { label: Nowhere, APP, is: on } }", Inconclusive)]
#[case("not: { element: { text: 30 minutes, APP, on: { text: Display } } }", Confirmed)]
#[tokio::test]
async fn a_check_says_no_more_than_it_saw(#[case] rule: &str, #[case] verdict: Verdict) {
    let report = check(&on("display"), &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
    assert!(!report.evidence.is_empty());
    let unexplained = report.evidence.iter().filter(|e| e.verdict == Inconclusive && e.because.is_none()).count();
    assert_eq!(unexplained, 0, "{report:?}");
}

#[tokio::test]
async fn evidence_says_what_was_read_where_and_when() {
    let bench = on("display");
    let report = check(&bench, &format!("switch: {{ label: Dark theme, {APP_KEY}, is: on }}")).await;
    let evidence = &report.evidence[0];
    assert_eq!(evidence.rule, "the switch \"Dark theme\" in com.example.settings is on");
    assert!(evidence.read.as_deref().unwrap().ends_with("is off"), "{evidence:?}");
    assert_eq!(evidence.at.as_deref(), Some("ui.1.1"));
    assert_eq!(evidence.observation.as_ref().unwrap().len(), 64);
    assert_eq!(evidence.when, bench.clock().now());
}

#[tokio::test]
async fn several_matches_are_all_evidence() {
    let report = check(&on("display"), &format!("switch: {{ label: Twin, {APP_KEY}, is: on }}")).await;
    let places: Vec<_> = report.evidence.iter().map(|e| e.at.clone().unwrap()).collect();
    assert_eq!(places, ["ui.3.1", "ui.4.1"]);
}

#[rstest]
#[case("switch: { label: Dark theme, APP, is: off }")]
#[case("element: { text: X, APP, is: absent, on: { text: Display } }")]
#[tokio::test]
async fn an_empty_tree_says_nothing(#[case] rule: &str) {
    let report = check(&on("empty"), &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(report.because.unwrap().contains("empty"));
}

#[tokio::test]
async fn a_screen_that_cannot_be_read_says_nothing() {
    let bench = on("display");
    bench.phone.refuse_reads(500);
    let report = check(&bench, &format!("switch: {{ label: Dark theme, {APP_KEY}, is: off }}")).await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(report.because.unwrap().contains("no active window"));
}

#[tokio::test]
async fn a_phone_that_is_gone_is_an_error_and_no_verdict() {
    let bench = on("display");
    bench.phone.refuse_reads(404);
    let verifier = verifier(&format!("check: {{ foreground: {{ {APP_KEY} }} }}"), &Registry::new()).unwrap();
    let ended = verifier.ask(bench.act(), Purpose::Verdict).await;
    assert!(matches!(ended, Err(VerifyError::Act(_))), "{ended:?}");
}

#[rstest]
#[case("element: { text: Row 30, APP, scan: { id: recycler_view } }", Confirmed)]
#[case("element: { text: Row 30, APP }", Inconclusive)]
#[case("element: { text: Row 30, APP, on: { text: List } }", Inconclusive)]
#[case("element: { text: Row 31, APP, is: absent, on: { text: List } }", Inconclusive)]
#[case("element: { text: Row, match: contains, APP, is: { count: { min: 2 } }, on: { text: List } }", Confirmed)]
#[case("element: { text: Row, match: contains, APP, is: { count: { max: 2 } }, on: { text: List } }", Refuted)]
#[case("element: { text: Row, match: contains, APP, is: { count: { min: 25 } }, on: { text: List } }", Inconclusive)]
#[case("switch: { label: Row 31, APP, is: on, on: { text: List } }", Inconclusive)]
#[case("element: { text: Row 31, APP, is: absent, scan: { id: recycler_view }, on: { text: List } }", Confirmed)]
#[case("element: { text: Row 29, APP, is: absent, scan: { id: recycler_view }, on: { text: List } }", Refuted)]
#[case(
    "element: { text: Row, match: contains, APP, is: { count: 30 }, scan: { id: recycler_view }, on: { text: List } }",
    Confirmed
)]
#[case("element: { text: Row 31, APP, is: absent, scan: { id: recycler_view }, on: { text: Row 1 } }", Inconclusive)]
#[tokio::test]
async fn a_list_is_looked_through_from_end_to_end(#[case] rule: &str, #[case] verdict: Verdict) {
    let bench = on("list");
    let report = check(&bench, &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}

#[rstest]
#[case(Habits { fling: 400, ..Habits::default() }, "list", Inconclusive)]
#[case(Habits { fling: 100, ..Habits::default() }, "alike", Inconclusive)]
#[case(Habits { fling: 100, swallows_below_ms: 500, ..Habits::default() }, "list", Confirmed)]
#[case(Habits { fling: 120, lag: 5, ..Habits::default() }, "list", Confirmed)]
#[tokio::test]
async fn a_list_that_cannot_be_followed_says_nothing(
    #[case] habits: Habits,
    #[case] page: &'static str,
    #[case] verdict: Verdict,
) {
    let bench = Bench::new(ToyPhone::with(pages, habits).at(page));
    let rule = "element: { text: Nowhere, APP, is: absent, scan: { id: recycler_view }, on: { text: List } }";
    let report = check(&bench, &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, verdict, "{report:?}");
}

#[tokio::test]
async fn what_stands_beside_a_scan_is_seen_in_every_evaluation() {
    let list = "element: { text: Row 30, APP, scan: { id: recycler_view } }";
    let rule = format!("all: [{{ {list} }}, {{ element: {{ text: Row 1, APP }} }}]").replace("APP", APP_KEY);
    let report = check(&on("list"), &rule).await;
    assert_eq!(report.verdict, Confirmed, "{report:?}");
}

#[tokio::test]
async fn steps_run_once_and_the_check_several_times() {
    let bench = on("home");
    bench.phone.set("dark", "on");
    let report = ask(
        &bench,
        "
steps:
  - home
  - open: { app: com.example.settings, fresh: true }
  - tap: { text: Display }
check:
  switch: { label: Dark theme, app: com.example.settings, is: on }
",
    )
    .await;
    assert_eq!(report.verdict, Confirmed);
    assert_eq!(bench.phone.inputs().len(), 4);
    assert_eq!(bench.told(|event| matches!(event, Event::Evaluated { .. }).then_some(())).len(), 2);
    let verdicts = bench.told(|event| match event {
        Event::VerdictReached { verdict, .. } => Some(*verdict),
        _ => None,
    });
    assert_eq!(verdicts, [Confirmed]);
}

#[rstest]
#[case(Purpose::Baseline, 2)]
#[case(Purpose::Verdict, 21)]
#[tokio::test]
async fn a_baseline_does_not_wait_for_a_change(#[case] purpose: Purpose, #[case] evaluations: usize) {
    let bench = on("display");
    let rule = format!("check: {{ switch: {{ label: Dark theme, {APP_KEY}, is: on }} }}");
    let report = verifier(&rule, &Registry::new()).unwrap().ask(bench.act(), purpose).await.unwrap();
    assert_eq!(report.verdict, Refuted);
    assert_eq!(bench.told(|event| matches!(event, Event::Evaluated { .. }).then_some(())).len(), evaluations);
}

#[tokio::test]
async fn a_failed_step_is_named_and_nothing_is_concluded() {
    let bench = on("display");
    let report =
        ask(&bench, &format!("{{ steps: [tap: {{ text: Nowhere }}], check: {{ foreground: {{ {APP_KEY} }} }} }}"))
            .await;
    assert_eq!(report.verdict, Inconclusive);
    let because = report.because.unwrap();
    assert!(because.starts_with("verifiers/test.yaml:1: step 1, tap {text: Nowhere}: nothing matches"), "{because}");
}

#[tokio::test]
async fn a_step_that_would_change_what_is_checked_is_refused() {
    let bench = on("display");
    let rule = "{ steps: [tap: { text: Wi-Fi }], check: { switch: { label: Wi-Fi, APP, is: on } } }";
    let report = ask(&bench, &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(bench.phone.inputs().is_empty());
}

#[tokio::test]
async fn a_guarded_step_makes_the_verdict_inconclusive() {
    let guard = Guard { apps: Vec::new(), never: vec!["Dark theme".to_owned()] };
    let bench = Bench::guarded(ToyPhone::new(pages).at("display"), guard);
    let rule = "{ steps: [tap: { text: Dark theme }], check: { foreground: { APP } } }";
    let report = ask(&bench, &rule.replace("APP", APP_KEY)).await;
    assert_eq!(report.verdict, Inconclusive);
    assert!(report.because.unwrap().contains("guard"));
}

#[rstest]
#[case("element: { text: 30 seconds, APP, on: { text: Sound } }", "is not on this page; com.example.settings shows \"")]
#[case("element: { text: 30 seconds, APP, on: { label: Display } }", "it is there as a text: use {text: Display}")]
#[case("element: { label: 30 seconds, APP }", "it is there as a text: use {text: 30 seconds}")]
#[case(
    "element: { text: Dark theme, role: switch, APP }",
    "it is there as a label: use {label: Dark theme, role: switch}"
)]
#[case("element: { text: Twin, APP }", "2 things match, and the rule speaks of one: say which by `within:`")]
#[case("switch: { label: Twin, APP, is: off }", "2 things match, and the rule speaks of one: say which by `within:`")]
#[tokio::test]
async fn what_cannot_be_told_says_what_to_do(#[case] rule: &str, #[case] said: &str) {
    let report = check(&on("display"), &rule.replace("APP", APP_KEY)).await;
    let evidence = report.evidence[0].because.clone().unwrap();
    assert_eq!(report.verdict, Inconclusive);
    assert!(evidence.contains(said), "{evidence}");
}

#[rstest]
#[case("swich: { label: X }", "`switch`")]
#[case("switch: { label: X, is: on }", "`app`")]
#[case("switch: { label: X, APP, is: maybe }", "`on`")]
#[case("switch: { lable: X, APP, is: on }", "`label`")]
#[case("element: { APP }", "matches everything")]
#[case("element: { text: '', APP }", "matches everything")]
#[case("element: { text: ' ', match: contains, APP }", "matches everything")]
#[case("element: { label: \"\\u200b\", APP }", "matches everything")]
#[case("element: { within: { within: { text: '' } }, APP }", "matches everything")]
#[case("element: { text: X, within: { within: {} }, APP }", "matches everything")]
#[case("switch: { label: ' ', APP, is: on }", "this is blank")]
#[case("switch: { label: X, within: { text: '' }, APP, is: on }", "matches everything")]
#[case("element: { text: X, APP, is: absent }", "needs `on:`")]
#[case("element: { text: X, APP, is: { count: 2 } }", "needs `on:`")]
#[case("element: { text: X, APP, on: {}, is: absent }", "matches everything")]
#[case("element: { text: X, APP, on: { text: Y }, is: { count: { min: 3, max: 1 } } }", "less than")]
#[case("element: { text: X, APP, is: { state: {} } }", "say a state")]
#[case("not: { element: { text: X, APP } }", "can never confirm")]
#[case("all: []", "empty")]
#[case("all: { foreground: { APP } }", "list of checks")]
#[case("foreground: { app: no package! }", "package")]
#[case("foreground: com.android.settings", "write `foreground: { app: com.android.settings }`")]
#[case("switch: Dark theme", "write `switch: { label: Dark theme, app: com.android.settings, is: on }`")]
#[case("switch: { label: X, APP }", "for example `switch: { label: Dark theme, app: com.android.settings, is: on }`")]
#[case("element: { text: X, APP, on: Internet }", "write `{ text: Internet }`")]
#[case("element: { text: X, app: Settings }", "not a package name such as com.android.settings")]
#[case("foregrund: { APP }", "Known: `switch`, `element`, `foreground`, `app`, `file`")]
#[case("foreground: { APP }, switch: { label: X, APP, is: on }", "second")]
fn a_wrong_check_is_refused_with_advice(#[case] rule: &str, #[case] said: &str) {
    let yaml = format!("check: {{ {} }}", rule.replace("APP", APP_KEY));
    let problems = verifier(&yaml, &Registry::new()).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains(said)), "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("verifiers/test.yaml:1:")), "{problems:?}");
    let marked = schema::Editor::new().marks_in_verifier(&yaml).is_some();
    assert!(marked || !schema::is_about_the_form(&problems[0]), "an editor sees nothing wrong: {problems:?}");
}

#[rstest]
#[case("switch: { lable: X, app: Settings, is: maybe }", &["`lable`", "package name", "`maybe`"])]
#[case("element: { txt: X, app: Settings, is: gone }", &["`txt`", "package name", "`gone`"])]
fn all_that_is_wrong_with_a_check_is_said_at_once(#[case] rule: &str, #[case] said: &[&str]) {
    let problems = verifier(&format!("check: {{ {rule} }}"), &Registry::new()).unwrap_err();
    assert!(said.iter().all(|said| problems.iter().any(|problem| problem.contains(said))), "{problems:?}");
}

#[test]
fn checks_within_checks_have_a_bottom() {
    let deep = format!("check: {}foreground: {{ {APP_KEY} }}{}", "{ not: ".repeat(12), " }".repeat(12));
    let problems =
        verifier(&deep.replacen("foreground", "{ foreground", 1).replacen("} }", "} } }", 1), &Registry::new());
    assert!(problems.unwrap_err()[0].contains("deep"));
}

#[rstest]
#[case("element: { text: X, APP }", false)]
#[case("element: { text: X, APP, on: { text: Y } }", true)]
#[case("switch: { label: X, APP, is: on }", true)]
#[case("any: [{ element: { text: X, APP } }, { foreground: { APP } }]", false)]
#[case("all: [{ element: { text: X, APP } }, { foreground: { APP } }]", true)]
fn a_check_that_can_only_confirm_cannot_prove_a_baseline(#[case] rule: &str, #[case] can_refute: bool) {
    let yaml = format!("check: {{ {} }}", rule.replace("APP", APP_KEY));
    let problem = verifier(&yaml, &Registry::new()).unwrap().cannot_refute();
    assert_eq!(problem.is_none(), can_refute, "{problem:?}");
}

#[test]
fn a_verifier_names_its_apps() {
    let yaml = "{ steps: [open: { app: a.b }], check: { all: [{ foreground: { app: c.d } }, { switch: { label: X, app: e.f, is: on } }] } }";
    let apps = verifier(yaml, &Registry::new()).unwrap().apps();
    assert_eq!(apps.into_iter().collect::<Vec<_>>(), ["a.b", "c.d", "e.f"]);
}

mod in_rust {
    use std::sync::Mutex;

    use super::*;

    fn rust(registry: &Registry) -> CompiledVerifier {
        verifier("rust: mine", registry).unwrap()
    }

    #[tokio::test]
    async fn a_closure_decides_from_what_it_reads() {
        let registry = Registry::new().with("mine", |probe: Probe, _: Args| async move {
            probe.steps("[tap: { text: Dark theme }, back]").await?;
            let screen = probe.observe().await?;
            let verdict = if screen.foreground() == APP { Confirmed } else { Refuted };
            Ok(Evaluation::of("the app is in front", verdict, probe.now()).read(screen.foreground()))
        });
        let report = rust(&registry).ask(on("display").act(), Purpose::Verdict).await.unwrap();
        assert_eq!(report.verdict, Confirmed);
        assert_eq!(report.evidence[0].read.as_deref(), Some(APP));
    }

    #[test]
    fn a_verifier_that_nobody_registered_is_a_problem_with_a_place() {
        let registry = Registry::new().with("mien", |probe: Probe, _: Args| async move {
            Ok(Evaluation::of("never", Inconclusive, probe.now()))
        });
        let problems = verifier("rust: mine", &registry).unwrap_err();
        assert!(problems[0].starts_with("verifiers/test.yaml:1:7:") && problems[0].contains("`mien`"), "{problems:?}");
    }

    async fn never(_: Probe, _: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
        panic!("out of order")
    }

    #[tokio::test]
    async fn a_panic_is_an_error_of_its_case_alone() {
        let error = rust(&Registry::new().with("mine", never)).ask(on("display").act(), Purpose::Verdict).await;
        assert!(matches!(&error, Err(VerifyError::Panicked { message, .. }) if message == "out of order"), "{error:?}");
    }

    #[tokio::test]
    async fn an_error_is_no_verdict() {
        let registry = Registry::new().with("mine", |_: Probe, _: Args| async move { Err("no idea".into()) });
        let error = rust(&registry).ask(on("display").act(), Purpose::Verdict).await.unwrap_err();
        assert!(error.to_string().contains("no idea"), "{error}");
    }

    #[tokio::test]
    async fn a_hang_ends_when_its_caller_gives_up_and_its_probe_with_it() {
        static KEPT: Mutex<Option<Probe>> = Mutex::new(None);
        let registry = Registry::new().with("mine", |probe: Probe, _: Args| async move {
            *KEPT.lock().unwrap() = Some(probe);
            std::future::pending().await
        });
        let verifier = rust(&registry);
        let bench = on("display");
        let asked = verifier.ask(bench.act(), Purpose::Verdict);
        assert!(tokio::time::timeout(std::time::Duration::from_millis(20), asked).await.is_err());
        let probe = KEPT.lock().unwrap().take().unwrap();
        assert!(probe.observe().await.unwrap_err().to_string().contains("after its verifier had ended"));
        assert!(probe.steps("[home]").await.is_err());
        assert!(bench.phone.inputs().is_empty());
    }

    #[tokio::test]
    async fn arguments_reach_the_code() {
        let registry = Registry::new().with("mine", |probe: Probe, args: Args| async move {
            let verdict =
                if args.get("level").and_then(serde_json::Value::as_u64) == Some(3) { Confirmed } else { Refuted };
            Ok(Evaluation::of("the level is 3", verdict, probe.now()))
        });
        let source = Arc::new(Source::new("verifiers/test.yaml", "{ rust: mine, args: { level: number } }"));
        let file = VerifierFile::read(&read(&source, Limits::default()).unwrap()).unwrap();
        let args = Args::from_words(&file.args, &[("level".to_owned(), "3".to_owned())]).unwrap();
        let verifier =
            spec::Verifier { name: Name::new("test").unwrap(), source, file, args: Args::default() }.bind(args);
        let verifier = CompiledVerifier::compile(&verifier, &registry).unwrap();
        let report = verifier.ask(on("display").act(), Purpose::Verdict).await.unwrap();
        assert_eq!(report.verdict, Confirmed);
    }
}
