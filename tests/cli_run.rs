//! `goalpost run`, `agent` and `verify`: what they print, what they write, and what they exit with.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use goalpost::phone::{Endpoint, Fault, Latency, Phone, PhoneOptions};
use rstest::rstest;
use serde_json::Value;
#[path = "raw_server/mod.rs"]
mod raw_server;

use raw_server::{RawServer, Then};
use support::{Ended, Served, ended, goalpost, project};
use tokio::runtime::Runtime;

/// Adds a file to a project.
fn write(project: &Path, file: &str, text: &str) {
    std::fs::write(project.join(file), text).unwrap();
}

fn names(json: &Value) -> Vec<&str> {
    json.as_object().unwrap().keys().map(String::as_str).collect()
}

/// A phone in this process, to be driven by the command over HTTP in real time, and to be broken from here.
fn phone(options: PhoneOptions) -> (Runtime, Phone) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let phone = runtime.block_on(Phone::start(options)).unwrap();
    (runtime, phone)
}

fn on(phone: &Phone) -> String {
    format!("simulated={}", phone.url())
}

/// How many requests changed something, or tried to.
fn inputs(phone: &Phone) -> usize {
    phone.requests().iter().filter(|received| received.endpoint.is_some_and(Endpoint::is_action)).count()
}

#[test]
fn a_run_passes_on_the_embedded_phone_without_key_phone_or_network() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run"]));
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.starts_with("1 case, simulated: phone simulated, model offline, journal in memory\n"));
    let line: Vec<_> = ended.stdout.lines().find(|line| line.starts_with("pass")).unwrap().split_whitespace().collect();
    assert_eq!(line, ["pass", "open-settings", "done", "confirmed", "verified"]);
    assert!(ended.stdout.contains("1 passed, 0 failed, 0 errored"), "{}", ended.stdout);
}

#[test]
fn with_json_stdout_is_one_document_of_a_fixed_form() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run", "--json"]));
    assert_eq!(ended.code, 0);
    let json = ended.json();
    assert_eq!(names(&json), ["version", "mode", "backend", "model", "answered_by", "counts", "cases", "ignored"]);
    assert_eq!(names(&json["counts"]), ["passed", "failed", "errored", "ignored"]);
    let case = &json["cases"][0];
    assert_eq!(
        names(case),
        ["name", "outcome", "kind", "claim", "baseline", "verdict", "steps", "decisions", "evidence", "message"]
    );
    let words = ["name", "outcome", "kind", "claim", "baseline", "verdict"].map(|name| case[name].as_str().unwrap());
    assert_eq!(words, ["open-settings", "passed", "verified", "done", "refuted", "confirmed"]);
    assert_eq!(
        (&json["version"], &json["mode"], &json["backend"]),
        (&1.into(), &"simulated".into(), &"simulated".into())
    );
    assert!(ended.stderr.contains("open-settings"), "the lines per case are on stderr: {}", ended.stderr);
}

#[test]
fn the_same_run_twice_says_the_same() {
    let project = project();
    let run = || ended(&mut goalpost(project.path(), &["run", "--json"])).json();
    assert_eq!(run(), run());
}

/// The goal of another package, whose verifier is written in Rust.
const IN_RUST: [(&str, &str); 2] = [
    ("goals/rusty.yaml", "goal: Open the Settings app.\nverifier: rusty\n"),
    ("verifiers/rusty.yaml", "rust: rusty\n"),
];

#[test]
fn goals_with_a_verifier_in_rust_are_left_out_and_the_others_run() {
    let project = project();
    IN_RUST.iter().for_each(|(file, text)| write(project.path(), file, text));
    let ended = ended(&mut goalpost(project.path(), &["run"]));
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    let ignored = ended.stdout.lines().find(|line| line.starts_with("ignored  rusty ")).unwrap();
    assert!(ignored.ends_with("the Rust verifier rusty lives in your test binary: cargo test"), "{ignored}");
    assert!(ended.stdout.contains("1 passed, 0 failed, 0 errored, 1 ignored"), "{}", ended.stdout);
}

