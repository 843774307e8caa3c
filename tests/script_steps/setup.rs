//! Steps that set data up: what they send, what they read back, and what they say where that is something else.

use goalpost::device::Input;
use goalpost::script::{Permission, Scope, Script};
use goalpost::spec::yaml::{Limits, read};
use goalpost::spec::{SecretRef, SecretSource, Source};
use rstest::rstest;

use crate::toy_phone::*;
use crate::{compile, on, pages, run, run_script};

fn with(habits: Habits) -> Bench {
    Bench::new(ToyPhone::with(pages, habits))
}

#[tokio::test]
async fn what_is_set_is_there_afterwards() {
    let bench = on("home");
    let step = "set: { language: de-DE, timezone: Europe/Berlin, location: { latitude: 52.52001, longitude: 13.405 }, \
                clipboard: 'a: b' }";
    run(&bench, &format!("[{step}]")).await.unwrap();
    let facts = bench.phone.state().facts;
    let facts: Vec<(&str, &str)> = facts.iter().map(|(name, value)| (*name, value.as_str())).collect();
    assert_eq!(
        facts,
        [("clipboard", "a: b"), ("language", "de-de"), ("location", "52.5200,13.4050"), ("timezone", "Europe/Berlin")]
    );
}

#[rstest]
#[case("set: { language: de-DE }", "the language is ")]
#[case("set: { timezone: Europe/Berlin }", "the time zone is ")]
#[case("set: { location: { latitude: 52, longitude: 13 } }", "the location is 0,0, which is ")]
#[case("set: { clipboard: Hello }", "the clipboard is \"\"")]
#[case("put: { text: Hello, to: /sdcard/a.txt }", "no such file")]
#[tokio::test]
async fn what_is_accepted_and_not_done_is_said_with_what_is_there(#[case] step: &str, #[case] says: &str) {
    let bench = with(Habits { deaf: true, fling: 100, ..Habits::default() });
    let because = run(&bench, &format!("[{step}]")).await.unwrap_err();
    assert!(because.contains(says), "{because}");
}

#[rstest]
#[case("set: { language: de-DE }", "the language can't be read back here")]
#[case("set: { clipboard: Hello }", "the clipboard can't be read back here")]
#[case("put: { text: Hello, to: /sdcard/a.txt }", "the folder /sdcard can't be read back here")]
#[case("delete: { file: /sdcard/a.txt }", "the folder /sdcard can't be read back here")]
#[tokio::test]
async fn what_cannot_be_read_back_is_not_sent(#[case] step: &str, #[case] says: &str) {
    let bench = with(Habits { dumb: true, fling: 100, ..Habits::default() });
    let because = run(&bench, &format!("[{step}]")).await.unwrap_err();
    assert!(because.contains(says) && because.contains("nothing was sent"), "{because}");
    assert!(bench.phone.inputs().is_empty());
}

#[tokio::test]
async fn a_file_is_put_and_deleted_again() {
    let bench = on("home");
    let project = tempfile::tempdir().unwrap();
    std::fs::write(project.path().join("notes.txt"), b"a\0b\xff").unwrap();
    let source = Source::new("steps.yaml", "[put: { file: notes.txt, to: /sdcard/Download/n.txt }]");
    let node = read(&source, Limits::default()).unwrap();
    let scope = Scope { permission: Permission::Change, root: project.path(), secrets: &[] };
    run_script(&bench, &Script::compile(node.items(), scope).unwrap()).await.unwrap();
    assert_eq!(bench.phone.state().files["/sdcard/Download/n.txt"], b"a\0b\xff".as_slice());
    run(&bench, "[delete: { file: /sdcard/Download/n.txt }, delete: { file: /sdcard/Download/n.txt }]").await.unwrap();
    assert!(bench.phone.state().files.is_empty());
    assert_eq!(bench.phone.inputs().len(), 2, "what is not there is not deleted");
}

#[tokio::test]
async fn an_app_is_stopped_cleared_and_given_a_permission() {
    let bench = on("settings");
    let steps = "[app: { stop: com.example.settings }, app: { clear: com.example.settings }, app: { grant: { app: \
                 com.example.settings, permission: POST_NOTIFICATIONS } }]";
    run(&bench, steps).await.unwrap();
    let package = || "com.example.settings".to_owned();
    let sent = [
        Input::StopApp { package: package() },
        Input::ClearApp { package: package() },
        Input::Grant { package: package(), permission: "POST_NOTIFICATIONS".to_owned() },
    ];
    assert_eq!(bench.phone.inputs(), sent);
    let because = run(&bench, "[app: { clear: org.settings }]").await.unwrap_err();
    assert!(because.contains("has no app org.settings"), "{because}");
}

#[rstest]
#[case("set: { clipboard: x }", "this sets what it may check")]
#[case("set: { language: de }", "this sets what it may check")]
#[case("app: { clear: a.b }", "this changes an app's data")]
#[case("delete: { file: /sdcard/a }", "this deletes a file")]
#[case("long_press: { text: x }", "a long press may move or select")]
#[case("swipe: { direction: up }", "a swipe may move or delete")]
fn a_verifier_sets_nothing_up_unless_it_says_so(#[case] step: &str, #[case] says: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Look).unwrap_err();
    let said = faults[0].to_string();
    assert!(said.contains(says) && said.contains("a verifier only looks") && said.contains("mutates: true"), "{said}");
    let may = format!("{}, mutates: true }}", step.strip_suffix(" }").unwrap());
    compile(&format!("[{may}]"), Permission::Look).unwrap();
}

