//! `goalpost open`

use clap::Args;

use super::exit::Exit;
use super::single::{self, SingleArgs};
use crate::script::Gesture;

/// Open an app, or bring it to the front
///
/// By its package, or by its label where only one app has it. `goalpost apps` lists both.
#[derive(Debug, Args)]
#[command(after_help = single::help(
    "no app is called so, or several are; nothing was sent",
    &[
        "goalpost open Settings --device simulated=http://127.0.0.1:8700/v1",
        "goalpost open com.android.settings --json",
    ],
))]
pub(super) struct OpenArgs {
    /// Its package or its label
    app: String,
    #[command(flatten)]
    single: SingleArgs,
}

pub(super) fn run(args: OpenArgs) -> Exit {
    single::run(Gesture::Open(args.app), args.single)
}