#[test]
fn a_failed_case_shows_what_was_read_and_what_the_agent_decided() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run", "--model", "always_done"]));
    for line in ["refuted: com.android.settings is in front (read: ", "the agent decided: DONE"] {
        assert!(ended.stdout.contains(&format!("\n         {line}")), "{line}: {}", ended.stdout);
    }
    assert!(ended.stderr.contains("--trace FILE"), "{}", ended.stderr);
}

/// A goal that is reached before the agent begins.
const SATISFIED: (&str, &str) = ("goals/satisfied.yaml", "goal: Go home.\nverifier: at-home\n");
const AT_HOME: (&str, &str) = (
    "verifiers/at-home.yaml",
    "about: The home screen is in front.\ncheck:\n  foreground: { app: com.google.android.apps.nexuslauncher }\n",
);

#[rstest]
#[case::failed(&["run", "open-settings", "--model", "always_done"], 1, "false_success")]
#[case::errored(&["run", "satisfied"], 4, "already_satisfied")]
#[case::errored_beats_failed(&["run", "--model", "always_done"], 4, "false_success")]
fn outcomes_have_exit_codes(#[case] args: &[&str], #[case] code: i32, #[case] kind: &str) {
    let project = project();
    for (file, text) in [SATISFIED, AT_HOME] {
        write(project.path(), file, text);
    }
    let ended = ended(&mut goalpost(project.path(), args));
    assert!(ended.stdout.contains(kind), "{}", ended.stdout);
    assert_eq!(ended.code, code, "{}", ended.stderr);
}

#[test]
fn an_input_with_an_unknown_effect_ends_with_3() {
    let (_runtime, phone) = phone(PhoneOptions::default());
    // The neutral start stops apps and goes home; the agent then opens Settings.
    phone.fault(Fault::status(502).on(Endpoint::StartApp));
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run", "--json", "--device", &on(&phone)]));
    assert_eq!(ended.code, 3, "{}", ended.stderr);
    assert_eq!(ended.json()["cases"][0]["kind"], "input_unknown");
    let started = phone.requests().iter().filter(|received| received.endpoint == Some(Endpoint::StartApp)).count();
    assert_eq!(started, 1, "nothing is sent twice");
}

#[test]
fn a_model_that_fails_on_the_way_is_a_model_error() {
    let project = project();
    let server = model_that_lists_itself_and_no_more();
    let mut command = goalpost(project.path(), &["run", "--model", "jev", "--json"]);
    let ended = ended(command.env("TYPESAFE_BASE_URL", &server.1));
    assert_eq!(ended.code, 4, "{}", ended.stderr);
    let case = &ended.json()["cases"][0];
    assert_eq!(
        (&case["outcome"], &case["kind"], &case["claim"]),
        (&"errored".into(), &"model_error".into(), &Value::Null)
    );
}

/// A server that is there and fails when it is asked to decide.
fn model_that_lists_itself_and_no_more() -> (Runtime, String) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let server = runtime.block_on(RawServer::start(|_, seen| match seen.line() {
        "GET /v1/models" => Then::json(200, "{\"models\":[]}"),
        _ => Then::json(404, "{}"),
    }));
    let url = server.url.trim_end_matches("/v1").to_owned();
    (runtime, url)
}

#[rstest]
#[case::nobody_there("http://127.0.0.1:9", "127.0.0.1:9")]
#[case::path_twice("{model}/v1", "take it off TYPESAFE_BASE_URL")]
#[case::no_key("{locked}", "set TYPESAFE_API_KEY")]
fn a_model_that_cannot_be_asked_is_said_before_a_phone_is_touched(#[case] url: &str, #[case] says: &str) {
    let (_runtime, phone) = phone(PhoneOptions::default());
    let model = Served::start(&["model", "serve"]);
    let locked = Served::start(&["model", "serve", "--key", "k"]);
    let url = url.replace("{model}", &model.url).replace("{locked}", &locked.url);
    let project = project();
    for args in [&["run"][..], &["agent", "Go home."]] {
        let mut command = goalpost(project.path(), args);
        command.args(["--model", "jev", "--device", &on(&phone)]).env("TYPESAFE_BASE_URL", &url);
        let ended = ended(&mut command);
        assert!(ended.stderr.contains(says), "{args:?}: {}", ended.stderr);
        assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    }
    assert!(phone.requests().is_empty());
}

