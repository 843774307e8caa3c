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
    let in_help =
        help.lines().filter_map(|line| line.find("goalpost ").filter(|_| line.starts_with("  ")).map(|at| &line[at..]));
    found.extend(in_help.map(|line| words(line.split("   (").next().unwrap_or(line))));
    command.get_subcommands().for_each(|below| examples(below, found));
}

/// As a shell splits them, as far as examples need it.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut open) = (Vec::new(), false, false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => open = false,
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
#[case("goalpost  run ", &["goalpost", "run"])]
fn quotes_hold_words_together(#[case] line: &str, #[case] expected: &[&str]) {
    assert_eq!(words(line), expected);
}
