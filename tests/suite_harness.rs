//! The suite as tests, looked at from outside: what `cargo test` and nextest get to see.
//!
//! This program is both. Started in a project's folder with `SUITE` set, it is that project's `tests/goals.rs`; else it
//! runs the tests below, which start it so.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use goalpost::event::Verdict;
use goalpost::verify::{Args, Evaluation, Probe, Registry};
use libtest_mimic::{Arguments, Trial};
use serde_json::Value;
use tempfile::TempDir;

const SUITE: &str = "GOALPOST_TEST_SUITE";

fn main() -> ExitCode {
    if std::env::var_os(SUITE).is_some() {
        let registry = Registry::new().with("in-front", in_front).with("panics", panics).with("fickle", fickle);
        return goalpost::suite::main(registry);
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

async fn in_front(probe: Probe, args: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
    let wanted = args.get("app").and_then(Value::as_str).unwrap_or_default().to_owned();
    let package = probe.observe().await?.phone.package_name;
    let verdict = if package == wanted { Verdict::Confirmed } else { Verdict::Refuted };
    Ok(Evaluation::of("the app is in front", verdict, probe.now()).read(package))
}

async fn panics(_: Probe, _: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
    panic!("on purpose")
}

/// Reads once more each time it is asked.
async fn fickle(probe: Probe, _: Args) -> Result<Evaluation, Box<dyn std::error::Error + Send + Sync>> {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    for _ in 0..ASKED.fetch_add(1, Ordering::Relaxed) {
        probe.observe().await?;
    }
    let settings = probe.observe().await?.phone.package_name == "com.android.settings";
    Ok(Evaluation::of(
        "Settings is in front",
        if settings { Verdict::Confirmed } else { Verdict::Refuted },
        probe.now(),
    ))
}

/// Makes trials of functions, each called by its name.
macro_rules! trials {
    ($($name:ident),* $(,)?) => {
        fn trials() -> Vec<Trial> {
            vec![$(Trial::test(stringify!($name), || { $name(); Ok(()) })),*]
        }
    };
}

trials![
    a_case_is_a_test_called_by_its_path,
    a_list_holds_names_and_nothing_else,
    the_list_of_ignored_tests_is_empty,
    filters_choose_as_in_every_rust_test,
    rows_are_tests_that_are_chosen_one_by_one,
    a_broken_goal_is_one_failing_test_and_the_rest_run,
    a_broken_verifier_fails_the_goals_that_use_it,
    a_broken_verifier_that_nobody_uses_is_a_test_of_its_own,
    a_file_whose_name_is_none_is_a_test_with_a_plain_name,
    a_failure_says_error_on_stderr_where_nextest_looks,
    a_panic_in_a_verifier_ends_its_own_case_alone,
    zero_threads_are_refused_instead_of_hanging,
    a_second_filter_is_refused,
    a_failure_shows_what_was_read_and_what_the_agent_decided,
    a_control_policy_takes_the_place_of_the_model,
    a_control_policy_is_not_let_at_a_real_phone,
    a_verifier_that_nobody_registered_is_a_failing_test,
    a_logfile_that_cannot_be_made_is_no_panic,
    modes_that_are_none_are_refused,
    a_live_run_says_what_is_missing_and_how_to_do_without,
    a_live_run_is_refused_under_nextest,
    a_list_needs_no_keys_even_live,
    a_live_run_does_its_cases_one_at_a_time,
    a_trace_is_written_where_the_environment_says,
    an_empty_project_is_no_success_and_can_be_listed,
    what_was_recorded_is_replayed,
    a_test_without_a_recording_fails_and_says_how_to_record,
    a_goal_that_is_not_replayed_is_an_ignored_test,
    a_list_looks_at_no_recordings,
    a_verifier_that_reads_otherwise_each_time_is_not_recorded,
    nothing_is_recorded_in_ci,
];

/// A project with three goals that pass, the verifier in Rust.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let goal = |app: &str, package: &str| {
        format!("goal: Open the {app} app.\nverifier: {{ in-front: {{ app: {package} }} }}\n")
    };
    write(project.path(), "verifiers/in-front.yaml", "args: { app: text }\nrust: in-front\n");
    write(project.path(), "goals/apps/clock.yaml", &goal("Clock", "com.google.android.deskclock"));
    write(project.path(), "goals/apps/settings.yaml", &goal("Settings", "com.android.settings"));
    write(project.path(), "goals/settings.yaml", &goal("Settings", "com.android.settings"));
    project
}

