//! `goalpost devices`

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::target::{self, DeviceArg};
use super::{interrupt, out};
use crate::device::mobilerun::DeviceInfo;
use crate::event::Backend;
use crate::plain::inline;
use crate::suite::{self, Listed};

/// List the phones that a service has, with their states
///
/// The service is the one that --device means. The phone that other commands would use with the same words is marked.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost devices
  goalpost devices --device simulated=http://127.0.0.1:8700/v1
  goalpost devices --device mobilerun --json

Exit codes:
  0    listed
  2    the arguments can't be used
  4    the service can't be asked
  130  interrupted")]
pub(super) struct DevicesArgs {
    #[command(flatten)]
    device: DeviceArg,
    /// Print the phones as a JSON document: `{\"version\":1, \"backend\", \"used\", \"devices\":[{\"id\", \"name\",
    /// \"state\", \"state_message\", \"kind\", \"platform\"}]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    used: Option<&'a str>,
    devices: &'a [DeviceInfo],
}

pub(super) fn run(args: DevicesArgs) -> Exit {
    let (choice, settings) = match target::choice(None, args.device, None) {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    interrupt::until_stopped(async {
        match suite::devices(&choice.device, &settings).await {
            Err(error) => out::fail(target::exit_of(&error), &error),
            Ok(Listed { backend, used, devices }) if args.json => {
                out::json(&Document { version: 1, backend, used: used.as_deref(), devices: &devices }, Exit::Passed)
            }
            Ok(listed) => {
                if listed.devices.is_empty() {
                    out::note("the service has no phone");
                }
                out::result(&table(&listed), Exit::Passed)
            }
        }
    })
}

fn table(listed: &Listed) -> String {
    let row = |device: &DeviceInfo| {
        let used = if listed.used.as_deref() == Some(device.id.as_str()) { "*" } else { " " };
        let said = if device.state_message.is_empty() { "" } else { ": " };
        let row = format!(
            "{used} {:38} {:24} {:20} {}{said}{}",
            inline(&device.id),
            inline(&device.name),
            inline(&device.kind),
            inline(&device.state),
            inline(&device.state_message)
        );
        format!("{}\n", row.trim_end())
    };
    listed.devices.iter().map(row).collect()
}
