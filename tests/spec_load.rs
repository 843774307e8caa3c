//! Finding goals and verifiers in a project, whatever lies around there.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers of tests

use std::fs;
use std::path::Path;

use goalpost::spec::{self, Fault, Loaded, Span};
use rstest::rstest;
use tempfile::TempDir;

const GOAL: &str = "goal: Turn on dark theme.\nverifier: v\n";
const VERIFIER: &str = "check: {foreground: {app: com.android.settings}}\n";

fn project(files: &[&str]) -> TempDir {
    let root = TempDir::new().unwrap();
    for path in files {
        write(root.path(), path, if path.starts_with("goals") { GOAL } else { VERIFIER });
    }
    root
}

fn write(root: &Path, path: &str, text: &str) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn names(loaded: &Loaded) -> Vec<&str> {
    loaded.goals.iter().map(|goal| goal.name.as_str()).collect()
}

fn lines(loaded: &Loaded) -> Vec<String> {
    loaded.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_goal_is_named_by_its_path() {
    let root = project(&["goals/settings/dark-theme.yaml", "goals/b_2.yml", "goals/a/b/c.yaml", "verifiers/v.yaml"]);
    for ignored in ["goals/README.md", "goals/.hidden.yaml", "goals/.git/x.yaml", "goals/b.yaml~", "goals/yaml"] {
        write(root.path(), ignored, "nonsense");
    }
    let loaded = spec::load(root.path());
    assert_eq!(lines(&loaded), [""; 0]);
    assert_eq!(names(&loaded), ["a/b/c", "b_2", "settings/dark-theme"]);
    let goal = loaded.goal("settings/dark-theme").unwrap();
    assert_eq!(goal.source.path(), Path::new("goals/settings/dark-theme.yaml"));
    assert_eq!(goal.verifier.name.as_str(), "v");
}

#[test]
fn names_are_listed_without_reading_the_files() {
    let root = project(&["goals/a.yaml"]);
    write(root.path(), "goals/broken.yaml", "goal: [");
    let found = spec::names(root.path());
    assert_eq!(found.found.iter().map(|found| found.name.as_str()).collect::<Vec<_>>(), ["a", "broken"]);
    assert!(found.problems.is_empty());
}

#[test]
fn a_project_without_goals_is_empty_and_not_wrong() {
    let root = TempDir::new().unwrap();
    assert!(spec::load(root.path()).is_empty());
    fs::create_dir(root.path().join("goals")).unwrap();
    let loaded = spec::load(root.path());
    assert!(loaded.is_empty() && !loaded.has_errors());
}

#[test]
fn a_project_with_only_broken_goals_is_not_empty() {
    let root = project(&[]);
    write(root.path(), "goals/broken.yaml", "goal: [");
    let loaded = spec::load(root.path());
    assert!(!loaded.is_empty() && loaded.has_errors());
    assert_eq!(loaded.names.len(), 1);
}

#[rstest]
#[case("goals/Dark Theme.yaml", "`Dark Theme`")]
#[case("goals/DARK.yaml", "`DARK`")]
#[case("goals/a.b.yaml", "`a.b`")]
#[case("goals/Über/x.yaml", "`Über/x`")]
#[case("goals/a\u{1b}[31m.yaml", "`a\\u{1b}[31m`")]
fn a_file_without_a_proper_name_is_refused(#[case] path: &str, #[case] shown: &str) {
    let root = project(&["verifiers/v.yaml", "goals/good.yaml", path]);
    let loaded = spec::load(root.path());
    let shown_path = path.replace('\u{1b}', "\\u{1b}");
    let expected = format!(
        "{shown_path}:1:1: the path of this file is its name, and {shown} is not a name; names are made of a-z, 0-9, _, - and /, and no word begins with - (rename the file or its directory)"
    );
    assert_eq!(lines(&loaded), [expected]);
    assert_eq!(names(&loaded), ["good"]);
}

#[test]
fn a_name_is_taken_once() {
    let root = project(&["verifiers/v.yaml", "verifiers/v.yml", "goals/a.yaml", "goals/a.yml", "goals/a.YAML"]);
    let loaded = spec::load(root.path());
    assert_eq!(
        lines(&loaded),
        [
            "goals/a.yaml:1:1: the name `a` is taken by `goals/a.YAML` (rename or remove one of them)",
            "goals/a.yml:1:1: the name `a` is taken by `goals/a.YAML` (rename or remove one of them)",
            "verifiers/v.yml:1:1: the name `v` is taken by `verifiers/v.yaml` (rename or remove one of them)",
        ]
    );
}

#[test]
fn an_unused_verifier_is_a_warning() {
    let root = project(&["goals/a.yaml", "verifiers/v.yaml", "verifiers/other.yaml"]);
    let loaded = spec::load(root.path());
    assert_eq!(lines(&loaded), ["verifiers/other.yaml:1:1: warning: no goal uses this verifier"]);
    assert!(!loaded.has_errors());
}

#[test]
fn every_file_with_a_problem_is_told_in_one_run() {
    let root = project(&["goals/good.yaml", "verifiers/v.yaml"]);
    write(root.path(), "goals/a.yaml", "goal: [\n");
    write(root.path(), "goals/b.yaml", "gaol: x\nverifier: v\n");
    write(root.path(), "goals/c.yaml", "goal: x\nverifier: none\n");
    write(root.path(), "verifiers/w.yaml", "check: {}\ncheck: {}\n");
    let loaded = spec::load(root.path());
    let places: Vec<String> = loaded.problems.iter().map(|problem| problem.file().display().to_string()).collect();
    assert_eq!(places, ["goals/a.yaml", "goals/b.yaml", "goals/c.yaml", "verifiers/w.yaml"]);
    assert_eq!(names(&loaded), ["good"]);
}

#[test]
fn one_case_can_be_loaded_without_the_others() {
    let root = project(&["goals/a.yaml", "verifiers/v.yaml"]);
    write(root.path(), "goals/broken.yaml", "goal: [");
    write(root.path(), "verifiers/broken.yaml", "check: [");
    let loaded = spec::load_only(root.path(), "a");
    assert_eq!(names(&loaded), ["a"]);
    assert_eq!(loaded.names.len(), 2);
    assert_eq!(lines(&loaded), [""; 0]);
}

#[test]
fn what_steps_and_checks_find_wrong_later_takes_the_goal_out_of_use() {
    let root = project(&["goals/a.yaml", "goals/b.yaml", "goals/c.yaml", "verifiers/v.yaml"]);
    let mut loaded = spec::load(root.path());
    let goal = loaded.goal("a").unwrap().clone();
    let fault = Fault::error(goal.file.verifier.span, "unknown step `hop`");
    loaded.refuse(&goal.name, &goal.source, vec![fault.clone(), fault.clone()]);
    loaded.refuse(&loaded.goal("b").unwrap().name.clone(), &goal.source, vec![Fault::warning(fault.span, "hm")]);
    assert_eq!(names(&loaded), ["b", "c"]);
    assert_eq!(lines(&loaded), ["goals/a.yaml:2:11: unknown step `hop`", "goals/a.yaml:2:11: warning: hm"]);
    assert_eq!(loaded.problems_of("a").len(), 1);

    loaded.refuse_verifier(&goal.verifier.name, vec![Fault::error(Span::default(), "unknown check `swich`")]);
    assert_eq!(names(&loaded), [""; 0]);
    assert_eq!(loaded.problems_of("c")[0].to_string(), "verifiers/v.yaml:1:1: unknown check `swich`");
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_to_a_directory_is_followed_once() {
        let root = project(&["goals/a.yaml", "verifiers/v.yaml", "shared/x.yaml"]);
        fs::write(root.path().join("shared/x.yaml"), GOAL).unwrap();
        symlink(root.path().join("shared"), root.path().join("goals/shared")).unwrap();
        symlink(root.path().join("shared"), root.path().join("goals/again")).unwrap();
        symlink(root.path().join("goals"), root.path().join("goals/loop")).unwrap();
        symlink("self.yaml", root.path().join("goals/self.yaml")).unwrap();
        symlink("nowhere", root.path().join("goals/dangling.yaml")).unwrap();
        symlink("nowhere", root.path().join("goals/dangling")).unwrap();
        let loaded = spec::load(root.path());
        let found = lines(&loaded);
        let expected = [
            "goals/again:1:1: cannot read this directory: this link leads to a directory that is read already",
            "goals/dangling.yaml:1:1: cannot read this file: No such file or directory (os error 2)",
            "goals/loop:1:1: cannot read this directory: this link leads to a directory that is read already",
            "goals/self.yaml:1:1: cannot read this file: Too many levels of symbolic links (os error 40)",
        ];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!(found.split(" (os error").next(), expected.split(" (os error").next());
        }
        assert_eq!(names(&loaded), ["a", "shared/x"]);
    }

    #[test]
    fn what_is_no_regular_file_is_never_opened() {
        let root = project(&["goals/a.yaml", "verifiers/v.yaml"]);
        symlink("/dev/zero", root.path().join("goals/zero.yaml")).unwrap();
        let status = std::process::Command::new("mkfifo").arg(root.path().join("goals/pipe.yaml")).status();
        let loaded = spec::load(root.path());
        let mut expected = vec!["goals/zero.yaml:1:1: cannot read this file: it is not a regular file"];
        if status.is_ok_and(|status| status.success()) {
            expected.insert(0, "goals/pipe.yaml:1:1: cannot read this file: it is not a regular file");
        }
        assert_eq!(lines(&loaded), expected);
    }

    #[test]
    fn goals_that_are_not_a_directory_are_told() {
        let root = project(&[]);
        fs::write(root.path().join("goals"), "x").unwrap();
        let loaded = spec::load(root.path());
        assert!(lines(&loaded)[0].starts_with("goals:1:1: cannot read this directory: "), "{:?}", lines(&loaded));
    }
}

