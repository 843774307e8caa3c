//! `goalpost run --record` and `--mode replay`: what is written, what is kept, what is refused and why.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use goalpost::event::{Backend, Mode};
use goalpost::fixture::folder::{self, folder_of};
use goalpost::fixture::{Origin, Recording, Redacted};
use goalpost::model::{Model, Options};
use goalpost::phone::{Endpoint, Phone, PhoneOptions};
use rstest::rstest;
use serde_json::Value;
use support::{Ended, ended, goalpost, project};
use tempfile::TempDir;
use tokio::runtime::Runtime;

const CASE: &str = "open-settings";

/// Adds a file to a project.
fn write(project: &Path, file: &str, text: &str) {
    let path = project.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Runs the command on a machine that is not CI's, with this in its environment besides.
fn run_with(project: &Path, args: &[&str], environment: &[(&str, &str)]) -> Ended {
    let mut command = goalpost(project, &["run"]);
    ended(command.args(args).env_remove("CI").envs(environment.iter().copied()))
}

fn run(project: &Path, args: &[&str]) -> Ended {
    run_with(project, args, &[])
}

/// A project whose one case is recorded.
fn recorded() -> TempDir {
    let project = project();
    let ended = run(project.path(), &["--record"]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.lines().any(|line| line == "recorded 1"), "{}", ended.stdout);
    project
}

fn fixtures(project: &Path) -> PathBuf {
    project.join("tests/fixtures")
}

/// Every file below a folder with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut rest = vec![folder.to_path_buf()];
    while let Some(folder) = rest.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { rest.push(path) } else { drop(found.insert(path.clone(), fs::read(path).unwrap())) }
        }
    }
    found
}

/// The outcome, kind and message of each case, by `run --mode replay --json`.
fn replayed(project: &Path, args: &[&str]) -> (i32, Vec<(String, String, String)>) {
    let ended = run(project, &[&["--mode", "replay", "--json"], args].concat());
    let text = |case: &Value, member: &str| case[member].as_str().unwrap().to_owned();
    let cases = ended.json()["cases"].as_array().unwrap().clone();
    (ended.code, cases.iter().map(|case| (text(case, "outcome"), text(case, "kind"), text(case, "message"))).collect())
}

/// That the one case is replayed to this kind of error, and says this.
fn assert_error(project: &Path, kind: &str, says: &str) {
    let (code, cases) = replayed(project, &[]);
    assert_eq!((code, cases[0].0.as_str(), cases[0].1.as_str()), (4, "errored", kind), "{cases:?}");
    assert!(cases[0].2.contains(says), "{cases:?}");
}

fn edit(path: &Path, change: impl FnOnce(String) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let changed = change(text.clone());
    assert_ne!(changed, text);
    fs::write(path, changed).unwrap();
}

fn edit_by_hand(project: &Path) {
    edit(&fixtures(project).join(CASE).join("mappings/exchanges.json"), |text| text.replacen("200", "201", 1));
}

/// Makes the recording one of a real phone.
fn of_a_real_phone(project: &Path) {
    let Recording { origin, .. } = folder::read(&fixtures(project), CASE).unwrap();
    let recording = folder::read(&fixtures(project), CASE).unwrap();
    let origin = Origin { mode: Mode::Live, backend: Backend::Device, ..origin };
    folder::write(&fixtures(project), &Recording { origin, ..recording }, &Redacted::default()).unwrap();
}

