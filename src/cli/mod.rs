//! The `goalpost` command: one file per subcommand. They take arguments apart, ask the rest of the house, and print.

mod agent;
mod apps;
mod back;
mod clear;
mod completions;
mod devices;
mod doctor;
#[cfg(test)]
mod examples;
mod exit;
mod find;
mod from;
mod home;
mod interrupt;
mod lint;
#[cfg(feature = "phone")]
mod model;
mod new;
mod observe;
mod open;
mod out;
#[cfg(feature = "phone")]
mod phone;
mod press;
mod prove;
mod run;
mod schema;
mod screenshot;
#[cfg(feature = "phone")]
mod serve;
mod shown;
mod single;
mod swipe;
mod tap;
mod target;
mod trace;
mod type_text;
mod usage;
mod values;
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
    max_term_width = 100,
    after_help = "\
Exit codes:
  0    all passed; a verifier confirmed; an agent is done; an input was sent
  1    a case failed; a verifier refuted; an agent ended otherwise; what to tap or open is not there
  2    the arguments or a goal or verifier file can't be used; nothing was run
  3    an input was sent and nothing is known of its effect
  4    phone, model or configuration failed, or a case errored otherwise
  5    nothing was selected
  130  interrupted

`goalpost COMMAND --help` has examples, and says what the codes of each command mean."
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
    Prove(prove::ProveArgs),
    Lint(lint::LintArgs),
    New(new::NewArgs),
    Schema(schema::SchemaArgs),
    Observe(observe::ObserveArgs),
    Find(find::FindArgs),
    Screenshot(screenshot::ScreenshotArgs),
    Apps(apps::AppsArgs),
    Tap(tap::TapArgs),
    Swipe(swipe::SwipeArgs),
    Type(type_text::TypeArgs),
    Clear(clear::ClearArgs),
    Press(press::PressArgs),
    Open(open::OpenArgs),
    Back(back::BackArgs),
    Home(home::HomeArgs),
    Devices(devices::DevicesArgs),
    Doctor(doctor::DoctorArgs),
    #[cfg(feature = "phone")]
    Phone(phone::PhoneArgs),
    #[cfg(feature = "phone")]
    Model(model::ModelArgs),
    Completions(completions::CompletionsArgs),
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
    let args: Vec<OsString> = std::env::args_os().collect();
    with(&args, &registry).into()
}

fn with(args: &[OsString], registry: &Registry) -> Exit {
    match Cli::try_parse_from(args) {
        Ok(cli) => match cli.command {
            Command::Run(args) => run::run(args, registry),
            Command::Agent(args) => agent::run(args),
            Command::Verify(args) => verify::run(args, registry),
            Command::Prove(args) => prove::run(args, registry),
            Command::Lint(args) => lint::run(&args, registry),
            Command::New(args) => new::run(args),
            Command::Schema(args) => schema::run(&args),
            Command::Observe(args) => observe::run(args),
            Command::Find(args) => find::run(args),
            Command::Screenshot(args) => screenshot::run(args),
            Command::Apps(args) => apps::run(args),
            Command::Tap(args) => tap::run(args),
            Command::Swipe(args) => swipe::run(args),
            Command::Type(args) => type_text::run(args),
            Command::Clear(args) => clear::run(args),
            Command::Press(args) => press::run(args),
            Command::Open(args) => open::run(args),
            Command::Back(args) => back::run(args),
            Command::Home(args) => home::run(args),
            Command::Devices(args) => devices::run(args),
            Command::Doctor(args) => doctor::run(args, registry),
            #[cfg(feature = "phone")]
            Command::Phone(args) => phone::run(args),
            #[cfg(feature = "phone")]
            Command::Model(args) => model::run(args),
            Command::Completions(args) => completions::run(&args),
        },
        Err(error) => usage::said(&error, args),
    }
}
