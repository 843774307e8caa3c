//! `goalpost completions`

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::exit::Exit;
use super::{Cli, out};

/// Print a script that completes commands and options in a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost completions bash > ~/.local/share/bash-completion/completions/goalpost
  goalpost completions zsh > ~/.zfunc/_goalpost     (a folder of $fpath)
  goalpost completions fish > ~/.config/fish/completions/goalpost.fish

Exit codes:
  0    printed
  2    the arguments can't be used")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "goalpost", &mut script);
    out::bytes(&script, Exit::Passed)
}