fn write(project: &Path, file: &str, text: &str) {
    let path = project.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ended {
    /// Tests by how they ended: `ok`, `FAILED`, `ignored`.
    fn tests(&self, end: &str) -> Vec<&str> {
        let end = format!("... {end}");
        let lines = self.stdout.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(&end));
        let mut tests: Vec<_> = lines.map(str::trim).collect();
        tests.sort_unstable();
        tests
    }
}

fn suite(project: &Path, args: &[&str], environment: &[(&str, &str)]) -> Ended {
    let mut command = Command::new(std::env::current_exe().unwrap());
    for name in ["MOBILERUN_API_KEY", "MOBILERUN_CLOUD_API_KEY", "MOBILERUN_DEVICE_ID", "MOBILERUN_BASE_URL"]
        .into_iter()
        .chain(["TYPESAFE_API_KEY", "TYPESAFE_MODEL", "TYPESAFE_BASE_URL"])
        .chain(["GOALPOST_RECORD", "GOALPOST_OUT", "GOALPOST_MODEL", "GOALPOST_LOOK", "NEXTEST", "RUST_BACKTRACE"])
    {
        command.env_remove(name);
    }
    // The mode is said so that these tests are the same with the feature `live`.
    command.env(SUITE, "1").env("GOALPOST_MODE", "simulated").envs(environment.iter().copied());
    let output = command.args(args).current_dir(project).stdin(Stdio::null()).output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

fn a_case_is_a_test_called_by_its_path() {
    let ended = suite(project().path(), &[], &[]);
    assert_eq!(ended.tests("ok"), ["apps/clock", "apps/settings", "settings"], "{}", ended.stdout);
    assert_eq!(ended.code, 0);
    assert!(ended.stderr.contains("goalpost: 3 cases, simulated: phone simulated, model offline, journal in memory"));
}

fn a_list_holds_names_and_nothing_else() {
    let project = project();
    write(project.path(), "goals/broken.yaml", "goal: [");
    let ended = suite(project.path(), &["--list", "--format", "terse"], &[]);
    let mut lines: Vec<_> = ended.stdout.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["apps/clock: test", "apps/settings: test", "broken: test", "settings: test"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
}

fn the_list_of_ignored_tests_is_empty() {
    let ended = suite(project().path(), &["--list", "--format", "terse", "--ignored"], &[]);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""));
}

fn filters_choose_as_in_every_rust_test() {
    let project = project();
    let chosen = |args: &[&str]| suite(project.path(), args, &[]).tests("ok").join(" ");
    assert_eq!(chosen(&["settings"]), "apps/settings settings");
    assert_eq!(chosen(&["settings", "--exact"]), "settings");
    assert_eq!(chosen(&["--exact", "apps/clock", "--nocapture"]), "apps/clock");
    assert_eq!(chosen(&["--skip", "settings"]), "apps/clock");
    assert_eq!(chosen(&["nobody", "--exact"]), "");
}

fn rows_are_tests_that_are_chosen_one_by_one() {
    let project = project();
    let rows = "goal: Open the ${app} app.\nverifier: { in-front: { app: \"${package}\" } }\ncases:\n  - { case: clock, app: \
                Clock, package: com.google.android.deskclock }\n  - { app: Settings, package: com.android.settings }\n";
    write(project.path(), "goals/rows.yaml", rows);
    let listed = suite(project.path(), &["--list", "--format", "terse"], &[]).stdout;
    let listed: Vec<_> =
        listed.lines().filter_map(|l| l.strip_suffix(": test")).filter(|l| l.contains("rows")).collect();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert!(listed.iter().all(|name| !name.contains(char::is_whitespace)), "{listed:?}");
    // As nextest runs them: each by its whole name, in a process of its own.
    for name in &listed {
        assert_eq!(suite(project.path(), &["--exact", name, "--nocapture"], &[]).tests("ok"), [*name]);
    }
    assert_eq!(suite(project.path(), &["rows"], &[]).tests("ok").len(), 2);
    assert_eq!(suite(project.path(), &["rows", "--exact"], &[]).tests("ok"), [""; 0], "a goal of rows is none itself");
}

