//! `screenshot`, `apps`, `devices`, `doctor`, `new goal`, `completions`.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Stdio;

use goalpost::phone::{DeviceState, Phone, PhoneOptions};
use rstest::rstest;
use serde_json::Value;
use support::{Ended, Served, ended, goalpost, project};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

fn names(json: &Value) -> Vec<&str> {
    json.as_object().unwrap().keys().map(String::as_str).collect()
}

/// A served phone, as `--device` names it.
fn served() -> (Served, String) {
    let phone = Served::start(&["phone", "serve"]);
    let device = format!("simulated={}", phone.url);
    (phone, device)
}

#[rstest]
#[case(&["screenshot"])]
#[case(&["screenshot", "-"])]
fn a_picture_goes_to_a_pipe(#[case] args: &[&str]) {
    let output = goalpost(Path::new("."), args).output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(PNG));
}

#[rstest]
#[case("goal", "verifier")]
#[case("verifier", "check")]
fn a_schema_is_printed_for_editors(#[case] of: &str, #[case] key: &str) {
    let ended = ended(&mut goalpost(Path::new("."), &["schema", of]));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    let schema = ended.json();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    assert!(schema["properties"][key]["description"].is_string(), "{schema}");
    let steps = schema["definitions"]["step"]["anyOf"][1]["properties"].as_object().unwrap();
    let verbs: Vec<&str> = goalpost::script::KINDS.iter().map(|kind| kind.verb).collect();
    assert_eq!(steps.keys().collect::<Vec<_>>(), verbs);
}

#[test]
fn a_picture_is_saved_and_never_over_a_file_without_force() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("screen.png");
    let run = |args: &[&str]| ended(&mut goalpost(folder.path(), args));
    assert_eq!(run(&["screenshot", "screen.png"]).code, 0);
    assert!(std::fs::read(&file).unwrap().starts_with(PNG));
    std::fs::write(&file, "mine").unwrap();
    let refused = run(&["screenshot", "screen.png"]);
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    assert_eq!((refused.code, std::fs::read_to_string(&file).unwrap().as_str()), (2, "mine"));
    assert_eq!(run(&["screenshot", "screen.png", "--force"]).code, 0);
    assert!(std::fs::read(&file).unwrap().starts_with(PNG));
}

#[rstest]
#[case::no_such_folder("nowhere/screen.png", &[])]
#[case::a_folder("goals", &["--force"])]
fn a_picture_that_cannot_be_written_ends_with_4(#[case] file: &str, #[case] more: &[&str]) {
    let project = project();
    let ended = ended(goalpost(project.path(), &["screenshot", file]).args(more));
    assert!(ended.stderr.contains(&format!("{file} can't be written")), "{}", ended.stderr);
    assert_eq!(ended.code, 4);
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_is_a_file_that_exists() {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("elsewhere.png", folder.path().join("screen.png")).unwrap();
    assert_eq!(ended(&mut goalpost(folder.path(), &["screenshot", "screen.png"])).code, 2);
    assert!(!folder.path().join("elsewhere.png").exists());
}

#[test]
fn apps_are_listed_with_what_other_commands_take() {
    let text = ended(&mut goalpost(Path::new("."), &["apps"]));
    assert!(text.stdout.lines().any(|line| line.split_whitespace().eq(["Settings", "com.android.settings"])));
    let json = ended(&mut goalpost(Path::new("."), &["apps", "--json"])).json();
    assert_eq!(names(&json), ["version", "backend", "apps"]);
    assert_eq!(names(&json["apps"][0]), ["packageName", "label"]);
}

#[test]
fn devices_are_listed_with_their_states_and_the_one_in_use() {
    let (phone, device) = served();
    let json = ended(&mut goalpost(Path::new("."), &["devices", "--json", "--device", &device])).json();
    assert_eq!(names(&json), ["version", "backend", "used", "devices"]);
    assert_eq!(names(&json["devices"][0]), ["id", "name", "state", "state_message", "kind", "platform"]);
    assert_eq!((&json["used"], &json["devices"][0]["state"]), (&json["devices"][0]["id"], &"ready".into()));
    let mut command = goalpost(Path::new("."), &["devices", "--device", "mobilerun"]);
    let listed = ended(command.env("MOBILERUN_BASE_URL", &phone.url));
    // No phone is named, so none is marked, and that is no error.
    assert_eq!((listed.code, listed.stdout.chars().next()), (0, Some(' ')), "{}", listed.stderr);
    assert!(listed.stdout.contains(json["used"].as_str().unwrap()) && listed.stdout.trim_end().ends_with("ready"));
    assert_eq!(ended(&mut goalpost(Path::new("."), &["devices"])).code, 0);
}

#[test]
fn devices_without_a_key_say_which_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let ended = ended(&mut goalpost(folder.path(), &["devices", "--device", "mobilerun"]));
    assert!(ended.stderr.contains("MOBILERUN_API_KEY"), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
}

/// The line of a check.
fn line<'a>(ended: &'a Ended, check: &str) -> &'a str {
    let found = ended.stdout.lines().find(|line| line.get(6..).is_some_and(|rest| rest.starts_with(check)));
    found.unwrap_or_else(|| panic!("no line for {check}: {}{}", ended.stdout, ended.stderr))
}

