//! What is said of goals and verifiers together, once their steps and checks are compiled: `goalpost lint`.

#![allow(clippy::unwrap_used)]

mod schema;

use std::fs;
use std::path::Path;

use goalpost::case;
use goalpost::spec::{self, Loaded};
use goalpost::verify::Registry;
use rstest::rstest;
use tempfile::TempDir;

fn lint(files: &[(&str, &str)]) -> Loaded {
    let root = TempDir::new().unwrap();
    for (path, content) in files {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let mut loaded = spec::load(root.path());
    case::compile(&mut loaded, &Registry::new());
    loaded
}

fn lines(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(ToString::to_string).collect()
}

const BLUETOOTH: &str = "\
args: { state: text }
steps:
  - open: { app: com.android.settings, fresh: true }
check:
  switch: { label: Bluetooth, app: com.android.settings, is: '${state}' }
";
const USES_BLUETOOTH: &str = "goal: Bluetooth off.\nverifier: { bluetooth-is: { state: off } }\n";

#[test]
fn a_case_knows_its_secrets_by_where_they_are_kept() {
    let goal = "goal: Pay.\nverifier: { bluetooth-is: { state: off } }\n\
                secrets: { pin: { env: WORK_PIN }, card: { file: secrets/card.txt } }\n";
    let mut loaded = lint(&[("goals/pay.yaml", goal), ("verifiers/bluetooth-is.yaml", BLUETOOTH)]);
    assert_eq!(lines(&loaded), [""; 0], "neither variable nor file need be there");
    let cases = case::compile(&mut loaded, &Registry::new());
    let shown: Vec<String> =
        cases[0].secrets().iter().map(|secret| format!("{}: {}", secret.name, secret.source)).collect();
    assert_eq!(shown, ["pin: the environment variable WORK_PIN", "card: the file secrets/card.txt"]);
}

#[test]
fn a_wrong_argument_is_the_goals_mistake_and_names_both_places() {
    let loaded = lint(&[
        ("goals/good.yaml", USES_BLUETOOTH),
        ("goals/wrong.yaml", "goal: Bluetooth off.\nverifier:\n  bluetooth-is: { state: nope }\n"),
        ("verifiers/bluetooth-is.yaml", BLUETOOTH),
    ]);
    assert_eq!(
        lines(&loaded),
        ["goals/wrong.yaml:3:26: the argument `state`: unknown word `nope` \
          (known: `on`, `off`; it is put in at verifiers/bluetooth-is.yaml:5:62)"]
    );
    assert!(loaded.goal("good").is_some() && loaded.goal("wrong").is_none());
    assert_eq!(loaded.problems_of("wrong").len(), 1);
    assert!(loaded.verifier("bluetooth-is").is_some(), "the verifier itself is fine");
}

#[rstest]
#[case::a_missing_key(
    "args: { x: text }\ncheck: { switch: { label: '${x}', is: on } }\n",
    "2:18: the key `app` is missing"
)]
#[case::a_wrong_step(
    "args: { x: text }\nsteps: [tapp]\ncheck: { foreground: { app: '${x}' } }\n",
    "2:9: unknown step `tapp`"
)]
#[case::nothing_that_confirms(
    "args: { x: text }\ncheck: { not: { element: { text: '${x}', app: com.android.settings } } }\n",
    "2:8: this check can never confirm"
)]
fn a_verifier_with_arguments_is_checked_though_no_goal_uses_it(#[case] verifier: &str, #[case] said: &str) {
    let loaded = lint(&[
        ("goals/good.yaml", USES_BLUETOOTH),
        ("verifiers/bluetooth-is.yaml", BLUETOOTH),
        ("verifiers/v.yaml", verifier),
    ]);
    let lines = lines(&loaded);
    assert!(lines.iter().any(|line| line.starts_with(&format!("verifiers/v.yaml:{said}"))), "{lines:?}");
    assert!(loaded.verifier("v").is_none());
}

#[rstest]
#[case("args: { x: text }\ncheck: { foreground: { app: '${x}' } }\n")]
#[case("args: { x: text }\ncheck: { switch: { label: a, app: com.android.settings, is: '${x}' } }\n")]
#[case(
    "args: { x: number }\ncheck: { element: { text: a, app: a.b, on: { text: b }, is: { count: { min: '${x}', max: 5 } } } }\n"
)]
#[case(
    "args: { x: number }\ncheck: { element: { text: a, app: a.b, on: { text: b }, is: { count: { min: 2, max: '${x}' } } } }\n"
)]
#[case("args: { x: number }\nsteps: [wait: { time: '${x}s' }]\ncheck: { foreground: { app: a.b } }\n")]
fn what_depends_on_an_argument_is_not_held_against_its_verifier(#[case] verifier: &str) {
    let loaded = lint(&[("verifiers/v.yaml", verifier)]);
    assert_eq!(lines(&loaded), ["verifiers/v.yaml:1:1: warning: no goal uses this verifier"]);
    assert!(loaded.verifier("v").is_some());
}

#[test]
fn a_verifier_that_is_refused_for_a_goal_cannot_be_used() {
    let loaded = lint(&[
        ("goals/g.yaml", "goal: x\nverifier: v\nstart: { steps: [wiat] }\n"),
        ("verifiers/v.yaml", "check: { foreground: com.android.settings }\n"),
    ]);
    assert_eq!(loaded.problems.len(), 2, "the goal's own mistakes are told as well: {:?}", lines(&loaded));
    assert!(loaded.verifier("v").is_none() && loaded.goal("g").is_none());
}

