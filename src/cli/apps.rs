//! `goalpost apps`

use clap::Args;
use serde::Serialize;

use super::exit::Exit;
use super::target::{self, DeviceArg};
use super::{interrupt, out};
use crate::event::{Backend, Events};
use crate::plain::inline;
use crate::screen::App;
use crate::suite::SupplyError;

/// List the apps on the phone
///
/// Label and package of each, system apps among them: what `goalpost open` and the steps of goals take.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  goalpost apps
  goalpost apps --device mobilerun=DEVICE-ID --json

Exit codes:
  0    listed
  2    the arguments can't be used
  4    the phone can't be read
  130  interrupted")]
pub(super) struct AppsArgs {
    #[command(flatten)]
    device: DeviceArg,
    /// Print the apps as a JSON document: `{\"version\":1, \"backend\", \"apps\":[{\"packageName\", \"label\"}]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    backend: Backend,
    apps: &'a [App],
}

pub(super) fn run(args: AppsArgs) -> Exit {
    let supply = match target::supply(None, args.device, None) {
        Ok(supply) => supply,
        Err(exit) => return exit,
    };
    interrupt::until_stopped(async {
        let read = async {
            let supplied = target::phone(&supply, "apps", &Events::silent()).await?;
            Ok::<_, SupplyError>(supplied.device.apps().await?)
        };
        match read.await {
            Err(error) => out::fail(Exit::Trouble, &error),
            Ok(mut apps) => {
                apps.sort_by_cached_key(|app| (app.label.to_lowercase(), app.package.clone()));
                if args.json {
                    return out::json(&Document { version: 1, backend: supply.backend(), apps: &apps }, Exit::Passed);
                }
                let line = |app: &App| format!("{:28} {}\n", inline(&app.label), inline(&app.package));
                out::result(&apps.iter().map(line).collect::<String>(), Exit::Passed)
            }
        }
    })
}
