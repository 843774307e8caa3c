//! `goalpost prove`: a verifier that can't fail is found, and so is one that can be fooled.
#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod cli_support;

use std::path::Path;
use std::sync::Arc;

use cli_support::{Ended, ended, goalpost};
use goalpost::device::Saved;
use goalpost::event::Verdict;
use goalpost::proof::{Finding, Proof, prove_saved};
use goalpost::spec::yaml::{Limits, read};
use goalpost::spec::{self, Args, Mutant, Name, Source, VerifierFile};
use goalpost::verify::{CompiledVerifier, Evaluation, Probe, Registry, Used};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};
use tempfile::TempDir;

const DISPLAY: &str = "steps: [home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }]\n";
const DARK: &str = "switch: { label: Dark theme, app: com.android.settings, is: on }";
const BRIGHT: &str = "switch: { label: Adaptive brightness, app: com.android.settings, is: off }";
/// A step that a verifier should not have.
const TOUCH: &str = "tap: { switch: { label: Adaptive brightness }, mutates: true }";
/// Turns on dark theme.
const TO_DARK: &str = "open: { app: com.android.settings, fresh: true }, tap: { text: Display }, \
                       tap: { switch: { label: Dark theme } }";

/// A project with one goal and its verifier.
fn project(goal: &str, verifier: &str) -> TempDir {
    let project = TempDir::new().unwrap();
    let goal = goal.replace("TO_DARK", TO_DARK);
    for (file, text) in [("goals/g.yaml", &goal), ("verifiers/v.yaml", &verifier.to_owned())] {
        let path = project.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    project
}

fn prove(project: &Path, args: &[&str]) -> Ended {
    ended(&mut goalpost(project, &[&["prove", "--json"], args].concat()))
}

fn dark_with(check: &str) -> String {
    format!("{DISPLAY}check: {{ {check} }}\n")
}

#[rstest]
#[case::a_plain_one("goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n", dark_with(DARK), 0, "proven")]
#[case::scanning_for_it(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with("switch: { label: Dark theme, app: com.android.settings, is: on, scan: { id: recycler_view } }"),
    0,
    "proven"
)]
#[case::one_that_names_the_negative(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with("not: { switch: { label: Dark theme, app: com.android.settings, is: off } }"),
    0,
    "proven"
)]
#[case::a_scripted_test_is_its_own_solution("steps: [TO_DARK]\nverifier: v\n", dark_with(DARK), 0, "proven")]
#[case::what_must_hold_needs_no_solution(
    "goal: Go light.\nexpect: blocked\nverifier: v\nbaseline: { steps: [TO_DARK] }\n",
    dark_with(DARK),
    0,
    "proven"
)]
#[case::what_must_hold_and_does_not(
    "goal: Go light.\nexpect: blocked\nverifier: v\n",
    dark_with(DARK),
    1,
    "baseline_wrong"
)]
#[case::what_may_be_so_from_the_start(
    "goal: Stay dark.\nalready: allowed\nverifier: v\nbaseline: { steps: [TO_DARK] }\nsolution: [home]\n",
    dark_with(DARK),
    0,
    "proven"
)]
#[case::one_that_always_confirms(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with(&format!("any: [{{ {DARK} }}, {{ foreground: {{ app: com.android.settings }} }}]")),
    1,
    "baseline_wrong"
)]
#[case::one_that_never_confirms(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with(&format!("all: [{{ {DARK} }}, {{ {BRIGHT} }}]")),
    1,
    "not_confirmed"
)]
#[case::one_of_two_ways_would_do(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK, tap: { switch: { label: Adaptive brightness } }]\n",
    dark_with(&format!("any: [{{ {DARK} }}, {{ {BRIGHT} }}]")),
    1,
    "survived"
)]
#[case::and_that_is_meant_so(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK, tap: { switch: { label: Adaptive brightness } }]\n",
    dark_with(&format!("any: [{{ {DARK} }}, {{ {BRIGHT} }}]"))
        + "survivors: [{ mutant: removed, reason: A. }, { mutant: flipped, reason: B. }, \
           { mutant: stateless, reason: C. }, { mutant: relabelled, reason: D. }]\n",
    0,
    "proven"
)]
#[case::one_that_changes_what_others_look_at(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with(DARK).replace("Display }]", &format!("Display }}, {TOUCH}]")),
    1,
    "changes_state"
)]
#[case::one_that_puts_back_what_it_changes(
    "goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n",
    dark_with(DARK).replace("Display }]", &format!("Display }}, {TOUCH}, {TOUCH}]")),
    0,
    "proven"
)]
#[case::nothing_shows_that_it_can_confirm("goal: Go dark.\nverifier: v\n", dark_with(DARK), 4, "no_solution")]
#[case::the_solution_does_not_lead_there(
    "goal: Go dark.\nverifier: v\nsolution: [home]\n",
    dark_with(DARK),
    1,
    "not_confirmed"
)]
#[case::the_solution_can_not_be_done(
    "goal: Go dark.\nverifier: v\nsolution: [tap: { text: Nowhere, timeout: 1s }]\n",
    dark_with(DARK),
    4,
    "error"
)]
fn a_verifier_is_proven_or_it_is_said_why_not(
    #[case] goal: &str,
    #[case] verifier: String,
    #[case] code: i32,
    #[case] kind: &str,
) {
    let ended = prove(project(goal, &verifier).path(), &[]);
    let json = ended.json();
    let proof = &json["proofs"][0];
    assert_eq!((proof["kind"].as_str(), ended.code), (Some(kind), code), "{proof:#}\n{}", ended.stderr);
    assert_eq!((json["version"].as_u64(), json["backend"].as_str()), (Some(1), Some("simulated")));
    assert!(!proof["message"].as_str().unwrap().is_empty());
}