fn a_broken_goal_is_one_failing_test_and_the_rest_run() {
    let project = project();
    write(project.path(), "goals/apps/settings.yaml", "gaol: Open.\nverifier: in-front\n");
    let ended = suite(project.path(), &[], &[]);
    assert_eq!(ended.tests("FAILED"), ["apps/settings"], "{}", ended.stdout);
    assert_eq!(ended.tests("ok"), ["apps/clock", "settings"]);
    assert!(ended.stdout.contains("goals/apps/settings.yaml:1:1") && ended.stdout.contains("did you mean `goal`?"));
    assert_eq!(ended.code, 101);
}

fn a_broken_verifier_fails_the_goals_that_use_it() {
    let project = project();
    write(project.path(), "verifiers/other.yaml", "check: { switch: { label: 7 } }\n");
    write(project.path(), "goals/other.yaml", "goal: Do it.\nverifier: other\n");
    let ended = suite(project.path(), &["--exact", "other"], &[]);
    assert_eq!(ended.tests("FAILED"), ["other"], "{}", ended.stdout);
    assert!(ended.stdout.contains("verifiers/other.yaml:1:"), "{}", ended.stdout);
    assert_eq!(suite(project.path(), &[], &[]).tests("FAILED"), ["other"]);
}

fn a_broken_verifier_that_nobody_uses_is_a_test_of_its_own() {
    let project = project();
    write(project.path(), "verifiers/lonely.yaml", "chekc: {}\n");
    let ended = suite(project.path(), &["--exact", "verifiers/lonely"], &[]);
    assert_eq!(ended.tests("FAILED"), ["verifiers/lonely"], "{}", ended.stdout);
}

fn a_file_whose_name_is_none_is_a_test_with_a_plain_name() {
    let project = project();
    write(project.path(), "goals/My Goal!.yaml", "goal: Do it.\nverifier: in-front\n");
    let ended = suite(project.path(), &["--list"], &[]);
    assert!(ended.stdout.lines().any(|line| line == "my_goal_: test"), "{}", ended.stdout);
    assert_eq!(suite(project.path(), &["my_goal_", "--exact"], &[]).tests("FAILED"), ["my_goal_"]);
}

fn a_failure_says_error_on_stderr_where_nextest_looks() {
    let project = project();
    write(
        project.path(),
        "goals/settings.yaml",
        "goal: Do nothing.\nverifier: { in-front: { app: com.google.android.apps.nexuslauncher } }\n",
    );
    let ended = suite(project.path(), &["--exact", "settings"], &[]);
    assert!(ended.stderr.lines().any(|line| line.starts_with("Error: settings: errored already_satisfied")));
    assert!(ended.stdout.contains("the agent says nothing, the phone says confirmed"), "{}", ended.stdout);
    assert_eq!(ended.code, 101);
}

fn a_panic_in_a_verifier_ends_its_own_case_alone() {
    let project = project();
    write(project.path(), "verifiers/panics.yaml", "rust: panics\n");
    write(project.path(), "goals/panics.yaml", "goal: Do it.\nverifier: panics\n");
    let ended = suite(project.path(), &[], &[]);
    assert_eq!(ended.tests("FAILED"), ["panics"], "{}", ended.stdout);
    assert_eq!(ended.tests("ok").len(), 3);
    assert!(ended.stdout.contains("harness_error") && ended.stdout.contains("on purpose"), "{}", ended.stdout);
}

fn a_verifier_that_nobody_registered_is_a_failing_test() {
    let project = project();
    write(project.path(), "verifiers/typo.yaml", "rust: in-frond\n");
    write(project.path(), "goals/typo.yaml", "goal: Do it.\nverifier: typo\n");
    assert_eq!(suite(project.path(), &[], &[]).tests("FAILED"), ["typo"]);
}

fn zero_threads_are_refused_instead_of_hanging() {
    let ended = suite(project().path(), &["--test-threads", "0"], &[]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.starts_with("Error: --test-threads 0"), "{}", ended.stderr);
}

fn a_second_filter_is_refused() {
    let ended = suite(project().path(), &["--skip", "x", "one", "two"], &[]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.starts_with("Error: 2 filters are given"), "{}", ended.stderr);
}

fn a_failure_shows_what_was_read_and_what_the_agent_decided() {
    let ended = suite(project().path(), &["--exact", "settings"], &[("GOALPOST_MODEL", "always_done")]);
    assert_eq!(ended.tests("FAILED"), ["settings"]);
    for line in
        ["refuted: the app is in front (read: com.google.android.apps.nexuslauncher)", "the agent decided: DONE"]
    {
        assert!(ended.stdout.lines().any(|told| told == line), "{line}: {}", ended.stdout);
    }
    assert!(ended.stderr.contains("GOALPOST_OUT=DIR"), "{}", ended.stderr);
}