const ROWS: &str = "\
goal: Set the screen timeout to ${time}, not $${time}.
verifier: { v: { time: \"${time}\", n: \"${n}\" } }
baseline: { steps: [{ tap: { text: \"${time}\" } }] }
start: { steps: [{ tap: { text: \"${time}\" } }] }
cleanup: { steps: [{ tap: { text: \"${time}\" } }] }
solution: [{ tap: { text: \"${time}\" } }]
text: [\"${time}\"]
tags: [slow]
cases:
  - { time: 5 minutes, n: 5 }
  - { time: 10 minutes, n: 10, case: ten }
";
const ROWS_VERIFIER: &str = "\
args: { time: text, n: number }
check: { element: { text: \"${time}\", app: a.b, on: { text: \"${time}\" }, is: { count: \"${n}\" } } }
";

fn with_rows() -> TempDir {
    let root = project(&["goals/settings/other.yaml", "verifiers/v.yaml"]);
    write(root.path(), "goals/settings/timeout.yaml", ROWS);
    write(root.path(), "verifiers/v.yaml", ROWS_VERIFIER);
    write(root.path(), "goals/settings/other.yaml", "goal: x\nverifier: { v: { time: a, n: 1 } }\n");
    root
}

#[test]
fn each_row_is_a_case_of_its_own_with_its_values_put_in() {
    let root = with_rows();
    let loaded = spec::load(root.path());
    assert_eq!(lines(&loaded), [""; 0]);
    assert_eq!(names(&loaded), ["settings/other", "settings/timeout/5-minutes-5", "settings/timeout/ten"]);
    assert_eq!(loaded.names.iter().map(|name| name.as_str()).collect::<Vec<_>>(), names(&loaded));
    let goal = loaded.goal("settings/timeout/ten").unwrap();
    assert_eq!(
        goal.file.task,
        spec::Task::Ask(spec::Ask::new("Set the screen timeout to 10 minutes, not ${time}.").unwrap())
    );
    assert_eq!(goal.file.text, ["10 minutes"]);
    let steps: Vec<_> = goal.file.steps().map(|step| step.at(&["tap", "text"]).unwrap().text().unwrap()).collect();
    assert_eq!(steps, ["10 minutes"; 4]);
    assert_eq!(goal.verifier.args.get("n"), Some(&10.into()));
    let spec::Proof::Check(check) = &goal.verifier.file.proof else { panic!("it has a check") };
    assert_eq!(check.at(&["element", "text"]).unwrap().text(), Some("10 minutes"));
    assert_ne!(goal.essence(), loaded.goal("settings/timeout/5-minutes-5").unwrap().essence());
}

#[test]
fn what_is_recorded_of_a_case_depends_on_its_own_row_alone() {
    let root = with_rows();
    let essence = |name: &str| spec::load(root.path()).goal(name).unwrap().essence();
    let before = essence("settings/timeout/ten");
    let others = "cases:\n  - { time: 10 minutes, n: 10, case: ten }\n  - { time: 1 hour, n: 60 }\n";
    let changed = format!("{}{others}", ROWS.split_once("cases:").unwrap().0);
    write(root.path(), "goals/settings/timeout.yaml", &changed);
    assert_eq!(essence("settings/timeout/ten"), before);
    write(root.path(), "goals/settings/timeout.yaml", &changed.replace("n: 10", "n: 11"));
    assert_ne!(essence("settings/timeout/ten"), before);
}

#[test]
fn one_row_can_be_loaded_without_the_others() {
    let root = with_rows();
    write(root.path(), "goals/broken.yaml", "goal: [");
    let loaded = spec::load_only(root.path(), "settings/timeout/ten");
    assert_eq!(names(&loaded), ["settings/timeout/ten"]);
    assert_eq!(lines(&loaded), [""; 0]);
    assert_eq!(names(&spec::load_only(root.path(), "settings/timeout/tne")), [""; 0]);
    assert_eq!(names(&spec::load_only(root.path(), "settings/timeout")), [""; 0], "it is no case");
}

#[test]
fn a_new_goal_does_not_take_the_name_of_a_row() {
    let root = with_rows();
    let name = spec::Name::new("settings/timeout/ten").unwrap();
    let error = spec::write_goal(root.path(), &name, None).unwrap_err().to_string();
    assert_eq!(error, "a row of goals/settings/timeout.yaml makes the case settings/timeout/ten; choose another name");
}