#[test]
fn a_passing_case_is_recorded_and_replays_to_the_same() {
    let project = recorded();
    let ended = run(project.path(), &["--mode", "replay", "--json"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let json = ended.json();
    assert_eq!((json["mode"].as_str(), json["backend"].as_str()), (Some("replay"), Some("fixture")));
    let case = &json["cases"][0];
    assert_eq!((case["outcome"].as_str(), case["verdict"].as_str()), (Some("passed"), Some("confirmed")));
    let from = &case["recorded"];
    assert_eq!((from["mode"].as_str(), from["backend"].as_str()), (Some("simulated"), Some("simulated")));
    assert_eq!(from["models"], json["answered_by"]);
    assert!(ended.stderr.contains("speaks for harness and verifiers, not for today's agent"), "{}", ended.stderr);
}

#[test]
fn a_replay_leaves_a_trace_that_says_what_it_is() {
    let project = recorded();
    assert_eq!(run(project.path(), &["--mode", "replay", "--trace", "trace.jsonl"]).code, 0);
    let trace = events(&project.path().join("trace.jsonl"));
    assert_eq!(trace[0]["event"]["backend"], "fixture");
    let ended = trace.iter().find(|record| record["event"]["type"] == "case_ended").unwrap();
    assert_eq!(ended["event"]["recorded"]["backend"], "simulated");
}

fn events(trace: &Path) -> Vec<Value> {
    fs::read_to_string(trace).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_is_recorded_again_without_a_change_leaves_every_byte_alone() {
    let project = recorded();
    let before = files(&fixtures(project.path()));
    let ended = run(project.path(), &["--record"]);
    assert!(ended.stdout.contains("recorded 1 (1 unchanged)"), "{}", ended.stdout);
    assert_eq!(files(&fixtures(project.path())), before);
}

#[test]
fn a_case_that_fails_leaves_the_old_recording_and_says_so() {
    let project = recorded();
    let before = files(&fixtures(project.path()));
    write(project.path(), "goals/open-settings.yaml", "goal: Open the Clock app.\nverifier: in-front\n");
    let ended = run(project.path(), &["--record"]);
    assert_eq!(ended.code, 1, "{}", ended.stdout);
    let said = "not recorded, because the case failed; an earlier recording stays as it is";
    assert!(ended.stdout.contains(said), "{}", ended.stdout);
    assert_eq!(files(&fixtures(project.path())), before);
}

#[test]
fn nothing_is_recorded_in_ci() {
    let project = project();
    let ended = run_with(project.path(), &["--record"], &[("CI", "true")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("CI is set"), "{}", ended.stderr);
    assert!(!fixtures(project.path()).exists());
}

#[rstest]
#[case::edited(edit_by_hand, "was changed after it was recorded")]
#[case::of_a_real_phone(of_a_real_phone, "is of a real phone, and this one would be simulated")]
fn what_is_worth_more_than_a_new_recording_is_replaced_only_by_force(#[case] change: fn(&Path), #[case] says: &str) {
    let project = recorded();
    change(project.path());
    let before = files(&fixtures(project.path()));
    let refused = run(project.path(), &["--record"]);
    assert_eq!(refused.code, 4, "{}", refused.stdout);
    for says in [says, "`goalpost run --record --force open-settings`", "GOALPOST_RECORD=force cargo test"] {
        assert!(refused.stdout.contains(says), "{says}: {}", refused.stdout);
    }
    assert!(!refused.stdout.contains("the agent decided"), "nothing was run in vain: {}", refused.stdout);
    assert_eq!(files(&fixtures(project.path())), before);
    assert_eq!(run(project.path(), &["--record", "--force"]).code, 0);
    assert_eq!(folder::inspect(&fixtures(project.path()), CASE).unwrap().origin.backend, Backend::Simulated);
}

#[test]
fn what_was_edited_by_hand_is_not_replayed() {
    let project = recorded();
    edit_by_hand(project.path());
    assert_error(project.path(), "fixture_mismatch", "mappings/exchanges.json was changed after it was recorded");
}

#[rstest]
#[case::goal("goals/open-settings.yaml", "Open the", "Please open the")]
#[case::verifier("verifiers/in-front.yaml", "com.android.settings }", "com.google.android.deskclock }")]
fn a_recording_of_another_goal_is_stale(#[case] file: &str, #[case] old: &str, #[case] new: &str) {
    let project = recorded();
    edit(&project.path().join(file), |text| text.replace(old, new));
    assert_error(project.path(), "fixture_stale", "record it with `goalpost run --record open-settings`");
}

#[test]
fn a_goal_that_only_looks_otherwise_is_the_same() {
    let project = recorded();
    let text = "# As before.\nverifier:   in-front\ngoal: \"Open the Settings app.\"\n";
    write(project.path(), "goals/open-settings.yaml", text);
    edit(&project.path().join("verifiers/in-front.yaml"), |text| text.replace("is in front", "is what is seen"));
    let (code, cases) = replayed(project.path(), &[]);
    assert_eq!(code, 0, "{cases:?}");
}

#[test]
fn a_case_without_a_recording_is_an_error_that_says_how_to_make_one() {
    let project = project();
    let says =
        "there is no recording in tests/fixtures/open-settings; record it with `goalpost run --record open-settings`";
    assert_error(project.path(), "fixture_missing", says);
}

#[test]
fn a_case_that_is_not_replayed_is_neither_recorded_nor_missed() {
    let project = project();
    let goal = "goal: Open the Settings app.\nverifier: in-front\nreplay: { skip: true, reason: it needs a camera }\n";
    write(project.path(), "goals/camera.yaml", goal);
    for mode in [&["--record", "--json"][..], &["--mode", "replay", "--json"]] {
        let ended = run(project.path(), mode);
        assert_eq!(ended.code, 0, "{}", ended.stderr);
        let ignored = &ended.json()["ignored"][0];
        assert_eq!(ignored["name"], "camera");
        assert!(ignored["because"].as_str().unwrap().ends_with("it is not replayed: it needs a camera"), "{ignored}");
    }
    assert!(!fixtures(project.path()).join("camera").exists());
}

#[test]
fn goals_within_each_others_folders_are_recorded_apart_in_any_order() {
    let project = recorded();
    let goal = fs::read_to_string(project.path().join("goals/open-settings.yaml")).unwrap();
    for inner in ["goals/open-settings/again.yaml", "goals/open-settings/again/and-again.yaml"] {
        write(project.path(), inner, &goal);
    }
    for wanted in ["open-settings/again/and-again", "open-settings/again", "open-settings"] {
        let ended = run(project.path(), &["--record", "--force", wanted]);
        assert_eq!(ended.code, 0, "{}", ended.stdout);
    }
    let (code, cases) = replayed(project.path(), &[]);
    assert_eq!((code, cases.len()), (0, 3), "{cases:?}");
    edit(&folder_of(&fixtures(project.path()), "open-settings/again").join("fixture.json"), |text| text + " ");
    let (_, cases) = replayed(project.path(), &[]);
    let outcomes: Vec<_> = cases.iter().map(|(outcome, ..)| outcome.as_str()).collect();
    assert_eq!(outcomes, ["passed", "errored", "passed"]);
}

#[test]
fn a_missing_secret_is_said_before_anything_is_run() {
    let project = project();
    let goal = "goal: Open the Settings app.\nverifier: in-front\nsecrets: { pin: { env: WORK_PIN } }\n";
    write(project.path(), "goals/open-settings.yaml", goal);
    for (environment, says) in [
        (&[][..], "the secret pin needs the environment variable WORK_PIN, which is not set"),
        (&[("WORK_PIN", "ab")], "the secret pin has fewer than 4 characters"),
    ] {
        let ended = run_with(project.path(), &["--record"], environment);
        assert_eq!(ended.code, 4);
        assert!(ended.stdout.contains(says), "{}", ended.stdout);
        assert!(!ended.stdout.contains("the agent decided"), "nothing was run in vain: {}", ended.stdout);
        assert!(files(&fixtures(project.path())).is_empty());
    }
}

/// What every screen of Settings shows is secret here, so that it stands in many places.
#[test]
fn a_secret_of_the_goal_stands_in_no_byte_and_the_recording_replays_without_it() {
    const SECRET: &str = "Battery";
    let project = project();
    let goal = "goal: Open the Settings app.\nverifier: in-front\nsecrets: { pin: { env: WORK_PIN } }\n";
    write(project.path(), "goals/open-settings.yaml", goal);
    let ended = run_with(project.path(), &["--record"], &[("WORK_PIN", SECRET)]);
    assert_eq!(ended.code, 0, "{}", ended.stdout);
    assert_unheard_of(SECRET, &fixtures(project.path()));
    let written = files(&fixtures(project.path()));
    let stands_in = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("__redacted-pin__");
    assert!(written.values().any(|bytes| stands_in(bytes)), "or this test shows nothing");
    let (code, cases) = replayed(project.path(), &[]);
    assert_eq!(code, 0, "{cases:?}");
}

fn assert_unheard_of(secret: &str, folder: &Path) {
    for (path, bytes) in files(folder) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains(secret), "{secret} stands in {}", path.display());
    }
}

/// A phone and a model in real time.
struct Served {
    _runtime: Runtime,
    phone: Phone,
    model: Model,
}

fn served(options: PhoneOptions) -> Served {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let phone = runtime.block_on(Phone::start(options)).unwrap();
    let model = runtime.block_on(Model::start(Options::default())).unwrap();
    Served { _runtime: runtime, phone, model }
}

#[test]
fn a_run_in_real_time_replays_at_the_same_times_and_without_its_keys() {
    const KEYS: [&str; 2] = ["dr_sk_4f9a1c77e2b0", "ts_sk_99ab0c1d2e3f"];
    let Served { phone, model, .. } = &served(PhoneOptions::default());
    let project = project();
    let environment = [
        ("MOBILERUN_BASE_URL", phone.url()),
        ("MOBILERUN_DEVICE_ID", phone.device_id()),
        ("MOBILERUN_API_KEY", KEYS[0]),
        ("TYPESAFE_BASE_URL", &model.url()),
        ("TYPESAFE_API_KEY", KEYS[1]),
    ];
    let ended = run_with(project.path(), &["--mode", "live", "--record", "--trace", "then.jsonl"], &environment);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    KEYS.iter().for_each(|key| assert_unheard_of(key, project.path()));
    let origin = folder::inspect(&fixtures(project.path()), CASE).unwrap().origin;
    assert_eq!((origin.mode, origin.backend), (Mode::Live, Backend::Loopback));

    // Neither servers nor keys are there any more.
    let ended = run(project.path(), &["--mode", "replay", "--trace", "now.jsonl", "--json"]);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(ended.json()["cases"][0]["recorded"]["backend"], "loopback");
    let times = |trace: &str| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let of_case = |record: &Value| record.get("case").is_some() && record["event"]["type"] != "recorded";
        let records = events(&project.path().join(trace)).into_iter().filter(of_case);
        records.map(|record| (text(&record["at"]), text(&record["event"]["type"]))).collect()
    };
    let (then, now) = (times("then.jsonl"), times("now.jsonl"));
    assert_eq!(now, then);
    let instant = |at: Option<&(String, String)>| at.unwrap().0.parse::<jiff::Timestamp>().unwrap();
    let waited = instant(now.last()).duration_since(instant(now.first()));
    assert!(waited.as_millis() > 1500, "no evaluation counts that begins sooner after the last input: {waited}");
}

#[rstest]
#[case::server_errors(&["status=500@ui_state*2"])]
#[case::too_many_requests(&["status=429:1@ui_state*1"])]
#[case::slow(&["slow=200@ui_state*3"])]
fn a_phone_that_has_its_troubles_is_recorded_with_them(#[case] faults: &[&str]) {
    let faults = faults.iter().map(|fault| fault.parse().unwrap()).collect();
    let Served { phone, .. } = &served(PhoneOptions { faults, ..PhoneOptions::default() });
    let project = project();
    let ended = run(project.path(), &["--record", "--device", &format!("simulated={}", phone.url())]);
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let (code, cases) = replayed(project.path(), &[]);
    assert_eq!(code, 0, "{cases:?}");
}

#[test]
fn a_run_with_a_fault_of_transport_is_not_recorded() {
    let faults = vec!["dropped@ui_state*1".parse().unwrap()];
    let Served { phone, .. } = &served(PhoneOptions { faults, ..PhoneOptions::default() });
    let project = project();
    let ended = run(project.path(), &["--record", "--device", &format!("simulated={}", phone.url())]);
    assert_eq!(ended.code, 4, "{}", ended.stdout);
    assert!(ended.stdout.contains("it passed, and can't be recorded: an exchange has no reply"), "{}", ended.stdout);
    assert!(files(&fixtures(project.path())).is_empty());
}

/// What can lie where recordings are to be.
#[cfg(unix)]
#[rstest]
#[case::a_file(|place: &Path| fs::write(place, "").unwrap())]
#[case::a_link_to_nowhere(|place: &Path| std::os::unix::fs::symlink("/nowhere/at/all", place).unwrap())]
fn where_nothing_can_be_written_nothing_is_run(#[case] put: fn(&Path)) {
    let project = project();
    fs::create_dir(project.path().join("tests")).unwrap();
    put(&fixtures(project.path()));
    let ended = run(project.path(), &["--record"]);
    assert_eq!(ended.code, 4);
    let said = "nothing was run, because it could not be recorded: tests/fixtures";
    assert!(ended.stdout.contains(said), "{}", ended.stdout);
    assert_error(project.path(), "fixture_missing", "there is no recording in tests/fixtures/open-settings");
}

#[cfg(unix)]
#[test]
fn a_link_is_no_recording_and_is_not_followed() {
    let project = recorded();
    let (case, elsewhere) = (fixtures(project.path()).join(CASE), project.path().join("elsewhere"));
    fs::rename(&case, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &case).unwrap();
    let before = files(&elsewhere);
    assert_error(project.path(), "fixture_mismatch", "it is no folder");
    assert_eq!(run(project.path(), &["--record"]).code, 4);
    assert_eq!(run(project.path(), &["--record", "--force"]).code, 0);
    assert_eq!(files(&elsewhere), before);
    assert_eq!(replayed(project.path(), &[]).0, 0);
}

/// In real time no two recordings are the same, so that each is written.
#[test]
fn several_recorders_of_one_case_and_its_replays_do_not_disturb_each_other() {
    let project = recorded();
    let phones: Vec<_> = (0..3).map(|_| served(PhoneOptions::default())).collect();
    let start = |phone: &Served| {
        let mut command = goalpost(project.path(), &["run", "--record", "--device"]);
        command.arg(format!("simulated={}", phone.phone.url())).env_remove("CI");
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut recorders: Vec<_> = phones.iter().map(start).collect();
    let are_done = |recorders: &mut Vec<Child>| recorders.iter_mut().all(|child| child.try_wait().unwrap().is_some());
    while !are_done(&mut recorders) {
        let (code, cases) = replayed(project.path(), &[]);
        assert_eq!(code, 0, "{cases:?}");
    }
    let codes: Vec<_> = recorders.iter_mut().map(|child| child.wait().unwrap().code()).collect();
    assert_eq!(codes, [Some(0); 3]);
    assert_eq!(replayed(project.path(), &[]).0, 0);
    assert!(!fixtures(project.path()).join(".recording").exists());
}

#[cfg(unix)]
#[rstest]
fn a_recorder_that_is_killed_or_stopped_leaves_whole_recordings_only(
    #[values("-KILL", "-INT")] signal: &str,
    #[values(1, 2, 3, 4)] after_lines: usize,
) {
    let project = project();
    let goal = fs::read_to_string(project.path().join("goals/open-settings.yaml")).unwrap();
    for name in ["b", "c", "d"] {
        write(project.path(), &format!("goals/{name}.yaml"), &goal);
    }
    let mut command = goalpost(project.path(), &["run", "--record", "--jobs", "2"]);
    let mut child = command.env_remove("CI").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines().take(after_lines).count();
    assert_eq!(lines, after_lines);
    support::send(&child, signal);
    child.wait().unwrap();
    let (_, cases) = replayed(project.path(), &[]);
    for (outcome, kind, message) in &cases {
        assert!(outcome == "passed" || kind == "fixture_missing", "{kind}: {message}");
    }
    let ended = run(project.path(), &["--record"]);
    assert_eq!(ended.code, 0, "{}", ended.stdout);
    assert!(!fixtures(project.path()).join(".recording").exists());
}

#[test]
fn lint_tells_of_recordings_of_no_case_and_of_cases_without_a_good_one() {
    let project = recorded();
    let lint = || ended(&mut goalpost(project.path(), &["lint", "--json"]));
    assert_eq!(lint().json()["problems"], Value::Array(Vec::new()));
    let goal = fs::read_to_string(project.path().join("goals/open-settings.yaml")).unwrap();
    write(project.path(), "goals/new.yaml", &goal);
    edit(&project.path().join("goals/open-settings.yaml"), |text| text.replace("Open", "Do open"));
    fs::create_dir_all(fixtures(project.path()).join("apps/gone/mappings")).unwrap();
    // Neither this nor a folder of folders is a recording.
    fs::create_dir_all(fixtures(project.path()).join(".recording/new/mappings")).unwrap();
    let ended = lint();
    assert_eq!(ended.code, 0, "warnings are no failure");
    let told =
        |problem: &Value| format!("{}: {}", problem["file"].as_str().unwrap(), problem["message"].as_str().unwrap());
    let told: Vec<_> = ended.json()["problems"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(
        told,
        [
            "tests/fixtures/apps/gone: this recording belongs to no case: there is no goal apps/gone",
            "tests/fixtures/new: new has no recording",
            "tests/fixtures/open-settings: the goal or the verifier of open-settings has changed since it was recorded",
        ]
    );
}

#[test]
fn lint_asks_for_no_recordings_where_there_are_none() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["lint", "--json"]));
    assert_eq!(ended.json()["problems"], Value::Array(Vec::new()));
}

#[test]
fn a_phone_at_the_url_of_a_recording_is_sent_nothing() {
    let project = recorded();
    let runtime = Runtime::new().unwrap();
    let phone = runtime.block_on(Phone::start(PhoneOptions::default())).unwrap();
    let ended = run(project.path(), &[CASE, "--fixture-url", phone.url().trim_end_matches("/v1")]);
    assert_eq!(ended.code, 4, "{}", ended.stdout);
    assert!(ended.stdout.contains("it is no WireMock"), "{}", ended.stdout);
    assert!(phone.requests().iter().all(|received| !received.endpoint.is_some_and(Endpoint::is_action)));
}
