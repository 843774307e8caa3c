//! What the command says to wrong arguments, wrong files and a wrong environment: before anything is run.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Stdio;

use rstest::rstest;
use support::{ended, goalpost, project};

#[rstest]
#[case::no_command(&[], "Usage: goalpost <COMMAND>")]
#[case::no_such_command(&["rum"], "unrecognized subcommand 'rum'")]
#[case::no_such_option(&["run", "--fast"], "unexpected argument '--fast'")]
#[case::no_value(&["run", "--device"], "a value is required for '--device <PHONE>'")]
#[case::no_such_device(&["run", "--device", "pixel"], "a device is simulated, simulated=URL")]
#[case::no_such_model(&["run", "--model", "gpt"], "a model is offline, jev, noop")]
#[case::no_seed(&["run", "--model", "random=x"], "a seed is a whole number")]
#[case::no_such_mode(&["run", "--mode", "real"], "a mode is replay, simulated or live")]
#[case::replay_of_a_phone(&["run", "--mode", "replay", "--device", "simulated"], "phone and model are the recording")]
#[case::replay_of_a_model(&["run", "--mode", "replay", "--model", "offline"], "phone and model are the recording")]
#[case::replay_of_a_look(&["run", "--mode", "replay", "--look", "11"], "phone and model are the recording")]
#[case::recorded_replay(&["run", "--mode", "replay", "--record"], "--record records a run")]
#[case::recorded_control(&["run", "--record", "--model", "noop"], "not worth recording")]
#[case::force_alone(&["run", "--force"], "--record")]
#[case::no_fixture_url(&["run", "--fixture-url", "nonsense"], "--fixture-url nonsense: not a URL")]
#[case::fixture_url_elsewhere(&["run", "--fixture-url", "https://example.com"], "served on this machine")]
#[case::live_fixture_url(&["run", "--fixture-url", "http://127.0.0.1:9", "--mode", "live"], "leave --mode out")]
#[case::agent_has_no_replay(&["doctor", "--mode", "replay"], "only `goalpost run` replays")]
#[case::contradicting_model(&["run", "--mode", "live", "--model", "offline"], "which contradicts --model offline")]
#[case::contradicting_device(&["run", "--mode", "live", "--device", "simulated"], "which contradicts --device simulated")]
#[case::no_shard(&["run", "--shard", "4/3"], "1 <= i <= n")]
#[case::no_tag(&["run", "--tag", "a,,b"], "tags are words")]
#[case::no_jobs(&["run", "--jobs", "0"], "a whole number from 1")]
#[case::jobs_on_one_phone(
    &["run", "--jobs", "2", "--device", "simulated=http://127.0.0.1:9/v1"],
    "run one at a time"
)]
#[case::an_empty_case(&["run", ""], "it is empty, and a case or a file is meant")]
#[case::a_trace_to_nowhere(&["run", "--trace", ""], "it is empty, and a file is meant")]
#[case::a_trace_to_stdout(&["run", "--trace", "-"], "is not written to stdout")]
#[case::no_goal(&["agent"], "<GOAL>")]
#[case::blank_goal(&["agent", "  "], "this one is blank")]
#[case::no_steps(&["agent", "Go.", "--steps", "0"], "a whole number from 1 to 100")]
#[case::steps_are_no_number(&["agent", "Go.", "--steps", "many"], "a whole number from 1 to 100")]
#[case::nothing_to_type(&["agent", "Go.", "--text", " "], "no text in it to be typed")]
#[case::endless_text(&["agent", "Go.", "--text", &"x".repeat(10_001)], "at most 10000 characters")]
#[case::a_query_for_anything(&["tap", "\u{200b}"], "matches everything")]
#[case::an_endless_query(&["find", &"x".repeat(100_000)], "more than 1000 characters")]
#[case::no_port(&["model", "serve", "--port", "http"], "a port is a whole number from 0 to 65535")]
#[case::no_seed_for_a_phone(&["phone", "serve", "--seed=-1"], "a seed is a whole number")]
#[case::a_log_to_stdout(&["phone", "serve", "--log", "-"], "is not written to stdout")]
#[case::no_confidence(&["agent", "Go.", "--confidence", "1.5"], "a number from 0 to 1")]
#[case::confidence_is_no_number(&["agent", "Go.", "--confidence", "NaN"], "a number from 0 to 1")]
#[case::no_verifier(&["verify"], "<NAME>")]
#[case::no_such_verifier(&["verify", "in-frond"], "did you mean `in-front`?")]
#[case::no_such_argument(&["verify", "in-front", "--arg", "a=b"], "takes no argument")]
#[case::no_pair(&["verify", "in-front", "--arg", "a"], "name=value")]
#[case::url_without_tls(&["observe", "--device", "simulated=http://example.com/v1"], "use https")]
#[case::url_elsewhere(&["observe", "--device", "simulated=https://example.com/v1"], "is on another machine")]
#[case::no_url(&["observe", "--device", "simulated=nonsense"], "`goalpost phone serve` prints it")]
#[case::no_scheme(&["observe", "--device", "simulated=127.0.0.1:8700"], "begins with http://")]
#[case::scheme_in_disguise(&["observe", "--device", "simulated=localhost:8700"], "begins with http://")]
#[case::no_path(&["observe", "--device", "simulated=http://127.0.0.1:8700"], "ends in /v1")]
#[case::no_folder(&["lint", "nowhere/at/all"], "there is no folder nowhere/at/all; name the one")]
fn wrong_arguments_end_with_2_and_say_what_is_right(#[case] args: &[&str], #[case] says: &str) {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), args));
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{}", ended.stderr);
}