const GUARDED: &str = "guard: { apps: [com.android.settings] }\n";

#[rstest]
#[case::verifier(
    "goal: x\nverifier: v\n",
    "steps: [open: { app: com.android.calculator2 }]\ncheck: { foreground: { app: com.android.settings } }\n",
    "goals/g.yaml:2:11: the verifier `v` opens com.android.calculator2, which `guard.apps` does not list, and the \
     guard binds verifiers too (add it to `guard.apps`)"
)]
#[case::own_step(
    "goal: x\nverifier: v\nbaseline: { steps: [home, open: { app: a.b }] }\n",
    "check: { foreground: { app: com.android.settings } }\n",
    "goals/g.yaml:3:27: this opens a.b, which `guard.apps` does not list (add it to `guard.apps`)"
)]
#[case::check(
    "goal: x\nverifier: v\n",
    "check: { foreground: { app: a.b } }\n",
    "goals/g.yaml:2:11: warning: the verifier `v` looks at a.b, which `guard.apps` does not list: its steps can do \
     nothing there (add it to `guard.apps` unless it only looks)"
)]
fn what_the_guard_will_refuse_is_said_before_it_does(#[case] goal: &str, #[case] verifier: &str, #[case] said: &str) {
    let goal = format!("{goal}{GUARDED}");
    let loaded = lint(&[("goals/g.yaml", &goal), ("verifiers/v.yaml", verifier)]);
    assert_eq!(lines(&loaded), [said]);
    assert_eq!(loaded.goal("g").is_none(), loaded.has_errors());
}

#[test]
fn a_guard_without_apps_limits_none() {
    let goal = "goal: x\nverifier: v\nguard: { never: [Erase] }\n";
    let loaded = lint(&[("goals/g.yaml", goal), ("verifiers/v.yaml", "check: { foreground: { app: a.b } }\n")]);
    assert_eq!(lines(&loaded), [""; 0]);
}

#[rstest]
#[case::shipped(".")]
#[case::for_an_older_android("tests/eleven")]
#[case::of_all_outcomes("tests/kinds")]
#[case::of_another_package("tests/downstream")]
fn editors_see_nothing_wrong_with_files_that_can_be_used(#[case] project: &str) {
    let loaded = spec::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(project));
    let editor = schema::Editor::new();
    assert!(!loaded.goals.is_empty() && !loaded.verifiers.is_empty());
    for goal in &loaded.goals {
        let marked = editor.marks_in_goal(goal.source.text());
        assert_eq!(marked, None, "{}", goal.source.path().display());
    }
    for verifier in &loaded.verifiers {
        let marked = editor.marks_in_verifier(verifier.source.text());
        assert_eq!(marked, None, "{}", verifier.source.path().display());
    }
}

#[rstest]
#[case::every_key(
    "goal: Set ${minutes}.\nverifier: { v: { minutes: \"${minutes}\" } }\nbaseline: { steps: [home], goal: x }\n\
     start: { steps: [back: { timeout: 1m30s }], keep: [a.b] }\ncleanup: { steps: [] }\nsolution: [scan]\n\
     limits: { steps: 7, time: 1m }\ntext: [a, 1.10, true]\nsecrets: { pin: { env: PIN } }\nexpect: done\nclaim: any\n\
     already: allowed\ntags: [a, 15]\nguard: { apps: [android], never: [Reset] }\nreplay: { skip: true, reason: x }\n\
     cases: [{ minutes: 5, case: five }]\n"
)]
#[case::values_put_in_wherever_they_may(
    "goal: x\nverifier: v\ncases: [{ x: 1 }]\nsolution:\n\
     - tap: { text: \"${x}\", role: \"${x}\", checked: \"${x}\", within: { app: \"${x}\" }, timeout: \"${x}s\" }\n\
     - press: { key: \"${x}\" }\n- wait: { time: \"${x}s\" }\n- open: { app: \"${x}\", fresh: \"${x}\" }\n"
)]
#[case::every_effect(
    "verifier: v\nsteps:\n- home: { verify: none }\n- home: { verify: { app: a.b } }\n- home: { verify: { gone: { text: x } } }\n\
     - home:\n- tap: { switch: { label: x, match: exact }, verify: changed }\n- wait: { for: { text: 5 }, timeout: 1s }\n\
     - type: { text: 5, into: { role: field }, clear: false, mutates: true }\n- scroll_to: { text: a, within: { id: b } }\n"
)]
fn editors_see_nothing_wrong_with_goals_of_the_whole_language(#[case] goal: &str) {
    assert_eq!(schema::Editor::new().marks_in_goal(goal), None);
}

#[rstest]
#[case("element: { text: a, app: a.b, is: { count: 2 }, on: { id: x } }")]
#[case("element: { text: a, app: a.b, is: { count: { min: 1 } }, on: { id: x }, scan: { role: list } }")]
#[case("element: { text: a, app: a.b, is: absent, on: { id: x } }")]
#[case("element: { text: a, app: a.b, is: { text: 30 } }")]
#[case("element: { text: a, app: a.b, is: { text: { is: x, match: contains } } }")]
#[case("element: { text: a, app: a.b, is: { state: { checked: true } } }")]
#[case("all: [{ any: [{ not: { foreground: { app: a.b } } }] }]")]
fn editors_see_nothing_wrong_with_any_check(#[case] check: &str) {
    assert_eq!(schema::Editor::new().marks_in_verifier(&format!("check: {{ {check} }}\n")), None);
}