fn a_control_policy_takes_the_place_of_the_model() {
    let project = project();
    write(
        project.path(),
        "goals/scripted.yaml",
        "steps: [{ open: { app: com.android.settings } }]\nverifier: { in-front: { app: com.android.settings } }\n",
    );
    let ended = suite(project.path(), &[], &[("GOALPOST_MODEL", "noop")]);
    assert_eq!(ended.tests("FAILED"), ["apps/clock", "apps/settings", "settings"], "{}", ended.stdout);
    assert_eq!(ended.tests("ignored"), ["scripted"]);
    assert!(ended.stderr.contains("model noop"), "{}", ended.stderr);
}

fn a_control_policy_is_not_let_at_a_real_phone() {
    let ended = suite(project().path(), &[], &[("GOALPOST_MODEL", "random"), ("GOALPOST_MODE", "live")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("GOALPOST_MODEL is set"), "{}", ended.stderr);
}

fn a_logfile_that_cannot_be_made_is_no_panic() {
    let ended = suite(project().path(), &["--logfile", "nowhere/log"], &[]);
    assert_eq!(ended.code, 2, "{}", ended.stderr);
    assert!(ended.stderr.starts_with("Error: --logfile nowhere/log"), "{}", ended.stderr);
}

fn modes_that_are_none_are_refused() {
    let project = project();
    for (name, value, says) in [
        ("GOALPOST_MODE", "real", "which is no mode"),
        ("GOALPOST_RECORD", "yes", "set it to 1"),
        ("GOALPOST_MODEL", "jev", "set it to a control policy"),
        ("GOALPOST_LOOK", "14", "set it to 11 or 15"),
    ] {
        let ended = suite(project.path(), &[], &[(name, value)]);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{name}={value}");
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
}

fn a_live_run_says_what_is_missing_and_how_to_do_without() {
    let ended = suite(project().path(), &[], &[("GOALPOST_MODE", "live")]);
    for says in ["MOBILERUN_API_KEY", "MOBILERUN_DEVICE_ID", "TYPESAFE_API_KEY", "GOALPOST_MODE=replay"] {
        assert!(ended.stderr.contains(says), "{}", ended.stderr);
    }
    assert_eq!((ended.code, ended.stdout.as_str()), (4, ""));
}

fn a_live_run_is_refused_under_nextest() {
    let ended = suite(project().path(), &[], &[("GOALPOST_MODE", "live"), ("NEXTEST", "1")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("one at a time"), "{}", ended.stderr);
}

fn a_list_needs_no_keys_even_live() {
    let ended = suite(project().path(), &["--list"], &[("GOALPOST_MODE", "live")]);
    assert_eq!(ended.code, 0);
    assert_eq!(ended.stdout.lines().filter(|line| line.ends_with(": test")).count(), 3);
}

fn a_live_run_does_its_cases_one_at_a_time() {
    use goalpost::model::{Model, Options};
    use goalpost::phone::{Phone, PhoneOptions};
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let phone = runtime.block_on(Phone::start(PhoneOptions::default())).unwrap();
    let model = runtime.block_on(Model::start(Options::default())).unwrap();
    let project = project();
    let environment = [
        ("GOALPOST_MODE", "live"),
        ("MOBILERUN_BASE_URL", phone.url()),
        ("MOBILERUN_DEVICE_ID", phone.device_id()),
        ("TYPESAFE_BASE_URL", &model.url()),
        ("GOALPOST_OUT", project.path().to_str().unwrap()),
    ];
    // Two at once on one phone would disturb each other.
    let ended = suite(project.path(), &["apps", "--test-threads", "2"], &environment);
    assert_eq!(ended.tests("ok"), ["apps/clock", "apps/settings"], "{}{}", ended.stdout, ended.stderr);
    assert!(
        ended
            .stderr
            .starts_with("goalpost: 2 cases, live: phone loopback, model jev (loopback), journal in memory (lost")
    );
}

fn a_trace_is_written_where_the_environment_says() {
    let project = project();
    let out = project.path().join("out");
    let environment = [("GOALPOST_OUT", out.to_str().unwrap())];
    assert_eq!(suite(project.path(), &["--list"], &environment).code, 0);
    assert!(!out.exists(), "a list is no run");
    assert_eq!(suite(project.path(), &["clock"], &environment).code, 0);
    let trace = std::fs::read_dir(&out).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(trace).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!((&last["event"]["type"], &last["event"]["counts"]["passed"]), (&"run_ended".into(), &1.into()));
}

fn an_empty_project_is_no_success_and_can_be_listed() {
    let project = tempfile::tempdir().unwrap();
    let ended = suite(project.path(), &[], &[]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("there are no goals: no YAML file below ./goals"), "{}", ended.stderr);
    assert_eq!(suite(project.path(), &["--list"], &[]).code, 0);
}

/// On a machine that is not CI's.
const RECORD: [(&str, &str); 2] = [("GOALPOST_RECORD", "1"), ("CI", "")];
const REPLAY: [(&str, &str); 1] = [("GOALPOST_MODE", "replay")];

fn what_was_recorded_is_replayed() {
    let project = project();
    let recorded = suite(project.path(), &[], &RECORD);
    assert_eq!(recorded.tests("ok"), ["apps/clock", "apps/settings", "settings"], "{}", recorded.stdout);
    let replayed = suite(project.path(), &[], &REPLAY);
    assert_eq!(replayed.tests("ok"), ["apps/clock", "apps/settings", "settings"], "{}", replayed.stdout);
    // As nextest runs it.
    assert_eq!(suite(project.path(), &["--exact", "apps/clock", "--nocapture"], &REPLAY).tests("ok"), ["apps/clock"]);
    write(project.path(), "tests/fixtures/apps/clock/fixture.json", "{}");
    let edited = suite(project.path(), &[], &REPLAY);
    assert_eq!(edited.tests("FAILED"), ["apps/clock"], "{}", edited.stdout);
    assert_eq!(suite(project.path(), &[], &RECORD).tests("FAILED"), ["apps/clock"]);
    let forced = suite(project.path(), &[], &[("GOALPOST_RECORD", "force"), ("CI", "")]);
    assert_eq!(forced.tests("FAILED"), [""; 0], "{}", forced.stdout);
    assert_eq!(suite(project.path(), &[], &REPLAY).tests("FAILED"), [""; 0]);
}

fn a_test_without_a_recording_fails_and_says_how_to_record() {
    let ended = suite(project().path(), &["settings", "--exact"], &REPLAY);
    assert_eq!(ended.tests("FAILED"), ["settings"]);
    for says in ["errored fixture_missing", "tests/fixtures/settings", "GOALPOST_RECORD=1 cargo test settings"] {
        assert!(ended.stdout.contains(says), "{}", ended.stdout);
    }
}

fn a_goal_that_is_not_replayed_is_an_ignored_test() {
    let project = project();
    let goal = "goal: Open.\nverifier: { in-front: { app: a.b } }\nreplay: { skip: true, reason: it needs a camera }\n";
    write(project.path(), "goals/camera.yaml", goal);
    for environment in [&REPLAY[..], &RECORD] {
        assert_eq!(suite(project.path(), &["camera"], environment).tests("ignored"), ["camera"]);
    }
    assert!(!project.path().join("tests/fixtures/camera").exists());
}

fn a_list_looks_at_no_recordings() {
    let project = project();
    write(project.path(), "tests/fixtures/settings", "no folder");
    write(project.path(), "tests/fixtures/apps/clock/fixture.json", "no JSON");
    let ended = suite(project.path(), &["--list"], &REPLAY);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    assert_eq!(ended.stdout.lines().filter(|line| line.ends_with(": test")).count(), 3);
}

fn a_verifier_that_reads_otherwise_each_time_is_not_recorded() {
    let project = project();
    write(project.path(), "verifiers/fickle.yaml", "rust: fickle\n");
    write(project.path(), "goals/fickle.yaml", "goal: Open the Settings app.\nverifier: fickle\n");
    let ended = suite(project.path(), &["fickle"], &RECORD);
    assert_eq!(ended.tests("FAILED"), ["fickle"], "{}", ended.stdout);
    for says in ["it passed, and can't be recorded: its replay comes to something else", "evaluation 1 of the verifier"]
    {
        assert!(ended.stdout.contains(says), "{}", ended.stdout);
    }
    assert!(!project.path().join("tests/fixtures/fickle").exists());
}

fn nothing_is_recorded_in_ci() {
    let project = project();
    let ended = suite(project.path(), &[], &[("GOALPOST_RECORD", "1"), ("CI", "true")]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(ended.stderr.contains("CI is set"), "{}", ended.stderr);
    assert!(!project.path().join("tests/fixtures").exists());
}