#[cfg(unix)]
#[rstest]
#[case(&["run"])]
#[case(&["agent"])]
#[case(&["verify"])]
#[case(&["run", "--device"])]
fn arguments_that_are_not_unicode_are_no_panic(#[case] args: &[&str]) {
    use std::os::unix::ffi::OsStrExt;
    let project = project();
    let hostile = std::ffi::OsStr::from_bytes(b"a\xff\x1b[2J");
    let ended = ended(goalpost(project.path(), args).arg(hostile));
    assert!(matches!(ended.code, 2 | 5), "{} {}", ended.code, ended.stderr);
    assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
    assert!(!ended.stderr.contains('\u{1b}'), "{:?}", ended.stderr);
}

/// What may stand where a value is expected, and must be neither obeyed nor taken for a message of the command's own.
#[rstest]
fn what_is_wrong_is_quoted_and_short(
    #[values("a\u{1b}[2J\u{1b}]0;x\u{7}", "a\ngoalpost: all is well", "a\u{202e}gnp", &"x".repeat(100_000))]
    hostile: &str,
    #[values(
        &["run"], &["run", "--device"], &["run", "--model"], &["run", "--shard"], &["run", "--jobs"], &["verify"],
        &["verify", "in-front", "--arg"], &["observe", "--from"], &["observe", "--screen"], &["lint"], &["new", "goal"],
        &["tap", "--at"], &["tap", "x", "--timeout"], &["swipe"], &["press"], &["phone", "serve", "--port"],
        &["phone", "serve", "--fault"], &["phone", "serve", "--latency"], &["model", "serve", "--port"], &["doctor"], &[],
        &["completions"],
    )]
    args: &[&str],
) {
    let project = project();
    let ended = ended(goalpost(project.path(), args).arg(hostile));
    assert!(matches!(ended.code, 2 | 4 | 5), "{} {}", ended.code, ended.stderr);
    assert!(!ended.stderr.contains(|c: char| (c.is_control() && c != '\n') || c == '\u{202e}'), "{:?}", ended.stderr);
    assert!(!ended.stderr.lines().any(|line| line == "goalpost: all is well"), "{}", ended.stderr);
    assert!(ended.stderr.len() < 4000, "{}", ended.stderr.len());
}

#[rstest]
#[case(&["run", "nobody"], "no case, folder or goal file is called `nobody`")]
#[case(&["run", "open-setings"], "did you mean open-settings?")]
#[case(&["run", "--tag", "nobody"], "no case has the tags asked for; of 1 case, none has any tag")]
#[case(&["run", "--shard", "2/2"], "nothing falls into shard 2/2")]
fn nothing_selected_ends_with_5(#[case] args: &[&str], #[case] says: &str) {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), args));
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (5, ""));
}

#[rstest]
#[case("run")]
#[case("lint")]
fn a_folder_without_goals_ends_with_5(#[case] command: &str) {
    let empty = tempfile::tempdir().unwrap();
    let ended = ended(&mut goalpost(empty.path(), &[command]));
    assert_eq!(ended.code, 5, "{}", ended.stderr);
    assert!(ended.stderr.contains("goals"), "{}", ended.stderr);
}

