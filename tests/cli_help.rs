//! Help texts, and what every command does with arguments that are none and with readers that go away.

#![cfg(all(feature = "cli", feature = "phone"))]
#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "cli_support/mod.rs"]
mod support;

use std::path::Path;
use std::process::Stdio;

use rstest::rstest;
use support::{ended, goalpost, project};

/// The help of a command on a terminal of this width.
fn help(command: &[&str], columns: &str) -> String {
    let ended = ended(goalpost(Path::new("."), command).arg("--help").env("COLUMNS", columns));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{command:?}");
    ended.stdout
}

/// The commands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Every command that does something, as its words.
fn commands() -> Vec<Vec<String>> {
    let mut open: Vec<Vec<String>> = listed(&help(&[], "100")).into_iter().map(|name| vec![name]).collect();
    let mut all = Vec::new();
    while let Some(command) = open.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let inner = listed(&help(&words, "100"));
        open.extend(inner.iter().map(|name| [command.clone(), vec![name.clone()]].concat()));
        if inner.is_empty() {
            all.push(command);
        }
    }
    assert!(all.len() > 20, "{all:?}");
    all
}

#[test]
fn every_help_has_an_about_options_examples_and_exit_codes() {
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = help(&words, "100");
        for part in ["Usage: goalpost ", "Options:", "Examples:\n  goalpost ", "Exit codes:\n  0  "] {
            assert!(help.contains(part), "{command:?} has no {part:?}:\n{help}");
        }
        assert!(!help.starts_with("Usage"), "{command:?} does not say what it is for");
    }
}

#[test]
fn help_says_the_same_on_every_terminal_and_is_never_wider_than_a_page() {
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    for command in commands().into_iter().chain([Vec::new()]) {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let (narrow, wide) = (help(&words, "20"), help(&words, "300"));
        assert_eq!(letters(&narrow), letters(&wide), "{command:?}");
        let longest = wide.lines().max_by_key(|line| line.chars().count()).unwrap_or_default();
        assert!(longest.chars().count() <= 120, "{command:?}: {longest}");
    }
}

#[test]
fn an_option_that_is_none_ends_with_2_everywhere() {
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let ended = ended(goalpost(Path::new("."), &words).args(["--nonsense", "\u{1b}[2J"]));
        assert!(ended.stderr.contains("'--nonsense'"), "{command:?}: {}", ended.stderr);
        assert!(!ended.stderr.contains('\u{1b}'), "{command:?}: {:?}", ended.stderr);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_unicode_are_no_panic_anywhere() {
    use std::os::unix::ffi::OsStrExt;
    let project = project();
    let hostile = std::ffi::OsStr::from_bytes(b"a\xff\x1b[2J");
    for command in commands() {
        // A folder or a file may be called so; a screenshot of that name is as good as any.
        if command == ["screenshot"] {
            continue;
        }
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        for option in [&[][..], &["--device"], &["--json"]] {
            let ended = ended(goalpost(project.path(), &words).args(option).arg(hostile));
            assert!(matches!(ended.code, 2 | 5), "{command:?} {option:?}: {} {}", ended.code, ended.stderr);
            assert!(!ended.stderr.contains("panicked"), "{command:?}: {}", ended.stderr);
            assert!(!ended.stderr.contains('\u{1b}'), "{command:?}: {:?}", ended.stderr);
        }
    }
}

#[rstest]
#[case(&["apps"])]
#[case(&["devices"])]
#[case(&["doctor"])]
#[case(&["screenshot"])]
#[case(&["open", "Settings"])]
#[case(&["home", "--json"])]
#[case(&["new", "goal", "a"])]
#[case(&["completions", "bash"])]
fn a_reader_that_goes_away_is_no_error(#[case] args: &[&str]) {
    let project = project();
    let mut child = goalpost(project.path(), args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[cfg(target_os = "linux")]
#[rstest]
#[case(&["apps"])]
#[case(&["devices", "--json"])]
#[case(&["doctor"])]
#[case(&["screenshot"])]
#[case(&["open", "Settings"])]
#[case(&["completions", "zsh"])]
fn a_result_that_cannot_be_written_ends_with_4(#[case] args: &[&str]) {
    let project = project();
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = goalpost(project.path(), args).stdout(full).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("can't be written"));
}