#[test]
fn a_served_model_answers_like_the_embedded_one() {
    let model = Served::start(&["model", "serve"]);
    let project = project();
    let mut command = goalpost(project.path(), &["run", "--model", "jev"]);
    let ended = ended(command.env("TYPESAFE_BASE_URL", &model.url));
    assert_eq!(ended.code, 0, "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("model jev (loopback),"), "{}", ended.stdout);
    assert!(ended.stdout.contains("\nanswered by goalpost-offline-1\n"), "{}", ended.stdout);
}

#[test]
fn a_live_run_on_servers_of_this_machine_needs_no_keys_and_says_what_it_is() {
    let (_runtime, phone) = phone(PhoneOptions::default());
    let model = Served::start(&["model", "serve"]);
    let project = project();
    let mut command = goalpost(project.path(), &["run", "--mode", "live", "--json"]);
    command.env("MOBILERUN_BASE_URL", phone.url()).env("MOBILERUN_DEVICE_ID", phone.device_id());
    let ended = ended(command.env("TYPESAFE_BASE_URL", &model.url));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let json = ended.json();
    assert_eq!((&json["mode"], &json["backend"], &json["model"]), (&"live".into(), &"loopback".into(), &"jev".into()));
    assert_eq!(json["answered_by"], Value::Array(vec!["goalpost-offline-1".into()]));
    let first = ended.stderr.lines().next().unwrap();
    assert_eq!(
        first,
        "1 case, live: phone loopback, model jev (loopback), journal in memory (lost when this process ends)"
    );
}

#[rstest]
#[case("noop", "", 1)]
#[case("always_done", "unchanged", 1)]
#[case("always_blocked", "impossible", 1)]
fn under_a_control_policy_only_what_must_passes(#[case] model: &str, #[case] passes: &str, #[case] code: i32) {
    let project = project();
    for (file, text) in [
        AT_HOME,
        ("goals/unchanged.yaml", "goal: Go home.\nverifier: at-home\nalready: allowed\n"),
        ("goals/impossible.yaml", "goal: Fly.\nverifier: at-home\nexpect: blocked\n"),
        ("goals/scripted.yaml", "steps: [{ open: { app: com.android.settings } }]\nverifier: in-front\n"),
    ] {
        write(project.path(), file, text);
    }
    let ended = ended(&mut goalpost(project.path(), &["run", "--model", model]));
    let passed: Vec<&str> = ended
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("pass"))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(passed.join(" "), passes, "{}", ended.stdout);
    assert!(
        ended.stdout.contains(&format!("control policy {model}: no case passed that must not")),
        "{}",
        ended.stdout
    );
    assert!(ended.stdout.lines().any(|line| line.starts_with("ignored  scripted ")), "{}", ended.stdout);
    assert!(ended.stdout.contains(", 1 ignored"), "{}", ended.stdout);
    assert_eq!(ended.code, code);
}

#[test]
fn a_run_of_nothing_but_what_is_ignored_is_no_success() {
    let project = project();
    write(
        project.path(),
        "goals/scripted.yaml",
        "steps: [{ open: { app: com.android.settings } }]\nverifier: in-front\n",
    );
    let ended = ended(&mut goalpost(project.path(), &["run", "scripted", "--model", "noop", "--json"]));
    let json = ended.json();
    assert_eq!((&json["counts"]["ignored"], &json["cases"]), (&1.into(), &Value::Array(Vec::new())));
    assert_eq!(json["ignored"][0]["name"], "scripted");
    assert!(json["ignored"][0]["because"].as_str().unwrap().contains("control policy"));
    assert_eq!(ended.code, 5, "{}", ended.stderr);
}

