//! `command`: programs outside, which are not trusted to end, to be brief or to say anything sensible.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use goalpost::device::Channel;
use serde_json::json;
use tempfile::TempDir;

use super::*;

/// A project with this shell script in it.
fn project(script: &str) -> TempDir {
    let root = TempDir::new().unwrap();
    let file = root.path().join("judge.sh");
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    root
}

async fn judged_by(root: &TempDir, args: &str) -> Result<VerdictReport, VerifyError> {
    let bench = on("display");
    bench.phone.answer(Channel::Clipboard, Answer::Json(json!("milk")));
    bench.phone.answer(Channel::Language, Answer::Unsupported);
    let yaml = format!("{{ check: {{ command: {{ run: [./judge.sh], {args} }} }}, within: 1s }}");
    let verifier = verifier_in(root.path(), &yaml, &Registry::new()).unwrap();
    verifier.ask(bench.act(), Purpose::Baseline).await
}

async fn said(script: &str, args: &str) -> String {
    judged_by(&project(script), args).await.unwrap_err().to_string()
}

#[rstest]
#[case("echo '{\"verdict\": \"confirmed\"}'", Confirmed)]
#[case("cat > /dev/null; echo '{\"verdict\": \"refuted\", \"because\": \"no milk\"}'", Refuted)]
#[case("echo '{\"verdict\": \"inconclusive\"}'", Inconclusive)]
#[tokio::test]
async fn a_program_gives_the_verdict(#[case] script: &str, #[case] verdict: Verdict) {
    let report = judged_by(&project(script), "").await.unwrap();
    assert_eq!(report.verdict, verdict, "{report:?}");
    assert!(verdict != Inconclusive || report.evidence[0].because.is_some());
}

#[tokio::test]
async fn a_program_is_given_what_it_asked_for_and_is_quoted_in_evidence() {
    let script = "cat > given.json; echo '{\"verdict\": \"confirmed\", \"because\": \"so it is\", \"evidence\": \
                  [{\"read\": \"milk\", \"normalized\": \"MILK\", \"at\": \"clipboard\"}]}'";
    let root = project(script);
    let report = judged_by(&root, "read: [screen, clipboard, language]").await.unwrap();
    let given: serde_json::Value = serde_json::from_slice(&fs::read(root.path().join("given.json")).unwrap()).unwrap();
    assert_eq!(given["version"], 1);
    assert_eq!(given["args"], json!({}));
    assert_eq!(given["reads"]["clipboard"], json!({"value": "milk"}));
    assert!(given["reads"]["language"]["unread"].as_str().unwrap().contains("no such thing"));
    assert!(given["reads"]["screen"]["value"]["elements"].is_array(), "{given}");
    let evidence = &report.evidence[0];
    assert_eq!((evidence.read.as_deref(), evidence.normalized.as_deref()), (Some("milk"), Some("MILK")));
    assert_eq!((evidence.at.as_deref(), evidence.because.as_deref()), (Some("the clipboard"), Some("so it is")));
}

#[tokio::test]
async fn a_program_sees_nothing_of_the_environment_but_what_is_named() {
    let root = project("env > seen.txt; echo '{\"verdict\": \"confirmed\"}'");
    judged_by(&root, "env: [HOME]").await.unwrap();
    let seen = fs::read_to_string(root.path().join("seen.txt")).unwrap();
    // The shell sets some of its own.
    let others = ["HOME=", "PWD=", "SHLVL=", "_=", "OLDPWD="];
    assert!(seen.lines().all(|line| others.iter().any(|known| line.starts_with(known))), "{seen}");
    assert!(seen.contains("HOME="), "{seen}");
    let error = judged_by(&root, "env: [GOALPOST_NO_SUCH_VARIABLE]").await.unwrap_err().to_string();
    assert!(error.contains("is to be given GOALPOST_NO_SUCH_VARIABLE, which is not set"), "{error}");
}

#[rstest]
#[case("echo confirmed", "it is not JSON (line 1")]
#[case("true", "it ends too early")]
#[case("echo '{\"verdict\": \"yes\"}'", "it is not `{\"verdict\"")]
#[case("echo '{\"verdict\": \"confirmed\", \"why\": 1}'", "it is not `{\"verdict\"")]
#[case("echo '{\"verdict\": \"confirmed\"} {}'", "it is not JSON")]
#[case("echo one >&2; echo 'no phone' >&2; exit 3", "ended with status 3 and said: no phone")]
#[case("echo '{\"verdict\": \"confirmed\"}'; exit 1", "ended with status 1")]
#[case("kill -9 $$", "was killed by a signal")]
#[tokio::test]
async fn a_program_that_says_nothing_sensible_is_an_error_and_no_verdict(#[case] script: &str, #[case] why: &str) {
    let error = said(script, "").await;
    assert!(error.starts_with("the program ./judge.sh ") && error.contains(why), "{error}");
}

#[tokio::test]
async fn a_value_of_the_environment_is_not_quoted() {
    let error = said("echo \"key $HOME\" >&2; exit 1", "env: [HOME]").await;
    assert!(error.ends_with("said: key [HOME]"), "{error}");
}

