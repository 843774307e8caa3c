//! `goalpost new`

use std::path::Path;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::out;
use crate::spec::{Ask, Name, TemplateError, write_goal};

/// Write new files to begin with
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost new goal settings/wifi-off

Exit codes:
  0    written
  2    the arguments can't be used, or the name is taken
  4    a file can't be written")]
pub(super) struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a goal and its verifier
    ///
    /// goals/NAME.yaml and verifiers/NAME.yaml, which can be run as they are and are meant to be changed. Nothing is
    /// written over.
    #[command(after_help = "\
Examples:
  goalpost new goal settings/wifi-off
  goalpost new goal settings/wifi-off --text \"Turn Wi-Fi off.\"

Exit codes:
  0    written
  2    the arguments can't be used, or the name is taken
  4    a file can't be written")]
    Goal(GoalArgs),
}

#[derive(Debug, Args)]
struct GoalArgs {
    /// Its name: words of a-z, 0-9, _ and -, with slashes between for folders; no word begins with -
    #[arg(value_parser = Name::new)]
    name: Name,
    /// What the agent is asked, in a sentence [default: Open Android Settings.]
    #[arg(long, value_name = "TEXT", value_parser = Ask::new)]
    text: Option<Ask>,
}

pub(super) fn run(args: NewArgs) -> Exit {
    let What::Goal(GoalArgs { name, text }) = args.what;
    match write_goal(Path::new("."), &name, text.as_ref()) {
        Ok(written) => {
            let (goal, verifier) = (written.goal.display(), written.verifier.display());
            let exit = out::result(&format!("{goal}\n{verifier}\n"), Exit::Passed);
            out::note(&format!(
                "next: say in {verifier} what is true once the goal is reached, then\n  goalpost lint\n  goalpost run {name}"
            ));
            exit
        }
        Err(error @ (TemplateError::Exists(_) | TemplateError::Row { .. })) => out::fail(Exit::Usage, &error),
        Err(error) => out::fail(Exit::Trouble, &error),
    }
}
