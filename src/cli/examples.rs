//! Whether the examples in the help texts hold in this package.

use std::path::Path;

use clap::{CommandFactory, Parser};
use rstest::rstest;

use super::{Cli, Command};
use crate::spec;
use crate::suite::{Cases, Selection};
use crate::verify::Registry;

/// The arguments of every example in the help of a command and of those below it.
fn examples(command: &clap::Command, found: &mut Vec<Vec<String>>) {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    for line in help.lines().filter(|line| line.starts_with("  ")) {
        let Some(at) = line.find("goalpost ") else { continue };
        // A remark, or where the shell sends what is printed.
        let end = ["   (", " | ", " > "].iter().filter_map(|end| line[at..].find(end)).min();
        found.push(words(&line[at..end.map_or(line.len(), |end| at + end)]));
    }
    command.get_subcommands().for_each(|below| examples(below, found));
}

/// As a shell splits them, as far as examples need it.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut open) = (Vec::new(), None, false);
    for c in line.chars() {
        match c {
            '"' | '\'' if quoted.is_none() => quoted = Some(c),
            c if quoted == Some(c) => quoted = None,
            ' ' if quoted.is_none() => open = false,
            c => {
                if !open {
                    words.push(String::new());
                    open = true;
                }
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    words
}

#[test]
fn every_example_can_be_read_and_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = Cases::load(root, &Registry::new());
    let mut found = Vec::new();
    examples(&Cli::command(), &mut found);
    assert!(found.len() > 15, "{found:?}");
    for example in found {
        let cli = Cli::try_parse_from(&example).unwrap_or_else(|error| panic!("{example:?}: {error}"));
        match cli.command {
            Command::Run(args) => {
                let selection: Selection = args.selection();
                let selected = cases.select(&selection).unwrap_or_else(|error| panic!("{example:?}: {error}"));
                assert!(!selected.cases.is_empty(), "{example:?}");
            }
            Command::Verify(args) => {
                let verifier = cases.loaded().verifier(&args.name).unwrap_or_else(|| panic!("{example:?}"));
                spec::Args::from_words(&verifier.file.args, &args.arg)
                    .unwrap_or_else(|why| panic!("{example:?}: {why}"));
            }
            _ => {}
        }
    }
}

#[rstest]
#[case("goalpost a \"b c\" --d x=\"y z\"", &["goalpost", "a", "b c", "--d", "x=y z"])]
#[case("goalpost find '{text: \"b c\"}'", &["goalpost", "find", "{text: \"b c\"}"])]
#[case("goalpost  run ", &["goalpost", "run"])]
fn quotes_hold_words_together(#[case] line: &str, #[case] expected: &[&str]) {
    assert_eq!(words(line), expected);
}