#[test]
fn what_was_proven_is_kept_and_lint_knows_what_it_is_worth() {
    let project = project("goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n", &dark_with(DARK));
    let proofs = project.path().join("tests/proofs.json");
    let warnings = || {
        let json = ended(&mut goalpost(project.path(), &["lint", "--json"])).json();
        let all: Vec<String> =
            json["problems"].as_array().unwrap().iter().map(|p| p["message"].as_str().unwrap().to_owned()).collect();
        all.join("\n")
    };
    assert_eq!(warnings(), "", "a project without proofs is not asked for them");
    let human = ended(&mut goalpost(project.path(), &["prove"]));
    assert_eq!(human.code, 0, "{}", human.stderr);
    assert!(human.stdout.contains("1 proven, 0 failed, 0 errored; 7 mutants killed, 0 survived"), "{}", human.stdout);
    assert_eq!(warnings(), "");
    let first = std::fs::read_to_string(&proofs).unwrap();
    prove(project.path(), &[]);
    assert_eq!(std::fs::read_to_string(&proofs).unwrap(), first, "it does not depend on when it is made");

    let mut changed: Value = serde_json::from_str(&first).unwrap();
    changed["cases"]["g"]["killed"] = 0.into();
    std::fs::write(&proofs, changed.to_string()).unwrap();
    assert!(warnings().contains("no mutant of its last proof could break it"), "{}", warnings());
    std::fs::write(&proofs, &first).unwrap();
    std::fs::write(project.path().join("verifiers/v.yaml"), dark_with(&DARK.replace("is: on", "is: off"))).unwrap();
    assert!(warnings().contains("has changed since it was proven"), "{}", warnings());
    std::fs::write(project.path().join("goals/other.yaml"), "goal: Go.\nverifier: v\n").unwrap();
    assert!(warnings().contains("that the verifier of other can fail is not proven"), "{}", warnings());
    std::fs::write(&proofs, "{}").unwrap();
    assert!(warnings().contains("does not hold proofs"), "{}", warnings());
}