#[test]
fn every_file_with_a_problem_is_named_and_nothing_is_run() {
    let project = project();
    let write = |file: &str, text: &str| std::fs::write(project.path().join(file), text).unwrap();
    write("goals/one.yaml", "goal: Go.\nverifer: in-front\n");
    write("goals/two.yaml", "goal: Go.\nverifier: nobody\n");
    write("verifiers/three.yaml", "check: {foreground: {app: [}\n");
    write("verifiers/unused.yaml", "check: {swich: {label: x}}\n");
    for command in ["run", "lint"] {
        let ended = ended(&mut goalpost(project.path(), &[command]));
        let all = ended.stdout + &ended.stderr;
        for place in
            ["goals/one.yaml:2:1", "goals/two.yaml:2:11", "verifiers/three.yaml:1:", "verifiers/unused.yaml:1:9"]
        {
            assert!(all.contains(place), "{command}: {all}");
        }
        assert!(all.contains("did you mean `verifier`?"), "{all}");
        assert_eq!(ended.code, 2);
    }
}

#[test]
fn lint_finds_nothing_wrong_where_nothing_is() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["lint"]));
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{}", ended.stderr);
    assert!(ended.stderr.contains("1 goal and 1 verifier can be used; 0 errors, 0 warnings"), "{}", ended.stderr);
}

#[test]
fn lint_looks_into_verifiers_that_no_goal_uses() {
    let project = project();
    std::fs::write(project.path().join("verifiers/lonely.yaml"), "check:\n  foregroound: { app: a.b }\n").unwrap();
    let ended = ended(&mut goalpost(project.path(), &["lint"]));
    assert!(ended.stdout.contains("no goal uses this verifier"), "{}", ended.stdout);
    assert!(ended.stdout.contains("verifiers/lonely.yaml:2:3"), "{}", ended.stdout);
    assert_eq!(ended.code, 2);
}

#[test]
fn a_verifier_in_rust_is_warned_of_and_all_around_it_is_looked_at() {
    let project = project();
    let write = |file: &str, text: &str| std::fs::write(project.path().join(file), text).unwrap();
    write("goals/rusty.yaml", "goal: Go.\nverifier: rusty\n");
    write("verifiers/rusty.yaml", "rust: rusty\n");
    let fine = ended(&mut goalpost(project.path(), &["lint"]));
    assert!(fine.stdout.contains("warning: this command does not know the Rust verifier `rusty`"), "{}", fine.stdout);
    assert!(fine.stderr.contains("2 goals and 2 verifiers can be used; 0 errors, 1 warning"), "{}", fine.stderr);
    assert_eq!(fine.code, 0);
    write("goals/rusty.yaml", "steps: [{ opne: { app: a.b } }]\nverifier: rusty\n");
    let broken = ended(&mut goalpost(project.path(), &["lint"]));
    assert!(broken.stdout.contains("did you mean `open`?"), "{}", broken.stdout);
    assert_eq!(broken.code, 2);
}

#[test]
fn lint_tells_programs_the_same() {
    let project = project();
    std::fs::write(project.path().join("goals/one.yaml"), "goal: Go.\nverifer: in-front\n").unwrap();
    let ended = ended(&mut goalpost(project.path(), &["lint", "--json"]));
    let problem = &ended.json()["problems"][0];
    assert_eq!((problem["file"].as_str(), problem["line"].as_u64()), (Some("goals/one.yaml"), Some(2)));
    assert_eq!(problem["severity"], "error");
    assert_eq!(ended.code, 2);
}

#[test]
fn a_live_run_names_all_that_is_missing_at_once() {
    let project = project();
    let ended = ended(&mut goalpost(project.path(), &["run", "--mode", "live"]));
    for name in ["MOBILERUN_API_KEY", "MOBILERUN_DEVICE_ID", "TYPESAFE_API_KEY"] {
        assert!(ended.stderr.contains(name), "{}", ended.stderr);
    }
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
}

