//! `goalpost doctor`

use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::target::{self, DeviceArg, ModelArg};
use super::{interrupt, out};
use crate::event::Mode;
use crate::plain::inline;
use crate::settings::Settings;
use crate::suite::doctor::{Finding, Patient, State, examine};
use crate::verify::Registry;

/// Say what keeps goalpost from working here, and what to do about it
///
/// Looks at goals, environment files and their modes, keys, addresses, the embedded phone and the offline model; with
/// --mode live, or --device and --model, also at the services, their TLS, the clock and the state of the phone. Changes
/// nothing, sends nothing to a phone and asks no model anything that costs.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost doctor
  goalpost doctor --mode live
  goalpost doctor --device mobilerun=DEVICE-ID --json

Exit codes:
  0    nothing fails; there may be warnings
  2    the arguments can't be used
  4    something fails
  130  interrupted")]
pub(super) struct DoctorArgs {
    /// `simulated`, or `live`, which means --device mobilerun --model jev
    #[arg(long, value_name = "MODE", value_parser = target::mode)]
    mode: Option<Mode>,
    #[command(flatten)]
    device: DeviceArg,
    #[command(flatten)]
    model: ModelArg,
    /// Print a JSON document: `{\"version\":1, \"checks\":[{\"check\", \"state\", \"found\", \"advice\"}]}`, a state
    /// being ok, warn or fail
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    version: u32,
    checks: Vec<Finding>,
}

pub(super) fn run(args: DoctorArgs, registry: &Registry) -> Exit {
    let choice = match args.device.choice(args.mode, Some(args.model)) {
        Ok(choice) => choice,
        Err(error) => return out::fail(Exit::Usage, &error),
    };
    let root = Path::new(".");
    let patient = Patient { root, choice: &choice, settings: Settings::load(root), registry };
    interrupt::until_stopped(async {
        let mut exit = Exit::Passed;
        let checks = examine(&patient, |finding| {
            if !args.json {
                exit = exit.max(out::result(&line(finding), Exit::Passed));
            }
        })
        .await;
        if checks.iter().any(|finding| finding.state == State::Fail) {
            exit = exit.max(Exit::Trouble);
        }
        if args.json { out::json(&Document { version: 1, checks }, exit) } else { exit }
    })
}

fn line(finding: &Finding) -> String {
    let advice = finding.advice.as_deref().map(|advice| format!("; {advice}")).unwrap_or_default();
    let line = format!("{:5} {:18} {}{advice}", finding.state.word(), finding.check, finding.found);
    inline(&line).into_owned() + "\n"
}