#[rstest]
#[case::a_folder(None)]
#[case::not_text(Some(&b"\xff\xfe"[..]))]
#[case::nested(Some(&b"[[[[[[[["[..]))]
#[case::a_forged_line(Some(&b"{\"version\": 1, \"\\n\\u001b[2Jgoalpost: all is well\": 1}"[..]))]
#[case::another_version(Some(&b"{\"version\": 2, \"cases\": {}}"[..]))]
fn what_holds_no_proofs_is_left_as_it_is_and_told(#[case] content: Option<&[u8]>) {
    let project = project("goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n", &dark_with(DARK));
    let proofs = project.path().join("tests/proofs.json");
    std::fs::create_dir_all(if content.is_none() { &proofs } else { proofs.parent().unwrap() }).unwrap();
    content.into_iter().for_each(|content| std::fs::write(&proofs, content).unwrap());
    let proven = prove(project.path(), &[]);
    assert_eq!(proven.code, 4, "{}", proven.stderr);
    let told = proven.stderr.lines().find(|line| line.starts_with("goalpost: ")).unwrap();
    assert!(
        told.contains("proofs.json does not hold proofs (") && told.ends_with("delete it and prove again"),
        "{told}"
    );
    assert!(!proven.stderr.contains('\u{1b}') && !proven.stderr.contains("\ngoalpost: all"), "{}", proven.stderr);
    assert_eq!(std::fs::read(&proofs).ok().as_deref(), content);
    let lint = ended(&mut goalpost(project.path(), &["lint"]));
    assert!(lint.stderr.contains("does not hold proofs") || lint.stdout.contains("does not hold proofs"));
}

#[test]
fn proofs_of_several_processes_at_once_are_all_kept() {
    let project = project("goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n", &dark_with(DARK));
    let names: Vec<String> = (0..6).map(|number| format!("g{number}")).collect();
    for name in &names {
        std::fs::copy(project.path().join("goals/g.yaml"), project.path().join(format!("goals/{name}.yaml"))).unwrap();
    }
    std::thread::scope(|scope| {
        for name in &names {
            scope.spawn(|| assert_eq!(prove(project.path(), &[name]).code, 0));
        }
    });
    let kept = std::fs::read_to_string(project.path().join("tests/proofs.json")).unwrap();
    let kept: Value = serde_json::from_str(&kept).unwrap();
    let kept: Vec<&String> = kept["cases"].as_object().unwrap().keys().collect();
    assert_eq!(kept, names.iter().collect::<Vec<_>>());
    let files = std::fs::read_dir(project.path().join("tests")).unwrap().count();
    assert_eq!(files, 1, "nothing is left beside it");
}

#[rstest]
#[case::proven("contains: hunter", 0)]
#[case::not_confirmed("is: something else", 1)]
#[case::a_hole("matches: '.*'", 1)]
fn a_secret_that_a_verifier_reads_stands_in_no_proof(#[case] is: &str, #[case] code: i32) {
    let goal = "goal: Copy it.\nverifier: v\nsecrets: { pin: { env: GOALPOST_TEST_PIN } }\n\
                baseline: { steps: [set: { clipboard: nothing }] }\nsolution: [set: { clipboard: { secret: pin } }]\n";
    let project = project(goal, &format!("check: {{ clipboard: {{ {is} }} }}\n"));
    for form in [&["prove", "--json"][..], &["prove"]] {
        let proven = ended(goalpost(project.path(), form).env("GOALPOST_TEST_PIN", "hunter2 \"quoted\""));
        assert_eq!(proven.code, code, "{} {}", proven.stdout, proven.stderr);
        let all = proven.stdout + &proven.stderr;
        assert!(!all.contains("hunter2"), "{all}");
    }
    let kept = std::fs::read_to_string(project.path().join("tests/proofs.json")).unwrap_or_default();
    assert!(!kept.contains("hunter2"), "{kept}");
}