#[test]
fn a_case_that_any_agent_passes_is_named_under_a_control_policy() {
    let project = project();
    write(project.path(), AT_HOME.0, AT_HOME.1);
    // It asks for nothing: the home screen is there from the start, and any claim will do.
    write(project.path(), "goals/weak.yaml", "goal: Go home.\nverifier: at-home\nalready: allowed\nclaim: any\n");
    let ended = ended(&mut goalpost(project.path(), &["run", "weak", "--model", "noop"]));
    assert!(ended.stdout.contains("1 passed without an agent, so they prove nothing: weak"), "{}", ended.stdout);
}

#[test]
fn a_trace_holds_every_event_and_only_its_owner_reads_it() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run", "--trace", "t.jsonl"]));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let path = project.path().join("t.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(records.iter().all(|record| record["version"] == 1));
    let kinds: Vec<&str> = records.iter().map(|record| record["event"]["type"].as_str().unwrap()).collect();
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), ("run_started", "run_ended"));
    for kind in
        ["case_started", "decided", "input_intended", "input_receipt", "verdict_reached", "claimed", "case_ended"]
    {
        assert!(kinds.contains(&kind), "{kind} is missing");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[rstest]
#[case(&["run", "--trace", "t.jsonl"])]
#[case(&["agent", "Go home.", "--trace", "t.jsonl"])]
#[case(&["verify", "in-front", "--trace", "t.jsonl"])]
fn a_trace_is_never_written_over_a_file(#[case] args: &[&str]) {
    let project = project();
    write(project.path(), "t.jsonl", "mine");
    let ended = ended(&mut goalpost(project.path(), args));
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("exists already"), "{}", ended.stderr);
    assert_eq!(std::fs::read_to_string(project.path().join("t.jsonl")).unwrap(), "mine");
}

#[test]
fn each_run_puts_a_new_trace_where_the_environment_says() {
    let project = project();
    let out = project.path().join("deep/traces");
    for _ in 0..2 {
        assert_eq!(ended(goalpost(project.path(), &["run"]).env("GOALPOST_OUT", &out)).code, 0);
    }
    assert_eq!(std::fs::read_dir(&out).unwrap().count(), 2);
}

#[test]
fn a_trace_that_cannot_be_had_is_said_before_anything_runs() {
    let project = project();
    let ended =
        ended(goalpost(project.path(), &["run"]).env("GOALPOST_OUT", project.path().join("goals/open-settings.yaml")));
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
    assert!(ended.stderr.contains("open-settings.yaml"), "{}", ended.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_with_130_and_still_tells_what_it_knows() {
    let (_runtime, phone) =
        phone(PhoneOptions { latency: Latency::all(Duration::from_millis(300)), ..PhoneOptions::default() });
    let project = project();
    let mut command = goalpost(project.path(), &["run", "--json", "--device", &on(&phone)]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut first).unwrap();
    support::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["backend"], &json["cases"]), (&"simulated".into(), &Value::Array(Vec::new())));
}

#[test]
fn an_agent_previews_one_decision_and_sends_nothing() {
    let (_runtime, phone) = phone(PhoneOptions::default());
    let project = project();
    let args = ["agent", "Open the Settings app.", "--json", "--device", &on(&phone)];
    let ended = ended(&mut goalpost(project.path(), &args));
    let json = ended.json();
    assert_eq!((ended.code, &json["claim"], &json["decisions"]), (0, &"preview".into(), &1.into()), "{}", ended.stderr);
    assert_eq!(names(&json["last"]), ["operation", "target", "confidence"]);
    assert_eq!(json["inputs"], Value::Array(Vec::new()));
    assert_eq!(inputs(&phone), 0);
}

