//! What holds for every text whatever, goal or not.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers of tests

use std::collections::BTreeMap;
use std::sync::Arc;

use goalpost::spec::yaml::{self, Limits};
use goalpost::spec::{Fault, GoalFile, Node, Problem, Source, VerifierFile, decode};
use proptest::prelude::*;

/// Pieces from which nearly-YAML is made.
const PIECES: &[&str] = &[
    "goal",
    "steps",
    "verifier",
    "baseline",
    "start",
    "keep",
    "limits",
    "time",
    "text",
    "tags",
    "check",
    "args",
    "cases",
    "${x}",
    "within",
    ": ",
    ":",
    "- ",
    "-",
    "\n",
    "\n  ",
    "\n    ",
    "\n\t",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "'",
    "\"",
    "|",
    ">",
    "|\n  ",
    "&a ",
    "*a",
    "!t ",
    "!!str ",
    "? ",
    "<<",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "#",
    " # c",
    "~",
    "null",
    "on",
    "3",
    "1.5",
    ".inf",
    "5s",
    "${a}",
    "$${",
    "\\",
    "\\e",
    "\\u0041",
    "\\ud83d",
    "\0",
    "\u{1b}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\r",
    "\r\n",
    "é",
    "日本",
    "\u{202e}",
    "🙂",
    "@",
    "`",
    "=",
];

fn nearly_yaml() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..120).prop_map(|pieces| pieces.concat())
}

/// Everything that is found wrong with `text`, read as a goal, as a verifier and as anything.
fn faults(source: &Source) -> Vec<Fault> {
    let tree = match yaml::read(source, Limits::default()) {
        Ok(tree) => tree,
        Err(fault) => return vec![fault],
    };
    check_spans(source, &tree);
    let goal = GoalFile::read(&tree).err().unwrap_or_default();
    let verifier = VerifierFile::read(&tree).err().unwrap_or_default();
    let anything = decode::<serde_json::Value>(&tree).err().unwrap_or_default();
    [goal, verifier, anything].concat()
}

fn check_spans(source: &Source, node: &Node) {
    assert!(node.span.start <= node.span.end && node.span.end <= source.text().len());
    assert!(source.text().get(node.span.start..node.span.end).is_some());
    node.items().iter().for_each(|item| check_spans(source, item));
    node.entries().iter().for_each(|(_, value)| check_spans(source, value));
}

/// Every fault lies in the text, is one line without control characters, and can be shown.
fn faults_are_well_placed(text: &str) {
    let source = Arc::new(Source::new("goals/x.yaml", text));
    for fault in faults(&source) {
        let span = fault.span;
        assert!(source.text().get(span.start..span.end).is_some(), "{fault:?}");
        let (begin, line) = source.line(span.line).expect("the line is in the file");
        assert!(begin <= span.start && span.column <= line.chars().count() + 2, "{fault:?} in {line:?}");
        let problem = Problem::new(&source, fault);
        assert!(!problem.to_string().contains(char::is_control), "{problem}");
        assert!(problem.to_string().len() < 10_000);
        let shown = problem.render(false);
        assert!(!shown.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused_with_a_place(text in any::<String>()) {
        faults_are_well_placed(&text);
    }

    #[test]
    fn any_near_miss_is_read_or_refused_with_a_place(text in nearly_yaml()) {
        faults_are_well_placed(&text);
    }

    #[test]
    fn a_goal_with_a_piece_put_in_is_read_or_refused_with_a_place(at in 0..GOAL.len(), piece in prop::sample::select(PIECES)) {
        let text = format!("{}{piece}{}", &GOAL[..at], &GOAL[at..]);
        faults_are_well_placed(&text);
    }

    #[test]
    fn names_of_cases_are_proper_and_stay_in_any_order_of_the_rows(
        rows in prop::collection::vec(("[ -~äé№日]{0,12}", 0..1000_u32), 1..12),
        order in any::<prop::sample::Index>(),
    ) {
        let load = |rows: &[(String, u32)]| {
            let root = tempfile::TempDir::new().unwrap();
            let row = |(text, n): &(String, u32)| format!("  - {{ text: {text:?}, n: {n} }}\n");
            let goal = format!("goal: ${{text}} ${{n}}.\nverifier: v\ncases:\n{}", rows.iter().map(row).collect::<String>());
            for (file, text) in [("goals/g.yaml", goal.as_str()), ("verifiers/v.yaml", "check: { foreground: { app: a.b } }\n")] {
                std::fs::create_dir_all(root.path().join(file).parent().unwrap()).unwrap();
                std::fs::write(root.path().join(file), text).unwrap();
            }
            goalpost::spec::load(root.path())
        };
        // Each case with what the agent is asked: which row it is.
        let cases = |rows: &[(String, u32)]| -> BTreeMap<String, String> {
            load(rows).goals.iter().map(|goal| (goal.name.to_string(), format!("{:?}", goal.file.task))).collect()
        };
        let loaded = load(&rows);
        let told = cases(&rows);
        if loaded.has_errors() {
            prop_assert!(loaded.problems.iter().all(|problem| problem.fault.message.contains("called")), "{:?}", loaded.problems);
            prop_assert!(told.is_empty());
        } else {
            prop_assert_eq!(told.len(), rows.len(), "each row has a name of its own");
        }
        let mut turned = rows.clone();
        turned.rotate_left(order.index(rows.len()));
        turned.reverse();
        prop_assert_eq!(cases(&turned), told);
    }

    #[test]
    fn the_order_of_keys_does_not_matter(keys in Just(GOAL.split_inclusive(";\n").collect::<Vec<_>>()).prop_shuffle()) {
        let read = |text: &str| {
            let source = Source::new("x", &text.replace(';', ""));
            GoalFile::read(&yaml::read(&source, Limits::default()).unwrap()).unwrap()
        };
        prop_assert_eq!(without_places(&read(&keys.concat())), without_places(&read(GOAL)));
    }
}

/// A goal with every key; `;` ends a key.
const GOAL: &str = "\
goal: Turn on dark theme.;
verifier: {switch-is: {label: Dark theme, on: true}};
baseline:
  steps: [home, {tap: {text: Display}}]
  goal: Turn off dark theme.;
start: {steps: [home], keep: [com.example.timer]};
cleanup: {steps: [home]};
solution:
  - open: com.android.settings;
limits: {steps: 7, time: 1m30s};
text: [a, 1.10, on];
expect: done;
claim: any;
already: allowed;
tags: [settings, display];
guard: {apps: [com.android.settings], never: [Reset]};
replay: {skip: true, reason: It ticks.};
";

/// What the goal says, without where it says it.
fn without_places(goal: &GoalFile) -> String {
    let shown = format!("{goal:?}");
    shown.split("Span {").map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

#[test]
fn a_goal_with_every_key_has_nothing_wrong() {
    let source = Source::new("x", &GOAL.replace(';', ""));
    let goal = GoalFile::read(&yaml::read(&source, Limits::default()).unwrap()).unwrap();
    assert_eq!(goal.limits.steps, 7);
    assert_eq!(goal.steps().count(), 5);
    assert_eq!(goal.text, ["a", "1.10", "on"]);
}