#[rstest]
#[case::nobody(&["nobody"], 5)]
#[case::one_screen(&["v", "--before", "x.xml"], 2)]
#[case::no_verifier(&["nobody", "--before", "x.xml", "--after", "x.xml"], 2)]
#[case::no_screen(&["v", "--before", "x.xml", "--after", "x.xml"], 4)]
#[case::a_recording_has_no_solution(&["--mode", "replay"], 2)]
fn what_can_not_be_proven_is_said_before_anything_is_done(#[case] args: &[&str], #[case] code: i32) {
    let project = project("goal: Go dark.\nverifier: v\nsolution: [TO_DARK]\n", &dark_with(DARK));
    let ended = prove(project.path(), args);
    assert_eq!(ended.code, code, "{}", ended.stderr);
    assert!(ended.stderr.starts_with("goalpost: ") || ended.stderr.starts_with("error: "), "{}", ended.stderr);
}

// On saved screens.

const APP: &str = "com.example.settings";

fn element(class: &str, top: i64, more: &Value) -> Value {
    let mut element = json!({
        "className": format!("android.widget.{class}"), "packageName": APP, "children": [],
        "boundsInScreen": { "left": 0, "top": top, "right": 1000, "bottom": top + 90 },
    });
    more.as_object().unwrap().iter().for_each(|(key, value)| element[key] = value.clone());
    element
}

fn words(top: i64, text: &str) -> Value {
    element("TextView", top, &json!({ "text": text }))
}

/// A row of kind A, where the row toggles, or of kind B, where the switch does.
fn row(top: i64, title: &str, on: bool, row_toggles: bool) -> Value {
    let switch = json!({ "isCheckable": true, "isChecked": on, "isClickable": !row_toggles });
    let children = [words(top, title), element("Switch", top, &switch)];
    element("LinearLayout", top, &json!({ "isClickable": true, "children": children }))
}

fn page(children: &[Value]) -> Arc<Saved> {
    let mut root = element("FrameLayout", 0, &json!({ "children": children }));
    root["boundsInScreen"]["bottom"] = 2000.into();
    let reply = json!({
        "a11y_tree": root,
        "phone_state": { "packageName": APP, "keyboardVisible": false },
        "device_context": { "screen_bounds": { "width": 1000, "height": 2000 } },
    });
    Arc::new(Saved::read("page", reply.to_string().as_bytes(), None).unwrap())
}

fn verifier(yaml: &str, registry: &Registry) -> CompiledVerifier {
    let source = Arc::new(Source::new("verifiers/v.yaml", yaml));
    let file = VerifierFile::read(&read(&source, Limits::default()).unwrap()).unwrap();
    let verifier = spec::Verifier { name: Name::new("v").unwrap(), source, file, args: Args::default() };
    CompiledVerifier::compile(&verifier, registry).unwrap()
}

fn on_pages(verifier: &CompiledVerifier, before: &Arc<Saved>, after: &Arc<Saved>) -> Proof {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(prove_saved(verifier, before, after))
}

fn tried(proof: &Proof) -> Vec<Mutant> {
    let mut tried: Vec<Mutant> = proof.mutants.iter().map(|tried| tried.mutant).collect();
    tried.sort_unstable();
    tried.dedup();
    tried
}