#[rstest]
#[case("MOBILERUN_API_KEY", "two words", "MOBILERUN_API_KEY (exported) is malformed")]
#[case("MOBILERUN_BASE_URL", "http://example.com/v1", "use https")]
#[case("TYPESAFE_BASE_URL", "ftp://127.0.0.1", "TYPESAFE_BASE_URL")]
#[case("TYPESAFE_API_KEY", "geheim\u{e9}", "TYPESAFE_API_KEY (exported) is malformed")]
fn what_is_malformed_is_named_and_not_repeated(#[case] name: &str, #[case] value: &str, #[case] says: &str) {
    let project = project();
    let mut command = goalpost(project.path(), &["run", "--mode", "live"]);
    let good = [("MOBILERUN_API_KEY", "k"), ("TYPESAFE_API_KEY", "k"), ("MOBILERUN_DEVICE_ID", "d")];
    let ended = ended(command.envs(good).env(name, value));
    assert!(ended.stderr.contains(says), "{}", ended.stderr);
    assert!(!ended.stderr.contains("two words") && !ended.stderr.contains("geheim"), "{}", ended.stderr);
    assert_eq!(ended.code, 4);
}

#[test]
fn of_several_phones_it_is_said_which_one_is_used() {
    let project = project();
    let mut command = goalpost(project.path(), &["observe", "--device", "mobilerun"]);
    let pool = [("MOBILERUN_BASE_URL", "http://127.0.0.1:9/v1"), ("MOBILERUN_DEVICE_ID", "one, two, three")];
    let ended = ended(command.env("MOBILERUN_API_KEY", "two words").envs(pool));
    assert!(ended.stderr.contains("names 3 phones, and this version uses the first of them, one;"), "{}", ended.stderr);
    assert_eq!(ended.code, 4);
}

#[test]
fn values_that_do_not_fit_are_blamed_and_not_the_file() {
    let project = project();
    let verifier = "args: { app: text }\ncheck:\n  foreground: { app: \"${app}\" }\n";
    std::fs::write(project.path().join("verifiers/in-front.yaml"), verifier).unwrap();
    let ended = ended(&mut goalpost(project.path(), &["verify", "in-front", "--arg", "app=Settings"]));
    assert!(ended.stderr.contains("can't be used with these values of --arg"), "{}", ended.stderr);
    assert_eq!(ended.code, 2);
}

#[test]
fn a_key_in_the_environment_never_makes_a_command_real() {
    let project = project();
    let mut command = goalpost(project.path(), &["observe", "--json"]);
    let ended = ended(command.env("MOBILERUN_API_KEY", "k").env("MOBILERUN_DEVICE_ID", "real"));
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_ne!(ended.json()["deviceId"], "real");
}

#[test]
fn a_device_that_is_not_there_is_said_before_anything_runs() {
    let phone = support::Served::start(&["phone", "serve"]);
    let project = project();
    let mut command = goalpost(project.path(), &["run", "--device", "mobilerun=nobody"]);
    let ended = ended(command.env("MOBILERUN_BASE_URL", &phone.url));
    assert!(ended.stderr.contains("nobody") && ended.stderr.contains("404"), "{}", ended.stderr);
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
}

#[rstest]
#[case(&["--help"])]
#[case(&["--version"])]
#[case(&["run", "--help"])]
#[case(&["agent", "-h"])]
#[case(&["help", "verify"])]
fn help_goes_to_stdout_and_is_no_error(#[case] args: &[&str]) {
    let ended = ended(&mut goalpost(Path::new("."), args));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    assert!(!ended.stdout.is_empty());
}

#[rstest]
#[case(&["--help"])]
#[case(&["observe"])]
#[case(&["observe", "--json"])]
#[case(&["lint"])]
fn a_reader_that_goes_away_is_no_panic(#[case] args: &[&str]) {
    let project = project();
    let mut child = goalpost(project.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// Its output fills a pipe that nobody reads.
#[cfg(unix)]
#[rstest]
#[case::ctrl_c("-INT")]
#[case::a_supervisor("-TERM")]
fn a_command_that_is_stuck_can_be_stopped(#[case] signal: &str) {
    use std::io::Read;
    let project = project();
    let node = format!("<node text=\"{}\" bounds=\"[0,0][9,9]\"/>", "x".repeat(1000));
    std::fs::write(project.path().join("long.xml"), format!("<hierarchy>{}</hierarchy>", node.repeat(1000))).unwrap();
    let mut command = goalpost(project.path(), &["observe", "--from", "long.xml"]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0; 10]).unwrap();
    support::send(&child, signal);
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn progress_that_cannot_be_written_is_none() {
    let project = project();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = goalpost(project.path(), &["run", "--json"]).stderr(full).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["counts"]["passed"], 1);
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let project = project();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = goalpost(project.path(), &["observe"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("can't be written"));
}
