//! Scripted cases, run by the command on the embedded phone: data that is set up, what comes up on the way, secrets.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;
use support::{Ended, ended, goalpost};
use tempfile::TempDir;

const RECORDER: &str = "com.google.android.apps.recorder";
const VERIFIERS: [(&str, &str); 3] = [
    ("settings-in-front", "check: { foreground: { app: com.android.settings } }"),
    (
        "dark-theme-on",
        "steps: [home, open: { app: com.android.settings, fresh: true }, tap: { text: Display }]\n\
         check: { switch: { label: Dark theme, app: com.android.settings, is: on } }",
    ),
    (
        "a-recording-is-there",
        "steps: [home, open: { app: com.google.android.apps.recorder, fresh: true }]\n\
         check: { element: { text: \"0:04\", app: com.google.android.apps.recorder, is: exists, on: { text: Recordings } } }",
    ),
];

/// A project with one goal.
fn project(goal: &str) -> TempDir {
    let project = tempfile::tempdir().unwrap();
    write(project.path(), "goals/it.yaml", goal);
    VERIFIERS.iter().for_each(|(name, text)| write(project.path(), &format!("verifiers/{name}.yaml"), text));
    project
}

fn write(project: &Path, file: &str, text: &str) {
    let path = project.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn run(project: &Path, args: &[&str], environment: &[(&str, &str)]) -> Ended {
    ended(goalpost(project, &["run"]).args(args).envs(environment.iter().copied()))
}

/// Asks for the microphone, records, saves under a name in a form whose buttons the keyboard covers, and is asked
/// whether it may notify.
const RECORDS: &str = "steps:
  - open: { app: com.google.android.apps.recorder }
  - tap: { label: Record }
  - when: { dialog: any, then: [tap: { text: While using the app }] }
  - unless: { shows: { label: Stop recording }, then: [tap: { label: Record }] }
  - tap: { label: Stop recording }
  - type: { WHAT, into: { text: Title, role: field } }
  - tap: { text: Save }
  - when: { dialog: { text: notifications, match: contains }, then: [tap: { text: Don't allow }] }
verifier: a-recording-is-there
";

#[rstest]
#[case::permission_dialogs_and_a_keyboard_that_covers_the_button(&RECORDS.replace("WHAT", "text: Interview"))]
#[case::an_app_that_does_not_respond(
    "
steps:
  - open: { app: com.google.android.apps.recorder }
  - tap: { text: Transcribe all, verify: none }
  - wait: { for: { text: isn't responding, match: contains }, timeout: 30s }
  - when: { dialog: { id: aerr_close }, then: [tap: { id: aerr_close }], else: [tap: { text: Nobody }] }
  - open: { app: com.android.settings }
verifier: settings-in-front
"
)]
#[case::a_row_whose_label_opens_a_page_and_whose_switch_toggles(
    "
steps:
  - open: { app: com.android.settings, fresh: true }
  - tap: { text: Display }
  - tap: { text: Dark theme, verify: { appears: { text: Schedule } } }
  - back
  - tap: { switch: { label: Dark theme } }
verifier: dark-theme-on
"
)]
#[case::a_row_below_the_fold(
    "
steps:
  - open: { app: com.android.settings, fresh: true }
  - scroll_to: { text: About phone }
  - tap: { text: About phone, verify: { appears: { text: Device name } } }
  - swipe: { direction: up }
verifier: settings-in-front
"
)]
#[case::data_that_is_set_up_and_read_back(
    "
baseline:
  reset: full
  steps:
    - set: { language: de-DE, timezone: Europe/Berlin, location: { latitude: 52.52, longitude: 13.405 } }
    - set: { clipboard: { secret: pin } }
    - app: { clear: com.google.android.apps.recorder }
    - app: { grant: { app: com.google.android.apps.recorder, permission: POST_NOTIFICATIONS } }
    - set: { language: en-US }