/// What each rule looks at is changed, and nothing that it does not look at.
#[rstest]
#[case::a_switch(
    "switch: { label: Dark, APP, is: on }",
    &[Mutant::Removed, Mutant::Flipped, Mutant::Stateless, Mutant::Relabelled, Mutant::OtherApp, Mutant::Stale, Mutant::Emptied]
)]
#[case::a_control_by_its_role(
    "element: { role: switch, APP, is: { state: { checked: true } } }",
    &[Mutant::Removed, Mutant::Flipped, Mutant::Stateless, Mutant::OtherApp, Mutant::Stale, Mutant::Emptied]
)]
#[case::a_text(
    "element: { id: summary, APP, is: { text: 5 minutes } }",
    &[Mutant::Removed, Mutant::Relabelled, Mutant::Renamed, Mutant::OtherApp, Mutant::Stale, Mutant::Emptied]
)]
#[case::not_a_text(
    "not: { element: { id: summary, APP, is: { text: 30 seconds } } }",
    &[Mutant::Removed, Mutant::Relabelled, Mutant::Renamed, Mutant::OtherApp, Mutant::Stale, Mutant::Emptied]
)]
#[case::something_that_is_gone(
    "element: { text: Old, APP, is: absent, on: { text: Page } }",
    &[Mutant::Added, Mutant::OtherApp, Mutant::Unanchored, Mutant::Stale, Mutant::Emptied]
)]
#[case::the_same_said_otherwise(
    "not: { element: { text: Old, APP, on: { text: Page } } }",
    &[Mutant::Added, Mutant::OtherApp, Mutant::Unanchored, Mutant::Stale, Mutant::Emptied]
)]
#[case::so_many(
    "element: { text: Item, APP, is: { count: { min: 2, max: 3 } }, on: { text: Page } }",
    &[Mutant::Removed, Mutant::Added, Mutant::OtherApp, Mutant::Unanchored, Mutant::Stale, Mutant::Emptied]
)]
#[case::something_new(
    "element: { text: Item 3, APP, on: { text: Page } }",
    &[Mutant::Removed, Mutant::Relabelled, Mutant::OtherApp, Mutant::Unanchored, Mutant::Stale, Mutant::Emptied]
)]
fn each_rule_is_tried_by_what_it_used(#[case] check: &str, #[case] expected: &[Mutant]) {
    let summary = |text: &str| element("TextView", 600, &json!({ "text": text, "resourceId": "android:id/summary" }));
    let before = page(&[
        words(0, "Page"),
        row(100, "Dark", false, true),
        summary("30 seconds"),
        words(700, "Old"),
        words(800, "Item"),
    ]);
    let after = page(&[
        words(0, "Page"),
        row(100, "Dark", true, true),
        summary("5 minutes"),
        words(800, "Item"),
        words(900, "Item"),
        words(1000, "Item 3"),
    ]);
    let check = check.replace("APP", &format!("app: {APP}"));
    let proof = on_pages(&verifier(&format!("check: {{ {check} }}\n"), &Registry::new()), &before, &after);
    assert_eq!(proof.kind, Finding::Proven, "{proof:#?}");
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(tried(&proof), expected);
}

#[test]
fn screens_the_wrong_way_round_prove_nothing() {
    let (on, off) = (page(&[row(100, "Dark", true, true)]), page(&[row(100, "Dark", false, true)]));
    let verifier = verifier(&format!("check: {{ switch: {{ label: Dark, app: {APP}, is: on }} }}\n"), &Registry::new());
    assert_eq!(on_pages(&verifier, &off, &on).kind, Finding::Proven);
    assert_eq!(on_pages(&verifier, &on, &off).kind, Finding::BaselineWrong);
    assert_eq!(on_pages(&verifier, &off, &off).kind, Finding::NotConfirmed);
}

/// Says that the first switch of the screen is on, whatever it is called and wherever it is.
fn careless(cites: bool, says: Option<Vec<Used>>) -> Registry {
    Registry::new().with("careless", move |probe: Probe, _: Args| {
        let says = says.clone();
        async move {
            let screen = probe.observe().await?;
            let first = screen.nodes().iter().find(|node| node.checkable);
            let verdict = match first {
                Some(switch) if switch.checked => Verdict::Confirmed,
                Some(_) => Verdict::Refuted,
                None => Verdict::Inconclusive,
            };
            let evaluation = Evaluation::of("the first switch is on", verdict, probe.now());
            let evaluation = match first.filter(|_| cites) {
                Some(switch) => evaluation.at(&switch.id).on(&screen.fingerprint),
                None => evaluation,
            };
            Ok(evaluation.and_used(says.unwrap_or_default()))
        }
    })
}