#[test]
fn a_doctor_finds_nothing_wrong_where_nothing_is() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["doctor"]));
    assert!(ended.stdout.lines().all(|line| line.starts_with("ok ")), "{}", ended.stdout);
    assert!(line(&ended, "embedded phone").contains("starts") && line(&ended, "offline model").contains("starts"));
    assert_eq!(ended.code, 0);
}

#[test]
fn a_doctor_looks_at_services_of_this_machine_and_changes_nothing() {
    let (phone, _) = served();
    let model = Served::start(&["model", "serve"]);
    let project = project();
    let before = observed(&phone);
    let id = before["deviceId"].as_str().unwrap();
    let mut command = goalpost(project.path(), &["doctor", "--mode", "live", "--json"]);
    command.env("MOBILERUN_BASE_URL", &phone.url).env("TYPESAFE_BASE_URL", &model.url).env("MOBILERUN_DEVICE_ID", id);
    let ended = ended(&mut command);
    let json = ended.json();
    assert_eq!((ended.code, names(&json)), (0, vec!["version", "checks"]), "{json}");
    let checks = json["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| names(check) == ["check", "state", "found", "advice"]));
    for check in ["phone service", "clock", &format!("phone {id}"), "model service"] {
        assert!(checks.iter().any(|known| known["check"] == check && known["state"] != "fail"), "{check}: {json}");
    }
    assert_eq!(observed(&phone)["fingerprint"], before["fingerprint"]);
}

fn observed(phone: &Served) -> Value {
    let device = format!("simulated={}", phone.url);
    ended(&mut goalpost(Path::new("."), &["observe", "--json", "--device", &device])).json()
}

#[rstest]
#[case::no_phone_key(&[], "phone key", "MOBILERUN_API_KEY is not set")]
#[case::no_model_key(&[], "model key", "export it, or put it into .env.local")]
#[case::bad_key(&[("MOBILERUN_API_KEY", "two words")], "phone key", "there is white space in it")]
#[case::no_tls(&[("MOBILERUN_BASE_URL", "http://example.com/v1")], "phone address", "use https")]
#[case::no_url(&[("TYPESAFE_BASE_URL", "nonsense")], "model address", "set TYPESAFE_BASE_URL")]
#[case::no_mode(&[("GOALPOST_MODE", "real")], "test mode", "set it to replay")]
#[case::nobody_there(&[("MOBILERUN_BASE_URL", "http://127.0.0.1:9/v1")], "phone service", "look at the network")]
fn a_doctor_says_what_fails_and_what_to_do(
    #[case] environment: &[(&str, &str)],
    #[case] check: &str,
    #[case] says: &str,
) {
    let project = project();
    let ended = ended(goalpost(project.path(), &["doctor", "--mode", "live"]).envs(environment.iter().copied()));
    let line = line(&ended, check);
    assert!(line.starts_with("fail ") && line.contains(says), "{line}");
    assert!(!ended.stdout.contains("two words"));
    assert_eq!(ended.code, 4);
}

#[test]
fn a_doctor_names_a_phone_that_is_not_there_and_a_phone_that_is_not_named() {
    let (phone, _) = served();
    let project = project();
    let run = |args: &[&str]| {
        let mut command = goalpost(project.path(), args);
        ended(command.env("MOBILERUN_BASE_URL", &phone.url))
    };
    let unnamed = run(&["doctor", "--device", "mobilerun"]);
    assert!(line(&unnamed, "phone  ").contains("goalpost devices --device mobilerun"), "{}", unnamed.stdout);
    let nobody = run(&["doctor", "--device", "mobilerun=nobody"]);
    assert!(line(&nobody, "phone nobody").contains("404"), "{}", nobody.stdout);
    assert_eq!((unnamed.code, nobody.code), (4, 4));
}

#[rstest]
#[case("stopped", "fail ", "resume it in Mobilerun", 4)]
#[case("rebooting", "warn ", "wait until it is ready", 0)]
#[case("ready", "ok ", "nexuslauncher in front", 0)]
fn a_doctor_says_the_state_of_the_phone(
    #[case] state: &str,
    #[case] begins: &str,
    #[case] says: &str,
    #[case] code: i32,
) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let options = PhoneOptions { state: DeviceState::named(state), ..PhoneOptions::default() };
    let phone = runtime.block_on(Phone::start(options)).unwrap();
    let project = project();
    let device = format!("simulated={}", phone.url());
    let ended = ended(&mut goalpost(project.path(), &["doctor", "--device", &device]));
    let line = line(&ended, &format!("phone {}", phone.device_id()));
    assert!(line.starts_with(begins) && line.contains(says), "{line}");
    assert_eq!(ended.code, code, "{}", ended.stdout);
    assert!(phone.requests().iter().all(|request| request.method == "GET"), "a doctor only looks");
}