#[tokio::test]
async fn a_value_of_the_environment_does_not_stand_in_evidence() {
    let script = "echo \"{\\\"verdict\\\": \\\"refuted\\\", \\\"because\\\": \\\"key $HOME\\\", \\\"evidence\\\": \
                  [{\\\"read\\\": \\\"$HOME\\\", \\\"normalized\\\": \\\"<$HOME>\\\", \\\"at\\\": \\\"$HOME\\\"}]}\"";
    let report = judged_by(&project(script), "env: [HOME]").await.unwrap();
    let evidence = &report.evidence[0];
    assert_eq!(evidence.because.as_deref(), Some("key [HOME]"));
    assert_eq!((evidence.read.as_deref(), evidence.normalized.as_deref()), (Some("[HOME]"), Some("<[HOME]>")));
    assert_eq!(evidence.at.as_deref(), Some("[HOME]"));
}

#[tokio::test]
async fn a_program_that_does_not_start_is_told_with_what_to_do() {
    let root = project("exit 0");
    fs::set_permissions(root.path().join("judge.sh"), fs::Permissions::from_mode(0o644)).unwrap();
    let error = judged_by(&root, "").await.unwrap_err().to_string();
    assert!(error.contains("make it executable with `chmod +x`"), "{error}");
    let root = project("exit 0");
    fs::write(root.path().join("judge.sh"), "#!/no/such/interpreter\n").unwrap();
    let error = judged_by(&root, "").await.unwrap_err().to_string();
    assert!(error.contains("the interpreter that its first line names, is not there"), "{error}");
}

#[tokio::test]
async fn a_program_that_hangs_is_killed_with_all_that_it_started() {
    let root = project("(sleep 30; touch left-over) & echo $$ > group; wait");
    let begun = Instant::now();
    let error = judged_by(&root, "timeout: 1s").await.unwrap_err().to_string();
    assert!(error.contains("did not end within 1s and was killed"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    gone(&root);
}

#[tokio::test]
async fn what_a_program_leaves_behind_is_killed_and_not_waited_for() {
    let root = project("echo $$ > group; sleep 30 & echo '{\"verdict\": \"confirmed\"}'");
    let begun = Instant::now();
    assert_eq!(judged_by(&root, "").await.unwrap().verdict, Confirmed);
    assert!(begun.elapsed() < Duration::from_secs(20));
    gone(&root);
}

/// No process of the group is left but such as nobody has waited for yet. A process that was killed may run on for a
/// moment.
fn gone(root: &TempDir) {
    let group = fs::read_to_string(root.path().join("group")).unwrap();
    let begun = Instant::now();
    while let Some(left) = running(group.trim()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{left}");
        std::thread::yield_now();
    }
}

/// A process of the group that runs.
fn running(group: &str) -> Option<String> {
    fs::read_dir("/proc").into_iter().flatten().flatten().find_map(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).ok()?;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        (fields[2] == group && !matches!(fields[0], "Z" | "X")).then_some(stat)
    })
}

#[tokio::test]
async fn a_program_that_floods_is_killed() {
    let error =
        said("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done", "")
            .await;
    assert!(error.contains("printed more than 1048576 bytes and was killed"), "{error}");
}

#[tokio::test]
async fn arguments_reach_a_program_as_they_are_without_a_shell() {
    let root = project("cat > given.json; printf '%s\\n' \"$@\" > argv; echo '{\"verdict\": \"confirmed\"}'");
    let yaml = "{ args: { item: text }, check: { command: { run: [./judge.sh, '${item}', '$(id) ; *'] } } }";
    let source = Arc::new(Source::new("verifiers/test.yaml", yaml).in_project(root.path()));
    let file = VerifierFile::read(&read(&source, Limits::default()).unwrap()).unwrap();
    let args = Args::from_words(&file.args, &[("item".to_owned(), "a b".to_owned())]).unwrap();
    let verifier = spec::Verifier { name: Name::new("test").unwrap(), source, file, args: Args::default() }.bind(args);
    let verifier = CompiledVerifier::compile(&verifier, &Registry::new()).unwrap();
    assert_eq!(verifier.ask(on("display").act(), Purpose::Baseline).await.unwrap().verdict, Confirmed);
    assert_eq!(fs::read_to_string(root.path().join("argv")).unwrap(), "a b\n$(id) ; *\n");
    let given: serde_json::Value = serde_json::from_slice(&fs::read(root.path().join("given.json")).unwrap()).unwrap();
    assert_eq!(given["args"], json!({"item": "a b"}));
}

#[rstest]
#[case("run: []", "the program is missing in this list")]
#[case("run: ./judge.sh", "expected a list")]
#[case("run: [./jugde.sh]", "there is no file `./jugde.sh` in the project")]
#[case("run: [judge], timeout: 1h", "a program is given 1s to 5m")]
#[case("run: [judge], env: [A=b]", "`A=b` is no name of an environment variable")]
#[case("run: [judge], read: [screenshoot]", "unknown read `screenshoot` (did you mean `screenshot`?")]
#[case("run: [judge], read: [{ file: ../x }]", "does not begin at the root")]
#[case("run: [judge], read: [file]", "`file` needs arguments")]
#[case("read: [screen]", "the key `run` is missing (for example `command:")]
fn a_wrong_command_is_refused_with_its_place(#[case] args: &str, #[case] why: &str) {
    let root = project("true");
    let yaml = format!("check: {{ command: {{ {args} }} }}");
    let problems = verifier_in(root.path(), &yaml, &Registry::new()).unwrap_err();
    assert!(problems.iter().any(|problem| problem.contains(why)), "{problems:?}");
    assert!(problems.iter().all(|problem| problem.starts_with("verifiers/test.yaml:1:")), "{problems:?}");
}