#[test]
fn code_that_does_not_look_at_all_that_it_cites_is_found() {
    let (on, off) = (page(&[row(100, "Dark", true, true)]), page(&[row(100, "Dark", false, true)]));
    let proof = on_pages(&verifier("rust: careless\n", &careless(true, None)), &off, &on);
    let survivors: Vec<Mutant> = proof.survivors().map(|tried| tried.mutant).collect();
    assert_eq!((proof.kind, survivors), (Finding::Survived, vec![Mutant::Relabelled, Mutant::OtherApp]), "{proof:#?}");
    let listed = "rust: careless\nsurvivors: [{ mutant: relabelled, reason: It is alone. }, \
                  { mutant: other_app, reason: It is everywhere. }]\n";
    let proof = on_pages(&verifier(listed, &careless(true, None)), &off, &on);
    assert_eq!((proof.kind, proof.survivors().count()), (Finding::Proven, 2), "{proof:#?}");
}

#[test]
fn code_that_says_what_it_used_is_tried_by_that() {
    let (on, off) = (page(&[row(100, "Dark", true, true)]), page(&[row(100, "Dark", false, true)]));
    let says = Some(vec![Used::Presence, Used::Checked]);
    let proof = on_pages(&verifier("rust: careless\n", &careless(true, says)), &off, &on);
    assert_eq!(proof.kind, Finding::Proven, "{proof:#?}");
}

#[test]
fn code_that_cites_nothing_is_tried_by_whole_screens() {
    let (on, off) = (page(&[row(100, "Dark", true, true)]), page(&[row(100, "Dark", false, true)]));
    let proof = on_pages(&verifier("rust: careless\n", &careless(false, None)), &off, &on);
    assert_eq!(tried(&proof), [Mutant::OtherApp, Mutant::Stale, Mutant::Emptied]);
    let survivors: Vec<Mutant> = proof.survivors().map(|tried| tried.mutant).collect();
    assert_eq!((proof.kind, survivors), (Finding::Survived, vec![Mutant::OtherApp]), "{proof:#?}");
}

#[test]
fn code_that_remembers_what_it_said_is_found() {
    let registry = Registry::new().with("counting", {
        let asked = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        move |probe: Probe, _: Args| {
            let before = asked.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            async move {
                let verdict = if before == 1 { Verdict::Confirmed } else { Verdict::Refuted };
                Ok(Evaluation::of("it is asked for the second time", verdict, probe.now()))
            }
        }
    });
    let screen = page(&[words(0, "Page")]);
    let proof = on_pages(&verifier("rust: counting\n", &registry), &screen, &screen);
    assert_eq!(proof.kind, Finding::NotRepeatable, "{proof:#?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever else is on the page, no mutant of a switch confirms.
    #[test]
    fn no_mutant_of_a_switch_is_confirmed(
        others in prop::collection::vec(("[A-Z][a-z]{1,8}( [a-z]{2,6})?", any::<bool>(), any::<bool>(), any::<bool>()), 0..7),
        (place, wanted, row_toggles, anchored) in (0..8_usize, any::<bool>(), any::<bool>(), any::<bool>()),
    ) {
        let shown = |on: bool| {
            let mut rows: Vec<Value> = vec![words(0, "Page")];
            for (at, (title, is_on, toggles, is_switch)) in others.iter().enumerate() {
                let top = 100 + 200 * i64::try_from(at).unwrap();
                rows.push(if *is_switch { row(top, title, *is_on, *toggles) } else { words(top, title) });
            }
            rows.insert(1 + place.min(others.len()), row(1900, "The 1 switch", on, row_toggles));
            page(&rows)
        };
        let (word, on) = (if wanted { "on" } else { "off" }, if anchored { ", on: { text: Page }" } else { "" });
        let yaml = format!("check: {{ switch: {{ label: The 1 switch, app: {APP}, is: {word}{on} }} }}\n");
        let proof = on_pages(&verifier(&yaml, &Registry::new()), &shown(!wanted), &shown(wanted));
        prop_assert_eq!(proof.kind, Finding::Proven, "{:#?}", proof);
    }
}