#[test]
fn an_agent_that_acts_tells_each_input_with_its_receipt() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["agent", "Open the Settings app.", "--execute", "--json"]));
    let json = ended.json();
    assert_eq!((ended.code, &json["claim"]), (0, &"done".into()), "{}", ended.stderr);
    assert!(names(&json).starts_with(&["version", "backend", "model", "answered_by", "claim"]));
    assert_eq!(names(&json["inputs"][0]), ["id", "operation", "input", "receipt"]);
    assert_eq!(json["inputs"][0]["receipt"], "verified");
    assert!(json["timings"].is_object());
}

#[test]
fn the_help_of_agent_shows_pursuits_that_are_done() {
    let project = project();
    let help = ended(&mut goalpost(project.path(), &["agent", "--help"])).stdout;
    let examples = help.lines().filter(|line| line.starts_with("  goalpost agent") && line.contains("--execute"));
    let mut done = 0;
    for example in examples {
        let (goal, options) = example.split_once('"').unwrap().1.split_once('"').unwrap();
        let mut command = goalpost(project.path(), &["agent", goal]);
        let ended = ended(command.args(options.split_whitespace()));
        assert_eq!(ended.code, 0, "{example}: {}{}", ended.stdout, ended.stderr);
        done += 1;
    }
    assert!(done >= 2, "{help}");
}

#[rstest]
#[case(&["--steps", "1", "--model", "noop", "--execute"], "step_limit")]
#[case(&["--model", "always_blocked", "--execute"], "blocked")]
#[case(&["--confidence", "1.0", "--execute"], "uncertain")]
fn an_agent_that_is_not_done_ends_with_1(#[case] more: &[&str], #[case] claim: &str) {
    let project = project();
    let args = [&["agent", "Open the Settings app.", "--json"], more].concat();
    let ended = ended(&mut goalpost(project.path(), &args));
    assert_eq!((ended.code, ended.json()["claim"].as_str()), (1, Some(claim)), "{}", ended.stderr);
}

#[test]
fn an_agent_without_a_model_ends_with_4_and_one_document() {
    let project = project();
    let gone = Served::start(&["model", "serve"]).url.clone();
    let mut command = goalpost(project.path(), &["agent", "Go home.", "--model", "jev", "--json"]);
    let ended = ended(command.env("TYPESAFE_BASE_URL", gone));
    assert_eq!((ended.code, &ended.json()["claim"]), (4, &Value::Null));
    assert!(ended.json()["error"].as_str().unwrap().contains("127.0.0.1"));
}

fn verify(project: &Path, name: &str, phone: &Phone) -> Ended {
    ended(&mut goalpost(project, &["verify", name, "--json", "--device", &on(phone)]))
}

#[test]
fn single_commands_share_a_served_phone_and_a_verifier_tells_its_state() {
    let (_runtime, phone) = phone(PhoneOptions::default());
    let project = project();
    let before = verify(project.path(), "in-front", &phone);
    assert_eq!((before.code, &before.json()["verdict"]), (1, &"refuted".into()), "{}", before.stderr);
    let args = ["agent", "Open the Settings app.", "--execute", "--device", &on(&phone)];
    assert_eq!(ended(&mut goalpost(project.path(), &args)).code, 0);
    let after = verify(project.path(), "in-front", &phone);
    assert_eq!((after.code, &after.json()["verdict"]), (0, &"confirmed".into()), "{}", after.stderr);
    assert!(names(&after.json()).starts_with(&["version", "backend", "verdict"]));
    assert_eq!(after.json()["evidence"][0]["read"], "com.android.settings");
}

#[test]
fn a_verifier_that_cannot_tell_ends_with_4() {
    let (_runtime, phone) = phone(PhoneOptions::default());
    let project = project();
    let check = "check:\n  switch: { label: Nothing of the kind, app: com.android.settings, is: on }\nwithin: 1s\n";
    write(project.path(), "verifiers/blind.yaml", check);
    let ended = verify(project.path(), "blind", &phone);
    assert_eq!((ended.code, &ended.json()["verdict"]), (4, &"inconclusive".into()), "{}", ended.stderr);
}