#[cfg(unix)]
#[test]
fn a_doctor_warns_of_files_that_others_can_read() {
    use std::os::unix::fs::PermissionsExt;
    let project = project();
    let file = project.path().join(".env.local");
    std::fs::write(&file, "TYPESAFE_API_KEY=topsecret\n").unwrap();
    let run = |mode| {
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).unwrap();
        ended(&mut goalpost(project.path(), &["doctor"]))
    };
    let open = run(0o644);
    assert!(line(&open, "environment files").starts_with("warn ") && open.stdout.contains("chmod 600 .env.local"));
    let closed = run(0o600);
    assert!(line(&closed, "environment files").starts_with("ok "), "{}", closed.stdout);
    assert_eq!((open.code, closed.code), (0, 0));
    assert!(!open.stdout.contains("topsecret"));
}

#[test]
fn a_doctor_says_that_files_cannot_be_used() {
    let project = project();
    std::fs::write(project.path().join(".env"), "this is a secret line\n").unwrap();
    std::fs::write(project.path().join("goals/broken.yaml"), "gaol: Go.\n").unwrap();
    let ended = ended(&mut goalpost(project.path(), &["doctor"]));
    assert!(line(&ended, "goals").contains("goalpost lint"), "{}", ended.stdout);
    assert!(line(&ended, "environment files").contains(".env, line 1"), "{}", ended.stdout);
    assert!(!ended.stdout.contains("secret"));
    assert_eq!(ended.code, 4);
}

#[test]
fn a_new_goal_lints_clean_passes_and_says_what_comes_next() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| ended(&mut goalpost(folder.path(), args));
    let new = run(&["new", "goal", "deep/er/first"]);
    assert_eq!((new.code, new.stdout.as_str()), (0, "goals/deep/er/first.yaml\nverifiers/deep/er/first.yaml\n"));
    assert!(new.stderr.contains("goalpost run deep/er/first"), "{}", new.stderr);
    let second = run(&["new", "goal", "second", "--text", "Turn \"it\" on: #now\\"]);
    assert_eq!(second.code, 0, "{}", second.stderr);
    let lint = run(&["lint"]);
    assert_eq!((lint.code, lint.stdout.as_str()), (0, ""));
    assert!(lint.stderr.contains("2 goals and 2 verifiers can be used; 0 errors, 0 warnings"), "{}", lint.stderr);
    assert_eq!(run(&["run", "deep/er/first"]).code, 0);
}

#[rstest]
#[case::taken(&["new", "goal", "open-settings"], 2, "goals/open-settings.yaml exists already")]
#[case::taken_by_a_verifier(&["new", "goal", "in-front"], 2, "verifiers/in-front.yaml exists already")]
#[case::outside(&["new", "goal", "../evil"], 2, "names are made of a-z")]
#[case::absolute(&["new", "goal", "/tmp/evil"], 2, "names are made of a-z")]
#[case::capitals(&["new", "goal", "Wifi"], 2, "names are made of a-z")]
#[case::an_option(&["new", "goal", "--", "-x"], 2, "no word begins with -")]
#[case::hostile(&["new", "goal", "a\u{1b}[2J"], 2, "names are made of a-z")]
#[case::blank_text(&["new", "goal", "a", "--text", " "], 2, "this one is blank")]
#[case::no_name(&["new", "goal"], 2, "<NAME>")]
#[case::no_kind(&["new", "test", "a"], 2, "unrecognized subcommand 'test'")]
#[case::below_a_file(&["new", "goal", "file/a"], 4, "can't be written")]
fn a_goal_that_cannot_be_new_leaves_nothing(#[case] args: &[&str], #[case] code: i32, #[case] says: &str) {
    let project = project();
    std::fs::write(project.path().join("goals/file"), "").unwrap();
    let ended = ended(&mut goalpost(project.path(), args));
    assert!(ended.stderr.contains(says) && !ended.stderr.contains('\u{1b}'), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (code, ""));
    let verifiers = std::fs::read_dir(project.path().join("verifiers")).unwrap();
    let files = verifiers.filter(|entry| entry.as_ref().unwrap().path().is_file()).count();
    assert_eq!(files, 1, "only the one that was there");
}

#[rstest]
#[case("bash")]
#[case("zsh")]
#[case("fish")]
#[case("elvish")]
#[case("powershell")]
fn completions_know_every_command(#[case] shell: &str) {
    let ended = ended(&mut goalpost(Path::new("."), &["completions", shell]));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    for word in ["screenshot", "doctor", "--device", "completions"] {
        assert!(ended.stdout.contains(word), "{shell} does not know {word}");
    }
}

#[cfg(unix)]
#[test]
fn completions_are_a_script_that_bash_takes() {
    use std::io::Write;
    let script = ended(&mut goalpost(Path::new("."), &["completions", "bash"])).stdout;
    let Ok(mut bash) = std::process::Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn() else { return };
    bash.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(bash.wait().unwrap().success());
}