#[rstest]
#[case("put: { file: ../secret, to: /sdcard/a }", "no path to a file below the project")]
#[case("put: { file: /etc/passwd, to: /sdcard/a }", "no path to a file below the project")]
#[case("put: { file: nowhere.txt, to: /sdcard/a }", "cannot read ./nowhere.txt")]
#[case("put: { file: src, to: /sdcard/a }", "./src is not a regular file")]
#[case("put: { text: x, to: /sdcard/../data/a }", "no empty parts and no `.` or `..`")]
#[case("put: { text: x, to: Download/a }", "no path of a file on a phone")]
#[case("put: { to: /sdcard/a }", "one of `file` and `text`")]
#[case("put: data/notes.txt", "write `put: { file: data/notes.txt, to: /sdcard/Download/notes.txt }`")]
#[case("delete: { file: /sdcard/ }", "say a file in a folder")]
#[case("set: { language: deutsch! }", "no tag of a language, such as de-DE")]
#[case("set: { timezone: 'Europe Berlin' }", "no name of a time zone, such as Europe/Berlin")]
#[case("set: { location: { latitude: 91, longitude: 0 } }", "a latitude is from -90 to 90 degrees")]
#[case("set: { location: { latitude: 1 } }", "`longitude` is missing")]
#[case("set: { clipboard: { secret: pin } }", "the goal has no secret of this name")]
#[case("set: {}", "nothing to set is here")]
#[case("app: { stop: a.b, clear: a.b }", "one of `stop`, `clear` and `grant`")]
#[case("app: { grant: { app: a.b, permission: android.permission.X } }", "no short name of a permission")]
#[case("app: Settings", "write `app: { stop: com.android.settings }`")]
fn wrong_data_is_refused_with_advice(#[case] step: &str, #[case] says: &str) {
    let faults = compile(&format!("[{step}]"), Permission::Change).unwrap_err();
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(all.iter().any(|fault| fault.contains(says)), "{all:?}");
}

fn pin() -> Vec<SecretRef> {
    vec![SecretRef { name: "pin".to_owned(), source: SecretSource::Env("WORK_PIN".to_owned()) }]
}

fn with_secrets(yaml: &str, permission: Permission) -> Result<Script, String> {
    let node = read(&Source::new("steps.yaml", yaml), Limits::default()).unwrap();
    let secrets = pin();
    let scope = Scope { permission, root: std::path::Path::new("."), secrets: &secrets };
    Script::compile(node.items(), scope).map_err(|faults| faults[0].to_string())
}

#[rstest]
#[case("[type: { secret: pin, into: { id: search } }]")]
#[case("[set: { clipboard: { secret: pin } }]")]
#[case("[when: { app: com.example.settings, then: [type: { secret: pin, into: { id: search }, clear: false }] }]")]
#[tokio::test]
async fn a_secret_reaches_the_phone_and_nothing_else(#[case] steps: &str) {
    let bench = on("search").with_secrets(&[("pin", "hunter2-4821")]);
    let script = with_secrets(steps, Permission::Change).unwrap();
    assert_eq!(script.secrets().map(|(_, name)| name).collect::<Vec<_>>(), ["pin"]);
    run_script(&bench, &script).await.unwrap();
    let facts = bench.phone.state().facts;
    assert!(facts.values().any(|value| value == "hunter2-4821"), "{facts:?}");
    let told = serde_json::to_string(&bench.events.records()).unwrap();
    let kept = serde_json::to_string(&bench.journal.entries()).unwrap();
    assert!(kept.contains("intent") && told.contains("secret pin"), "{told}");
    for written in [told, kept, format!("{script:?}")] {
        assert!(!written.contains("hunter2") && !written.contains("4821"), "{written}");
    }
}

#[tokio::test]
async fn a_field_that_shows_a_part_of_a_secret_is_not_quoted() {
    let bench = on("short").with_secrets(&[("pin", "hunter2-4821")]);
    let script = with_secrets("[type: { secret: pin, clear: false, timeout: 1s }]", Permission::Change).unwrap();
    run(&bench, "[tap: { id: short }]").await.unwrap();
    let because = run_script(&bench, &script).await.unwrap_err();
    assert_eq!(because, "the field shows something else");
}

#[rstest]
#[case("[type: { secret: pni }]", "did you mean `pin`?")]
#[case("[type: { secret: hunter2 }]", "known: `pin`")]
#[case("[type: { secret: pin, text: x }]", "not both")]
#[case("[type: { into: { id: x } }]", "`text` or `secret`")]
fn a_secret_that_the_goal_does_not_name_is_refused(#[case] steps: &str, #[case] says: &str) {
    let said = with_secrets(steps, Permission::Change).unwrap_err();
    assert!(said.contains(says) && !said.contains("hunter2"), "{said}");
}

#[test]
fn a_verifier_has_no_secrets() {
    let faults = compile("[type: { secret: pin, mutates: true }]", Permission::Look).unwrap_err();
    assert!(faults[0].to_string().contains("a verifier has none"), "{faults:?}");
}