#[test]
fn a_phone_that_is_not_ready_is_said_by_its_state() {
    let (_runtime, phone) =
        phone(PhoneOptions { state: goalpost::phone::DeviceState::named("stopped"), ..PhoneOptions::default() });
    let project = project();
    for args in [&["observe"][..], &["verify", "in-front"], &["agent", "Go home."], &["run"]] {
        let ended = ended(goalpost(project.path(), args).args(["--device", &on(&phone)]));
        assert!(ended.stderr.contains("stopped"), "{args:?}: {}", ended.stderr);
        assert_eq!((ended.code, ended.stdout.as_str()), (4, ""), "{args:?}");
    }
    assert_eq!(inputs(&phone), 0);
}

const TIMEOUT: &str = "\
goal: Set the screen timeout to ${time} in the Display settings.
verifier: { screen-timeout: { time: \"${time}\" } }
cases:
  - { time: 5 minutes }
  - { time: 10 minutes }
";
const TIMEOUT_VERIFIER: &str = "\
args: { time: text }
steps:
  - open: { app: com.android.settings, fresh: true }
  - tap: { text: Display }
  - tap: { text: Screen timeout }
check:
  element: { text: \"${time}\", app: com.android.settings, is: { state: { checked: true } } }
";

#[test]
fn each_row_of_a_goal_is_run_recorded_and_replayed_as_a_case_of_its_own() {
    let project = project();
    std::fs::create_dir(project.path().join("goals/settings")).unwrap();
    write(project.path(), "goals/settings/timeout.yaml", TIMEOUT);
    write(project.path(), "verifiers/screen-timeout.yaml", TIMEOUT_VERIFIER);
    let run = |args: &[&str]| ended(&mut goalpost(project.path(), args));
    let cases = |ended: &Ended| -> Vec<String> {
        ended.json()["cases"].as_array().unwrap().iter().map(|case| case["name"].as_str().unwrap().to_owned()).collect()
    };
    let both = ["settings/timeout/10-minutes", "settings/timeout/5-minutes"];

    let recorded = run(&["run", "settings/timeout", "--record", "--json"]);
    assert_eq!((recorded.code, cases(&recorded)), (0, both.map(str::to_owned).to_vec()), "{}", recorded.stderr);
    assert!(project.path().join("tests/fixtures/settings/timeout/5-minutes/mappings").is_dir());
    assert!(project.path().join("tests/fixtures/settings/timeout/10-minutes/mappings").is_dir());

    let replayed = run(&["run", "goals/settings/timeout.yaml", "--mode", "replay", "--json"]);
    assert_eq!((replayed.code, cases(&replayed)), (0, both.map(str::to_owned).to_vec()), "{}", replayed.stderr);
    let one = run(&["run", "settings/timeout/5-minutes", "--mode", "replay", "--json"]);
    assert_eq!((one.code, cases(&one)), (0, vec![both[1].to_owned()]), "{}", one.stderr);

    let slip = run(&["run", "settings/timeuot"]);
    assert!(slip.stderr.contains("did you mean settings/timeout?"), "{}", slip.stderr);
    let slip = run(&["run", "settings/timeout/6-minutes"]);
    assert!(slip.stderr.contains("did you mean settings/timeout/5-minutes?"), "{}", slip.stderr);

    let lint = run(&["lint"]);
    assert!(lint.stderr.contains("2 goals with 3 cases and 2 verifiers can be used"), "{}", lint.stderr);
    let row_gone = TIMEOUT.replace("  - { time: 5 minutes }\n", "  - { time: 5 minutes, case: five }\n");
    write(project.path(), "goals/settings/timeout.yaml", &row_gone);
    let lint = run(&["lint"]);
    let of_no_case = "this recording belongs to no case: there is no goal settings/timeout/5-minutes";
    assert!(lint.stdout.contains(of_no_case), "{}", lint.stdout);
    assert!(lint.stdout.contains("settings/timeout/five has no recording"), "{}", lint.stdout);
}