steps: [{ open: { app: com.android.settings } }]
verifier: settings-in-front
secrets: { pin: { file: pin.txt } }
cleanup: { steps: [{ set: { clipboard: '' } }, { app: { stop: com.android.settings } }] }
"
)]
fn scripted_cases_pass_on_the_embedded_phone(#[case] goal: &str) {
    let project = project(goal);
    write(project.path(), "pin.txt", "4821-hunter\n");
    let ended = run(project.path(), &["--json"], &[]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    assert!(!ended.stderr.contains("cleanup failed"), "{}", ended.stderr);
}

/// None of its parts can stand in an operation id or a hash by chance.
const SECRET: &str = "hunter2 & \"wxyz\"";

fn with_secret() -> TempDir {
    let goal = RECORDS.replace("WHAT", "secret: title") + "secrets: { title: { env: WORK_TITLE } }\n";
    project(&goal)
}

/// Every file below a folder that holds a part of the secret.
fn leaks(folder: &Path) -> Vec<PathBuf> {
    let mut rest = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(folder) = rest.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => rest.push(path),
                false if leaks_in(&fs::read(&path).unwrap()) => found.push(path),
                false => {}
            }
        }
    }
    found
}

fn leaks_in(bytes: &[u8]) -> bool {
    ["hunter2", "wxyz"].iter().any(|part| bytes.windows(part.len()).any(|window| window == part.as_bytes()))
}

#[test]
fn a_secret_is_typed_recorded_and_replayed_and_stands_nowhere() {
    let project = with_secret();
    let known = [("WORK_TITLE", SECRET)];
    let out = project.path().join("out");
    let runs = [
        run(project.path(), &["--json", "--trace", "trace.jsonl"], &known),
        run(project.path(), &[], &known),
        run(project.path(), &["--record"], &[("WORK_TITLE", SECRET), ("GOALPOST_OUT", out.to_str().unwrap())]),
        // What was recorded is replayed where nobody knows the secret.
        run(project.path(), &["--mode", "replay", "--trace", "replay.jsonl"], &[]),
    ];
    for ended in &runs {
        assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
        assert!(!leaks_in(ended.stdout.as_bytes()) && !leaks_in(ended.stderr.as_bytes()), "{}", ended.stdout);
    }
    assert_eq!(leaks(project.path()), Vec::<PathBuf>::new());
    let trace = fs::read_to_string(project.path().join("trace.jsonl")).unwrap();
    assert!(trace.contains("type the secret title into"), "{trace}");
    assert!(project.path().join("tests/fixtures/it/fixture.json").is_file());
}

#[test]
fn a_step_that_fails_over_a_secret_does_not_tell_it() {
    let goal = "steps:
  - open: { app: com.android.settings, fresh: true }
  - tap: { text: Search settings }
  - type: { secret: title, verify: { appears: { text: Nowhere } }, timeout: 1s }
verifier: dark-theme-on
secrets: { title: { env: WORK_TITLE } }
";
    let project = project(goal);
    let ended = run(project.path(), &["--json", "--trace", "trace.jsonl"], &[("WORK_TITLE", SECRET)]);
    assert_eq!(ended.code, 1, "{}{}", ended.stdout, ended.stderr);
    assert!(!leaks_in(ended.stdout.as_bytes()) && !leaks_in(ended.stderr.as_bytes()), "{}", ended.stdout);
    assert_eq!(leaks(project.path()), Vec::<PathBuf>::new());
}

#[rstest]
#[case::missing(&[])]
#[case::empty(&[("WORK_TITLE", "")])]
#[case::blank(&[("WORK_TITLE", "  ")])]
fn a_secret_that_is_not_to_be_had_is_said_before_anything_is_sent(#[case] environment: &[(&str, &str)]) {
    let project = with_secret();
    let ended = run(project.path(), &["--json", "--trace", "trace.jsonl"], environment);
    assert_eq!(ended.code, 4, "{}{}", ended.stdout, ended.stderr);
    let message = ended.json()["cases"][0]["message"].as_str().unwrap().to_owned();
    let expected = "nothing was sent: goals/it.yaml:7: step 6: the secret title needs the environment variable \
                    WORK_TITLE, which is not set";
    assert_eq!(message, expected);
    assert!(!fs::read_to_string(project.path().join("trace.jsonl")).unwrap().contains("input_intended"));
}

#[test]
fn a_file_that_is_not_there_is_a_mistake_of_the_goal() {
    let project = project(&format!(
        "baseline: {{ steps: [put: {{ file: data/notes.txt, to: /sdcard/a.txt }}] }}\nsteps: [open: {{ app: {RECORDER} }}]\n\
         verifier: settings-in-front\n"
    ));
    let ended = run(project.path(), &[], &[]);
    assert_eq!(ended.code, 2, "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stderr.contains("cannot read ./data/notes.txt"), "{}", ended.stderr);
    assert!(ended.stderr.contains("goals/it.yaml:1:34"), "{}", ended.stderr);
}
