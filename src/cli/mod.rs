//! The `goalpost` command: one file per subcommand. They take arguments apart, ask the rest of the house, and print.

mod agent;
#[cfg(test)]
mod examples;
mod exit;
mod interrupt;
mod lint;
#[cfg(feature = "phone")]
mod model;
mod observe;
mod out;
#[cfg(feature = "phone")]
mod phone;
mod run;
#[cfg(feature = "phone")]
mod serve;
mod target;
mod trace;
mod verify;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::verify::Registry;
use exit::Exit;

/// Goals in YAML, verified by the phone itself
///
/// An agent pursues a goal on a phone; a verifier that never sees what the agent claims reads the phone and decides.
/// Without further words a command uses an embedded phone and an offline model: no key, no network, no real phone.
#[derive(Debug, Parser)]
#[command(
    name = "goalpost",
    version,
    propagate_version = true,
    after_help = "\
Exit codes:
  0    all passed; a verifier confirmed; an agent is done
  1    a case failed; a verifier refuted; an agent ended otherwise
  2    the arguments or a goal or verifier file can't be used; nothing was run
  3    an input was sent and nothing is known of its effect
  4    phone, model or configuration failed, or a case errored otherwise
  5    nothing was selected
  130  interrupted"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::RunArgs),
    Agent(agent::AgentArgs),
    Verify(verify::VerifyArgs),
    Observe(observe::ObserveArgs),
    Lint(lint::LintArgs),
    #[cfg(feature = "phone")]
    Phone(phone::PhoneArgs),
    #[cfg(feature = "phone")]
    Model(model::ModelArgs),
}

/// Runs the command that the process's arguments name, and gives its exit code. `registry` holds the verifiers that
/// are written in Rust: a package that has some makes a command of its own that knows them.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     goalpost::cli::main(goalpost::verify::Registry::new())
/// }
/// ```
#[must_use]
pub fn main(registry: Registry) -> ExitCode {
    with(std::env::args_os(), &registry).into()
}

fn with(args: impl IntoIterator<Item = OsString>, registry: &Registry) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(cli) => match cli.command {
            Command::Run(args) => run::run(args, registry),
            Command::Agent(args) => agent::run(args),
            Command::Verify(args) => verify::run(args, registry),
            Command::Observe(args) => observe::run(args),
            Command::Lint(args) => lint::run(&args, registry),
            #[cfg(feature = "phone")]
            Command::Phone(args) => phone::run(args),
            #[cfg(feature = "phone")]
            Command::Model(args) => model::run(args),
        },
        Err(error) => {
            // Help and version go to stdout and are no errors.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Passed };
            out::written(error.print(), exit)
        }
    }
}
